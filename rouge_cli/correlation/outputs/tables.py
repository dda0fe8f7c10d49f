"""Correlations -> tables in Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from ...errors import printable
from ...rendering import table_model
from ...rendering.table_model import Cell, Table
from ..records import Correlation, MeasureCorrelations
from .shown import (
    COEFFICIENTS,
    LEVELS,
    NO_NUMBER,
    Shown,
    aside,
    closing,
    counts_differ,
    figure,
    origin,
    p_value,
    pairs,
    summary,
    title,
)


def markdown(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in Markdown."""
    yield from table_model.markdown(_tables(shown))
    if run := origin(shown):
        yield run.replace("Signature: ", "Signature: `") + "`\n"


def latex(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in LaTeX."""
    if run := origin(shown):
        yield f"% {run}\n"
    yield from table_model.latex(_tables(shown))


def _tables(shown: Shown) -> Iterator[Table]:
    for human in shown.correlations.humans:
        results = shown.of_human(human)
        sentences = f"{summary(shown, human)} {closing(shown, human)}".strip().removesuffix(".")
        for level in shown.levels(human):
            yield _of_level(results, level, shown.coefficients, f"{title(results, level)}. {sentences}")
        yield from _of_accuracies(results, printable(human))
        yield from _of_comparisons(shown, human)


def _of_level(results: list[MeasureCorrelations], level: str, coefficients: list[str], caption: str) -> Table:
    has_counts = counts_differ(results, level)
    columns = []
    for name in coefficients:
        values = [one.correlations.get(level, {}).get(name) for one in results]
        best = _best(values)
        columns.append([_cell(value, best, has_count=has_counts) for value in values])
    names = [Cell(printable(one.measure)) for one in results]
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return Table(caption, ["Measure", *(COEFFICIENTS[name] for name in coefficients)], rows, 1)


def _best(values: list[Correlation | None]) -> str:
    """Return the highest coefficient of a column as it prints, if there is anything to compare."""
    finite = [one.value for one in values if one is not None and isfinite(one.value)]
    return figure(max(finite)) if len(values) > 1 and finite else ""


def _cell(one: Correlation | None, best: str, *, has_count: bool) -> Cell:
    if one is None:
        return Cell(NO_NUMBER)
    value = figure(one.value)
    return Cell(value, value == best, f" {aside(one, has_count=has_count)}".rstrip())


def _of_accuracies(results: list[MeasureCorrelations], human: str) -> Iterator[Table]:
    rows = [
        [
            Cell(printable(one.measure)),
            Cell(pairs(accuracy)),
            Cell(figure(accuracy.plain)),
            Cell(figure(accuracy.calibrated)),
            Cell(f"{accuracy.epsilon:.6g}" if isfinite(accuracy.epsilon) else NO_NUMBER),
            Cell(figure(accuracy.soft)),
        ]
        for one in results
        for accuracy in one.accuracies
    ]
    if rows:
        caption = f"Share of pairs that are ordered as by {human}; ties are differences up to the threshold"
        yield Table(caption, ["Measure", "Pairs", "Plain", "Calibrated", "Threshold", "Soft"], rows, 2)


def _of_comparisons(shown: Shown, human: str) -> Iterator[Table]:
    rows = [
        [
            *(Cell(printable(name)) for name in (one.measure, one.baseline)),
            *(Cell(LEVELS[one.level]), Cell(COEFFICIENTS[one.coefficient])),
            *(Cell(figure(one.difference)), Cell(p_value(one.p)), Cell(p_value(one.corrected))),
        ]
        for one in shown.correlations.comparisons
        if one.human == human
    ]
    if rows:
        caption = (
            f"Differences of correlations with {printable(human)}; p two-sided"
            f" ({shown.correlations.settings.test}), then corrected by Holm's method"
        )
        head = ["Measure", "Baseline", "Level", "Coefficient", "Difference", "p", "Corrected p"]
        yield Table(caption, head, rows, 4)
