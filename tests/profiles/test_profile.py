"""Profiles, and words of a ROUGE that the compiled kernel does not know."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest

from rouge_cli import Evaluation, Options, evaluate
from rouge_cli.kernel import plan
from rouge_cli.kernel.plan import Reading
from rouge_cli.measures.base import Measure, Texts
from rouge_cli.measures.grams import NGram
from rouge_cli.measures.lcs import Lcs
from rouge_cli.measures.scores import Counts, Figures, Row
from rouge_cli.profiles import Profile
from rouge_cli.profiles.signatures import signed_choices
from rouge_cli.rouges import PROFILES, ROUGES

from ..support.evaluations import result
from ..support.files import write

pytestmark = pytest.mark.usefixtures("kernel")


def test_profiles_are_equal_by_their_rouge_and_their_options() -> None:
    profile = Profile(Options(max_ngram=2))
    assert profile == Profile(Options(max_ngram=2)) == pickle.loads(pickle.dumps(profile))
    assert hash(profile) == hash(Profile(Options(max_ngram=2)))
    assert profile != Profile(Options(max_ngram=3))
    assert profile != Profile(Options(max_ngram=2), profile.rouge._replace(rounding="doubles"))
    assert profile != Options(max_ngram=2)


@pytest.mark.parametrize(("options", "hit"), [(Options(stem_models=True), 1), (Options(), 0)])
def test_exceptions_stem_the_models_alone_too(options: Options, hit: int) -> None:
    """WordNet has `mice mouse`; Porter's stem of `mice` would be `mice`."""
    assert result("mouse", ["mice"], "ROUGE-L", options).counts.hit == hit


@pytest.mark.parametrize("lines", [1, -1])
def test_the_digest_is_of_the_sorted_words_in_any_order_of_the_lists(lines: int, tmp_path: Path) -> None:
    words, pairs = list("abcdefghijklm"), ["children child", "geese goose", "mice mouse"]
    lists = {f"WordNet-2.0-Exceptions/{part}.exc": "" for part in ("adj", "adv", "verb")}
    lists["WordNet-2.0-Exceptions/noun.exc"] = "\n".join(pairs[::lines])
    write(tmp_path, {**lists, "smart_common_words.txt": "\n".join(words[::lines])})
    profile = Profile(Options(stem=True, remove_stop_words=True, data=str(tmp_path)))
    digest = sha256("\n".join(["stop", *words, "exceptions", *pairs]).encode()).hexdigest()
    assert signed_choices(profile)["data"] == digest[:12]


# The definition counts words that the kernel does not know, in both bodies alike.


_READING = Reading(False, False)
_EVALUATIONS = [Evaluation.of_texts("1", {"s": "a b c d"}, ["a c x y", "d"])]


class _WithoutPlan(NGram):
    """A measure of words that the kernel does not know."""

    def plan(self, model_reading: int, peer_reading: int) -> None:
        return None


def _recalls(options: Options) -> dict[str, float]:
    results = evaluate(_EVALUATIONS, options).systems["s"]
    return {name: result.scores[0].recall for name, result in results.items()}


def _change(monkeypatch: pytest.MonkeyPatch, profile: str, **words: Any) -> None:
    monkeypatch.setitem(ROUGES, profile, ROUGES[profile]._replace(**words))


@pytest.mark.parametrize("profile", PROFILES[:3])
def test_a_rounding_of_its_own_is_the_rounding_of_both_bodies(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thirds(measure: Measure, counts: Counts, alpha: float) -> Figures[float]:
        return Figures(counts.hit / 3, alpha, 0.25)

    _change(monkeypatch, profile, rounding=thirds)
    assert Profile(Options(profile=profile, max_ngram=1)).plan() is None
    scores = evaluate(_EVALUATIONS, Options(profile=profile, max_ngram=1)).systems["s"].values()
    hits = [score.scores[0].counts.hit for score in scores]
    assert [score.scores[0][:3] for score in scores] == [(hit / 3, 0.5, 0.25) for hit in hits]


@pytest.mark.parametrize("profile", PROFILES[:3])
def test_a_combination_of_its_own_is_that_of_both_bodies(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last(profile: object, measure: Measure, texts: Texts) -> Iterator[Row]:
        for counts in measure.counts(texts):
            yield Row(counts[-1], Figures(0.75, 0.5, 0.25))

    _change(monkeypatch, profile, combination=last)
    for found in evaluate(_EVALUATIONS, Options(profile=profile, max_ngram=1)).systems["s"].values():
        assert found.scores[0][:4] == (0.75, 0.5, 0.25, (1, 4, 1))


@pytest.mark.parametrize("profile", PROFILES[:3])
def test_a_measure_without_a_plan_moves_no_column(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each place between two measures that the kernel knows, all keep their own figures."""
    measures = [
        _WithoutPlan("words", _READING, _READING, 1),
        NGram("pairs", _READING, _READING, 2),
        Lcs("sequence", _READING, _READING),
    ]
    recalls = []
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        _change(monkeypatch, profile, measures=lambda options, order=order: [measures[at] for at in order])
        recalls.append(_recalls(Options(profile=profile)))
    of_words, of_sequence = (0.6, 0.6) if profile == PROFILES[0] else (0.5, 0.5)
    assert recalls == [{"words": of_words, "pairs": 0, "sequence": of_sequence}] * 3


def test_every_word_has_its_definition() -> None:
    for rouge in ROUGES.values():
        assert rouge.options >= {"profile", "max_ngram", "rouge_l"}
        assert rouge.rounding in get_args(plan.Rounding)
