"""Coefficients at the three levels, on whole tables, tables with holes and given resamples."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from rouge_cli.correlation import coefficients
from rouge_cli.correlation.coefficients import BY_NAME
from rouge_cli.correlation.inference import percentile_bounds, weighting
from rouge_cli.correlation.levels import Paired, at_level, means, once
from rouge_cli.correlation.outcomes import LEVELS, mean_of

from .support import COEFFICIENTS, METRICS, close, expected, table


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("level", LEVELS)
def test_correlations_are_those_expected(metric: str, level: str) -> None:
    scores = table().scores
    paired = Paired(scores[metric], scores["human"])
    wanted = expected("expected.json")["correlation"][metric][level]
    for name, one in at_level(level, paired, once(paired), COEFFICIENTS).items():
        assert close(float(one.values[0]), wanted[name]["r"]), name


@pytest.mark.parametrize("level", LEVELS)
def test_two_measures_correlate_as_expected(level: str) -> None:
    scores = table().scores
    paired = Paired(scores["metric_a"], scores["metric_b"])
    wanted = expected("expected.json")["between_metrics"][level]
    for name, one in at_level(level, paired, once(paired), COEFFICIENTS).items():
        assert close(float(one.values[0]), wanted[name]), name


@pytest.mark.parametrize("metric", METRICS)
def test_kendall_in_each_evaluation(metric: str) -> None:
    scores = table().scores
    ones = np.ones((1, 1, 8), np.float32)
    values = BY_NAME["kendall"](scores[metric].T, scores["human"].T, ones)[:, 0]
    wanted = expected("expected.json")["summary_level_per_input_kendall"][metric]
    assert values == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", ["human", *METRICS])
def test_means_of_systems(name: str) -> None:
    wanted = expected("expected.json")["system_means"][name]
    assert means(table().scores[name], np.ones((1, 12), np.int64))[0].tolist() == wanted


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
    resampled = at_level(level, Paired(scores["metric_a"], scores["human"]), drawn, COEFFICIENTS)
    for name, one in resampled.items():
        for value, draw in zip(one.values.tolist(), given["draws"], strict=True):
            assert close(value, draw[kind][level][name])
        low, high, defined = given["bounds95"][kind][level][name]
        bounds = percentile_bounds(one.values, 95)
        assert close(bounds.low, low)
        assert close(bounds.high, high)
        assert bounds.undefined == len(given["draws"]) - defined


@pytest.mark.parametrize(
    "vector", expected("edge-cases.json")["vectors"].values(), ids=lambda one: str(one["x"])
)
def test_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
    x, y = np.array([vector["x"]], float), np.array([vector["y"]], float)
    for name in COEFFICIENTS:
        value = float(BY_NAME[name](x, y, np.ones((1, 1, x.shape[1]), np.float32))[0, 0])
        assert close(value, vector[name]), name


def test_scores_in_another_order_have_the_same_mean() -> None:
    # 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last bit.
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.2, 0.2]])
    assert scores[0].cumsum()[-1] != scores[1].cumsum()[-1]
    assert means(scores, np.ones((1, 3), np.int64)).tolist() == [[0.2, 0.2, 0.2]]
    assert mean_of([0.1, 0.2, 0.3]) == mean_of([0.3, 0.2, 0.1]) == 0.2


def test_means_that_tie_in_the_last_bit_are_ranked_as_ties() -> None:
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.5, 0.5, 0.5]])
    human = np.array([[1.0, 1, 1], [2, 2, 2], [3, 3, 3]])
    paired = Paired(scores, human)
    # Two pairs agree, one is tied by the measure alone: 2 / sqrt(2 * 3).
    assert at_level("system", paired, once(paired), ["kendall"])["kendall"].values[0] == 2 / 6**0.5


def test_a_system_that_is_not_drawn_counts_nowhere() -> None:
    # The third system has cells in the second evaluation alone, which this resample does not draw.
    x = np.array([[1.0, 9], [2, 8], [np.nan, 5], [4, 1]])
    z = np.array([[1.0, 1], [3, 1], [np.nan, 9], [2, 1]])
    drawn = weighting(np.arange(4)[None], np.array([[0, 0]]), (4, 2))
    value = at_level("system", Paired(x, z), drawn, ["kendall"])["kendall"].values[0]
    assert value == pytest.approx(1 / 3)


def test_pearson_of_values_far_from_the_others_keeps_its_digits() -> None:
    # The sample has the first three items, close together and far from the last.
    x = np.array([[1.0, 1.0 + 2**-30, 1.0 + 2**-29, 1000]])
    z = np.array([[1.0, 3, 2, -5000]])
    weights = np.array([[[1, 1, 1, 0]]], np.float32)
    assert BY_NAME["pearson"](x, z, weights)[0, 0] == pytest.approx(0.5, abs=1e-9)


def test_undefined_evaluations_are_left_out_or_count_as_zero() -> None:
    x = np.array([[1.0, 5, 1], [2, 5, 2], [3, 5, 4]])
    z = np.array([[1.0, 1, 3], [2, 2, 2], [3, 3, 1]])
    paired = Paired(x, z)
    at = at_level("summary", paired, once(paired), ["spearman"])["spearman"]
    assert (at.values[0], at.defined[0]) == (0, 2)
    paired = Paired(x[:, :2], z[:, :2])
    skipped = at_level("summary", paired, once(paired), ["spearman"])["spearman"]
    zero = at_level("summary", paired, once(paired), ["spearman"], zero=True)["spearman"]
    assert (skipped.values[0], zero.values[0]) == (1, 0.5)


def test_each_row_of_many_items_has_ranks_of_its_own() -> None:
    """More than 256 items are ranked by sorting where there is a single row, and otherwise by signs."""
    generator = np.random.Generator(np.random.PCG64(3))
    x, z = generator.integers(0, 50, (2, 3, 300)).astype(float)
    from scipy.stats import spearmanr

    found = BY_NAME["spearman"](x, z, np.ones((1, 1, 300), np.float32))[:, 0]
    assert found == pytest.approx([spearmanr(*row).statistic for row in zip(x, z, strict=True)], abs=1e-12)


def test_many_items_are_ranked_as_few_are() -> None:
    # Ranks are found in another way above 256 items; a weight of 0 makes the same sample of 250.
    rng = np.random.default_rng(8)
    x, z = rng.integers(0, 40, (2, 1, 300)).astype(float)
    weights = np.where(np.arange(300) < 250, rng.integers(0, 4, (1, 5, 300)), 0).astype(np.float32)
    many = BY_NAME["spearman"](x, z, weights)
    few = BY_NAME["spearman"](x[:, :250], z[:, :250], weights[:, :, :250])
    assert many == pytest.approx(few, abs=1e-14)


def test_many_items_are_counted_exactly_in_parts() -> None:
    # 3,000 cells make more pairs than single precision counts exactly, and more than one part of a matrix.
    rng = np.random.default_rng(7)
    x, z = rng.integers(0, 50, (2, 1, 3000)).astype(float)
    ones = np.ones((1, 1, 3000), np.float32)
    from scipy import stats

    assert BY_NAME["kendall"](x, z, ones)[0, 0] == pytest.approx(
        stats.kendalltau(x[0], z[0]).statistic, abs=1e-12
    )
    spearman = BY_NAME["spearman"](x, z, ones)[0, 0]
    assert spearman == pytest.approx(stats.spearmanr(x[0], z[0]).statistic, abs=1e-12)


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
        found = means(scores, np.ones((1, 2), np.int64))[0]
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
