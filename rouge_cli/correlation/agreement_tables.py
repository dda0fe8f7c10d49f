"""Correlations as tables for a terminal, for Markdown and for LaTeX, as JSON and as separated values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple

from ..errors import printable, several
from ..rendering import table_model
from ..rendering.program_formats import json_lines, lines, name_cell
from ..rendering.table_model import Cell, Table, padded, width
from ..text.files import named
from .outcomes import (
    GROUPINGS,
    Accuracy,
    Correlation,
    CorrelationDifference,
    Correlations,
    MeasureCorrelations,
)

NO_NUMBER = "–"
COEFFICIENTS = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall", "accuracy": "Accuracy"}
LEVELS = {"system": "system level", "summary": "summary level", "global": "global level"}
_INTERVALS = {
    "both": "bootstrap of systems and evaluations",
    "inputs": "bootstrap of evaluations",
    "systems": "bootstrap of systems",
    "fisher": "Fisher's transformation",
}
_NAMES = 16
"""The least width of the column with the names of measures in a terminal."""

_HEAD = (
    *("human", "level", "measure", "coefficient", "value", "low", "high", "n", "defined", "groups"),
    *("systems", "evaluations", "summaries", "baseline", "p", "p_corrected"),
)
"""The columns are the same with and without comparisons, so that files of several runs can be joined."""


class Shown(NamedTuple):
    """Correlations, and where the scores come from."""

    correlations: Correlations
    human_files: tuple[str, ...]
    score_files: tuple[str, ...] = ()
    signature: str | None = None
    """The signature of the run that made scores, if there was one."""
    figure: str | None = None
    """The figure of the run's measures: `recall`, `precision` or `f`."""

    def of_human(self, human: str) -> list[MeasureCorrelations]:
        """Return the results with one human score."""
        return [one for one in self.correlations.results if one.human == human]

    def levels(self, human: str) -> list[str]:
        """Return the levels with any coefficient."""
        results = self.of_human(human)
        levels = self.correlations.settings.levels
        return [level for level in levels if any(one.correlations.get(level) for one in results)]

    @property
    def coefficients(self) -> list[str]:
        """The coefficients of the tables; accuracies have tables of their own."""
        return [name for name in self.correlations.settings.coefficients if name != "accuracy"]


def figure(value: float) -> str:
    """Return a coefficient with three decimals."""
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(value, 3) + 0.0:.3f}" if isfinite(value) else NO_NUMBER


def percent(value: float) -> str:
    """Return a level of confidence as a user types it: 95, 99.5."""
    return f"{value!s}".removesuffix(".0")


def _p(p: float) -> str:
    """Return a p with three decimals, or in scientific notation if three decimals show too little."""
    if not isfinite(p):
        return NO_NUMBER
    return f"{p:.3f}" if p >= 0.0005 else f"{p:.1e}"


def text(shown: Shown) -> Iterator[str]:
    """Yield the lines for a terminal: for each human score the tables of the levels, then the comparisons."""
    for place, human in enumerate(shown.correlations.humans):
        if place:
            yield "\n"
        yield f"{_summary(shown, human)}\n\n"
        yield from _level_lines(shown, human)
        yield from _accuracy_lines(shown.of_human(human))
        if sentences := _closing(shown, human):
            yield f"{sentences}\n"
        for one in shown.correlations.comparisons:
            if one.human == human:
                yield f"{_comparison_line(one)}\n"
    if run := _origin(shown):
        yield f"{run}\n"


