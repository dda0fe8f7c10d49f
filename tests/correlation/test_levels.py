"""Coefficients at the three levels, and pairwise accuracies, calibrated and soft ones."""

from __future__ import annotations

import warnings
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rouge_cli.correlation import coefficients
from rouge_cli.correlation.coefficients import BY_NAME
from rouge_cli.correlation.inference import percentile_bounds, weighting
from rouge_cli.correlation.levels import (
    Paired,
    accuracies_at,
    at_level,
    calibrate,
    means,
    pairs_of,
    plain_accuracy,
    soft_accuracy,
)
from rouge_cli.correlation.outcomes import LEVELS, mean_of

from .support import COEFFICIENTS, METRICS, VECTORS, close, expected, table

_EXPECTED = expected("expected.json")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("metric", "other"), [*((one, "human") for one in METRICS), METRICS])
def test_correlations_are_those_expected(metric: str, other: str, level: str) -> None:
    scores = table().scores
    paired = Paired(scores[metric], scores[other])
    between, of_metrics = _EXPECTED["between_metrics"][level], _EXPECTED["correlation"][metric][level]
    for name, one in at_level(level, paired, COEFFICIENTS).items():
        wanted = of_metrics[name]["r"] if other == "human" else between[name]
        assert close(float(one.values[0]), wanted), name


@pytest.mark.parametrize("name", ["human", *METRICS])
def test_means_of_systems(name: str) -> None:
    wanted = _EXPECTED["system_means"][name]
    assert means(table().scores[name])[0].tolist() == wanted


@pytest.mark.parametrize("kind", ["systems", "inputs", "both"])
@pytest.mark.parametrize("level", ["system", "summary"])
def test_coefficients_of_given_resamples(kind: str, level: str) -> None:
    given = expected("resamples.json")
    rows = np.array([draw["rows"] for draw in given["draws"]])
    columns = np.array([draw["cols"] for draw in given["draws"]])
    drawn = weighting(
        rows if kind != "inputs" else np.arange(8)[None],
        columns if kind != "systems" else np.arange(12)[None],
        (8, 12),
    )
    scores = table().scores
    resampled = at_level(level, Paired(scores["metric_a"], scores["human"]), COEFFICIENTS, drawn)
    for name, one in resampled.items():
        for value, draw in zip(one.values.tolist(), given["draws"], strict=True):
            assert close(value, draw[kind][level][name])
        low, high, defined = given["bounds95"][kind][level][name]
        bounds = percentile_bounds(one.values, 95)
        assert close(bounds.low, low)
        assert close(bounds.high, high)
        assert bounds.undefined == len(given["draws"]) - defined


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
    x, y = np.array([vector["x"]], float), np.array([vector["y"]], float)
    for name in COEFFICIENTS:
        value = float(BY_NAME[name](x, y, np.ones((1, 1, x.shape[1]), np.float32))[0, 0])
        assert close(value, vector[name]), name


def test_scores_in_another_order_have_the_same_mean() -> None:
    # 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last bit.
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2]])
    assert scores[0].cumsum()[-1] != scores[1].cumsum()[-1]
    assert means(scores).tolist() == [[0.2, 0.2, 0.2]]
    assert mean_of([0.1, 0.2, 0.3]) == mean_of([0.3, 0.2, 0.1]) == 0.2


def test_what_is_not_drawn_or_does_not_vary_counts_nowhere() -> None:
    # The third system has cells in the second evaluation alone, which this resample does not draw.
    x = np.array([[1.0, 9], [2, 8], [np.nan, 5], [4, 1]])
    z = np.array([[1.0, 1], [3, 1], [np.nan, 9], [2, 1]])
    drawn = weighting(np.arange(4)[None], np.array([[0, 0]]), (4, 2))
    value = at_level("system", Paired(x, z), ["kendall"], drawn)["kendall"].values[0]
    assert value == pytest.approx(1 / 3)
    of_first = at_level("summary", Paired(x, np.where([True, False], z, 1)), ["kendall"])["kendall"]
    assert (of_first.values[0], of_first.defined[0]) == (pytest.approx(1 / 3), 1)


