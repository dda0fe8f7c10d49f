"""Scales of charts: round numbers for their ticks, and places on them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

_STEPS = (1, 2, 2.5, 5, 10)
"""Round steps, by the power of ten."""
_ROUNDING = 1e-9
"""The part of a step by which a sum such as 30.000000000000004 may pass a tick."""


class Scale(NamedTuple):
    """A range of figures × 100, and the step of its ticks."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Return where a value lies on the scale, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return the ticks, from the lowest to the highest."""
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]


def scale_for(values: Iterable[float], *, most_ticks: int = 6) -> Scale:
    """Return a scale that holds all finite values, from one round number to another."""
    finite = [value for value in values if isfinite(value)] or [0, 100]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 1, high + 1
    step = _round_step((high - low) / (most_ticks - 1))
    return Scale(floor(low / step + _ROUNDING) * step, ceil(high / step - _ROUNDING) * step, step)


def tick_label(value: float) -> str:
    """Return a tick as it is printed, with a true minus and no more decimals than it needs."""
    return f"{round(value, 6) + 0.0:g}".replace("-", "−")


def _round_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - _ROUNDING))
