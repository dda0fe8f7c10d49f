"""Pairwise accuracies: how often a measure orders two systems, or two summaries, as people do.

Kocmi et al. (2021), "To Ship or Not to Ship", for pairs of systems; Deutsch, Foster and Freitag (2023), "Ties
Matter", for accuracy with calibrated ties; Thompson et al. (2024), "Improving Statistical Significance in
Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy".
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .coefficients import HELD, blocks
from .inference import swaps
from .levels import Paired, means, once, quantised
from .outcomes import DECIMALS, ROUNDING, Accuracy, PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coefficients import Numbers

_LEAST_ENUMERATED = 1 << 16
"""Soft pairwise accuracy enumerates so many flips of signs whatever is asked for, as they cost little."""

MOST_PAIRS = 10_000_000
"""The most pairs of summaries whose ties are calibrated; memory is short beyond them."""


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
        return PairCounts(
            int((signs > 0).sum()),
            int((signs < 0).sum()),
            int((tied_x & ~tied_z).sum()),
            int((~tied_x & tied_z).sum()),
            int((tied_x & tied_z).sum()),
        )


class Calibrated(NamedTuple):
    """The accuracy with calibrated ties, and the largest difference that is a tie there."""

    accuracy: float
    epsilon: float


def accuracies_at(level: str, paired: Paired, flips: int, seed: int) -> tuple[Accuracy, ...]:
    """Return the accuracies of a level.

    System level: of the systems' means, plain and soft, by random `flips` of signs where there are too
    many to enumerate. Summary level: of summaries of the same evaluation, and of the same system. Global
    level: of all summaries.
    """
    if level == "system":
        return (_of_systems(paired, flips, seed),)
    groups = {
        "summary": {"evaluation": (paired.x.T, paired.z.T), "system": (paired.x, paired.z)},
        "global": {"none": (paired.x.reshape(1, -1), paired.z.reshape(1, -1))},
    }[level]
    return tuple(_of_summaries(level, grouping, *sides) for grouping, sides in groups.items())


def pairs_of(x: Numbers, z: Numbers) -> Pairs:
    """Return all pairs within each row of scores; cells that either side lacks are left out.

    Groups, which are rows, weigh alike, but those without a pair are left out.
    """
    parts = []
    for one, two in zip(x, z, strict=True):
        present = ~(np.isnan(one) | np.isnan(two))
        first, second = np.triu_indices(int(present.sum()), 1)
        if len(first):
            own, people = one[present], two[present]
            parts.append((own[first] - own[second], people[first] - people[second]))
    if not parts:
        return Pairs(*(np.empty(0) for _ in range(3)))
    weights = [np.full(len(own), 1 / len(own) / len(parts)) for own, _ in parts]
    return Pairs(
        np.round(np.concatenate([own for own, _ in parts]), DECIMALS),
        np.round(np.concatenate([people for _, people in parts]), DECIMALS),
        np.concatenate(weights),
    )


def plain_accuracy(pairs: Pairs) -> float:
    """Return the mean share of pairs with differences of the same sign; ties agree with ties alone."""
    agreeing = np.sign(pairs.x) == np.sign(pairs.z)
    return float(pairs.weight[agreeing].sum()) if len(pairs.x) else nan


def calibrate(pairs: Pairs) -> Calibrated:
    """Find the largest difference of the measure's scores that is best taken for a tie.

    It is 0 or one of the differences; of equally good ones it is the smallest. Pairs are sorted by their
    differences and become ties one block of equal differences after another.
    """
    if not len(pairs.x):
        return Calibrated(nan, nan)
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
    return Calibrated(float(accuracies[best]), float(thresholds[best]))


def soft_accuracy(paired: Paired, flips: int, seed: int) -> float:
    """Return 1 - the mean |p of people - p of the measure| over the pairs of systems.

    p is one-sided, of the paired differences in the evaluations that both systems have, whose signs are
    flipped. Pairs without such an evaluation are left out. There is no soft accuracy of fewer than two
    systems or evaluations.
    """
    systems, evaluations = paired.x.shape
    first, second = np.triu_indices(systems, 1)
    if not len(first) or evaluations < 2:
        return nan
    chosen = swaps("inputs", (1, evaluations), max(flips, _LEAST_ENUMERATED), seed)
    flipped = chosen.swapped if chosen.exact else swaps("inputs", (1, evaluations), flips, seed).swapped
    ps = [
        _flip_p(side[first] - side[second], flipped[:, 0], exact=chosen.exact)
        for side in (paired.z, paired.x)
    ]
    there = ~np.isnan(paired.x) & ~np.isnan(paired.z)
    shared = (there[first] & there[second]).any(axis=1)
    return float(1 - np.abs(ps[0] - ps[1])[shared].mean()) if shared.any() else nan


def _flip_p(differences: Numbers, flipped: NDArray[np.bool_], *, exact: bool) -> Numbers:
    """Return the p of each row of differences: the share of flips whose sum is not below theirs."""
    whole, unit = quantised(differences, 2 * differences.shape[1])
    # All sums are below 2^62, so that larger thresholds, which could overflow, would change nothing.
    tied = min(int(np.ldexp(ROUNDING * differences.shape[1], min(-unit, 110))), 1 << 62)
    counts = np.zeros(len(whole), dtype=np.int64)
    for rows in blocks(len(flipped), differences.shape[1] + len(whole), HELD):
        # The sum falls by twice the flipped differences: it is not below where these add up to 0 or less.
        counts += (flipped[rows].astype(np.int64) @ whole.T <= tied).sum(axis=0)
    return counts / len(flipped) if exact else (1 + counts) / (1 + len(flipped))


def _of_systems(paired: Paired, flips: int, seed: int) -> Accuracy:
    ones = once(paired).evaluations
    pairs = pairs_of(means(paired.x, ones), means(paired.z, ones))
    soft = soft_accuracy(paired, flips, seed)
    return Accuracy("system", "systems", plain_accuracy(pairs), nan, nan, soft, pairs.counts())


def _of_summaries(level: str, grouping: str, x: Numbers, z: Numbers) -> Accuracy:
    if _pairs_in(x, z) > MOST_PAIRS:
        return Accuracy(level, grouping, nan, nan, nan, nan, PairCounts(0, 0, 0, 0, 0))
    pairs = pairs_of(x, z)
    best = calibrate(pairs)
    return Accuracy(level, grouping, plain_accuracy(pairs), best.accuracy, best.epsilon, nan, pairs.counts())


def _pairs_in(x: Numbers, z: Numbers) -> int:
    items: Sequence[int] = (~(np.isnan(x) | np.isnan(z))).sum(axis=1).tolist()
    return sum(count * (count - 1) // 2 for count in items)
