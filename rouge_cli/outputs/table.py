"""A `Report` -> tables as papers print them, without markup: figures × 100 with two decimals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isfinite, nan
from typing import NamedTuple

from ..errors import printable
from ..measures.scores import Estimate
from ..measures.spelling import probability
from ..scoring.comparison import Comparison, Difference
from ..scoring.results import Report, Result
from .output import FIGURES, Output


class Cell(NamedTuple):
    """A cell of a table. Its text is printable, but not yet escaped for a markup."""

    text: str
    best: bool = False
    aside: str = ""
    """The part that follows the text and is never bold."""
    near: bool = False
    """True: it is not significantly worse than the best, and in italics."""


class Table(NamedTuple):
    """A table and its caption."""

    caption: str
    head: list[str]
    rows: list[list[Cell]]
    names: int
    """The number of columns that hold names; those after them hold numbers."""


def tables(output: Output) -> Iterator[Table]:
    """Yield the table of systems × measures and, if there are comparisons, a table of these."""
    yield _of_systems(output.report, output.figure, intervals=output.intervals)
    if output.comparisons:
        yield _of_comparisons(output.comparisons, output.figure, output.report)


def _of_systems(report: Report, figure: str, *, intervals: bool) -> Table:
    measures = list(dict.fromkeys(chain.from_iterable(report.systems.values())))
    columns = [
        _column([_estimate(results.get(measure), figure) for results in report.systems.values()], intervals)
        for measure in measures
    ]
    names = [Cell(printable(system)) for system in report.systems]
    caption = f"{FIGURES[figure].capitalize()} × 100"
    if intervals:
        caption += f", with {report.options.confidence!s}% confidence intervals"
    if len(names) > 1:
        caption += "; the best of each measure in bold"
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return Table(caption, ["System", *measures], rows, 1)


def _column(estimates: Sequence[Estimate], intervals: bool) -> list[Cell]:
    """Return the cells of a measure, one for each system; all that print as the highest figure are best.

    A figure of 0 is never best, since it means that nothing matches.
    """
    shown = [round(100 * estimate.average, 2) for estimate in estimates]
    best = max(filter(isfinite, shown), default=0) if len(shown) > 1 else 0
    return [
        Cell(hundredfold(estimate.average), value == best > 0, f" {_interval(estimate)}" if intervals else "")
        for estimate, value in zip(estimates, shown, strict=True)
    ]


def _of_comparisons(comparisons: Sequence[Comparison], figure: str, report: Report) -> Table:
    caption = (
        f"{FIGURES[figure].capitalize()} × 100, differences by paired bootstrap with"
        f" {report.options.confidence!s}% confidence intervals; p two-sided, then corrected by Holm's method"
    )
    head = ["System", "Baseline", "Measure", "Evaluations", "Difference", "p", "Corrected p"]
    return Table(caption, head, [_comparison_row(comparison, figure) for comparison in comparisons], 3)


def _comparison_row(comparison: Comparison, figure: str) -> list[Cell]:
    difference: Difference = getattr(comparison, FIGURES[figure])
    estimate = difference.estimate
    names = (comparison.system, comparison.baseline, comparison.measure)
    return [
        *(Cell(printable(name)) for name in names),
        Cell(str(comparison.evaluations)),
        Cell(hundredfold(estimate.average, "+"), aside=f" {_interval(estimate, '+')}"),
        Cell(_probability(difference.p)),
        Cell(_probability(difference.corrected)),
    ]


def _estimate(result: Result | None, figure: str) -> Estimate:
    """Return the estimate of a figure; it is not a number for a system that no evaluation has."""
    if result is None or not result.scores:
        return Estimate(nan, nan, nan)
    estimate: Estimate = getattr(result, FIGURES[figure])
    return estimate


def _interval(estimate: Estimate, sign: str = "-") -> str:
    return f"[{hundredfold(estimate.low, sign)}, {hundredfold(estimate.high, sign)}]"


def hundredfold(value: float, sign: str = "-") -> str:
    """Return a figure × 100, with a true minus; the sign "+" marks positive figures, too."""
    if not isfinite(value):
        return "–"
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(100 * value, 2) + 0.0:{sign}.2f}".replace("-", "−")


def _probability(p: float) -> str:
    return probability(p) if isfinite(p) else "–"
