"""Powers as the original computes them: whole numbers stay whole as far as they are exact."""

from __future__ import annotations

import math
from functools import cache

from ..kernel import Numbers
from .scores import exact


def power(base: float, exponent: float) -> float:
    """Return the power, a whole number of whole ones as far as it is exact.

    A power of whole numbers that by their lengths fits 64 bits is exact, but for powers of two; all
    others are those of C's `pow`, whole again below 2**53 and infinite where no double holds them.
    """
    whole = float(base).is_integer() and float(exponent).is_integer()
    if whole:
        base = int(base)
        power_of_two = not base & (base - 1)
        if not power_of_two and base.bit_length() * exponent <= 64:
            return int(base ** int(exponent))
    try:
        result = math.pow(base, exponent)
    except OverflowError:
        return math.inf
    return int(result) if whole and result < 2**53 else result


def weights_of_runs(exponent: float, words: int) -> Numbers:
    """Return the weights of runs of 0, 1, 2 … up to at least all of `words`, as `exact` does."""
    return _weights_up_to(exponent, 1 << words.bit_length())


@cache
def _weights_up_to(exponent: float, last: int) -> Numbers:
    weights = [power(run, exponent) for run in range(last + 1)]
    return exact(weights, weights[-1])
