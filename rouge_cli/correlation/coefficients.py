"""Means of systems, and coefficients between a measure and people at the three levels.

`at_level` gives Pearson's, Spearman's and Kendall's coefficients of many weighted samples at once. The three
functions take values `x` and `z` of shape (B, n) and weights of shape (B, K, n), where B may be 1 in each of
them, and return coefficients of shape (B, K). A weight is how often an item occurs in a sample: how often a
resample draws a system, or 1 for the scores that a permutation assigns to a measure. Resamples and
permutations are therefore the same arithmetic. Items whose `x` or `z` is NaN are left out. With `alike`, `z`
has the same weighted ranks in all samples.

Ranks and pairs are counted by matrices of signs: the rank of an item, counted from the middle, is half the
weighted sum of the signs of its differences to all items, and the pairs that are ordered alike are a
quadratic form of the weights. These sums are whole numbers that single precision holds exactly. A
coefficient is undefined, and NaN, where a side is constant or fewer than two items are left.
"""

from collections.abc import Iterator, Sequence
from math import ceil, frexp
from typing import Any, TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = NDArray[np.bool_]
Counts: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = NDArray[np.float32]

DECIMALS = 12
"""The decimals of means that are ranked: last bits depend on the order of addition, and would break ties."""
ROUNDING = 10.0**-DECIMALS
"""The largest difference of equal means that were rounded, and of equal figures in units of their spread."""
_CACHED = 1 << 20
"""The size of the arrays of a block of work, in numbers: they fit into the cache."""
_HELD = 1 << 22
"""The size of the arrays that are held in memory at a time, in numbers."""
_CANCELLED = 1e-4
"""The share of a sum of squares below which a variance, a difference of sums, has lost its digits."""
_MULTIPLIER, _INCREMENT, _MASK = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)


def _in_blocks(x: Numbers, z: Numbers, weights: Weights) -> tuple[Numbers, Iterator[tuple[Any, ...]]]:
    """Return an empty array for the coefficients, and the work in blocks that fit into the cache.

    A block has a slice of the array's rows, and `x`, `z` and weights of these rows. Callers loop over the
    blocks in their own bodies and so keep the arrays of a block until the next one replaces them: memory that
    a function returns to the system is cleared, which takes a sixth of the time.
    """
    missing = np.isnan(x) | np.isnan(z)
    if missing.any():
        x, z = np.where(missing, np.nan, x), np.where(missing, np.nan, z)
    batches, samples, items = np.broadcast_shapes((len(x), 1, x.shape[1]), weights.shape)
    rows = blocks(batches, (samples + items) * items, _CACHED)
    # A single row serves all blocks.
    work = ((part, *(side if len(side) == 1 else side[part] for side in (x, z, weights))) for part in rows)
    return np.empty((batches, samples)), work


