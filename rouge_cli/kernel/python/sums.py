"""The definition of sums whose order of addition counts: of resamples, of sorted samples, of floats."""

from array import array
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import add, sub
from struct import unpack

from ..plan import Doubles, Integers

_LANES = 8
"""Values that a processor adds at once, each to a sum of its own."""


def drand48_draws(n: int, resamples: int, first: int = 0) -> Iterator[list[int]]:
    """Yield for each resample from `first` on the n evaluations drawn with replacement, as indices below n.

    Resample i seeds drand48, which is perl's `rand`, with i: a linear congruential generator of 48 bits.
    """
    for seed in range(first, first + resamples):
        state = seed << 16 | 0x330E
        indices = []
        for _ in range(n):
            state = 0x5DEECE66D * state + 0xB & (1 << 48) - 1
            indices.append(int(state * 2.0**-48 * n))
        yield indices


def legacy_draws(state: Integers, n: int, resamples: int) -> Iterator[list[int]]:
    """Yield for each resample n indices below n, as `numpy.random.choice(n, n)` draws them.

    `state` holds the 624 words of the Mersenne Twister and behind them the place of the next one; after the
    last resample it is NumPy's. Words are cut to the bits that n - 1 has, and words that are then too great
    are passed over; without a choice NumPy draws nothing.
    """
    from random import Random  # Few runs need it.

    random = Random()
    random.setstate((3, tuple(state), None))  # The version of the state stands before it.
    last = n - 1
    mask = (1 << last.bit_length()) - 1
    for _ in range(resamples):
        indices = [0] * n if n < 2 else []
        while len(indices) < n:  # A word makes one index at most, so none is drawn in vain.
            size = n - len(indices)
            words = unpack(f"<{size}I", random.getrandbits(32 * size).to_bytes(4 * size, "little"))
            indices += [index for word in words if (index := word & mask) <= last]
        yield indices
    state[:] = array("I", random.getstate()[1])


def resample(
    series: Sequence[Doubles], first: int, resamples: int, divisor: float, state: Integers | None = None
) -> bytes:
    """Return for each series, as doubles, the sum of the values that each resample draws by `divisor`.

    Series have equally many values. Values are added in the order drawn, one after the other: compensated or
    pairwise summation (`sum` from Python 3.12 on, NumPy's) rounds differently. With a state, NumPy's legacy
    generator draws, and the state moves on; without a series it stays.
    """
    n = len(series[0]) if series else 0
    drawn = drand48_draws(n, resamples, first) if state is None else legacy_draws(state, n, resamples)
    sums: list[list[float]] = [[] for _ in series]
    for indices in drawn if series else ():
        for values, row in zip(series, sums, strict=True):
            total: float = 0
            for index in indices:  # In a loop this takes a third of the time of a sum of what a map gets.
                total += values[index]
            row.append(total)
    return b"".join(array("d", [total / divisor for total in row]) for row in sums)


def sort_samples(samples: Doubles) -> float:
    """Sort the samples in place and return their sum, added up in that order."""
    samples[:] = array("d", sorted(samples))
    return reduce(add, samples, 0.0)


def differences(minuends: Doubles, subtrahends: Doubles) -> bytes:
    """Return the value of one array less the value of the other, as doubles."""
    return bytes(array("d", map(sub, minuends, subtrahends)))


def in_order(values: Doubles, order: Integers) -> bytes:
    """Return the values at these places, as doubles."""
    return bytes(array("d", map(values.__getitem__, order)))


def mean_of_floats(values: Sequence[float]) -> float:
    """Return the mean of values that are floats of 32 bits.

    Every sum and the quotient are rounded to a float. The order of addition is that of torch on a
    processor with one thread, or for up to 32,768 values: in rows of eight, or of one if there are
    fewer, the rows in four ways; then the rest from left to right, then the lanes.
    """
    lanes = _LANES if len(values) >= _LANES else 1
    rows = [values[start : start + lanes] for start in range(0, len(values) - lanes + 1, lanes)]
    # The sum of each lane: in four ways as far as there are rounds, then from left to right.
    in_rounds = len(rows) // 4 * 4
    sums, *others = (_sums_of_way(rows[way:in_rounds:4], lanes) for way in range(4))
    for row in (*rows[in_rounds:], *others):
        _add(sums, row)
    total = array("f", [0])
    for value in (*values[len(rows) * lanes :], *sums):
        total[0] += value
    return array("f", [total[0] / len(values)])[0]


def pairwise_mean(values: Sequence[float]) -> float:
    """Return the mean as `numpy.mean` adds it up in one dimension."""
    return _pairwise_sum(values) / len(values)


def _pairwise_sum(values: Sequence[float]) -> float:
    """Return the sum in halves, whose first is a multiple of eight, down to blocks of eight lanes."""
    size = len(values)
    if size > 128:  # NumPy adds as many values without halving them.
        half = size // 2 - size // 2 % _LANES
        return _pairwise_sum(values[:half]) + _pairwise_sum(values[half:])
    if size < _LANES:
        return reduce(add, values, 0.0)
    end = size - size % _LANES
    lanes = [added(values[lane:end:_LANES]) for lane in range(_LANES)]
    while len(lanes) > 1:
        lanes = [one + other for one, other in zip(lanes[::2], lanes[1::2], strict=True)]
    return reduce(add, values[end:], lanes[0])


def _sums_of_way(rows: Sequence[Sequence[float]], lanes: int) -> Doubles:
    """Return the sums of rows by lane. Each level takes 16 sums of the level below it, so that no small value
    is swallowed by a great sum."""
    levels = [array("f", bytes(4 * lanes)) for _ in range(4)]
    for number, row in enumerate(rows, 1):
        _add(levels[0], row)
        step = 16
        for below, level in pairwise(levels):
            if number % step:
                break
            _add(level, below)
            below[:] = array("f", bytes(4 * lanes))
            step *= 16
    for level in levels[1:]:
        _add(levels[0], level)
    return levels[0]


def _add(sums: Doubles, values: Sequence[float]) -> None:
    """Add values to the sums, which are rounded to floats as they are stored."""
    for place, value in enumerate(values):
        sums[place] += value


def added(values: Sequence[float]) -> float:
    """Return the sum, plainly from left to right; `sum` rounds differently from Python 3.12 on."""
    return values[0] if len(values) == 1 else reduce(add, values, 0)