def test_pearson_of_values_far_from_the_others_keeps_its_digits() -> None:
    # The sample has the first three items, close together and far from the last.
    x = np.array([[1.0, 1.0 + 2**-30, 1.0 + 2**-29, 1000]])
    z = np.array([[1.0, 3, 2, -5000]])
    weights = np.array([[[1, 1, 1, 0]]], np.float32)
    assert BY_NAME["pearson"](x, z, weights)[0, 0] == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(("rows", "items"), [(3, 300), (2, 2001), (1, 3000)])
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


def test_many_items_are_ranked_as_few_are() -> None:
    # A weight of 0 makes the same sample of 250, whose ranks are found in another way.
    rng = np.random.default_rng(8)
    x, z = rng.integers(0, 40, (2, 1, 300)).astype(float)
    weights = np.where(np.arange(300) < 250, rng.integers(0, 4, (1, 5, 300)), 0).astype(np.float32)
    few = BY_NAME["spearman"](x[:, :250], z[:, :250], weights[:, :, :250])
    assert BY_NAME["spearman"](x, z, weights) == pytest.approx(few, abs=1e-14)


def test_sums_of_many_pairs_are_exact() -> None:
    """Of three items, which occur thousands of times, one pair is swapped: single precision loses digits."""
    a, b, c = 4999, 5001, 5003
    weights = np.array([[[a, b, c]]], np.float32)
    found = BY_NAME["kendall"](np.array([[1.0, 2, 3]]), np.array([[1.0, 3, 2]]), weights)[0, 0]
    assert found == pytest.approx((a * b + a * c - b * c) / (a * b + a * c + b * c), abs=1e-15)


