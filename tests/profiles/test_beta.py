"""F by β instead of α, and by the β that is precision / recall."""

from __future__ import annotations

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, Options, evaluate, score
from rouge_cli.profiles.estimates import f_measure

pytestmark = pytest.mark.usefixtures("kernel")

_REFERENCE = "The quick brown fox jumps over the lazy dog"
_PEER = "The quick brown dog jumps on the log."


def test_the_example_of_the_notebook() -> None:
    """Of 9 and 8 words the LCS has 5: β = 0.625 / 0.55556, and F 0.58421 instead of 0.58824."""
    f = {beta: score(_PEER, _REFERENCE, Options(beta=beta))["ROUGE-L"].f for beta in (None, 1, "ratio")}
    assert f == {None: 0.58824, 1: 0.58824, "ratio": 0.58421}


def test_beta_weighs_recall() -> None:
    """(1 + β²)·R·P / (R + β²·P), of the rounded figures."""
    for beta, f in [(0, 0.625), (0.5, 0.60976), (2, 0.56819), (1e9, 0.55556)]:
        assert score(_PEER, _REFERENCE, Options(beta=beta))["ROUGE-L"].f == f


@given(st.floats(0.00001, 1), st.floats(0.00001, 1))
def test_the_ratio_is_lins_formula(recall: float, precision: float) -> None:
    beta = precision / recall
    f = (1 + beta * beta) * recall * precision / (recall + beta * beta * precision)
    assert f_measure(recall, precision, None) == pytest.approx(f, rel=1e-9)


def test_the_ratio_of_nothing_gives_0() -> None:
    """Where recall is 0, β is infinite and F recall; where precision is 0, so is β, and F precision."""
    for recall, precision in [(0, 0), (0, 0.5), (0.5, 0), (nan, 0.5), (0.5, nan)]:
        assert f_measure(recall, precision, None) == 0


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
