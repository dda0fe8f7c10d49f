"""Pearson's, Spearman's and Kendall's coefficients of many weighted samples at once.

All three functions take values `x` and `z` of shape (B, n) and weights of shape (B, K, n), where B may be 1
in each of them, and return coefficients of shape (B, K). A weight is how often an item occurs in a sample:
how often a resample draws a system, or 1 for the scores that a permutation assigns to a measure, so
that resamples and permutations are the same arithmetic. Items whose `x` or `z` is NaN are left out.

Ranks and pairs are counted by matrices of signs: the rank of an item, counted from the middle, is half the
weighted sum of the signs of its differences to all items, and the pairs that are ordered alike are a
quadratic form of the weights. These sums are whole numbers that single precision holds exactly. A
coefficient is NaN where a side is constant or fewer than two items are left, as it is undefined there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Weights: TypeAlias = NDArray[np.float32]


_CACHED = 1 << 20
"""The numbers of an array that is worked on at a time: few enough for the cache."""

HELD = 1 << 22
"""The numbers of an array that is held in memory at a time."""

_SORTED = 256
"""The items above which sorting them is faster than comparing all pairs."""

_MANY = 2000
"""The items above which Kendall's coefficient of each sample by itself, by sorting, is faster."""

_EXACT = 1 << 24
"""The whole numbers below this one are exact in single precision."""

_CANCELLED = 1e-4
"""The share of a sum of squares below which a variance, which is a difference of sums, is computed anew."""


