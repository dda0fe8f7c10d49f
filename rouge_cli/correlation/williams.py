"""Williams' test of two correlations with the same human scores, and the critical value of one of them.

Williams (1959); Graham and Baldwin (2014) and Graham (2015) apply it to metrics of translation and
summarisation.
"""

from __future__ import annotations

from math import isnan, nan, sqrt
from typing import NamedTuple

from scipy.special import stdtr, stdtrit

_ROUNDING = 1e-9
"""The most by which correlations that should be equal differ, as means are rounded (`records.DECIMALS`)."""

_NOISE = 1e-14
"""The determinant of three correlations below which it is but rounding."""

_LEAST_SQUARE = 1e-13
"""The squared error of the difference below which t would be but rounding, too."""


class Williams(NamedTuple):
    """The statistic, its degrees of freedom and its p; NaN where the test is undefined."""

    t: float
    df: int
    greater: float
    """One-sided: how probable so large a t is, if the first measure did not correlate better."""
    two_sided: float


def williams(r12: float, r13: float, r23: float, n: int) -> Williams:
    """Test whether r12 is greater than r13, of n observations; 1 are people, 2 and 3 the measures.

    Correlations are signed: their absolute values, which some programs take, give another p where r23
    alone is negative. Below n = 4, where a correlation is undefined, or where the measures are so much alike
    that t would be but rounding, there is no p, unless r12 and r13 are equal.
    """
    df = n - 3
    if df < 1 or any(map(isnan, (r12, r13, r23))):
        return Williams(nan, max(df, 0), nan, nan)
    difference = r12 - r13
    if abs(difference) <= _ROUNDING:
        return Williams(0.0, df, 0.5, 1.0)
    k = 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23
    k = k if abs(k) > _NOISE else 0.0
    square = 2 * k * (n - 1) / df + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    if square <= _LEAST_SQUARE or r23 <= -1:
        return Williams(nan, df, nan, nan)
    t = difference * sqrt((n - 1) * (1 + r23) / square)
    return Williams(t, df, float(stdtr(df, -t)), 2 * float(stdtr(df, -abs(t))))


def critical_pearson(n: int, level: float = 0.05) -> float:
    """Return the least |r| of n observations that differs from 0 at a two-sided level; NaN below n = 3."""
    if n < 3:
        return nan
    t = float(stdtrit(n - 2, 1 - level / 2))
    return t / sqrt(n - 2 + t * t)
