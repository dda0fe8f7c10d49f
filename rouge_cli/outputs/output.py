"""The record that every format takes: a report, and how it is to be shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, overload

from ..measures.scores import Estimate
from ..record import Record
from ..scoring.results import Report, Result
from ..text.batches import Evaluations

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison, Difference

FIGURES = {"R": "recall", "P": "precision", "F": "f"}
"""The letter of each figure, and the field of a result or a comparison that holds it."""

ORDERS = ("given", "id", "score")
"""The orders of systems in a table: that of the input, by ID, and by the first measure."""


class Output(Record):
    """A report, and how it is to be shown."""

    report: Report
    evaluations: Evaluations = ()
    """The evaluations that were scored, for the trace of the verbose format."""
    details: bool = False
    """True: the score of every evaluation is shown, too."""
    comparisons: tuple["Comparison", ...] = ()
    figure: str = "F"
    """The letter of the figure that a table of systems and measures shows."""
    intervals: bool = False
    """True: such a table has the confidence intervals."""
    sort: str = "given"
    """The order of systems in such a table, one of `ORDERS`."""


@overload
def by_letter(figures: Result) -> Iterator[tuple[str, Estimate]]: ...
@overload
def by_letter(figures: "Comparison") -> Iterator[tuple[str, "Difference"]]: ...
def by_letter(figures: "Result | Comparison") -> Iterator[tuple[str, "Estimate | Difference"]]:
    """Yield recall, precision and F of a result or a comparison, each with its letter."""
    for letter, field in FIGURES.items():
        yield letter, getattr(figures, field)