def test_huge_scores_have_means_and_raise_no_warning() -> None:
    """Their sums would overflow, as would the product with a power of ten by which NumPy rounds."""
    scores = np.array([[1.5e308, 1.7e308], [1e300, 3e300], [1.0, 2.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = means(scores)[0]
    assert found[:2] == pytest.approx([1.6e308, 2e300])


def test_kendall_of_many_items_is_that_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: 22 / 27 of the eight items that are there, 3 / 9 of the five that the second sample has."""
    x = np.array([[1.0, 2, 2, 3, 4, 5, 6, 7, np.nan]])
    z = np.array([[2.0, 1, 3, 3, 5, 4, 6, 7, 1]])
    weights = np.array([[[1.0] * 9, [2, 1, 0, 0, 1, 1, 0, 0, 4], [0] * 9]], np.float32)
    by_pairs = BY_NAME["kendall"](x, z, weights)
    assert by_pairs[0, :2] == pytest.approx([22 / 27, 3 / 9])
    monkeypatch.setattr(coefficients, "_MANY", 5)
    by_sorting = BY_NAME["kendall"](x, z, weights)
    assert np.array_equal(np.isnan(by_sorting), [[False, False, True]])
    np.testing.assert_allclose(by_sorting, by_pairs, atol=1e-14)


def test_spearman_of_many_items_leaves_out_those_that_are_missing() -> None:
    x, z = np.random.default_rng(3).normal(size=(2, 1, 300))
    x[0, ::7] = np.nan
    present = ~np.isnan(x[0])
    found = BY_NAME["spearman"](x, z, np.ones((1, 1, 300), np.float32))[0, 0]
    kept = x[:, present], z[:, present], np.ones((1, 1, present.sum()), np.float32)
    assert found == pytest.approx(BY_NAME["spearman"](*kept)[0, 0], abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_the_table(metric: str) -> None:
    scores = table().scores
    paired = Paired(scores[metric], scores["human"])
    wanted = expected("expected.json")["pairwise_accuracy"][metric]
    (systems,) = accuracies_at("system", paired, 1000, 0)
    assert close(systems.plain, wanted["system"])
    assert [*systems.pairs] == wanted["system_pair_counts_con_dis_tiedmetric_tiedhuman_tiedboth"]
    assert close(systems.soft, wanted["soft_pairwise_accuracy_exact"])
    groups = {"item": "evaluation", "none": "none", "system": "system"}
    found = {
        one.grouping: one for level in ("summary", "global") for one in accuracies_at(level, paired, 1000, 0)
    }
    for name, grouping in groups.items():
        one, reference = found[grouping], wanted[f"acc_eq_{name}"]
        assert close(one.plain, reference["plain"])
        assert close(one.calibrated, reference["calibrated"])
        assert close(one.epsilon, reference["epsilon"])


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_accuracies_of_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
    pairs = pairs_of(np.array([vector["x"]], float), np.array([vector["y"]], float))
    assert [*pairs.counts()] == vector["pair_counts_con_dis_tiedx_tiedy_tiedboth"]
    assert close(plain_accuracy(pairs), vector["accuracy"])


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
    accuracy, epsilon = calibrate(pairs_of(x, z))
    assert (round(accuracy, 12), epsilon) == pytest.approx(_best(x, z), abs=1e-12)


def test_a_constant_measure_gets_the_share_of_human_ties() -> None:
    pairs = pairs_of(np.zeros((1, 4)), np.array([[1.0, 1, 1, 2]]))
    assert plain_accuracy(pairs) == 0.5
    assert calibrate(pairs) == (0.5, 0.0)


def test_missing_cells_make_no_pairs() -> None:
    x, z = np.array([[1.0, 2, np.nan, 4]]), np.array([[1.0, np.nan, 3, 5]])
    assert [*pairs_of(x, z).counts()] == [1, 0, 0, 0, 0]
    assert plain_accuracy(pairs_of(x, z)) == 1


def test_soft_accuracy_of_equal_and_of_opposite_scores() -> None:
    scores = np.array([[1.0, 2, 3, 4], [2, 3, 4, 6], [4, 5, 6, 9]])
    assert soft_accuracy(Paired(scores * 7, scores), 100, 0) == 1
    # All p of one side are 1/16, and 1 of the other.
    assert soft_accuracy(Paired(-scores, scores), 100, 0) == pytest.approx(1 / 16)
    assert soft_accuracy(Paired(-scores[:, :2], scores[:, :2]), 100, 0) == pytest.approx(1 / 4)
    many = np.tile([[1.0], [2.0]], 20)
    assert soft_accuracy(Paired(-many, many), 100, 0) == pytest.approx(1 / 101), "the data count as a flip"


def test_soft_accuracy_leaves_out_pairs_that_share_no_evaluation() -> None:
    """Two systems in two evaluations and two in two others: the pairs across have nothing to compare."""
    scores = np.array([[1.0, 2], [2, 4], [3, 3], [5, 4]])
    apart = np.full((4, 4), np.nan)
    apart[:2, :2], apart[2:, 2:] = scores[:2], scores[2:]
    # Of each pair that is left p is 1/4 on one side and 1 on the other.
    assert soft_accuracy(Paired(-apart, apart), 100, 0) == pytest.approx(1 / 4)
    assert np.isnan(soft_accuracy(Paired(np.diag([1.0, 2, 3]), np.where(np.eye(3) > 0, 1, np.nan)), 100, 0))


def test_soft_accuracy_of_tiny_scores() -> None:
    scores = np.array([[4.0, 5, 9], [2, 3, 5], [1, 2, 3]])
    # Tiny scores are ties, whose p is 1; those of people are 1/8.
    assert soft_accuracy(Paired(scores * 1e-305, scores), 100, 0) == pytest.approx(1 / 8)


@pytest.mark.parametrize(("evaluations", "is_exact"), [(16, True), (17, False)])
def test_flips_of_sixteen_evaluations_are_enumerated(evaluations: int, is_exact: bool) -> None:
    rng = np.random.default_rng(4)
    human = rng.normal(size=(3, evaluations))
    paired = Paired(human + rng.normal(size=human.shape), human)
    assert (soft_accuracy(paired, 500, 0) == soft_accuracy(paired, 500, 1)) == is_exact
