"""Confidence intervals of correlations: by resampling systems, evaluations or both, and by Fisher's formula.

Deutsch, Dror and Roth (2021), "A Statistical Analysis of Summarization Evaluation Metrics Using Resampling
Methods", describe Boot-Systems, Boot-Inputs and Boot-Both, and recommend the last; Bonett and Wright (2000),
"Sample size requirements for estimating Pearson, Kendall and Spearman correlations", give the variances of
Fisher's formula.
"""

from __future__ import annotations

from math import atanh, isnan, nan, sqrt, tanh
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import ndtri

from .levels import Weighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .coefficients import Numbers

_MULTIPLIER, _INCREMENT, _MASK = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)
_SEED_TAIL = np.uint64(0x330E)
_SEED_BITS = np.uint64(16)

_PERFECT = 1 - 1e-12
"""The least |r| that is taken for 1, which Fisher's formula leaves as it is."""


class Bounds(NamedTuple):
    """An interval, and the number of resamples that it leaves out."""

    low: float
    high: float
    undefined: int = 0


NO_BOUNDS = Bounds(nan, nan)


def draws(n: int, resamples: int, state: NDArray[np.uint64] | None = None) -> Draws:
    """Return n indices below n for each resample, and the states of the generators behind them.

    Resample i seeds drand48 with i, as the report's do (`rouge_cli.kernel.python.sums`); here all
    generators move on at once. With a state they go on from there.
    """
    if state is None:
        state = np.arange(resamples, dtype=np.uint64) << _SEED_BITS | _SEED_TAIL
    indices = np.empty((resamples, n), dtype=np.int64)
    for place in range(n):
        state = _MULTIPLIER * state + _INCREMENT & _MASK  # What overflows 64 bits is beyond the mask.
        indices[:, place] = (state * 2.0**-48 * n).astype(np.int64)
    return Draws(indices, state)


class Draws(NamedTuple):
    """Indices for each resample (row), and the states of the generators after they were drawn."""

    indices: NDArray[np.int64]
    state: NDArray[np.uint64]


def bootstrap(kind: str, shape: tuple[int, ...], resamples: int) -> Weighting:
    """Return how often each resample counts each system and evaluation of a table of this shape.

    `kind` is `both`, `inputs` (evaluations alone) or `systems`. The evaluations are drawn first, so that
    those of `inputs` are the draws of the report, and those of `both` are the draws of the two others.
    """
    systems, evaluations = shape
    of_evaluations, state = draws(evaluations, resamples)
    of_systems, _ = draws(systems, resamples, state)
    return weighting(
        of_systems if kind != "inputs" else np.arange(systems)[None],
        of_evaluations if kind != "systems" else np.arange(evaluations)[None],
        (systems, evaluations),
    )


def weighting(rows: NDArray[np.int64], columns: NDArray[np.int64], shape: tuple[int, int]) -> Weighting:
    """Return how often indices of systems and evaluations are drawn; each row of indices is a resample."""
    return Weighting(_counts(rows, shape[0]), _counts(columns, shape[1]))


def _counts(indices: NDArray[np.int64], below: int) -> NDArray[np.int64]:
    counts = np.zeros((len(indices), below), dtype=np.int64)
    np.add.at(counts, (np.arange(len(indices))[:, None], indices), 1)
    return counts


def percentile_bounds(samples: Numbers, confidence: float) -> Bounds:
    """Return the percentile interval, with linear interpolation between order statistics.

    Undefined samples are left out and counted.
    """
    defined = samples[~np.isnan(samples)]
    undefined = len(samples) - len(defined)
    if not len(defined):
        return Bounds(nan, nan, undefined)
    tail = (100 - confidence) / 200
    low, high = np.quantile(defined, (tail, 1 - tail))
    return Bounds(float(low), float(high), undefined)


def fisher_bounds(coefficient: str, r: float, n: int, confidence: float) -> Bounds:
    """Return the interval tanh(atanh r ± z·c/√(n-b)), with b and c by Bonett and Wright (2000).

    There is none where r is undefined or n is b or less; of a perfect correlation both bounds are r.
    """
    b, c = {
        "pearson": (3, 1.0),
        "spearman": (3, sqrt(1 + r * r / 2)),
        "kendall": (4, sqrt(0.437)),
    }[coefficient]
    if isnan(r) or n <= b:
        return NO_BOUNDS
    if abs(r) >= _PERFECT:
        return Bounds(r, r)
    width = float(ndtri(0.5 + confidence / 200)) * c / sqrt(n - b)
    return Bounds(tanh(atanh(r) - width), tanh(atanh(r) + width))
