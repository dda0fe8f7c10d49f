"""Resamples of the evaluations: drand48's draws, sums in the order drawn, sorted samples."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import add

_MULTIPLIER, _INCREMENT, _MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1
_SEED_TAIL = 0x330E
_UNIT = 2.0**-48


def draws(n: int, resamples: int, first: int = 0) -> Iterator[list[int]]:
    """Yield for each resample from `first` on the n evaluations drawn with replacement, as indices below n.

    Resample i seeds drand48, which is perl's `rand`, with i: a linear congruential generator of 48 bits.
    """
    for seed in range(first, first + resamples):
        state = seed << 16 | _SEED_TAIL
        indices = []
        for _ in range(n):
            state = _MULTIPLIER * state + _INCREMENT & _MASK
            indices.append(int(state * _UNIT * n))
        yield indices


def resample(
    series: Sequence[Sequence[float]],
    orders: Sequence[Sequence[int] | None],
    first: int,
    resamples: int,
    divisor: float,
) -> list[list[float]]:
    """Return for each series the sum of the values that each resample draws, divided by `divisor`.

    A series is drawn from in its order. Values are added in the order drawn, one after the other:
    compensated or pairwise summation (`sum` from Python 3.12 on, NumPy's) rounds differently.
    """
    n = draws_of(series, orders)
    return sums_of(draws(n, resamples, first), series, orders, divisor)


def draws_of(series: Sequence[Sequence[float]], orders: Sequence[Sequence[int] | None]) -> int:
    """Return how many values each resample draws from such series, all of which have equally many."""
    for values, order in zip(series, orders, strict=True):
        return len(values if order is None else order)
    return 0


def sums_of(
    drawn: Iterable[Sequence[int]],
    series: Sequence[Sequence[float]],
    orders: Sequence[Sequence[int] | None],
    divisor: float,
) -> list[list[float]]:
    """Return for each series the divided sum of the values that stand where each resample draws."""
    ordered = [
        values if order is None else [values[place] for place in order]
        for values, order in zip(series, orders, strict=True)
    ]
    sums: list[list[float]] = [[] for _ in ordered]
    for indices in drawn:
        for values, row in zip(ordered, sums, strict=True):
            total: float = 0
            for index in indices:
                total += values[index]
            row.append(total)
    return [[total / divisor for total in row] if divisor != 1 else row for row in sums]


def sort_samples(samples: array[float] | list[float]) -> float:
    """Sort the samples in place and return their sum, added up in that order."""
    ordered = sorted(samples)
    if isinstance(samples, array):
        samples[:] = array("d", ordered)
    else:
        samples[:] = ordered
    return reduce(add, ordered, 0.0)
