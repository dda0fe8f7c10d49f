"""NumPy's legacy generator, the Mersenne Twister: indices below n, and resamples drawn by them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from random import Random

from .resampling import draws_of, sums_of

_WORD_BITS = 32
_VERSION = 3
"""The first item of a state of `random.Random`; behind it are the words and the place of the next one."""


def legacy_draws(state: array[int], n: int, resamples: int) -> Iterator[list[int]]:
    """Yield for each resample n indices below n, as `numpy.random.choice(n, n)` draws them.

    `state` holds the 624 words of the generator and behind them the place of the next one; it is where
    NumPy's would be when the last resample has been drawn. Words are cut to the bits that n - 1 has, and
    those that are too great are passed over; without a choice nothing is drawn.
    """
    random = Random()
    random.setstate((_VERSION, tuple(state), None))
    last = n - 1
    mask = (1 << last.bit_length()) - 1 if n else 0
    for _ in range(resamples):
        indices = [0] * n if n < 2 else []
        while len(indices) < n:  # A word makes one index at most, so none is drawn in vain.
            words = _words(random, n - len(indices))
            indices += [index for word in words if (index := word & mask) <= last]
        yield indices
    state[:] = array("I", random.getstate()[1])


def _words(random: Random, count: int) -> array[int]:
    """Return the next words of the generator."""
    words = array(
        "I", random.getrandbits(_WORD_BITS * count).to_bytes(_WORD_BITS // 8 * count, sys.byteorder)
    )
    if sys.byteorder == "big":  # The first word is the least significant.
        words.reverse()
    return words


def legacy_resample(
    series: Sequence[Sequence[float]],
    orders: Sequence[Sequence[int] | None],
    state: array[int],
    resamples: int,
    divisor: float,
) -> list[list[float]]:
    """Return for each series the divided sum of the values that each resample draws, as `resample` does.

    The legacy generator draws, and its state moves on; where there is no series it stays.
    """
    drawn = legacy_draws(state, draws_of(series, orders), resamples if series else 0)
    return sums_of(drawn, series, orders, divisor)
