"""Permutation tests: exact ones, random ones, and what is undefined."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
import pytest

from rouge_cli import Correlations, correlate
from rouge_cli.correlation.inference import p_of, permuted, standardised
from rouge_cli.correlation.levels import swaps

from .support import COEFFICIENTS, cells, expected, table

_PAIR = "metric_a", "metric_b"


def _compared(other: Callable[[float], float] | None = None, **choices: Any) -> Correlations:
    """Compare the measures of the table, or the first with a function of its scores."""
    scores = cells("scores.csv", _PAIR[:1])
    second = [one._replace(name="other", value=other(one.value)) for one in scores] if other else []
    second = second or cells("scores.csv", _PAIR[1:])
    human = cells("scores.csv", ("human",))
    return correlate([*scores, *second], human, interval="none", compare=True, **choices)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["systems", "inputs"])
@pytest.mark.parametrize("level", ["system", "summary"])
def test_exact_p_of_all_permutations(kind: str, level: str) -> None:
    found = _compared(levels=[level], test=f"permutation-{kind}", resamples=4096)
    wanted = expected("expected.json")["permutation_exact"][kind][level]
    for one in found.comparisons:
        count, draws, p = wanted[one.coefficient]["two_sided"]
        assert one.difference == pytest.approx(wanted[one.coefficient]["difference"], abs=1e-9)
        assert (one.p, one.draws, one.exact, one.undefined) == (p, draws, True, 0)
        assert one.p == count / draws


@pytest.mark.parametrize("level", ["system", "summary"])
def test_random_p_agrees_with_that_of_other_draws(level: str) -> None:
    draws = 2000
    found = _compared(levels=[level], resamples=draws)
    wanted = expected("expected-random.json")["permutation_both"][level]
    for one in found.comparisons:
        reference = wanted[one.coefficient]
        own_error = sqrt(reference["p"] * (1 - reference["p"]) / draws)
        assert abs(one.p - reference["p"]) <= 4 * sqrt(own_error**2 + reference["standard_error"] ** 2)
        assert (one.draws, one.exact) == (draws, False)


def test_all_permutations_are_enumerated_where_they_are_few() -> None:
    few, exact = swaps("systems", (4, 3), 16, seed=0)
    assert (len({array.tobytes() for array in few}), exact) == (16, True)
    assert (few == few[:, :, :1]).all()
    many, exact = swaps("systems", (4, 3), 15, seed=0)
    assert (len(many), exact) == (15, False)


def test_permutations_swap_half_of_the_summaries_each_by_itself() -> None:
    swapped, _ = swaps("both", (16, 100), 1000, seed=3)
    assert swapped.mean() == pytest.approx(0.5, abs=0.002)
    # Neither systems nor evaluations are swapped as wholes.
    assert swapped[:, 0].mean(axis=0).min() > 0.4
    assert np.abs(np.corrcoef(swapped[:, :2, 0].T)[0, 1]) < 0.15
    assert np.abs(np.corrcoef(swapped[:, 0, :2].T)[0, 1]) < 0.15


@pytest.mark.slow
@pytest.mark.parametrize("level", ["system", "summary"])
@pytest.mark.parametrize("are_tied", [False, True])
def test_permuted_correlations_are_those_of_swapped_matrices(are_tied: bool, level: str) -> None:
    """Swap standardised scores and correlate them by SciPy; of whole numbers, many means are equal."""
    from scipy import stats

    generator = np.random.default_rng(5)
    human, one, two = (generator.integers(0, 5, (6, 4)).astype(float) for _ in range(3))
    scores = {"metric_a": one / 10, "metric_b": two / 3} if are_tied else table().scores
    human = human if are_tied else scores["human"]
    a, b = ((matrix - matrix.mean()) / matrix.std() for matrix in list(scores.values())[-2:])
    swapped, _ = swaps("both", human.shape, 50 if are_tied else 5, seed=1)
    functions = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    ((_, sides),) = permuted(level, scores, human, [_PAIR], swapped, COEFFICIENTS)
    for draw, mask in enumerate(swapped):
        for side, matrix in enumerate((np.where(mask, b, a), np.where(mask, a, b))):
            pairs = [*zip(matrix.T.round(8), human.T, strict=True)]
            if level == "system":
                pairs = [(matrix.mean(axis=1).round(8), human.mean(axis=1).round(12))]
            for name, function in functions.items():
                value = np.mean([function(*pair).statistic for pair in pairs])
                assert sides[name][side][draw] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("test", ["permutation", "permutation-inputs", "williams"])
@pytest.mark.parametrize("scale", [1e-3, 1e-5, 1e-7])
def test_a_measure_does_not_differ_from_itself_in_another_scale(test: str, scale: float) -> None:
    """Compare scores with ones that vary so little that their means keep few digits."""
    found = _compared(lambda value: 0.5 + scale * value, test=test, resamples=200)
    assert [one.p for one in found.comparisons if one.level == "system"] == [1, 1, 1]


def test_means_that_are_equal_once_they_are_rounded_have_no_difference() -> None:
    found = _compared(lambda value: 0.5 + 1e-15 * value, resamples=20)
    assert {isnan(one.difference) for one in found.comparisons if one.level == "system"} == {True}
    assert {isnan(one.p) for one in found.comparisons if one.level == "system"} == {True}


def test_p_counts_the_data_once_and_leaves_undefined_permutations_out() -> None:
    sides = np.array([0.5, 0.1, nan, -0.5, 0.2]), np.array([0.0, 0.0, 0.0, 0.0, nan])
    # Of three defined differences two are as far from 0 as 0.5, one of them below it.
    assert p_of(0.5, sides, exact=False) == (3 / 4, 2)
    assert p_of(0.5, sides, exact=True) == (2 / 3, 2)
    assert p_of(0.5 + 5e-10, sides, exact=True)[0] == 2 / 3, "a tie may be off by rounding"
    assert isnan(p_of(nan, sides, exact=False)[0])


def test_a_constant_measure_has_no_p() -> None:
    found = _compared(lambda value: 0.5, resamples=100)
    assert all(isnan(one.p) and isnan(one.corrected) and isnan(one.difference) for one in found.comparisons)
    assert any("has no p" in note for note in found.notes)


def test_standardised_scores_forget_their_scale() -> None:
    scores = table().scores["metric_b"]
    assert np.abs(standardised(scores) - standardised(scores * 100 + 7)).max() < 1e-12
    assert (standardised(scores * 2.0**-1000) == standardised(scores)).all()
    assert standardised(np.full((2, 2), 0.1)).tolist() == [[0, 0], [0, 0]]
    once = standardised(np.array([[1.0, nan], [3.0, 5.0]]))
    assert np.isnan(once[0, 1])
    assert np.nanmean(once) == pytest.approx(0)
    assert np.nanstd(once) == pytest.approx(1)
