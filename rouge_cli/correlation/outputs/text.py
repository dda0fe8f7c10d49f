"""Correlations -> lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

from ...errors import printable
from ...rendering.table_model import padded, width
from ..records import MeasureCorrelations
from .shown import (
    COEFFICIENTS,
    NO_NUMBER,
    Shown,
    aside,
    closing,
    comparison,
    counts_differ,
    figure,
    origin,
    pairs,
    summary,
    title,
)

_NAMES = 16
"""The least width of the column with the names of measures."""


def text(shown: Shown) -> Iterator[str]:
    """Yield the lines: for each human score the tables of the levels, then the comparisons."""
    for place, human in enumerate(shown.correlations.humans):
        if place:
            yield "\n"
        yield f"{summary(shown, human)}\n\n"
        yield from _levels(shown, human)
        yield from _accuracies(shown.of_human(human))
        if sentences := closing(shown, human):
            yield f"{sentences}\n"
        for one in shown.correlations.comparisons:
            if one.human == human:
                yield f"{comparison(one)}\n"
    if run := origin(shown):
        yield f"{run}\n"


def _levels(shown: Shown, human: str) -> Iterator[str]:
    """Yield the tables of all levels, whose columns stand below one another."""
    results = shown.of_human(human)
    heads = [COEFFICIENTS[name] for name in shown.coefficients]
    rows = {
        level: [_row(one, level, shown.coefficients, results) for one in results]
        for level in shown.levels(human)
    }
    widths = [
        max(width(cell) for cell in column)
        for column in zip(heads, *(cells for of_level in rows.values() for _, cells in of_level), strict=True)
    ]
    names = max([_NAMES, *(width(name) for of_level in rows.values() for name, _ in of_level)])
    for place, (level, of_level) in enumerate(rows.items()):
        head = title(results, level)
        if place == 0 and width(head) <= names:
            yield _line(head, heads, names, widths)
        else:
            yield f"{head}\n"
            if place == 0:
                yield _line("", heads, names, widths)
        for name, cells in of_level:
            yield _line(name, cells, names, widths)


def _row(
    one: MeasureCorrelations, level: str, coefficients: Sequence[str], results: list[MeasureCorrelations]
) -> tuple[str, list[str]]:
    """Return the name of a measure and its cells, with their counts where the title does not say them."""
    has_counts = counts_differ(results, level)
    by_name = one.correlations.get(level, {})
    cells = [
        f"{figure(by_name[name].value)} {aside(by_name[name], has_count=has_counts)}".rstrip()
        if name in by_name
        else NO_NUMBER
        for name in coefficients
    ]
    return printable(one.measure), cells


def _accuracies(results: list[MeasureCorrelations]) -> Iterator[str]:
    """Yield the table of accuracies, if they were asked for."""
    rows = [
        (
            printable(one.measure),
            [
                pairs(accuracy),
                figure(accuracy.plain),
                _calibrated(accuracy.calibrated, accuracy.epsilon),
                figure(accuracy.soft),
            ],
        )
        for one in results
        for accuracy in one.accuracies
    ]
    if not rows:
        return
    heads = ["Pairs", "Plain", "With calibrated ties", "Soft"]
    widths = [max(map(width, column)) for column in zip(heads, *(cells for _, cells in rows), strict=True)]
    names = max([_NAMES, *(width(name) for name, _ in rows)])
    yield _line("Accuracy", heads, names, widths)
    for name, cells in rows:
        yield _line(name, cells, names, widths)


def _calibrated(value: float, epsilon: float) -> str:
    return f"{figure(value)} (up to {epsilon:.6g})" if isfinite(value) else NO_NUMBER


def _line(name: str, cells: Sequence[str], names: int, widths: Sequence[int]) -> str:
    words = [padded(name, names), *map(padded, cells, widths)]
    return "  ".join(words).rstrip() + "\n"
