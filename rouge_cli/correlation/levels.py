"""Correlations at the levels of systems, of summaries and of all cells, for one or many weightings.

A weighting says how often each system and each evaluation counts: once in the data themselves, any number
of times in a resample. Correlations of the data are those of a single weighting of ones, so that estimates
and resamples go the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, frexp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .coefficients import BY_NAME, HELD, blocks
from .outcomes import DECIMALS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coefficients import Numbers, Weights

_BITS = 62
"""The bits of exact sums: a sign and a spare bit are left of 64."""


class Paired(NamedTuple):
    """The scores of a measure and of people, as matrices of systems (rows) and evaluations (columns).

    Missing cells are NaN. At the summary and the global level a cell counts where both have it; at the
    system level each side is averaged over its own cells.
    """

    x: Numbers
    """The scores of the measure."""
    z: Numbers
    """The scores of people."""


class Weighting(NamedTuple):
    """The number of times that each system and each evaluation counts; one row where all samples share it."""

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
    """The groups of which it is the mean: at the summary level evaluations, as often as they count."""


def once(paired: Paired) -> Weighting:
    """Return the single weighting by which every system and evaluation counts once."""
    systems, evaluations = paired.x.shape
    return Weighting(np.ones((1, systems), np.int64), np.ones((1, evaluations), np.int64))


def at_level(
    level: str, paired: Paired, weighting: Weighting, names: Sequence[str], *, zero: bool = False
) -> dict[str, AtLevel]:
    """Return coefficients by name, at a level and for each weighting.

    System level: over the systems' means. Summary level: the mean over evaluations of the coefficient over
    systems; evaluations in which it is undefined are left out, or count as 0 where `zero` is set. Global
    level: over all cells.
    """
    if level == "system":
        return _system(paired, weighting, names)
    if level == "summary":
        return _summary(paired, weighting, names, zero=zero)
    return _global(paired, weighting, names)


def means(scores: Numbers, evaluations: NDArray[np.int64]) -> Numbers:
    """Return the mean of each system (column) by each weighting of the evaluations (row).

    Scores are added exactly, as whole multiples of a power of two, and means are rounded to `DECIMALS`: the
    same scores always have the same mean, in whatever order they come, so that ties remain ties. A
    system without a cell is NaN.
    """
    present = ~np.isnan(scores)
    whole, unit = quantised(scores, float(evaluations.sum(axis=1).max(initial=1)))
    sums = evaluations @ whole.T
    counts = evaluations @ present.T.astype(np.int64)
    return rounded(sums, counts, unit)


def quantised(scores: Numbers, count: float) -> tuple[NDArray[np.int64], int]:
    """Return scores as whole multiples of 2^unit, so that sums of `count` of them are exact, and the unit.

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
        # Beyond 2^53 / 10^12 a double has fewer decimals than are rounded to, and is left alone.
        small = np.abs(quotients) < 2.0**53 / 10.0**DECIMALS
        return np.where(small, np.round(np.where(small, quotients, 0), DECIMALS), quotients)


def _system(paired: Paired, weighting: Weighting, names: Sequence[str]) -> dict[str, AtLevel]:
    x, z = means(paired.x, weighting.evaluations), means(paired.z, weighting.evaluations)
    # Each sample has means of its own, unless all evaluations count alike in all samples.
    shared = len(weighting.evaluations) == 1
    weights = weighting.systems.astype(np.float32)
    weights = weights[None] if shared else weights[:, None]
    results = {}
    for name in names:
        values = np.broadcast_to(BY_NAME[name](x, z, weights).reshape(-1), (weighting.samples,))
        results[name] = AtLevel(values, (~np.isnan(values)).astype(np.int64))
    return results


def _summary(paired: Paired, weighting: Weighting, names: Sequence[str], *, zero: bool) -> dict[str, AtLevel]:
    weights = weighting.systems.astype(np.float32)[None]
    there = (~(np.isnan(paired.x) | np.isnan(paired.z))).any(axis=0)
    often = weighting.evaluations * there
    results = {}
    for name in names:
        values = BY_NAME[name](paired.x.T, paired.z.T, weights).T
        results[name] = mean_of_groups(values, often, zero=zero)
    return results


def mean_of_groups(values: Numbers, often: NDArray[np.int64], *, zero: bool = False) -> AtLevel:
    """Return the mean of each row of coefficients, of which each counts as often as is said."""
    known = ~np.isnan(values)
    defined = (often * known).sum(axis=1)
    divisor = np.broadcast_to(often.sum(axis=1), defined.shape) if zero else defined
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (often * np.where(known, values, 0)).sum(axis=1) / divisor
    return AtLevel(mean, defined)


def _global(paired: Paired, weighting: Weighting, names: Sequence[str]) -> dict[str, AtLevel]:
    rows, columns = np.nonzero(~(np.isnan(paired.x) | np.isnan(paired.z)))
    x, z = paired.x[rows, columns][None], paired.z[rows, columns][None]
    values = {name: np.empty(weighting.samples) for name in names}
    for part in blocks(weighting.samples, len(rows), HELD):
        weights: Weights = (
            _part(weighting.systems, part)[:, rows] * _part(weighting.evaluations, part)[:, columns]
        ).astype(np.float32)[None]
        for name in names:
            values[name][part] = BY_NAME[name](x, z, weights)[0]
    return {name: AtLevel(of, (~np.isnan(of)).astype(np.int64)) for name, of in values.items()}


def _part(weights: NDArray[np.int64], part: slice) -> NDArray[np.int64]:
    return weights if len(weights) == 1 else weights[part]
