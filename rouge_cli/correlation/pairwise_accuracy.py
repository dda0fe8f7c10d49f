"""Pairwise accuracy: how often a measure orders two systems, or two summaries, as people do.

Kocmi et al. (2021), "To Ship or Not to Ship", define it for pairs of systems; Deutsch, Foster and Freitag
(2023), "Ties Matter", calibrate ties; Thompson et al. (2024), "Improving Statistical Significance in Human
Evaluation of Automatic Metrics via Soft Pairwise Accuracy", define the soft accuracy.
"""

from __future__ import annotations

from math import nan
from typing import NamedTuple

import numpy as np

from .coefficients import HELD, blocks
from .inference import swaps
from .matrices import Numbers, means, quantised
from .outcomes import DECIMALS, MOST_PAIRS, ROUNDING


class PairCounts(NamedTuple):
    """Pairs of systems or summaries by how a measure and people order them."""

    concordant: int
    discordant: int
    tied_metric: int
    """Pairs that the measure alone ties."""
    tied_human: int
    """Pairs that people alone tie."""
    tied_both: int


class Accuracy(NamedTuple):
    """The share of pairs that a measure orders as people do."""

    level: str
    """`system`, `summary` or `global`."""
    grouping: str
    """The pairs: `systems` (means of systems), `evaluation` (summaries of the same evaluation), `system`
    (summaries of the same system) or `none` (all summaries)."""
    plain: float
    """The accuracy where only equal scores are ties."""
    calibrated: float
    """The accuracy with calibrated ties; NaN for the grouping `systems`."""
    epsilon: float
    """The largest difference that is a calibrated tie; it is fitted to these data."""
    soft: float
    """The soft pairwise accuracy; NaN for all groupings but `systems`."""
    pairs: PairCounts
    """The pairs of all groups, where only equal scores are ties."""


def accuracies_at(level: str, x: Numbers, z: Numbers, flips: int, seed: int) -> list[Accuracy]:
    """Return the accuracies of a level; `x` and `z` are the matrices of a measure and of people.

    System level: plain and soft, over the systems' means; `flips` is the number of random flips of signs
    where there are too many flips to enumerate. Summary level: over the summaries of each evaluation, and of
    each system. Global level: over all summaries.
    """
    if level == "system":
        groupings = {"systems": (means(x), means(z))}
    elif level == "summary":
        groupings = {"evaluation": (x.T, z.T), "system": (x, z)}
    else:
        groupings = {"none": (x.reshape(1, -1), z.reshape(1, -1))}
    soft = soft_accuracy(x, z, flips, seed) if level == "system" else nan
    return [accuracy(level, grouping, *sides, soft) for grouping, sides in groupings.items()]


def accuracy(level: str, grouping: str, x: Numbers, z: Numbers, soft: float = nan) -> Accuracy:
    """Return the accuracy over all pairs within each row, whose scores are a group.

    Cells that one side lacks make no pairs. All groups with a pair have the same weight. There is no accuracy
    where there are more than `MOST_PAIRS` pairs.
    """
    scores = [np.stack(group)[:, ~np.isnan(group).any(axis=0)] for group in zip(x, z, strict=True)]
    sizes = [own.shape[1] for own in scores]
    if sum(size * (size - 1) // 2 for size in sizes) > MOST_PAIRS:
        return Accuracy(level, grouping, nan, nan, nan, soft, PairCounts(0, 0, 0, 0, 0))
    groups = []
    for own, size in zip(scores, sizes, strict=True):
        first, second = np.triu_indices(size, 1)
        if len(first):
            groups.append(own[:, first] - own[:, second])
    x, z = np.round(np.concatenate(groups or [np.empty((2, 0))], axis=1), DECIMALS)
    weights = np.concatenate(
        [np.full(group.shape[1], 1 / group.shape[1] / len(groups)) for group in groups] or [np.empty(0)]
    )
    signs = np.sign(x) * np.sign(z)
    kinds = signs > 0, signs < 0, (x == 0) & (z != 0), (x != 0) & (z == 0), (x == 0) & (z == 0)
    # Ties agree with ties alone.
    plain = float(weights[np.sign(x) == np.sign(z)].sum()) if len(x) else nan
    calibrated = (nan, nan) if level == "system" or not len(x) else _calibrated(x, z, weights)
    return Accuracy(
        level, grouping, plain, *calibrated, soft, PairCounts(*(int(kind.sum()) for kind in kinds))
    )


def _calibrated(x: Numbers, z: Numbers, weights: Numbers) -> tuple[float, float]:
    """Return the highest accuracy that a threshold for ties of the measure gives, and this threshold.

    `x` and `z` are the differences of pairs. The threshold is 0 or one of the differences; of equally good
    ones it is the smallest. Pairs are sorted by their differences, and one block of equal differences after
    another becomes ties.
    """
    order = np.argsort(np.abs(x), kind="stable")
    x, z, weights = x[order], z[order], weights[order]
    distances = np.abs(x)
    concordant = np.sign(x) * np.sign(z) > 0
    gains = np.where(z == 0, 1.0, np.where(concordant, -1.0, 0.0)) * weights
    ends = np.nonzero(np.append(distances[1:] > distances[:-1], True))[0]
    accuracies = weights[concordant].sum() + np.cumsum(gains)[ends]
    thresholds = distances[ends]
    if thresholds[0] > 0:  # Nothing is tied yet at 0.
        thresholds = np.insert(thresholds, 0, 0.0)
        accuracies = np.insert(accuracies, 0, weights[concordant].sum())
    best = int(np.argmax(np.round(accuracies, DECIMALS)))
    return float(accuracies[best]), float(thresholds[best])


def soft_accuracy(x: Numbers, z: Numbers, flips: int, seed: int) -> float:
    """Return 1 - the mean |p of people - p of the measure| over the pairs of systems.

    Each p is one-sided, by flipping the signs of the paired differences in the evaluations that both systems
    have. Pairs that share no evaluation are left out. The soft accuracy of fewer than two systems or
    evaluations is NaN.
    """
    systems, evaluations = x.shape
    first, second = np.triu_indices(systems, 1)
    if not len(first) or evaluations < 2:
        return nan
    # Flips of signs cost little: up to 2^16 are enumerated, even if fewer are asked for.
    flipped, exact = swaps("inputs", (1, evaluations), max(flips, 1 << 16), seed)
    if not exact:
        flipped, _ = swaps("inputs", (1, evaluations), flips, seed)
    flipped = flipped[:, 0]
    ps = []
    for side in (z, x):
        # p is the share of flips whose sum is not below the sum of the differences.
        whole, unit = quantised(side[first] - side[second], 2 * evaluations)
        # All sums are below 2^62: a larger threshold would change nothing, but could overflow.
        tied = min(int(np.ldexp(ROUNDING * evaluations, min(-unit, 110))), 1 << 62)
        counts = np.zeros(len(whole), dtype=np.int64)
        for rows in blocks(len(flipped), evaluations + len(whole), HELD):
            # A flip lowers the sum by twice the flipped differences. If these add up to 0 or less, the sum
            # is no lower.
            counts += (flipped[rows].astype(np.int64) @ whole.T <= tied).sum(axis=0)
        ps.append(counts / len(flipped) if exact else (1 + counts) / (1 + len(flipped)))
    there = ~np.isnan(x) & ~np.isnan(z)
    shared = (there[first] & there[second]).any(axis=1)
    return float(1 - np.abs(ps[0] - ps[1])[shared].mean()) if shared.any() else nan
