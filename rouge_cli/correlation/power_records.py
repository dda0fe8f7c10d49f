"""The answer to "how many evaluations do I need?", as records that outputs print."""

from __future__ import annotations

from typing import Any, NamedTuple

from .records import plain


class PowerPoint(NamedTuple):
    """The probability to find the difference with so many evaluations."""

    evaluations: int
    power: float


class Power(NamedTuple):
    """The answer to "how many evaluations do I need?" for two systems, a measure and a difference."""

    measure: str
    system: str
    baseline: str
    pilot: int
    """The evaluations of the pilot, which both systems have."""
    observed: float
    """The mean difference in the pilot."""
    deviation: float
    """The standard deviation of the pilot's differences."""
    difference: float
    """The difference that is to be found."""
    level: float
    """The p at which a difference counts as found, such as 0.05."""
    target: float
    """The power that is asked for, such as 0.8."""
    needed: int | None
    """The least evaluations that reach the target; `None` where `most` do not."""
    most: int
    """The most evaluations that were tried."""
    curve: tuple[PowerPoint, ...]
    simulations: int
    seed: int
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return {
            **plain(self._asdict()),
            "curve": [point._asdict() for point in self.curve],
            "notes": list(self.notes),
        }
