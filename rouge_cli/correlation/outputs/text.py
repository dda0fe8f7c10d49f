"""Correlations -> lines for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from ...errors import printable
from ..records import MeasureCorrelations
from .shown import (
    COEFFICIENTS,
    NO_NUMBER,
    Shown,
    closing,
    comparison,
    figure,
    groups,
    interval,
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
        if told := closing(shown, human):
            yield f"{told}\n"
        for one in shown.correlations.comparisons:
            if one.human == human:
                yield f"{comparison(one)}\n"
    if made := origin(shown):
        yield f"{made}\n"


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
    cells = []
    told = level != "summary" or len(groups(results, level)) == 1
    for name in coefficients:
        found = one.correlations.get(level, {}).get(name)
        if found is None:
            cells.append(NO_NUMBER)
            continue
        count = "" if told else f"({found.defined:,} of {found.groups:,})"
        cells.append(" ".join(filter(None, [figure(found.value), interval(found), count])))
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
    shown = figure(value)
    return shown if shown == NO_NUMBER else f"{shown} (up to {epsilon:.6g})"


def _line(name: str, cells: Sequence[str], names: int, widths: Sequence[int]) -> str:
    padded = [_padded(name, names), *map(_padded, cells, widths)]
    return "  ".join(padded).rstrip() + "\n"


def _padded(word: str, columns: int) -> str:
    return word + " " * (columns - width(word))


def width(word: str) -> int:
    """Return the columns of a terminal that a word takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word
    )
