"""Which system is better: paired bootstrap over the evaluations that two systems have."""

from __future__ import annotations

from typing import NamedTuple

from .bootstrap import Estimate


class Difference(NamedTuple):
    """How far a figure of a system lies above the baseline's."""

    estimate: Estimate
    """The difference over the resamples, and the bounds of its confidence interval."""
    p: float
    """Two-sided: how probable a difference this large is, if there were none."""
    corrected: float
    """`p` corrected by Holm's method for the comparisons made by the same measure and figure."""


class Comparison(NamedTuple):
    """A system and a baseline by one measure."""

    measure: str
    system: str
    baseline: str
    evaluations: int
    """How many both have."""
    recall: Difference
    precision: Difference
    f: Difference
