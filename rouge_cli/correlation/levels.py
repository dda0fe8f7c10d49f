"""Correlations and accuracies at the levels of systems, of summaries and of all cells.

A weighting gives how often each system and each evaluation counts: once in the data themselves, any number of
times in a resample. One function therefore computes estimates and resamples: the data are a weighting of
ones.

Accuracies say how often a measure orders two systems, or two summaries, as people do: Kocmi et al. (2021),
"To Ship or Not to Ship", for pairs of systems; Deutsch, Foster and Freitag (2023), "Ties Matter", for
calibrated ties; Thompson et al. (2024), "Improving Statistical Significance in Human Evaluation of Automatic
Metrics via Soft Pairwise Accuracy".
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, frexp, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .coefficients import BY_NAME, HELD, Numbers, blocks
from .outcomes import DECIMALS, ROUNDING, Accuracy, PairCounts

_BITS = 62
"""The bits of exact sums, of 64: one is the sign and one is spare."""
MOST_PAIRS = 10_000_000
"""The most pairs of summaries whose ties are calibrated: more might not fit into memory."""


class Paired(NamedTuple):
    """The scores of a measure and of people, as matrices of systems (rows) and evaluations (columns).

    Missing cells are NaN. At the summary and the global level a cell counts where both sides have it. At the
    system level the mean of each side is over its own cells.
    """

    x: Numbers
    """The scores of the measure."""
    z: Numbers
    """The scores of people."""


class Weighting(NamedTuple):
    """How often each system and each evaluation counts, by sample; a single row is for all samples."""

    systems: NDArray[np.int64]
    evaluations: NDArray[np.int64]

    @property
    def samples(self) -> int:
        """The number of weightings."""
        return max(len(self.systems), len(self.evaluations))


class AtLevel(NamedTuple):
    """A coefficient for each weighting."""

    values: Numbers
    """NaN where it is undefined."""
    defined: NDArray[np.int64]
    """The number of groups in the mean: at the summary level evaluations, as often as they count."""


def at_level(
    level: str,
    paired: Paired,
    names: Sequence[str],
    weighting: Weighting | None = None,
    *,
    zero: bool = False,
) -> dict[str, AtLevel]:
    """Return coefficients by name, at a level and for each weighting; without one everything counts once.

    System level: over the systems' means. Summary level: the mean over evaluations of the coefficient over
    systems; evaluations in which it is undefined are left out, or count as 0 where `zero` is set. Global
    level: over all cells.
    """
    if weighting is None:
        weighting = Weighting(*(np.ones((1, size), np.int64) for size in paired.x.shape))
    values = {}
    if level == "system":
        x, z = means(paired.x, weighting.evaluations), means(paired.z, weighting.evaluations)
        # Each sample has means of its own, unless all evaluations count alike in all samples.
        weights = weighting.systems.astype(np.float32)
        weights = weights[None] if len(weighting.evaluations) == 1 else weights[:, None]
        for name in names:
            values[name] = np.broadcast_to(BY_NAME[name](x, z, weights).reshape(-1), (weighting.samples,))
    elif level == "summary":
        weights = weighting.systems.astype(np.float32)[None]
        often = weighting.evaluations * (~(np.isnan(paired.x) | np.isnan(paired.z))).any(axis=0)
        found = {}
        for name in names:
            of_groups = BY_NAME[name](paired.x.T, paired.z.T, weights).T
            known = ~np.isnan(of_groups)
            defined = (often * known).sum(axis=1)
            divisor = often.sum(axis=1) if zero else defined
            with np.errstate(invalid="ignore", divide="ignore"):
                mean = (often * np.where(known, of_groups, 0)).sum(axis=1) / divisor
            found[name] = AtLevel(mean, defined)
        return found
    else:
        rows, columns = np.nonzero(~(np.isnan(paired.x) | np.isnan(paired.z)))
        x, z = paired.x[rows, columns][None], paired.z[rows, columns][None]
        values = {name: np.empty(weighting.samples) for name in names}
        for part in blocks(weighting.samples, len(rows), HELD):
            # A single row is for all samples.
            of_systems, of_evaluations = (side if len(side) == 1 else side[part] for side in weighting)
            weights = (of_systems[:, rows] * of_evaluations[:, columns]).astype(np.float32)[None]
            for name in names:
                values[name][part] = BY_NAME[name](x, z, weights)[0]
    return {name: AtLevel(of, (~np.isnan(of)).astype(np.int64)) for name, of in values.items()}


def means(scores: Numbers, evaluations: NDArray[np.int64] | None = None) -> Numbers:
    """Return the mean of each system (column) in each weighting of the evaluations (row).

    Without weightings each evaluation counts once. Scores are added exactly, as whole multiples of a power of
    two, and means are rounded to `DECIMALS`: the same scores have the same mean in any order, so that ties
    remain ties. The mean of a system without a cell is NaN.
    """
    if evaluations is None:
        evaluations = np.ones((1, scores.shape[1]), np.int64)
    present = ~np.isnan(scores)
    whole, unit = quantised(scores, float(evaluations.sum(axis=1).max(initial=1)))
    sums = evaluations @ whole.T
    counts = evaluations @ present.T.astype(np.int64)
    return rounded(sums, counts, unit)


def quantised(scores: Numbers, count: float) -> tuple[NDArray[np.int64], int]:
    """Return scores as whole multiples of 2^unit, and the unit. Sums of `count` scores are then exact.

    The unit is so small that scores of ordinary size lose nothing. NaN becomes 0.
    """
    filled = np.nan_to_num(scores, nan=0.0)
    largest = float(np.abs(filled).max(initial=0))
    exponent = frexp(largest)[1] + ceil(np.log2(max(count, 1))) if largest else 0
    unit = exponent - _BITS
    return np.rint(np.ldexp(filled, -unit)).astype(np.int64), unit


def rounded(sums: NDArray[np.int64], counts: NDArray[np.int64], unit: int) -> Numbers:
    """Return exact sums in units of 2^unit as rounded means; NaN for the mean of nothing."""
    with np.errstate(invalid="ignore", divide="ignore"):
        quotients: Numbers = np.ldexp(sums / counts, unit)
        # Above 2^53 / 10^12 a double has fewer than twelve decimals and stays as it is.
        small = np.abs(quotients) < 2.0**53 / 10.0**DECIMALS
        return np.where(small, np.round(np.where(small, quotients, 0), DECIMALS), quotients)


def swaps(kind: str, shape: tuple[int, ...], count: int, seed: int) -> tuple[NDArray[np.bool_], bool]:
    """Return permutations of a table of this shape: of `both` (summary by summary), `systems` or `inputs`.

    The array is True, by permutation, system and evaluation, where the scores of two measures are swapped. If
    the table has at most `count` permutations, each comes once, and the second value is True. Otherwise the
    bits of PCG64 with this seed decide.
    """
    systems, evaluations = shape
    rows = 1 if kind == "inputs" else systems
    columns = 1 if kind == "systems" else evaluations
    places = rows * columns
    exact = places <= _BITS and 1 << places <= count
    if exact:
        numbers = np.arange(1 << places, dtype=np.int64)
        bits = (numbers[:, None] >> np.arange(places) & 1).astype(np.bool_)
    else:
        words = np.random.PCG64(seed).random_raw((count * places + 63) // 64)
        octets = words.astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, count=count * places).astype(np.bool_).reshape(count, places)
    return np.broadcast_to(bits.reshape(len(bits), rows, columns), (len(bits), systems, evaluations)), exact


class Pairs(NamedTuple):
    """The pairs of all groups, with the differences of their scores, rounded to `DECIMALS`."""

    x: Numbers
    z: Numbers
    weight: Numbers
    """The weight of each pair in the mean over groups; the weights add up to 1."""

    def counts(self) -> PairCounts:
        """Return how the pairs are ordered."""
        signs = np.sign(self.x) * np.sign(self.z)
        tied_x, tied_z = self.x == 0, self.z == 0
        kinds = signs > 0, signs < 0, tied_x & ~tied_z, ~tied_x & tied_z, tied_x & tied_z
        return PairCounts(*(int(kind.sum()) for kind in kinds))


def accuracies_at(level: str, paired: Paired, flips: int, seed: int) -> tuple[Accuracy, ...]:
    """Return the accuracies of a level.

    System level: plain and soft, over the systems' means; `flips` is the number of random flips of signs
    where there are too many flips to enumerate. Summary level: over the summaries of each evaluation, and of
    each system. Global level: over all summaries.
    """
    if level == "system":
        pairs = pairs_of(means(paired.x), means(paired.z))
        soft = soft_accuracy(paired, flips, seed)
        return (Accuracy(level, "systems", plain_accuracy(pairs), nan, nan, soft, pairs.counts()),)
    groups = {
        "summary": {"evaluation": (paired.x.T, paired.z.T), "system": (paired.x, paired.z)},
        "global": {"none": (paired.x.reshape(1, -1), paired.z.reshape(1, -1))},
    }[level]
    found = []
    for grouping, (x, z) in groups.items():
        items: Sequence[int] = (~(np.isnan(x) | np.isnan(z))).sum(axis=1).tolist()
        if sum(count * (count - 1) // 2 for count in items) > MOST_PAIRS:
            found.append(Accuracy(level, grouping, nan, nan, nan, nan, PairCounts(0, 0, 0, 0, 0)))
            continue
        pairs = pairs_of(x, z)
        found.append(Accuracy(level, grouping, plain_accuracy(pairs), *calibrate(pairs), nan, pairs.counts()))
    return tuple(found)


def pairs_of(x: Numbers, z: Numbers) -> Pairs:
    """Return all pairs within each row of scores, without the cells that either side lacks.

    Each row is a group. All groups with a pair have the same weight.
    """
    parts = []
    for group in zip(x, z, strict=True):
        sides = np.array(group)[:, ~np.isnan(group).any(axis=0)]
        first, second = np.triu_indices(sides.shape[1], 1)
        if len(first):
            parts.append(sides[:, first] - sides[:, second])
    differences = np.round(np.concatenate(parts or [np.empty((2, 0))], axis=1), DECIMALS)
    weights = [np.full(part.shape[1], 1 / part.shape[1] / len(parts)) for part in parts]
    return Pairs(differences[0], differences[1], np.concatenate(weights or [np.empty(0)]))


def plain_accuracy(pairs: Pairs) -> float:
    """Return the mean share of pairs with differences of the same sign; ties agree with ties alone."""
    agreeing = np.sign(pairs.x) == np.sign(pairs.z)
    return float(pairs.weight[agreeing].sum()) if len(pairs.x) else nan


def calibrate(pairs: Pairs) -> tuple[float, float]:
    """Return the highest accuracy that a threshold for ties of the measure gives, and this threshold.

    The threshold is 0 or one of the differences; of equally good ones it is the smallest. Pairs are sorted by
    their differences, and one block of equal differences after another becomes ties.
    """
    if not len(pairs.x):
        return nan, nan
    distances = np.abs(pairs.x)
    order = np.argsort(distances, kind="stable")
    distances = distances[order]
    concordant = (np.sign(pairs.x) * np.sign(pairs.z) > 0)[order]
    gains = np.where((pairs.z == 0)[order], 1.0, np.where(concordant, -1.0, 0.0)) * pairs.weight[order]
    last_of_block = np.append(distances[1:] > distances[:-1], True)
    ends = np.nonzero(last_of_block)[0]
    accuracies = pairs.weight[order][concordant].sum() + np.cumsum(gains)[ends]
    thresholds = distances[ends]
    if thresholds[0] > 0:  # Nothing is tied yet at 0.
        thresholds = np.insert(thresholds, 0, 0.0)
        accuracies = np.insert(accuracies, 0, pairs.weight[order][concordant].sum())
    best = int(np.argmax(np.round(accuracies, DECIMALS)))
    return float(accuracies[best]), float(thresholds[best])


def soft_accuracy(paired: Paired, flips: int, seed: int) -> float:
    """Return 1 - the mean |p of people - p of the measure| over the pairs of systems.

    Each p is one-sided, by flipping the signs of the paired differences in the evaluations that both systems
    have. Pairs that share no evaluation are left out. The soft accuracy of fewer than two systems or
    evaluations is NaN.
    """
    systems, evaluations = paired.x.shape
    first, second = np.triu_indices(systems, 1)
    if not len(first) or evaluations < 2:
        return nan
    # Flips of signs cost little: up to 2^16 are enumerated, even if fewer are asked for.
    flipped, exact = swaps("inputs", (1, evaluations), max(flips, 1 << 16), seed)
    if not exact:
        flipped, _ = swaps("inputs", (1, evaluations), flips, seed)
    flipped = flipped[:, 0]
    ps = []
    for side in (paired.z, paired.x):
        # p is the share of flips whose sum is not below the sum of the differences.
        whole, unit = quantised(side[first] - side[second], 2 * evaluations)
        # All sums are below 2^62: a larger threshold would change nothing, but could overflow.
        tied = min(int(np.ldexp(ROUNDING * evaluations, min(-unit, 110))), 1 << 62)
        counts = np.zeros(len(whole), dtype=np.int64)
        for rows in blocks(len(flipped), evaluations + len(whole), HELD):
            # A flip lowers the sum by twice the flipped differences, so the sum is no lower if these add up
            # to 0 or less.
            counts += (flipped[rows].astype(np.int64) @ whole.T <= tied).sum(axis=0)
        ps.append(counts / len(flipped) if exact else (1 + counts) / (1 + len(flipped)))
    there = ~np.isnan(paired.x) & ~np.isnan(paired.z)
    shared = (there[first] & there[second]).any(axis=1)
    return float(1 - np.abs(ps[0] - ps[1])[shared].mean()) if shared.any() else nan
