"""ROUGE-1.5.5: its figures, F by β instead of α, and by the β that is precision / recall."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import Counts, Evaluation, Options, evaluate, score
from rouge_cli.measures.base import Texts
from rouge_cli.measures.scores import added
from rouge_cli.profiles import Profile
from rouge_cli.profiles.estimates import f_measure

from ..support.documents import document
from ..support.evaluations import result
from ..support.scoring import counts_of, measures, score_of

pytestmark = pytest.mark.usefixtures("kernel")


def test_f() -> None:
    """Alpha weighs precision: at 0 F is recall, at 1 precision; 0 where it is undefined.

    ROUGE-1.5.5 asks whether the denominator is above 0, which NaN is not. Without alpha β is the ratio: where
    recall is 0, it is infinite and F recall; where precision is 0, so is β, and F precision.
    """
    for recall, precision, alpha, f in [
        (0.5, 0.25, 0.5, 1 / 3),
        (0.5, 0.25, 0, 0.5),
        (0.5, 0.25, 1, 0.25),
        (0, 0, 0.5, 0),
        (0.5, 0, 0, 0),
        (0, 0.5, 1, 0),
        (1, 1, 0.3, 1),
        *((recall, precision, 0.5, 0) for recall, precision in [(nan, 0.5), (0.5, nan), (nan, nan)]),
        (inf, 1.0, 0.5, nan),
        *((*figures, None, 0) for figures in [(0, 0), (0, 0.5), (0.5, 0), (nan, 0.5), (0.5, nan)]),
    ]:
        assert f_measure(recall, precision, alpha) == pytest.approx(f, abs=1e-15, nan_ok=True)


def test_figures_are_rounded_before_f_is_computed() -> None:
    """Of 1/2 and 1/7 themselves F would be 0.22222."""
    score = result("a x x x x x x", ["a y"], "ROUGE-1", Options(max_ngram=1)).scores[0]
    assert score[:3] == (0.5, 0.14286, 0.22223)


def test_models_are_pooled() -> None:
    """Counts are added, the peer's once for each model; a model that stands twice counts twice."""
    found = result("a b c", ["a b", "c d e", "c d e"], "ROUGE-1", Options(max_ngram=1))
    assert found.counts == Counts(8, 9, 4)
    assert (found.scores[0].recall, found.scores[0].precision) == (0.5, 0.44444)


def test_counts_are_added_from_left_to_right() -> None:
    """A compensated sum would give 1e16 + 2."""
    for numbers, total in [([1e16, 1.0, 1.0], 1e16), ([1, 2, 3], 6), ([0.5], 0.5), ([], 0)]:
        assert added(numbers) == total


def test_the_best_model_is_the_one_with_the_highest_recall() -> None:
    for models, counts in [
        (["a x y", "a b x d", "a b y z"], (4, 3, 2)),  # the first of equals
        (["a b c", "a b c d"], (3, 3, 3)),
        (["x", "y z"], (1, 3, 0)),
        (["", "x"], (0, 3, 0)),  # a model without tokens is a candidate
        (["", "a x"], (2, 3, 1)),
    ]:
        found = result("a b c", models, "ROUGE-1", Options(max_ngram=1, best_model=True))
        assert found.counts == counts


def test_no_model_is_the_best_where_no_recall_is_a_number() -> None:
    """Infinity by infinity, where no double can hold f; the original counts nothing then."""
    options = Options(weight=1e308, best_model=True)
    found = result("a b x d\ne g", ["a b c d\ne f g"], "ROUGE-W-1e+308", options)
    assert found.counts == Counts(0, 0, 0)


def test_rouge_l_tells_recalls_apart_that_rouge_1_does_not() -> None:
    """Recall is compared as printed by all but L and W: 1/100001 and 1/100002 are both 0.00001."""
    models = [" ".join(["a", *["x"] * 100001]), " ".join(["a", *["x"] * 100000])]
    options = Options(max_ngram=1, best_model=True)
    assert result("a", models, "ROUGE-1", options).counts.model == 100002
    assert result("a", models, "ROUGE-L", options).counts.model == 100001


@given(st.lists(st.integers(1, 5), min_size=4, max_size=12), st.booleans(), st.floats(0, 1))
def test_a_peer_that_is_the_only_model_scores_1(tokens: list[int], best: bool, alpha: float) -> None:
    options = Options(max_ngram=2, skip_gap=1, skip_both=True, best_model=best, alpha=alpha)
    text = document([tokens[:2], tokens[2:]])
    for measure in measures(options):
        (counts,) = counts_of(measure, Texts([text], [text]), best=best)
        found = score_of(measure, counts, alpha)
        assert (found.recall, found.precision, found.f) == (1, 1, 1), measure.name


@given(st.lists(st.text("a.-~1", max_size=4), unique=True), st.text("a.-~", max_size=2))
@example(["a", "a.", "a-", "a.a", "a~", "a-b", "b"], "s")
def test_evaluations_are_resampled_in_the_byte_order_of_their_names(ids: list[str], system: str) -> None:
    names = [f"{id}.{system}".encode() for id in ids]
    order = Profile(Options()).order(system, ids)
    assert list(order) == sorted(range(len(ids)), key=names.__getitem__)


# F by β.


def test_the_example_of_the_notebook() -> None:
    """Of 9 and 8 words the LCS has 5: β = 0.625 / 0.55556, and F 0.58421 instead of 0.58824."""
    # (1 + β²)·R·P / (R + β²·P), of the rounded figures.
    of_numbers = {0: 0.625, 0.5: 0.60976, 1: 0.58824, 2: 0.56819, 1e9: 0.55556}
    f: dict[Any, float] = {None: 0.58824, "ratio": 0.58421, **of_numbers}
    reference, peer = "The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log."
    assert {beta: score(peer, reference, Options(beta=beta))["ROUGE-L"].f for beta in f} == f


@given(st.floats(0.00001, 1), st.floats(0.00001, 1))
def test_the_ratio_is_lins_formula(recall: float, precision: float) -> None:
    beta = precision / recall
    f = (1 + beta * beta) * recall * precision / (recall + beta * beta * precision)
    assert f_measure(recall, precision, None) == pytest.approx(f, rel=1e-9)


def test_each_evaluation_has_a_ratio_of_its_own() -> None:
    evaluations = [
        Evaluation.of_texts("1", {"S": "a b c d"}, ["a"]),
        Evaluation.of_texts("2", {"S": "a"}, ["a b c d"]),
        Evaluation.of_texts("3", {"S": "x"}, ["y"]),
    ]
    scores = evaluate(evaluations, Options(beta="ratio", resamples=1)).systems["S"]["ROUGE-L"].scores
    # β is 1/4 and 4: (1 + 1/16)·(1/4) / (1 + 1/64) and (1 + 16)·(1/4) / (1/4 + 16).
    assert [row.f for row in scores] == [0.26154, 0.26154, 0.0]


def test_pooled_counts_have_one_ratio() -> None:
    """Over both evaluations the LCS has 2 of 5 and of 8 words, whichever are drawn as often as given."""
    evaluations = [
        Evaluation.of_texts("1", {"S": "a b c d"}, ["a"]),
        Evaluation.of_texts("2", {"S": "a b c d"}, ["a x y z"]),
    ]
    options = Options(beta="ratio", counting=1, resamples=500, confidence=0)
    result = evaluate(evaluations, options).systems["S"]["ROUGE-L"]
    assert result.counts == (5, 8, 2)
    beta = (2 / 8) / (2 / 5)
    assert result.f.low == pytest.approx((1 + beta**2) * 0.4 * 0.25 / (0.4 + beta**2 * 0.25))
