"""Means in the arithmetic of floats of 32 bits, added up in the order of torch's sums."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

_LANES = 8
"""Values that a processor adds at once, each to a sum of its own."""
_WAYS = 4
"""Rows of lanes that are added at once; a round is one of each."""
_ROUNDS = 16
"""The rounds after which sums are moved to the next level, so that they do not swallow small values."""


def mean_of_floats(values: Sequence[float]) -> float:
    """Return the mean of values that are floats; NaN if there are none.

    Every sum and the quotient are rounded to a float. The order of addition is that of torch on a
    processor with one thread, or for up to 32,768 values: in rows of eight, or of one if there are
    fewer, the rows in four ways; then the rest from left to right, then the lanes.
    """
    if not values:
        return float("nan")
    lanes = _LANES if len(values) >= _LANES else 1
    rows = [values[start : start + lanes] for start in range(0, len(values) - lanes + 1, lanes)]
    total = array("f", [0])
    for value in (*values[len(rows) * lanes :], *_sums_of_lanes(rows, lanes)):
        total[0] += value
    return array("f", [total[0] / len(values)])[0]


def _sums_of_lanes(rows: Sequence[Sequence[float]], lanes: int) -> array[float]:
    """Return the sum of each lane: in four ways as far as there are rounds, then from left to right."""
    rounds = len(rows) // _WAYS
    first, *others = (_sums_of_way(rows[way : rounds * _WAYS : _WAYS], lanes) for way in range(_WAYS))
    for row in (*rows[rounds * _WAYS :], *others):
        _add(first, row)
    return first


def _sums_of_way(rows: Sequence[Sequence[float]], lanes: int) -> array[float]:
    """Return the sums of rows by lane, in levels of which each has 16 moves of the one below it."""
    levels = [array("f", bytes(4 * lanes)) for _ in range(4)]
    for number, row in enumerate(rows, 1):
        _add(levels[0], row)
        step = _ROUNDS
        for below, level in pairwise(levels):
            if number % step:
                break
            _add(level, below)
            below[:] = array("f", bytes(4 * lanes))
            step *= _ROUNDS
    for level in levels[1:]:
        _add(levels[0], level)
    return levels[0]


def _add(sums: array[float], values: Sequence[float]) -> None:
    """Add values to the sums, which are rounded to floats as they are stored."""
    for place, value in enumerate(values):
        sums[place] += value
