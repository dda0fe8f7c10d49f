"""ROUGE-W's hits, against full tables and against examples worked out by hand."""

from __future__ import annotations

import math
import random
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel.document import Document
from rouge_cli.kernel.plan import MeasurePlan
from rouge_cli.kernel.python.lcs import weighted_lcs_hits
from rouge_cli.measures.powers import power

from ..support.documents import document
from . import plain_lcs
from .bodies import called, compiled, needs_compiled, places_of, plan_of, rows_of
from .documents import DOCUMENTS

pytestmark = pytest.mark.slow

_EXPONENTS = st.sampled_from([0.01, 0.5, 1, 1.0, 1.2, 2, 2.5, 3, 30, 300.5, 400, 400.5, 1e308])


def _weights(exponent: float, longest: int) -> array[float]:
    return array("d", [power(run, exponent) for run in range(longest + 1)])


def _longest(*documents: Document) -> int:
    return max((len(document.words) for document in documents), default=0) + 1


@settings(max_examples=400, deadline=None)
@given(models=DOCUMENTS, peers=DOCUMENTS, exponent=_EXPONENTS)
def test_hits_are_those_of_the_full_table(
    models: list[Document], peers: list[Document], exponent: float
) -> None:
    """With doubles in the same order, so that the same ties arise; even where f is infinite."""
    weights = _weights(exponent, _longest(*models))
    expected = [[plain_lcs.weighted_hits(model, peer, weights) for model in models] for peer in peers]
    assert called("weighted_lcs_hits", models, peers, exponent) == expected


def test_runs_weigh_more_than_scattered_matches() -> None:
    """Lin (2004), section 3.2: A B C D E F G with A B C D H I K and A H B K C I D, f(k) = k**2."""
    model = document([[1, 2, 3, 4, 5, 6, 7]])
    peers = [document([[1, 2, 3, 4, 8, 9, 10]]), document([[1, 8, 2, 10, 3, 9, 4]])]
    # The runs are those of the model's marks: both are A B C D.
    assert called("weighted_lcs_hits", [model], peers, 2) == [[16.0], [16.0]]
    assert called("weighted_lcs_hits", peers, [model], 2) == [[16.0, 4.0]]


def test_a_run_whose_last_mark_is_clipped_goes_on() -> None:
    """ROUGE-1.5.5 quirk: the run 1 2 | 2 is not closed where 2 is clipped, and is lost at the end."""
    model = document([[1, 2], [3, 2]])
    peer = document([[1, 2], [3, 2]], [1, 2, 3])  # `2` may score once only
    assert called("weighted_lcs_hits", [model], [peer], 2) == [[4]]
    model, peer = document([[2], [1, 2, 9, 3]]), document([[2], [1, 2], [3]], [1, 2, 3])
    assert called("weighted_lcs_hits", [model], [peer], 2) == [[1 + 4]]


def test_infinite_weights() -> None:
    """inf - inf is NaN, which has no order; found by a random search and checked by the full table."""
    model = document([[1, 1, 2, 2, 1, 2, 1, 2, 2, 1, 1, 2, 1, 1, 2, 1]])
    peer = document([[2, 2, 1, 1, 2, 2, 2]])
    assert called("weighted_lcs_hits", [model], [peer], 2000.5) == [[4.0]]


@needs_compiled
@pytest.mark.parametrize("exponent", [math.nan, math.inf, -math.inf, -1.0, -0.5, 0.0])
def test_weights_that_do_not_rise(exponent: float) -> None:
    """No option makes them, but the compiled body computes what the full table says."""
    models, peers = [document([[1, 2], [3]]), document([[1, 2, 1]])], [document([[1, 2], [3]])] * 2
    weights = [math.inf if run == 0 > exponent else math.pow(run, exponent) for run in range(5)]
    expected = [plain_lcs.weighted_hits(model, peer, weights) for model in models for peer in peers]
    measure = MeasurePlan("weighted_lcs", 0, 0, weight=exponent)
    texts, places = [*models, *peers], places_of([([0], [2, 3]), ([1], [2, 3])])
    try:
        block, _ = compiled.BatchCounter(plan_of(measure)).count(texts, *places)
    except OverflowError:
        assert math.isinf(exponent) or exponent == -1  # Infinite weights are not all exact.
    else:
        [rows] = rows_of(plan_of(measure), block)
        assert repr([hit for _, _, hit, *_ in rows]) == repr(expected)


def test_weights_that_rise_and_fall() -> None:
    """Rows of the table fall at many places then, and the cells to the left of each match decide.

    The compiled body makes its weights by itself; of those that rise ever more slowly rows fall, too.
    """
    source = random.Random(1)
    for kinds in [2, 3, 5, 9] * 25:
        model, peer = (document([source.choices(range(kinds), k=source.randrange(1, 40))]) for _ in range(2))
        weights = array("d", [0.0, *(source.uniform(-1, 3) for _ in model.words)])
        expected = plain_lcs.weighted_hits(model, peer, weights)
        assert weighted_lcs_hits([model], [peer], weights) == [[expected]]
        exponent = source.uniform(0, 1)
        expected = plain_lcs.weighted_hits(model, peer, _weights(exponent, len(model.words)))
        assert called("weighted_lcs_hits", [model], [peer], exponent) == [[expected]]


@pytest.mark.parametrize("exponent", [0.5, 1.2])
@pytest.mark.parametrize("kinds", [2, 3, 40])
@pytest.mark.parametrize(("model", "peer"), [(63, 64), (64, 65), (130, 200), (200, 129)])
def test_sentences_cross_the_word_size_of_the_machine(
    kinds: int, model: int, peer: int, exponent: float
) -> None:
    source = random.Random(kinds * model)
    one, other = (document([source.choices(range(kinds), k=size)]) for size in (model, peer))
    expected = plain_lcs.weighted_hits(one, other, _weights(exponent, model + 1))
    assert called("weighted_lcs_hits", [one], [other], exponent) == [[expected]]


@pytest.mark.parametrize("kinds", [60, 1000])
def test_rows_of_very_long_sentences_are_made_again(kinds: int) -> None:
    """The compiled body does not keep all rows of so long a table for the walk back; the definition does."""
    source = random.Random(kinds)
    one, other = (document([source.choices(range(kinds), k=size)]) for size in (3000, 2900))
    called("weighted_lcs_hits", [one], [other], 1.2)