def spearman(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Spearman's coefficients: Pearson's of average ranks."""
    kind = _kind(weights, 3)
    result, parts = _in_blocks(x, z, weights)
    for rows, x, z, weights in parts:
        of_z = weights[:, :1] if alike else weights
        ranks_x = _ranks(x, weights).astype(kind, copy=False)
        ranks_z = _ranks(z, of_z).astype(kind, copy=False)
        weighted = weights * ranks_x
        result[rows] = _ratio(_dot(weighted, ranks_z), _dot(weighted, ranks_x), _dot(of_z * ranks_z, ranks_z))
    return result


def kendall(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Kendall's τ-b."""
    items = x.shape[1]
    kind = _kind(weights, 2)
    result, parts = _in_blocks(x, z, weights)
    for rows, x, z, weights in parts:
        batches = max(len(x), len(weights))
        if batches == 1 and items > 2000:  # Then it is faster to sort the items, sample by sample.
            result[rows] = _kendall_by_sorting(x[0], z[0], weights[0])
            continue
        of_z = weights[:, :1] if alike else weights
        product, square_x, square_z = 0.0, 0.0, 0.0
        for part in blocks(items, items * batches, _CACHED):
            signs_x, signs_z = _signs(x, part), _signs(z, part)
            product += _pairs(weights, signs_x * signs_z, part, kind)
            square_x += _pairs(weights, np.abs(signs_x), part, kind)
            square_z += _pairs(of_z, np.abs(signs_z), part, kind)
        result[rows] = _ratio(product, square_x, square_z)
    return result


def _kendall_by_sorting(x: Numbers, z: Numbers, weights: Weights) -> Numbers:
    """Return Kendall's coefficient of each sample by SciPy, which does not compare all pairs."""
    present = np.flatnonzero(~np.isnan(x))
    ranks_x, ranks_z = (np.unique(side[present], return_inverse=True)[1] for side in (x, z))
    result = np.full((1, len(weights)), np.nan)
    for sample, often in enumerate(weights[:, present].astype(np.int64)):
        chosen = np.repeat(np.arange(len(present)), often)
        if len(chosen) > 1:
            # SciPy loads its slow `stats` here; few data have so many items.
            result[0, sample] = scipy.stats.kendalltau(ranks_x[chosen], ranks_z[chosen]).statistic
    return result


def _pairs(weights: Weights, signs: Weights, part: slice, kind: Any) -> Any:
    """Return twice the weighted sum of the signs of pairs whose second item is in the part."""
    return _dot(np.matmul(weights, signs).astype(kind, copy=False), weights[:, :, part])


def _dot(x: Any, z: Any) -> Any:
    """Return the sums of products over the items."""
    return np.einsum("bkn,bkn->bk", x, z)


def pearson(x: Numbers, z: Numbers, weights: Weights, *, alike: bool = False) -> Numbers:
    """Return Pearson's coefficients, by sums of squares about the middle of all items, `alike` or not."""
    result, parts = _in_blocks(x, z, weights)
    for rows, x, z, weights in parts:
        x, z = _centred(x), _centred(z)
        present = np.broadcast_to(~np.isnan(x), np.broadcast_shapes(x.shape, z.shape))
        x, z = np.nan_to_num(x), np.nan_to_num(z)
        features = np.stack(np.broadcast_arrays(present, x, z, x * x, z * z, x * z), axis=-1)
        sums = np.matmul(weights.astype(np.float64), features)
        count, sum_x, sum_z, square_x, square_z, product = np.moveaxis(sums, -1, 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            variance_x = square_x - sum_x * sum_x / count
            variance_z = square_z - sum_z * sum_z / count
            block = (product - sum_x * sum_z / count) / np.sqrt(variance_x * variance_z)
            lost = ~((variance_x > _CANCELLED * square_x) & (variance_z > _CANCELLED * square_z))
        if lost.any():  # Rounding swallows the variance of samples far from the middle.
            batch, sample = np.nonzero(lost)
            own = weights[batch % len(weights), sample] * present[batch % len(present)]
            block[lost] = _by_deviations(x[batch % len(x)], z[batch % len(z)], own)
        result[rows] = np.clip(block, -1, 1)
    return result


def _by_deviations(x: Numbers, z: Numbers, weights: Numbers) -> Any:
    """Return Pearson's coefficient of each row by deviations from the mean."""
    deviations = []
    with np.errstate(invalid="ignore", divide="ignore"):
        for side in (x, z):
            centred = np.nan_to_num(_centred(np.where(weights > 0, side, np.nan)))
            mean = (weights * centred).sum(axis=1) / weights.sum(axis=1)
            # The deviations of a constant side are exactly 0, so that the quotient below is NaN.
            deviations.append(centred - mean[:, None])
        one, two = deviations
        squares = (weights * one * one).sum(axis=1) * (weights * two * two).sum(axis=1)
        return (weights * one * two).sum(axis=1) / np.sqrt(squares)


def _centred(values: Numbers) -> Any:
    """Return each row shifted and scaled to -1 ... 1, which changes no coefficient."""
    present = ~np.isnan(values)
    lowest = np.where(present, values, np.inf).min(axis=1, keepdims=True)
    highest = np.where(present, values, -np.inf).max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", over="ignore"):
        half = highest / 2 - lowest / 2
        return (values - (highest / 2 + lowest / 2)) / np.where(half > 0, half, 1)


def _ranks(values: Numbers, weights: Weights) -> Weights:
    """Return twice the weighted rank of every item, counted from the middle."""
    items = values.shape[1]
    if items > 256 and len(values) == 1 and not np.isnan(values).any():
        # Sums of the weights below and up to each value cost less than the signs of many items.
        order = np.argsort(values[0], kind="stable")
        below, up_to = (np.searchsorted(values[0, order], values[0], side) for side in ("left", "right"))
        sums = np.zeros((*weights.shape[:2], items + 1), dtype=np.float32)
        np.cumsum(weights[:, :, order], axis=-1, out=sums[:, :, 1:])
        return sums[:, :, below] + sums[:, :, up_to] - sums[:, :, -1:]
    ranks = np.empty(np.broadcast_shapes((len(values), 1, items), weights.shape), dtype=np.float32)
    for part in blocks(items, items * len(values), _CACHED):
        ranks[:, :, part] = np.matmul(weights, _signs(values, part))
    return ranks


def _signs(values: Numbers, part: slice) -> Weights:
    """Return the sign of item - other for each item of the part (last axis) and each other; 0 for NaN."""
    own, others = values[:, None, part], values[:, :, None]
    return (own > others).astype(np.float32) - (own < others).astype(np.float32)


def _ratio(product: Any, square_x: Any, square_z: Any) -> Numbers:
    """Return product / √(square_x · square_z), of whole numbers; NaN where a square is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(square_x, dtype=np.float64) * np.sqrt(square_z, dtype=np.float64)
        # The roots of equal squares are equal, so that perfect agreement is 1 to the last bit.
        root = np.where(square_x == square_z, square_x, root)
        ratios: Numbers = product / root
    return ratios


def _kind(weights: Weights, power: int) -> Any:
    """Return single precision if it holds this power of the largest sum of weights exactly, else double."""
    largest = float(weights.sum(axis=-1, dtype=np.float64).max(initial=0))
    return np.float32 if largest**power < 1 << 24 else np.float64


def blocks(count: int, size: int, most: int = _HELD) -> Iterator[slice]:
    """Yield slices of rows so that a block has about `most` numbers if a row has `size`."""
    step = max(1, most // max(1, size))
    for start in range(0, count, step):
        yield slice(start, min(count, start + step))


def means(scores: Numbers, evaluations: Counts | None = None) -> Numbers:
    """Return the mean of each system (column) in each resample (row).

    `evaluations[k, j]` is how often resample k draws evaluation j; by default there is one sample, which has
    each evaluation once. Scores are added exactly, as whole multiples of a power of two, and means are
    rounded to `DECIMALS`: the same scores have the same mean in any order, so that ties remain ties. The mean
    of a system without a cell is NaN.
    """
    if evaluations is None:
        evaluations = np.ones((1, scores.shape[1]), np.int64)
    whole, unit = quantised(scores, float(evaluations.sum(axis=1).max(initial=1)))
    return rounded(evaluations @ whole.T, evaluations @ (~np.isnan(scores)).T.astype(np.int64), unit)


def quantised(scores: Numbers, count: float) -> tuple[Counts, int]:
    """Return scores as whole multiples of 2^unit, and the unit. Sums of `count` scores are then exact.

    The unit is so small that scores of ordinary size lose nothing. NaN becomes 0.
    """
    filled = np.nan_to_num(scores, nan=0.0)
    largest = float(np.abs(filled).max(initial=0))
    exponent = frexp(largest)[1] + ceil(np.log2(max(count, 1)))
    unit = exponent - 62  # Of the 64 bits of sums one is the sign, and one is spare.
    return np.rint(np.ldexp(filled, -unit)).astype(np.int64), unit


def rounded(sums: Counts, counts: Counts, unit: int) -> Numbers:
    """Return rounded means of sums that are in units of 2^unit; NaN where a count is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        quotients: Numbers = np.ldexp(sums / counts, unit)
        # Above 2^53 / 10^12 a double has fewer than twelve decimals and stays as it is.
        small = np.abs(quotients) < 2.0**53 / 10.0**DECIMALS
        return np.where(small, np.round(quotients, DECIMALS), quotients)


BY_NAME = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
"""The coefficients by the names that `correlate` takes."""


def bootstrap(kind: str, shape: tuple[int, ...], resamples: int) -> tuple[Counts, Counts]:
    """Return how often each resample draws each system and each evaluation of a table of this shape.

    `kind` is `both`, `inputs` (evaluations alone) or `systems`. Resample i seeds drand48 with i, like the
    resamples of a report (`rouge_cli.kernel.python.sums`). The evaluations are drawn first, so that `inputs`
    and reports draw the same evaluations, and `both` draws the evaluations of `inputs` and the systems of
    `systems`.
    """
    state = np.arange(resamples, dtype=np.uint64) << np.uint64(16) | np.uint64(0x330E)
    counts = []
    for size, is_drawn in ((shape[1], kind != "systems"), (shape[0], kind != "inputs")):
        drawn = np.zeros((resamples, size), dtype=np.int64)
        for _ in range(size):
            state = _MULTIPLIER * state + _INCREMENT & _MASK  # The mask drops all bits that overflow.
            drawn[np.arange(resamples), (state * 2.0**-48 * size).astype(np.int64)] += 1
        counts.append(drawn if is_drawn else np.ones((1, size), np.int64))
    return counts[1], counts[0]


def at_level(
    level: str,
    x: Numbers,
    z: Numbers,
    names: Sequence[str],
    drawn: tuple[Counts, Counts] | None = None,
    *,
    zero: bool = False,
) -> dict[str, tuple[Numbers, Counts]]:
    """Return each coefficient at one level, but no accuracy, for each resample (default: for the data).

    `x` and `z` are matrices of systems (rows) and evaluations (columns), of a measure and of people; missing
    cells are NaN, and both lack the same cells unless the level is that of systems. `drawn` are counts of
    systems and of evaluations: `drawn[0][k, i]` is how often resample k draws system i. A single row serves
    all resamples. Beside the coefficients stand the numbers of groups in which they are defined: evaluations
    at the summary level, as often as they are drawn, else 0 or 1.

    System level: over the systems' means, each over the cells of its own side. Summary level: the mean over
    evaluations of the coefficient over systems; evaluations in which it is undefined are left out, or count
    as 0 where `zero` is set. Global level: over all cells.
    """
    names = [name for name in names if name in BY_NAME]
    systems, evaluations = drawn or tuple(np.ones((1, size), np.int64) for size in x.shape)
    samples = max(len(systems), len(evaluations))
    present = ~np.isnan(z)
    weights = systems.astype(np.float32)[None]
    values = {name: np.empty(samples) for name in names}
    defined: dict[str, Counts] = {}
    if level == "summary":
        often = evaluations * present.any(axis=0)
        for name in names:
            coefficients = BY_NAME[name](x.T, z.T, weights).T
            known = ~np.isnan(coefficients)
            defined[name] = (often * known).sum(axis=1)
            divisor = often.sum(axis=1) if zero else defined[name]
            with np.errstate(invalid="ignore", divide="ignore"):
                values[name] = (often * np.where(known, coefficients, 0)).sum(axis=1) / divisor
    elif level == "system":
        x, z = means(x, evaluations), means(z, evaluations)
        if len(evaluations) > 1:  # Each resample has means of its own.
            weights = systems.astype(np.float32)[:, None]
        for name in names:
            values[name] = BY_NAME[name](x, z, weights).reshape(-1)
    else:
        rows, columns = np.nonzero(present)
        x, z = x[rows, columns][None], z[rows, columns][None]
        for part in blocks(samples, len(rows)):
            in_part = [counts if len(counts) == 1 else counts[part] for counts in (systems, evaluations)]
            weights = (in_part[0][:, rows] * in_part[1][:, columns]).astype(np.float32)[None]
            for name in names:
                values[name][part] = BY_NAME[name](x, z, weights)[0]
    of_one_group = {name: (~np.isnan(values[name])).astype(np.int64) for name in names}
    return {name: (values[name], (of_one_group | defined)[name]) for name in names}
