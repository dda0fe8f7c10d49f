"""Numbers as files of scores have them."""

from __future__ import annotations

import re
from math import fsum, isfinite, isnan, nan
from reprlib import repr as shortened
from typing import Any

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, that stand for a score that is missing."""


def number(value: Any) -> float:
    """Return the number that a value spells, the mean of several, or NaN where there is none.

    Raises `ValueError` for anything else.
    """
    if isinstance(value, list):
        numbers = [one for one in map(number, value) if not isnan(one)]
        if len(numbers) < 2:
            return numbers[0] if numbers else nan
        return fsum(numbers) / len(numbers)
    if value is None or (isinstance(value, float) and isnan(value)):
        return nan
    if isinstance(value, str):
        value = _spelt(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"is {shortened(value)}, no number; write a number, or leave it empty")
    try:
        found = float(value)
    except OverflowError:
        found = float("inf")
    if not isfinite(found) and not isnan(found):
        raise ValueError(f"is {shortened(value)}, which is not finite; leave it empty if it has no score")
    return found


def _spelt(text: str) -> float:
    if text.lower() in _MISSING:
        return nan
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"is {shortened(text)}, no number; write one such as 0.25, or leave it empty")
    return float(text)