def markdown(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in Markdown."""
    yield from table_model.markdown(_tables(shown))
    if run := _origin(shown):
        yield run.replace("Signature: ", "Signature: `") + "`\n"


def latex(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in LaTeX."""
    if run := _origin(shown):
        yield f"% {run}\n"
    yield from table_model.latex(_tables(shown))


def _tables(shown: Shown) -> Iterator[Table]:
    for human in shown.correlations.humans:
        results = shown.of_human(human)
        sentences = f"{_summary(shown, human)} {_closing(shown, human)}".strip().removesuffix(".")
        for level in shown.levels(human):
            table = _of_level(results, level, shown.coefficients)
            yield table._replace(caption=f"{table.caption}. {sentences}")
        yield from _of_accuracies(results, printable(human))
        yield from _of_comparisons(shown, human)


def _of_level(results: list[MeasureCorrelations], level: str, coefficients: list[str]) -> Table:
    """Return the table of a level; cells have counts of evaluations if these are not all the same."""
    counts = {
        (one.defined, one.groups) for result in results for one in result.correlations.get(level, {}).values()
    }
    has_counts = level == "summary" and len(counts) > 1
    columns = []
    for name in coefficients:
        values = [one.correlations.get(level, {}).get(name) for one in results]
        finite = [one.value for one in values if one is not None and isfinite(one.value)]
        # Single values are not called best.
        best = figure(max(finite)) if len(values) > 1 and finite else ""
        columns.append([_cell(value, best, has_count=has_counts) for value in values])
    title = {
        "system": "System level",
        "summary": "Summary level, mean over evaluations",
        "global": "Global level, all summaries",
    }[level]
    summaries = {one.summaries for one in results}
    if level == "global" and len(summaries) == 1:
        title += f" ({summaries.pop():,})"
    if level == "summary" and len(counts) == 1:
        title += " ({:,} of {:,})".format(*counts.pop())
    names = [Cell(printable(one.measure)) for one in results]
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return Table(title, ["Measure", *(COEFFICIENTS[name] for name in coefficients)], rows, 1)


def _cell(one: Correlation | None, best: str, *, has_count: bool) -> Cell:
    """Return a coefficient, with its interval and the number of its evaluations behind it."""
    if one is None:
        return Cell(NO_NUMBER)
    value = figure(one.value)
    bounds = f" [{figure(one.low)}, {figure(one.high)}]" if isfinite(one.low) else ""
    count = f" ({one.defined:,} of {one.groups:,})" if has_count else ""
    return Cell(value, value == best, bounds + count)


def _of_accuracies(results: list[MeasureCorrelations], human: str) -> Iterator[Table]:
    rows = [[Cell(text) for text in row] for row in _accuracies(results)]
    if rows:
        caption = f"Share of pairs that are ordered as by {human}; ties are differences up to the threshold"
        yield Table(caption, ["Measure", "Pairs", "Plain", "Calibrated", "Threshold", "Soft"], rows, 2)


def _accuracies(results: list[MeasureCorrelations]) -> Iterator[list[str]]:
    """Yield for each accuracy the measure, the pairs, the figures and the threshold."""
    for one in results:
        for accuracy in one.accuracies:
            threshold = f"{accuracy.epsilon:.6g}" if isfinite(accuracy.epsilon) else NO_NUMBER
            figures = figure(accuracy.plain), figure(accuracy.calibrated), threshold, figure(accuracy.soft)
            yield [printable(one.measure), _pairs(accuracy), *figures]


def _of_comparisons(shown: Shown, human: str) -> Iterator[Table]:
    rows = [
        [
            *(Cell(printable(name)) for name in (one.measure, one.baseline)),
            *(Cell(LEVELS[one.level]), Cell(COEFFICIENTS[one.coefficient])),
            *(Cell(figure(one.difference)), Cell(_p(one.p)), Cell(_p(one.corrected))),
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


def _level_lines(shown: Shown, human: str) -> Iterator[str]:
    """Yield the tables of all levels, with columns below one another."""
    results = shown.of_human(human)
    tables = [_of_level(results, level, shown.coefficients) for level in shown.levels(human)]
    heads = [COEFFICIENTS[name] for name in shown.coefficients]
    rows = [[[cell.text + cell.aside for cell in row] for row in table.rows] for table in tables]
    every = [["", *heads], *(row for of_table in rows for row in of_table)]
    names, *widths = [max(map(width, column)) for column in zip(*every, strict=True)]
    names = max(_NAMES, names)
    for place, table in enumerate(tables):
        beside = place == 0 and width(table.caption) <= names
        if not beside:
            yield f"{table.caption}\n"
        if place == 0:
            yield _line([table.caption if beside else "", *heads], [names, *widths])
        for row in rows[place]:
            yield _line(row, [names, *widths])


def _accuracy_lines(results: list[MeasureCorrelations]) -> Iterator[str]:
    rows = [["Accuracy", "Pairs", "Plain", "With calibrated ties", "Soft"]]
    for measure, pairs, plain, calibrated, threshold, soft in _accuracies(results):
        tied = calibrated if threshold == NO_NUMBER else f"{calibrated} (up to {threshold})"
        rows.append([measure, pairs, plain, tied, soft])
    if len(rows) > 1:
        names, *widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
        yield from (_line(row, [max(_NAMES, names), *widths]) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(map(padded, row, widths)).rstrip() + "\n"


def _summary(shown: Shown, human: str) -> str:
    """Return the sentences on the data behind the coefficients with one human score."""
    files = ", ".join(printable(named(file)) for file in shown.human_files)
    results = shown.of_human(human)
    sizes = dict.fromkeys(map(_size, results))
    size = next(iter(sizes))
    if len(sizes) > 1:
        size = "; ".join(f"{printable(one.measure)}: {_size(one).lower()}" for one in results)
    return f"Human scores: {printable(human)} ({files}). {size}."


def _size(one: MeasureCorrelations) -> str:
    if not one.evaluations:
        return f"Systems: {len(one.systems)}, scored as wholes"
    return (
        f"Systems: {len(one.systems)}, evaluations: {len(one.evaluations):,},"
        f" summaries: {one.summaries:,} of {one.summaries + one.missing:,}"
    )


def _origin(shown: Shown) -> str:
    """Return the run that made scores in one line, or an empty string if there was none."""
    if shown.signature is None or shown.figure is None:
        return ""
    return f"Figure: {shown.figure.capitalize()}. Signature: {shown.signature}"


def _closing(shown: Shown, human: str) -> str:
    """Return the sentences on intervals and on the coefficients that chance alone would give."""
    settings, sentences, results = shown.correlations.settings, [], shown.of_human(human)
    coefficients = [
        one for result in results for by_name in result.correlations.values() for one in by_name.values()
    ]
    if any(isfinite(one.low) for one in coefficients):
        kind, draws = settings.interval, ""
        if kind != "fisher":
            draws = f", {settings.resamples}"
            if not any(one.evaluations for one in results):
                kind = "systems"  # Whole systems are scored, so that no evaluation can be drawn.
        sentences.append(f"{percent(settings.confidence)}% intervals: {_INTERVALS[kind]}{draws}.")
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = dict.fromkeys(
            (len(one.systems), one.critical) for one in results if isfinite(one.critical)
        )
        sentences += [
            f"|Pearson| of {count} systems differs from 0 above {figure(least)}." for count, least in critical
        ]
    return " ".join(sentences)


def _comparison_line(one: CorrelationDifference) -> str:
    names = f"{printable(one.measure)} - {printable(one.baseline)}"
    statistic = f"t({one.df})={figure(one.t)}, " if isfinite(one.t) else ""
    return (
        f"{names}, {LEVELS[one.level]}, {COEFFICIENTS[one.coefficient]}: {figure(one.difference)},"
        f" {statistic}p={_p(one.p)} corrected p={_p(one.corrected)}"
    )


def _pairs(one: Accuracy) -> str:
    """Return the kind of the pairs of an accuracy, with their number if they were counted."""
    if not isfinite(one.plain):
        return GROUPINGS[one.grouping]
    return f"{GROUPINGS[one.grouping]} ({several(sum(one.pairs), 'pair')})"


def _document(shown: Shown) -> dict[str, Any]:
    """Return the document that `data/correlation.schema.json` describes."""
    fields = shown._asdict()
    del fields["correlations"]
    return fields | shown.correlations.to_dict()


def _rows(shown: Shown) -> Iterator[tuple[object, ...]]:
    """Yield the cells of a line for each coefficient and comparison."""
    for result in shown.correlations.results:
        human, measure = name_cell(result.human), name_cell(result.measure)
        sizes = (len(result.systems), len(result.evaluations), result.summaries, "", "", "")
        for level, coefficients in result.correlations.items():
            for name, one in coefficients.items():
                values = (csv_number(value) for value in (one.value, one.low, one.high))
                yield human, level, measure, name, *values, one.n, one.defined, one.groups, *sizes
        for accuracy in result.accuracies:
            for kind in ("plain", "calibrated", "epsilon", "soft"):
                value = getattr(accuracy, kind)
                if isfinite(value):
                    label = f"accuracy_{kind}_{accuracy.grouping}"
                    counts = sum(accuracy.pairs), "", ""
                    yield human, accuracy.level, measure, label, value, "", "", *counts, *sizes
    for compared in shown.correlations.comparisons:
        yield (
            *(name_cell(compared.human), compared.level, name_cell(compared.measure)),
            *(f"difference_{compared.coefficient}", csv_number(compared.difference), "", "", "", "", ""),
            *(compared.systems, compared.evaluations, compared.summaries),
            *(name_cell(compared.baseline), csv_number(compared.p), csv_number(compared.corrected)),
        )


def csv_number(value: float) -> object:
    """Return a number as a cell of csv, which is empty where there is no number."""
    return value if isfinite(value) else ""


WRITERS: dict[str, Callable[[Shown], Iterator[str]]] = {
    "text": text,
    "json": lambda shown: json_lines(_document(shown)),
    "csv": lambda shown: lines((_HEAD, *_rows(shown))),
    "markdown": markdown,
    "latex": latex,
}
"""The writers by the names of their formats."""
