"""The record of what is to be written, which every format takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..evaluation import Evaluation
from ..scoring.results import Report

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison

FIGURES = {"R": "recall", "P": "precision", "F": "f"}
"""By its letter, the field of a result or a comparison that a figure is."""


class Output(NamedTuple):
    """A report, and how it is to be shown."""

    report: Report
    evaluations: Sequence[Evaluation] = ()
    """The evaluations that were scored, for the trace of the verbose format."""
    details: bool = False
    """Whether the score of every evaluation is shown, too."""
    comparisons: tuple[Comparison, ...] = ()
    figure: str = "F"
    """The letter of the figure that a table of systems and measures shows."""
    intervals: bool = False
    """Whether such a table has the confidence intervals."""
