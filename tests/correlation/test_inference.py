"""Permutation tests, Williams' test, intervals, and how often p is significant where nothing differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
import pytest

from rouge_cli import Correlations, correlate
from rouge_cli.correlation.coefficients import bootstrap
from rouge_cli.correlation.inference import permutation_p, permuted, swaps, williams

from ..support.drand48 import draws as drand48
from ..support.needs import needs
from .support import (
    COEFFICIENTS,
    LEVELS,
    METRICS,
    cells,
    close,
    correlated,
    expected,
    matrices,
    matrix_cells,
    of_matrices,
)

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


def test_evaluations_without_a_correlation_change_no_p() -> None:
    """There are two blocks of evaluations; people tell systems apart in the first twelve evaluations alone.

    The scores of the measures are repeated, so they keep their means and deviations.
    """
    names = "human", *_PAIR
    human, a, b = (np.tile(matrices()[name], (1, 90)) for name in names)
    human[:, 12:] = 1
    tables = (matrix_cells(name, scores) for name, scores in zip(names, (human, a, b), strict=True))
    people, *measures = (
        [one._replace(evaluation=f"{one.evaluation:0>5}") for one in of_table] for of_table in tables
    )
    choices: Any = {"levels": ["summary"], "coefficients": "pearson", "test": "permutation-systems"}
    found = correlate([*measures[0], *measures[1]], people, interval="none", compare=True, **choices)
    wanted = expected("expected.json")["permutation_exact"]["systems"]["summary"]["pearson"]
    assert [one.p for one in found.comparisons] == [wanted["two_sided"][2]]


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


@pytest.mark.slow
@pytest.mark.parametrize("level", ["system", "summary"])
@pytest.mark.parametrize("are_tied", [False, True])
def test_permuted_correlations_are_those_of_swapped_matrices(are_tied: bool, level: str) -> None:
    """Swap standardised scores and correlate them by SciPy; of whole numbers, many means are equal."""
    from scipy import stats

    generator = np.random.default_rng(5)
    human, one, two = (generator.integers(0, 5, (6, 4)).astype(float) for _ in range(3))
    scores = {"metric_a": one / 10, "metric_b": two / 3} if are_tied else matrices()
    human = human if are_tied else scores["human"]
    a, b = ((matrix - matrix.mean()) / matrix.std() for matrix in list(scores.values())[-2:])
    swapped, _ = swaps("both", human.shape, 50 if are_tied else 5, seed=1)
    functions = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    (differences,) = permuted(level, scores, human, [_PAIR], swapped, COEFFICIENTS, zero=False)
    for draw, mask in enumerate(swapped):
        values = {}
        for matrix, sign in ((np.where(mask, b, a), 1), (np.where(mask, a, b), -1)):
            pairs = [*zip(matrix.T.round(8), human.T, strict=True)]
            if level == "system":
                pairs = [(matrix.mean(axis=1).round(8), human.mean(axis=1).round(12))]
            for name, function in functions.items():
                mean = np.mean([function(*pair).statistic for pair in pairs])
                values[name] = values.get(name, 0) + sign * mean
        assert differences[:, draw].tolist() == pytest.approx(
            [values[name] for name in COEFFICIENTS], abs=1e-6
        )


@pytest.mark.parametrize(("apart", "tau"), [(2e-10, 1), (2e-11, 2 / sqrt(6))])
def test_permuted_means_are_ranked_by_ten_decimals(apart: float, tau: float) -> None:
    """The standard deviation of the scores is 0.47."""
    scores = {"near": np.array([[0.0], [1], [1 + apart]]), "far": np.array([[0.0], [1], [2]])}
    nothing = np.zeros((1, 3, 1), np.bool_)
    for pair, difference in ((("near", "far"), tau - 1), (("far", "near"), 1 - tau)):
        found = permuted("system", scores, scores["far"], [pair], nothing, ["kendall"], zero=False)
        assert found.tolist() == [[[pytest.approx(difference)]]]


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
    differences = np.array([0.5, 0.1, nan, -0.5, nan])
    # Of three defined differences two are as far from 0 as 0.5, one of them below it.
    assert permutation_p(0.5, differences, exact=False) == (3 / 4, 2)
    assert permutation_p(0.5, differences, exact=True) == (2 / 3, 2)
    assert permutation_p(0.5 + 5e-10, differences, exact=True)[0] == 2 / 3, "a tie may be off by rounding"
    assert isnan(permutation_p(nan, differences, exact=False)[0])
    assert isnan(permutation_p(0.5, np.array([nan]), exact=False)[0])


def test_a_constant_measure_has_no_p() -> None:
    found = _compared(lambda value: 0.5, resamples=100)
    assert all(isnan(one.p) and isnan(one.corrected) and isnan(one.difference) for one in found.comparisons)
    assert [note for note in found.notes if " - " in note] == [
        f"metric_a - other with human: no p at the {level} level, as the difference is undefined or cannot be"
        " tested: pearson, spearman, kendall"
        for level in ("system", "summary")
    ]


def test_permutations_that_make_a_measure_constant_are_left_out() -> None:
    """Of all eight, two make the one measure 0 everywhere, and two the other.

    Only the mean of the summary level takes an undefined coefficient for 0.
    """
    matrices = {"a": [[0], [0], [1]], "b": [[0], [1], [0]], "human": [[0], [1], [2]]}
    a, b, human = (matrix_cells(name, matrix) for name, matrix in matrices.items())
    choices: Any = {"interval": "none", "levels": LEVELS, "compare": True, "undefined": "zero"}
    found = correlate([*a, *b], human, **choices)
    assert {(one.level, one.draws, one.exact, one.undefined) for one in found.comparisons} == {
        *(("system", 8, True, 4), ("summary", 8, True, 0), ("global", 8, True, 4))
    }
    # All differences are as far from 0: the other four permutations keep or exchange the measures.
    assert {one.p for one in found.comparisons} == {1}
    note = "a - b with human: difference undefined at the system level in 4 of 8 permutations, which are left"
    assert f"{note} out: pearson, spearman, kendall" in found.notes


_GIVEN = {
    "r12 .8 r13 .6 r23 .5 n 10": (0.8, 0.6, 0.5, 10),
    "r12 .6 r13 .8 r23 .5 n 10": (0.6, 0.8, 0.5, 10),
    "equal": (0.5, 0.5, 0.3, 10),
    "n 3: undefined": (0.5, 0.4, 0.3, 3),
    "negative r23 .3 .2 -.4 n 10": (0.3, 0.2, -0.4, 10),
    "identical metrics r23 1": (0.7, 0.7, 1.0, 10),
}


@pytest.mark.parametrize("case", _GIVEN)
def test_given_correlations(case: str) -> None:
    t, greater = expected("edge-cases.json")["williams_t_and_p_greater"][case]
    found = williams(*_GIVEN[case])
    assert close(found[0], t)
    assert close(found[2], None if greater is None else 2 * min(greater, 1 - greater))


def test_opposite_measures_and_three_observations_have_no_t() -> None:
    assert isnan(williams(0.3, 0.2, -1.0, 10)[0])
    assert williams(0.3, -0.3, -0.9, 10)[0] > 0
    assert (williams(0.3, 0.3, 0.5, 4), isnan(williams(0.3, 0.3, 0.5, 3)[2])) == ((0, 1, 1), True)


@pytest.mark.parametrize("scale", [1e-4, 1e-5, 1e-6, 1e-7])
def test_a_t_of_rounding_alone_has_no_p(scale: float) -> None:
    """Compare a measure with itself and a little of the human scores, so that the three lie in a plane."""
    human = cells("scores.csv", ("human",))
    plain = cells("scores.csv", METRICS[:1])
    other = [
        one._replace(name="other", value=one.value + scale * judged.value)
        for one, judged in zip(plain, human, strict=True)
    ]
    choices: Any = {"interval": "none", "compare": True, "test": "williams"}
    found = correlate([*plain, *other], human, levels=("system", "global"), coefficients="pearson", **choices)
    assert [isnan(one.p) for one in found.comparisons] == [True, True]


def test_a_measure_that_agrees_with_people_entirely() -> None:
    # The determinant is 0, whatever rounding makes of it: t² = 4 (n-1) / ((1-r) (1+r)).
    for r in (0.1, 0.3, 0.7):
        assert williams(1.0, r, r, 10)[0] == pytest.approx((4 * 9 / ((1 - r) * (1 + r))) ** 0.5, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_the_table(level: str) -> None:
    found = correlated(levels=[level], interval="none", compare=True, test="williams")
    wanted = expected("expected.json")["williams"][level]
    between = expected("expected.json")["between_metrics"][level]
    for one in found.comparisons:
        assert close(one.t, wanted[one.coefficient]["t"])
        assert one.df == wanted[one.coefficient]["df"]
        assert close(one.p, wanted[one.coefficient]["two_sided"])
        assert close(one.between, between[one.coefficient])


@pytest.mark.parametrize("n", [3, 5, 8, 10, 12, 14, 18])
def test_critical_values(n: int) -> None:
    scores = np.arange(n)[:, None]
    wanted = {"3": 0.996917} | expected("expected.json")["critical_pearson_two_sided_0.05"]
    assert close(of_matrices(scores, scores).results[0].critical, wanted[str(n)], 1e-6)


def test_draws_are_those_of_the_report() -> None:
    """Evaluations are drawn before systems, and the other bootstraps are halves of `both`."""
    drawn = [*drand48(24, 25)]
    both, inputs, systems = (bootstrap(kind, (12, 12), 25) for kind in ("both", "inputs", "systems"))
    for often, half in ((both[1], slice(12)), (both[0], slice(12, 24))):
        # Half of an index below 24 is the index below 12 of the same draw.
        wanted = [np.bincount(np.array(draw[half]) // 2, minlength=12).tolist() for draw in drawn]
        assert often.tolist() == wanted
    assert inputs[1].tolist() == both[1].tolist()
    assert systems[0].tolist() == both[0].tolist()
    assert (inputs[0].tolist(), systems[1].tolist()) == ([[1] * 12],) * 2


@pytest.mark.parametrize("kind", ["systems", "inputs", "both"])
def test_bounds_agree_with_those_of_other_random_draws(kind: str) -> None:
    resamples = 1000
    found = correlated(interval=kind, resamples=resamples).result("metric_a")
    for level, by_name in found.correlations.items():
        wanted = expected("expected-random.json")["bootstrap95_metric_a"][level][kind]
        for name, one in by_name.items():
            reference = wanted[name]
            errors = [
                error * sqrt(1 + reference["draws"] / resamples) for error in reference["standard_error"]
            ]
            assert abs(one.low - reference["low"]) <= 4 * errors[0] + 1e-9, name
            assert abs(one.high - reference["high"]) <= 4 * errors[1] + 1e-9, name


@pytest.mark.parametrize("metric", METRICS)
def test_fisher_intervals(metric: str) -> None:
    found, wide = (
        correlated(interval="fisher", levels=LEVELS, confidence=confidence).result(metric).correlations
        for confidence in (95, 99.5)
    )
    assert {(isnan(one.low), one.undefined_resamples) for one in found["summary"].values()} == {(True, 0)}
    for level in ("system", "global"):
        for name, wanted in expected("expected.json")["correlation"][metric][level].items():
            one = found[level][name]
            assert close(one.low, wanted["fisher95"][0]), name
            assert close(one.high, wanted["fisher95"][1]), name
            assert wide[level][name].low < one.low < one.value < one.high


@pytest.mark.parametrize("test", ["permutation", "permutation-systems", "williams"])
@pytest.mark.parametrize("seed", range(5))
def test_swapping_the_measures_negates_the_difference_alone(seed: int, test: str) -> None:
    rng = np.random.default_rng(seed)
    shape = (*rng.integers((3, 2), (7, 6)),)
    a, b, human = (matrix_cells(name, rng.integers(0, 10, shape) / 8) for name in ("a", "b", "human"))
    choices: Any = {"interval": "none", "compare": True, "test": test, "resamples": 200}
    there, back = (correlate(scores, human, **choices).comparisons for scores in ([*a, *b], [*b, *a]))
    for one, other in zip(there, back, strict=True):
        assert other.difference == pytest.approx(-one.difference, abs=1e-12, nan_ok=True)
        assert other.p == pytest.approx(one.p, abs=1e-9, nan_ok=True)
        assert other.undefined == one.undefined


@needs("minutes")
def test_equally_good_measures_differ_significantly_in_5_of_100_data_sets() -> None:
    """Two measures are the same quality with noise of the same size; p is to be 0.05 or less in 5 %.

    Of 200 data sets these are 10, and more than 20 or, but for the few values that τ takes at the system
    level, fewer than 2 in one of 1,000 such tests.
    """
    rng, significant = np.random.default_rng(20040725), Counter[tuple[str, str]]()
    for data_set in range(200):
        quality = rng.normal(0, 0.5, (12, 1)) + rng.normal(0, 0.7, (12, 20))
        human = np.round(quality + rng.normal(0, 0.7, quality.shape), 1)
        a, b = (quality + rng.normal(0, 0.9, quality.shape) for _ in range(2))
        found = correlate(
            [*matrix_cells("a", a), *matrix_cells("b", 10 * b + 5)],
            matrix_cells("human", human),
            interval="none",
            compare=True,
            resamples=200,
            seed=data_set,
        )
        significant.update((one.level, one.coefficient) for one in found.comparisons if one.p <= 0.05)
    counts = [significant[level, name] for level in ("system", "summary") for name in COEFFICIENTS]
    assert 2 <= min(counts) <= max(counts) <= 20, significant
