"""Figures, counts and probabilities as ROUGE-1.5.5 and its kin print them."""

from __future__ import annotations

from math import isfinite, isnan

from .scores import Estimate

DECIMALS = 5
"""The decimals of a figure."""
_WHOLE_IN_FULL = 2**53
_TRUNCATED_IN_FULL = 2**64


def fixed(value: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure with so many decimals; `None`: as many as tell it from all others."""
    if decimals is None and isfinite(value):
        return repr(value)
    return f"{value:7.{decimals}f}" if isfinite(value) else f"{_general(value):>7}"


def interval(estimate: Estimate, confidence: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure and its confidence interval."""
    average, low, high = (fixed(value, decimals) for value in estimate)
    return f"{average} ({confidence!s}%-conf.int. {low} - {high})"


def number(value: float) -> str:
    """Return a count as the original prints it.

    A whole number is printed in full, and so is a double that is one below 2**53; all else has 15
    digits.
    """
    if isinstance(value, int) and value < _TRUNCATED_IN_FULL:
        return str(int(value))
    if isfinite(value) and value == int(value) and value < _WHOLE_IN_FULL:
        return str(int(value))
    return _general(value)


def truncated(value: float) -> str:
    """Return a count without its decimals, in full below 2**64."""
    return str(int(value)) if value < _TRUNCATED_IN_FULL else _general(value)


def short(count: float) -> str:
    """Return a count with two decimals at most."""
    return number(round(count, 2))


def plain(number: float) -> str:
    """Return a number that is the same however it was typed."""
    return repr(float(number)).removesuffix(".0")


def probability(p: float) -> str:
    """Return a p with four decimals or, where these would not show what it is, with a power of ten."""
    if isnan(p):
        return number(p)
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"


def _general(value: float) -> str:
    if isnan(value):
        return "NaN"
    return f"{value:.15g}" if isfinite(value) else "Inf"
