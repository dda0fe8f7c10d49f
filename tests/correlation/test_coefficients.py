"""Coefficients at the three levels, and pairwise accuracies, calibrated and soft ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest

from rouge_cli import correlate
from rouge_cli.correlation.coefficients import BY_NAME, at_level
from rouge_cli.correlation.inference import percentile_bounds

from .support import (
    COEFFICIENTS,
    LEVELS,
    METRICS,
    VECTORS,
    cells,
    close,
    correlated,
    expected,
    matrices,
    of_matrices,
)

_EXPECTED = expected("expected.json")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("metric", "other"), [*((one, "human") for one in METRICS), METRICS])
def test_correlations_are_those_expected(metric: str, other: str, level: str) -> None:
    scores, human = cells("scores.csv", (metric,)), cells("scores.csv", (other,))
    found = correlate(scores, human, levels=level, interval="none").results[0]
    between, of_metrics = _EXPECTED["between_metrics"][level], _EXPECTED["correlation"][metric][level]
    for name, one in found.correlations[level].items():
        assert close(one.value, of_metrics[name]["r"] if other == "human" else between[name]), name


@pytest.mark.parametrize("metric", METRICS)
def test_means_of_systems(metric: str) -> None:
    result = correlated(interval="none").result(metric)
    assert [*result.measure_means.values()] == _EXPECTED["system_means"][metric]
    assert [*result.human_means.values()] == _EXPECTED["system_means"]["human"]


@pytest.mark.parametrize("kind", ["systems", "inputs", "both"])
@pytest.mark.parametrize("level", ["system", "summary"])
def test_coefficients_of_given_resamples(kind: str, level: str) -> None:
    given = expected("resamples.json")
    rows, columns = (
        np.array([np.bincount(draw[side], minlength=size) for draw in given["draws"]])
        for side, size in (("rows", 8), ("cols", 12))
    )
    drawn = (
        rows if kind != "inputs" else np.ones((1, 8), np.int64),
        columns if kind != "systems" else np.ones((1, 12), np.int64),
    )
    scores = matrices()
    resampled = at_level(level, scores["metric_a"], scores["human"], COEFFICIENTS, drawn)
    for name, (values, _) in resampled.items():
        for value, draw in zip(values.tolist(), given["draws"], strict=True):
            assert close(value, draw[kind][level][name])
        low, high, defined = given["bounds95"][kind][level][name]
        bounds = percentile_bounds(values, 95)
        assert close(bounds[0], low)
        assert close(bounds[1], high)
        assert bounds[2] == len(given["draws"]) - defined


@pytest.mark.parametrize("name", [name for name, vector in VECTORS.items() if len(vector["x"]) > 2])
def test_tiny_and_constant_vectors(name: str) -> None:
    vector = VECTORS[name]
    sides = [[[value] for value in vector[side]] for side in "xy"]
    choices = {"levels": "global", "coefficients": (*COEFFICIENTS, "accuracy"), "interval": "fisher"}
    (result,) = of_matrices(*sides, **choices).results
    for coefficient, one in result.correlations["global"].items():
        assert close(one.value, vector[coefficient]), coefficient
        for bound, wanted in zip((one.low, one.high), vector["fisher95"][coefficient], strict=True):
            assert close(bound, wanted), coefficient
    (of_all,) = result.accuracies
    assert [*of_all.pairs] == vector["pair_counts_con_dis_tiedx_tiedy_tiedboth"]
    assert close(of_all.plain, vector["accuracy"])


def test_scores_in_another_order_have_the_same_mean() -> None:
    # 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last bit.
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2]])
    assert scores[0].cumsum()[-1] != scores[1].cumsum()[-1]
    (result,) = of_matrices(scores, scores * 1e100).results
    assert [*result.measure_means.values()] == [0.2, 0.2, 0.2]
    (mean,) = {*result.human_means.values()}
    assert mean == pytest.approx(2e99)


def test_what_is_not_drawn_or_does_not_vary_counts_nowhere() -> None:
    # The third system has cells in the second evaluation alone, which this resample does not draw.
    x = np.array([[1.0, 9], [2, 8], [np.nan, 5], [4, 1]])
    z = np.array([[1.0, 1], [3, 1], [np.nan, 9], [2, 1]])
    drawn = np.ones((1, 4), np.int64), np.array([[2, 0]])
    assert at_level("system", x, z, ["kendall"], drawn)["kendall"][0][0] == pytest.approx(1 / 3)
    (value,), (defined,) = at_level("summary", x, np.where([True, False], z, 1), ["kendall"])["kendall"]
    assert (value, defined) == (pytest.approx(1 / 3), 1)


@pytest.mark.parametrize(("interval", "systems"), [("both", 8), ("systems", 8), ("systems", 5000)])
def test_all_levels_of_a_single_evaluation_are_the_same(interval: str, systems: int) -> None:
    x, z = np.random.default_rng(6).integers(0, 9, (2, systems, 1))
    (found,) = of_matrices(x, z, levels=LEVELS, coefficients="pearson", interval=interval).results
    one, *others = ([*chain.from_iterable(by_name.values())] for by_name in found.correlations.values())
    assert others == [pytest.approx(one)] * 2


def test_pearson_of_values_far_from_the_others_keeps_its_digits() -> None:
    # The sample has the first three items, close together and far from the last; the second comes twice.
    x = np.array([[1.0, 1.0 + 2**-30, 1.0 + 2**-29, 1000]])
    z = np.array([[1.0, 3, 2, -5000]])
    weights = np.array([[[1, 2, 1, 0]]], np.float32)
    for scale in (1, 2**-600):
        assert BY_NAME["pearson"](scale * x, z, weights)[0, 0] == pytest.approx(1 / 5.5**0.5, abs=1e-9)


@pytest.mark.parametrize(("rows", "items"), [(2, 300), (3, 2001), (1, 3000)])
def test_many_items(rows: int, items: int) -> None:
    """More than 256 items of a row are sorted; 3,000 have more pairs than single precision counts.

    Kendall's coefficient sorts more than 2,000 items if there is one row.
    """
    from scipy import stats

    x, z = np.random.default_rng(7).integers(0, 50, (2, rows, items)).astype(float)
    for name, function in (("kendall", stats.kendalltau), ("spearman", stats.spearmanr)):
        found = BY_NAME[name](x, z, np.ones((1, 1, items), np.float32))[:, 0]
        wanted = [function(*row).statistic for row in zip(x, z, strict=True)]
        assert found == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("name", "items"), [("spearman", 300), ("kendall", 2001)])
def test_many_items_are_ranked_as_few_are(name: str, items: int) -> None:
    # A second row and missing items are ranked in another way than one row of many items.
    rng = np.random.default_rng(8)
    x, z = rng.integers(0, 40, (2, 1, items)).astype(float)
    weights = rng.integers(0, 4, (1, 4, items)).astype(np.float32)
    weights[0, 2:] = 0
    weights[0, 3, :2] = 1
    one_row = BY_NAME[name](x, z, weights)
    assert BY_NAME[name](np.tile(x, (2, 1)), z, weights)[1] == pytest.approx(
        one_row[0], abs=1e-14, nan_ok=True
    )
    assert np.isnan(one_row).tolist() == [[False, False, True, False]]
    x[0, ::7] = np.nan
    present = ~np.isnan(x[0])
    kept = x[:, present], z[:, present], weights[:, :, present]
    assert BY_NAME[name](x, z, weights) == pytest.approx(BY_NAME[name](*kept), abs=1e-12, nan_ok=True)


def test_kendall_of_weights_and_missing_items() -> None:
    """By hand: 22 / 27 of the eight items that are there, 3 / 9 of the five that the second sample has."""
    x = np.array([[1.0, 2, 2, 3, 4, 5, 6, 7, np.nan]])
    z = np.array([[2.0, 1, 3, 3, 5, 4, 6, 7, 1]])
    weights = np.array([[[1.0] * 9, [2, 1, 0, 0, 1, 1, 0, 0, 4], [0] * 9]], np.float32)
    assert BY_NAME["kendall"](x, z, weights)[0] == pytest.approx([22 / 27, 3 / 9, np.nan], nan_ok=True)


def test_sums_of_many_pairs_are_exact() -> None:
    """Of three items, which occur thousands of times, one pair is swapped: single precision loses digits."""
    a, b, c = 4999, 5001, 5003
    weights = np.array([[[a, b, c]]], np.float32)
    found = BY_NAME["kendall"](np.array([[1.0, 2, 3]]), np.array([[1.0, 3, 2]]), weights)[0, 0]
    assert found == pytest.approx((a * b + a * c - b * c) / (a * b + a * c + b * c), abs=1e-15)


@pytest.mark.parametrize("metric", METRICS)
def test_accuracies_are_those_expected(metric: str) -> None:
    found = correlated(coefficients="accuracy", levels=LEVELS, interval="none").result(metric)
    by_grouping = {one.grouping: one for one in found.accuracies}
    wanted = _EXPECTED["pairwise_accuracy"][metric]
    systems = by_grouping["systems"]
    assert close(systems.plain, wanted["system"])
    assert [*systems.pairs] == wanted["system_pair_counts_con_dis_tiedmetric_tiedhuman_tiedboth"]
    assert close(systems.soft, wanted["soft_pairwise_accuracy_exact"])
    for name, grouping in {"item": "evaluation", "none": "none", "system": "system"}.items():
        one, reference = by_grouping[grouping], wanted[f"acc_eq_{name}"]
        assert close(one.plain, reference["plain"])
        assert close(one.calibrated, reference["calibrated"])
        assert close(one.epsilon, reference["epsilon"])


def _best(x: np.ndarray[Any, Any], z: np.ndarray[Any, Any]) -> tuple[float, float]:
    """Try every difference, one after the other, as the definition says."""
    groups = []
    for own, people in zip(x.tolist(), z.tolist(), strict=True):
        pairs = combinations(zip(own, people, strict=True), 2)
        groups.append([(round(a - b, 12), c - d) for (a, c), (b, d) in pairs])
    best = (-1.0, 0.0)
    for epsilon in sorted({0.0, *(abs(own) for group in groups for own, _ in group)}):
        shares = []
        for group in groups:
            right = [(human == 0) if abs(own) <= epsilon else own * human > 0 for own, human in group]
            shares.append(sum(right) / len(right))
        accuracy = round(sum(shares) / len(shares), 12)
        best = max(best, (accuracy, -epsilon))
    return best[0], -best[1]


@pytest.mark.parametrize("seed", range(20))
def test_calibration_is_that_of_trying_all_differences(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, 12, (3, 6)) / 10, rng.integers(1, 4, (3, 6)) * 1.0
    (result,) = of_matrices(x, z, coefficients="accuracy", levels="summary").results
    (one,) = (one for one in result.accuracies if one.grouping == "system")
    assert (round(one.calibrated, 12), one.epsilon) == pytest.approx(_best(x, z), abs=1e-12)


def _accuracies(level: str, x: Any, z: Any, **choices: Any) -> Sequence[Any]:
    return of_matrices(x, z, levels=level, coefficients="accuracy", **choices).results[0].accuracies


def test_a_constant_measure_gets_the_share_of_human_ties() -> None:
    (one,) = _accuracies("global", np.zeros((4, 1)), [[1], [1], [1], [2]])
    assert (one.plain, one.calibrated, one.epsilon) == (0.5, 0.5, 0)


def test_missing_cells_make_no_pairs() -> None:
    x, z = np.array([[1.0, 2, np.nan, 4, 6]]).T, np.array([[1.0, np.nan, 3, 5, 7]]).T
    (one,) = _accuracies("global", x, z)
    assert ([*one.pairs], one.plain) == ([3, 0, 0, 0, 0], 1)
    # Of the three pairs of the first evaluation one agrees, of the single pair of the second none.
    x, z = [[1.0, 3, 5], [2, 1, np.nan], [3, np.nan, np.nan]], [[1.0, 1, 1], [2, 2, 2], [1, 1, 1]]
    one = _accuracies("summary", x, z)[0]
    assert ([*one.pairs], one.plain) == ([1, 2, 0, 1, 0], pytest.approx(1 / 6))


def _soft(x: Any, z: Any, flips: int = 100, seed: int = 0) -> float:
    return _accuracies("system", x, z, resamples=flips, seed=seed)[0].soft


def test_soft_accuracy_of_equal_and_of_opposite_scores() -> None:
    scores = np.array([[1.0, 2, 3, 4], [2, 3, 4, 6], [4, 5, 6, 9]])
    assert _soft(scores * 7, scores) == 1
    # All p of one side are 1/16, and 1 of the other.
    assert _soft(-scores, scores) == pytest.approx(1 / 16)
    assert _soft(-scores[:, :2], scores[:, :2]) == pytest.approx(1 / 4)
    many = np.tile([[1.0], [2.0], [4.0]], 20)
    assert _soft(-many, many) == pytest.approx(1 / 101), "the data count as a flip"


def test_soft_accuracy_leaves_out_pairs_that_share_no_evaluation() -> None:
    """Two systems in two evaluations and two in two others: the pairs across have nothing to compare."""
    scores = np.array([[1.0, 2], [2, 4], [3, 3], [5, 4]])
    apart = np.full((4, 4), np.nan)
    apart[:2, :2], apart[2:, 2:] = scores[:2], scores[2:]
    # Of each pair that is left p is 1/4 on one side and 1 on the other.
    assert _soft(-apart, apart) == pytest.approx(1 / 4)
    # Scores that nobody judged are no such evaluation.
    x, z = np.hstack([-apart, np.zeros((4, 1))]), np.hstack([apart, np.full((4, 1), np.nan)])
    assert _accuracies("system", x, z, metric_inputs="all")[0].soft == pytest.approx(1 / 4)
    assert np.isnan(_soft(np.diag([1.0, 2, 3]), np.where(np.eye(3) > 0, 1, np.nan)))


def test_soft_accuracy_of_tiny_scores() -> None:
    scores = np.array([[4.0, 5, 9], [2, 3, 5], [1, 2, 3]])
    # Tiny scores are ties, whose p is 1; those of people are 1/8.
    assert _soft(scores * 1e-305, scores) == pytest.approx(1 / 8)


@pytest.mark.parametrize(("evaluations", "is_exact"), [(16, True), (17, False)])
def test_flips_of_sixteen_evaluations_are_enumerated(evaluations: int, is_exact: bool) -> None:
    rng = np.random.default_rng(4)
    human = rng.normal(size=(3, evaluations))
    x = human + rng.normal(size=human.shape)
    assert (_soft(x, human, 500, 0) == _soft(x, human, 500, 1)) == is_exact