def pearson(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Pearson's coefficients, which gain nothing by `alike`; see the module for the arguments."""
    x, z = _shared(x, z)
    batches, samples, _ = _shape(x, weights)
    result = np.empty((batches, samples))
    for rows in blocks(batches, weights.shape[1] * 8 + x.shape[1] * 8):
        result[rows] = _pearson(x[_of(x, rows)], z[_of(z, rows)], weights[_of(weights, rows)])
    return result


def spearman(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Spearman's coefficients: Pearson's of average ranks; see the module for the arguments."""
    x, z = _shared(x, z)
    batches, samples, items = _shape(x, weights)
    kind = _kind(weights, 3)
    result = np.empty((batches, samples))
    for rows in blocks(batches, (samples + items) * items):
        own = weights[_of(weights, rows)]
        of_z = own[:, :1] if alike else own
        ranks_x = _ranks(x[_of(x, rows)], own).astype(kind, copy=False)
        ranks_z = _ranks(z[_of(z, rows)], of_z).astype(kind, copy=False)
        weighted = own * ranks_x
        result[rows] = _ratio(_dot(weighted, ranks_z), _dot(weighted, ranks_x), _dot(of_z * ranks_z, ranks_z))
    return result


def kendall(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Kendall's τ-b; see the module for the arguments."""
    x, z = _shared(x, z)
    batches, samples, items = _shape(x, weights)
    if batches == 1 and items > _MANY:
        return _kendall_by_sorting(x[0], z[0], weights[0])
    kind = _kind(weights, 2)
    result = np.empty((batches, samples))
    for rows in blocks(batches, (samples + items) * items):
        own = weights[_of(weights, rows)]
        of_z = own[:, :1] if alike else own
        product, square_x, square_z = 0.0, 0.0, 0.0
        for part in blocks(items, items * (rows.stop - rows.start)):
            signs_x, signs_z = _signs(x[_of(x, rows)], part), _signs(z[_of(z, rows)], part)
            product += _pairs(own, signs_x * signs_z, part, kind)
            square_x += _pairs(own, np.abs(signs_x), part, kind)
            square_z += _pairs(of_z, np.abs(signs_z), part, kind)
        result[rows] = _ratio(product, square_x, square_z)
    return result


def _kendall_by_sorting(x: Numbers, z: Numbers, weights: Weights) -> Numbers:
    """Return Kendall's coefficients of each sample by SciPy, whose time does not grow with all pairs."""
    from scipy.stats import kendalltau  # It is slow to load, and few data need it.

    present = np.flatnonzero(~np.isnan(x))
    ranks_x, ranks_z = (np.unique(side[present], return_inverse=True)[1] for side in (x, z))
    result = np.full((1, len(weights)), np.nan)
    for sample, often in enumerate(weights[:, present].astype(np.int64)):
        chosen = np.repeat(np.arange(len(present)), often)
        if len(chosen) > 1:
            result[0, sample] = kendalltau(ranks_x[chosen], ranks_z[chosen]).statistic
    return result


def _pairs(weights: Weights, signs: Weights, part: slice, kind: Any) -> Any:
    """Return twice the weighted sum of the signs of pairs whose second item is in the part."""
    return _dot(np.matmul(weights, signs).astype(kind, copy=False), weights[:, :, part])


def _dot(one: Any, two: Any) -> Any:
    """Return the sums of products over the items."""
    return np.einsum("bkn,bkn->bk", one, two)


def _pearson(x: Numbers, z: Numbers, weights: Weights) -> Numbers:
    """Return the coefficients by sums of squares about the middle of all items.

    Where a sample lies so far from the middle that its variance is lost, it is computed by deviations.
    """
    x, z = _centred(x), _centred(z)
    present = np.broadcast_to(~np.isnan(x), np.broadcast_shapes(x.shape, z.shape))
    x, z = np.nan_to_num(x), np.nan_to_num(z)
    features = np.stack(np.broadcast_arrays(present, x, z, x * x, z * z, x * z), axis=-1)
    count, sum_x, sum_z, square_x, square_z, product = np.moveaxis(
        np.matmul(weights.astype(np.float64), features), -1, 0
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        variance_x = square_x - sum_x * sum_x / count
        variance_z = square_z - sum_z * sum_z / count
        result = (product - sum_x * sum_z / count) / np.sqrt(variance_x * variance_z)
        lost = ~((variance_x > _CANCELLED * square_x) & (variance_z > _CANCELLED * square_z))
    if lost.any():
        batch, sample = np.nonzero(lost)
        own = weights[batch % len(weights), sample] * present[batch % len(present)]
        result[lost] = _by_deviations(x[batch % len(x)], z[batch % len(z)], own)
    clipped: Numbers = np.clip(result, -1, 1)
    return clipped


def _by_deviations(x: Numbers, z: Numbers, weights: Numbers) -> Numbers:
    """Return Pearson's coefficient of each row; a side is constant where it has one value alone."""
    there = weights > 0
    varied = np.ones(len(x), dtype=np.bool_)
    deviations = []
    with np.errstate(invalid="ignore", divide="ignore"):
        for side in (x, z):
            lowest = np.where(there, side, np.inf).min(axis=1)
            highest = np.where(there, side, -np.inf).max(axis=1)
            varied &= lowest < highest
            scale = np.where(varied, highest - lowest, 1)[:, None]
            shifted = np.where(there, side - lowest[:, None], 0) / scale
            mean = (weights * shifted).sum(axis=1) / weights.sum(axis=1)
            deviations.append(shifted - mean[:, None])
        one, two = deviations
        result = (weights * one * two).sum(axis=1) / np.sqrt(
            (weights * one * one).sum(axis=1) * (weights * two * two).sum(axis=1)
        )
    return np.where(varied, result, np.nan)


def _centred(values: Numbers) -> Numbers:
    """Return each row about its middle and scaled to at most 1, which no coefficient feels."""
    present = ~np.isnan(values)
    lowest = np.where(present, values, np.inf).min(axis=1, keepdims=True)
    highest = np.where(present, values, -np.inf).max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", over="ignore"):
        half = highest / 2 - lowest / 2
        centred: Numbers = (values - (highest / 2 + lowest / 2)) / np.where(half > 0, half, 1)
    return centred


def _ranks(values: Numbers, weights: Weights) -> Weights:
    """Return twice the weighted rank of every item, counted from the middle."""
    items = values.shape[1]
    if items > _SORTED and len(values) == 1 and not np.isnan(values).any():
        return _ranks_by_sorting(values[0], weights)
    ranks = np.empty(np.broadcast_shapes((len(values), 1, items), weights.shape), dtype=np.float32)
    for part in blocks(items, items * len(values)):
        ranks[:, :, part] = np.matmul(weights, _signs(values, part))
    return ranks


def _ranks_by_sorting(values: Numbers, weights: Weights) -> Weights:
    """Return what `_ranks` returns, by the weights below and up to each value, which costs less for many."""
    order = np.argsort(values, kind="stable")
    in_order = values[order]
    below = np.searchsorted(in_order, values, side="left")
    up_to = np.searchsorted(in_order, values, side="right")
    sums = np.zeros((*weights.shape[:2], len(values) + 1), dtype=np.float32)
    np.cumsum(weights[:, :, order], axis=-1, out=sums[:, :, 1:])
    ranks: Weights = sums[:, :, below] + sums[:, :, up_to] - sums[:, :, -1:]
    return ranks


def _signs(values: Numbers, part: slice) -> Weights:
    """Return the signs of the differences of the items of a part (last axis) to all items; 0 for NaN."""
    own, others = values[:, None, part], values[:, :, None]
    return (own > others).astype(np.float32) - (own < others).astype(np.float32)


def _ratio(product: Any, square_x: Any, square_z: Any) -> Numbers:
    """Return product / √(square_x · square_z), of whole numbers; NaN where a square is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(square_x, dtype=np.float64) * np.sqrt(square_z, dtype=np.float64)
        # The roots of equal squares are equal, so that perfect agreement is 1 to the last bit.
        root = np.where(square_x == square_z, square_x, root)
        return np.clip(np.where(root > 0, product / root, np.nan), -1, 1)


def _shared(x: Numbers, z: Numbers) -> tuple[Numbers, Numbers]:
    """Return both sides with the items left out that either of them lacks."""
    missing = np.isnan(x) | np.isnan(z)
    if not missing.any():
        return x, z
    return np.where(missing, np.nan, x), np.where(missing, np.nan, z)


def _shape(x: Numbers, weights: Weights) -> tuple[int, int, int]:
    batches, samples, items = np.broadcast_shapes((len(x), 1, x.shape[1]), weights.shape)
    return batches, samples, items


def _kind(weights: Weights, power: int) -> Any:
    """Return single precision if it holds powers of the largest sum of weights exactly, else double."""
    largest = float(weights.sum(axis=-1, dtype=np.float64).max(initial=0))
    return np.float32 if largest**power < _EXACT else np.float64


def _of(values: NDArray[Any], rows: slice) -> slice:
    """Return the rows of a block; a single row serves all blocks."""
    return slice(0, 1) if len(values) == 1 else rows


def blocks(count: int, size: int, most: int = _CACHED) -> Iterator[slice]:
    """Yield slices of rows so that a block has about `most` numbers if a row has `size`."""
    step = max(1, most // max(1, size))
    for start in range(0, count, step):
        yield slice(start, min(count, start + step))


BY_NAME: dict[str, Callable[..., Numbers]] = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
"""The coefficients by the names that `correlate` takes."""
