"""A `Report` -> tables as papers print them, without markup: figures × 100 with two decimals."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, NamedTuple

from ..errors import printable
from ..measures.scores import Estimate
from ..measures.spelling import probability
from ..scoring.comparison import SIGNIFICANT, Comparison, Difference
from ..scoring.results import Report, Result
from .order import ordered
from .output import FIGURES, Output

if TYPE_CHECKING:
    from .significance import Significance


class Cell(NamedTuple):
    """A cell of a table. Its text is printable, but not yet escaped for a markup."""

    text: str
    best: bool = False
    aside: str = ""
    """The part that follows the text and is never bold."""
    stars: str = ""
    """The stars behind the text, which say that its difference to the baseline is significant."""
    room: int = 0
    """The most stars of any cell in the column."""
    near: bool = False
    """True: it is not significantly worse than the best, and in italics."""


class Table(NamedTuple):
    """A table and its caption."""

    caption: str
    head: list[str]
    rows: list[list[Cell]]
    names: int
    """The number of columns that hold names; those after them hold numbers."""


BOLD = "in bold"
"""The words for how the best figures are marked."""


def tables(output: Output, marked: str = BOLD) -> Iterator[Table]:
    """Yield the table of systems × measures and, if there are comparisons, a table of these.

    `marked` says in the caption how the format marks the best figures.
    """
    yield _of_systems(output, marked)
    if output.comparisons:
        yield _of_comparisons(output.comparisons, output.figure, output.report)


def _of_systems(output: Output, marked: str) -> Table:
    report, figure = output.report, output.figure
    significance = None
    if output.comparisons:
        from .significance import significance_of

        significance = significance_of(report, output.comparisons, figure)
    systems = ordered(output, significance.baseline if significance else None)
    measures = list(report.measures)
    columns = []
    for measure in measures:
        estimates = {system: _estimate(report.systems[system].get(measure), figure) for system in systems}
        stars = {system: significance.stars(system, measure) for system in systems} if significance else {}
        best = significance.best(measure, estimates) if significance else _highest(estimates)
        columns.append(_column(estimates, best, stars, intervals=output.intervals))
    names = [Cell(printable(system)) for system in systems]
    caption = _caption(output, significance, marked)
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return Table(caption, ["System", *measures], rows, 1)


def _caption(output: Output, significance: Significance | None, marked: str) -> str:
    caption = f"{FIGURES[output.figure].capitalize()} × 100"
    if output.intervals:
        caption += f", with {output.report.options.confidence!s}% confidence intervals"
    if significance is not None:
        best = f"{marked}: the best of each measure"
        if significance.least <= SIGNIFICANT:
            best = f"{marked}: not significantly worse than the best of each measure (p > {SIGNIFICANT:g})"
        return (
            f"{caption}; against {printable(significance.baseline)}: {significance.legend()}; {best};"
            " p by paired bootstrap, two-sided, corrected by Holm's method"
        )
    return f"{caption}; the best of each measure {marked}" if len(output.report.systems) > 1 else caption


def _column(
    estimates: Mapping[str, Estimate], best: Container[str], stars: Mapping[str, str], *, intervals: bool
) -> list[Cell]:
    """Return the cells of a measure, one for each system."""
    room = max(map(len, stars.values()), default=0)
    return [
        Cell(
            hundredfold(estimate.average),
            system in best,
            f" {_interval(estimate)}" if intervals else "",
            stars.get(system, ""),
            room,
        )
        for system, estimate in estimates.items()
    ]


def _highest(estimates: Mapping[str, Estimate]) -> set[str]:
    """Return the systems of several that print as the highest figure, which is best.

    A figure of 0 is never best, since it means that nothing matches.
    """
    shown = {system: round(100 * estimate.average, 2) for system, estimate in estimates.items()}
    best = max(filter(isfinite, shown.values()), default=0) if len(shown) > 1 else 0
    return {system for system, value in shown.items() if value == best > 0}


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
