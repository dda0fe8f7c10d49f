"""The words of a ROUGE, which both bodies of the kernel interpret."""

from __future__ import annotations

from itertools import permutations, product
from typing import get_args

import pytest

from rouge_cli import Options
from rouge_cli.inputs.batches import batches_of_pairs
from rouge_cli.kernel import plan
from rouge_cli.profiles import Profile
from rouge_cli.rouges import ROUGES
from rouge_cli.scoring.counters import CompiledCounter, Counter

from ..support.needs import needs

_TEXTS = [
    "Running days, 5 \N{KELVIN SIGN}m",
    "İs it flies? The naïve run.",
    "a b running day 5 km",
    "",
    "flies a",
]
_OPTIONS = Options(
    profile="rouge-score",
    types=("rouge1", "rouge2", "rougeL", "rougeLsum", "rougeS1", "rougeSU*", "rougeW1.2"),
    stem=True,
)


@pytest.mark.slow
@needs("compiled")
@pytest.mark.parametrize("combination", get_args(plan.Combination))
@pytest.mark.parametrize("rounding", get_args(plan.Rounding))
def test_both_bodies_give_every_word_the_same_meaning(combination: str, rounding: str) -> None:
    pairs = list(permutations(_TEXTS, 3))
    for lowering, stemmer in product(get_args(plan.Lowering), get_args(plan.Stemmer)):
        words = {"lowering": lowering, "stemmer": stemmer, "rounding": rounding, "combination": combination}
        profile = Profile(_OPTIONS, ROUGES["rouge-score"]._replace(**words))
        planned, lists = profile.plan(), profile.word_lists()
        assert planned
        counters = CompiledCounter(profile, planned, lists), Counter(profile, lists)
        (batch,) = batches_of_pairs(iter([(peer, models) for peer, *models in pairs]), "", None, set())
        compiled, defined = (repr(counter.count(batch).columns) for counter in counters)
        assert compiled == defined


def test_every_rouge_is_made_of_words_that_the_kernel_knows() -> None:
    for rouge in ROUGES.values():
        assert rouge.rounding in get_args(plan.Rounding)
        assert rouge.combination in get_args(plan.Combination)
