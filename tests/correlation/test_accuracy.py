"""Pairwise accuracies, calibrated ties and soft pairwise accuracy."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rouge_cli.correlation.levels import (
    Paired,
    accuracies_at,
    calibrate,
    pairs_of,
    plain_accuracy,
    soft_accuracy,
)

from .support import METRICS, VECTORS, close, expected, table


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
def test_tiny_and_constant_vectors(vector: dict[str, Any]) -> None:
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
