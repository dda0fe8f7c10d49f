"""Correlations and power as tables, as JSON and as separated values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import isfinite
from typing import NamedTuple

from ..errors import printable, several
from ..measures import scores
from ..rendering import table_model
from ..rendering.program_formats import json_lines, lines, name_cell
from ..rendering.table_model import MARK, Cell, Table, in_columns, p_text, plain
from ..text.files import named
from .outcomes import GROUPINGS, Correlations, MeasureCorrelations, Power, document_of

_INTERVALS = {
    "both": "bootstrap of systems and evaluations",
    "inputs": "bootstrap of evaluations",
    "systems": "bootstrap of systems",
    "fisher": "Fisher's transformation",
}
_HEAD = (
    *("human", "level", "measure", "coefficient", "value", "low", "high", "n", "defined", "groups"),
    *("systems", "evaluations", "summaries", "baseline", "p", "p_corrected"),
)
"""The columns, with and without comparisons the same, so that files of several runs can be joined."""


class Shown(NamedTuple):
    """Correlations, and the sources of the scores."""

    correlations: Correlations
    human_files: tuple[str, ...]
    score_files: tuple[str, ...] = ()
    signature: str | None = None
    """The signature of the run that made scores; `None` if all scores are from files."""
    figure: str | None = None
    """The figure of the run's measures: `recall`, `precision` or `f`."""

    def of_human(self, human: str) -> list[MeasureCorrelations]:
        """Return the results with one human score."""
        return [one for one in self.correlations.results if one.human == human]

    @property
    def origin(self) -> str:
        """The line with the figure and the signature of the run; an empty string if there was no run."""
        if self.signature is None or self.figure is None:
            return ""
        return f"Figure: {self.figure.capitalize()}. Signature: {self.signature}"


def text(shown: Shown) -> Iterator[str]:
    """Yield the lines for a terminal: for each human score, its tables between sentences on the data."""
    for place, human in enumerate(shown.correlations.humans):
        about, closing = _sentences(shown, human)
        marked = f" {MARK} marks the best." if len(shown.of_human(human)) > 1 else ""
        if place:
            yield "\n"
        yield f"{about}{marked}\n"
        yield from table_model.boxed(_tables(shown, human))
        if closing:
            yield f"{closing}\n"
    if shown.origin:
        yield f"{shown.origin}\n"


def markdown(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in Markdown."""
    yield from table_model.markdown(_captioned(shown))
    if shown.origin:
        yield shown.origin.replace("Signature: ", "Signature: `") + "`\n"


def latex(shown: Shown) -> Iterator[str]:
    """Yield the lines of all tables in LaTeX."""
    if shown.origin:
        yield f"% {shown.origin}\n"
    yield from table_model.latex(_captioned(shown))


def _captioned(shown: Shown) -> Iterator[Table]:
    """Yield all tables; the captions of levels have the sentences on the data, too."""
    for human in shown.correlations.humans:
        yield from _tables(shown, human, " ".join(_sentences(shown, human)).strip().removesuffix("."))


def _tables(shown: Shown, human: str, sentences: str = "") -> Iterator[Table]:
    """Yield the tables of levels, of accuracies and of comparisons with a human score."""
    results = shown.of_human(human)
    for level in shown.correlations.settings.levels:
        if any(one.correlations.get(level) for one in results):
            table = _of_level(results, level, shown.correlations.settings.correlations)
            yield table._replace(caption=f"{table.caption}. {sentences}") if sentences else table
    rows: list[list[Cell]] = []
    for result in results:
        for one in result.accuracies:
            pairs = f" ({several(sum(one.pairs), 'pair')})" if isfinite(one.plain) else ""
            threshold = f"{one.epsilon:.6g}" if isfinite(one.epsilon) else "–"
            words = [printable(result.measure), GROUPINGS[one.grouping] + pairs]
            words += [plain(one.plain), plain(one.calibrated), threshold, plain(one.soft)]
            rows.append([*map(Cell, words)])
    if rows:
        caption = f"Share of pairs that are ordered as by {printable(human)}"
        head = ["Measure", "Pairs", "Plain", "Calibrated", "Threshold", "Soft"]
        yield Table(f"{caption}; ties are differences up to the threshold", head, rows, 2)
    comparisons = [one for one in shown.correlations.comparisons if one.human == human]
    if comparisons:
        test = shown.correlations.settings.test
        caption = f"Differences of correlations with {printable(human)}; p two-sided ({test})"
        head = ["Measure", "Baseline", "Level", "Coefficient", "Difference", "p", "Corrected p"]
        rows = []
        for of in comparisons:
            words = [printable(of.measure), printable(of.baseline), f"{of.level} level"]
            words += [of.coefficient.capitalize(), plain(of.difference), p_text(of.p), p_text(of.corrected)]
            if test == "williams":
                words[5:5] = [f"{plain(of.t)} ({of.df})"]
            rows.append([*map(Cell, words)])
        if test == "williams":
            head[5:5] = ["t (df)"]
        yield Table(f"{caption}, then corrected by Holm's method", head, rows, 4)


def _of_level(results: list[MeasureCorrelations], level: str, coefficients: list[str]) -> Table:
    """Return the table of a level; cells have counts of evaluations if the counts differ."""
    at_level = [one.correlations[level] for one in results]
    counts = {(one.defined, one.groups) for by_name in at_level for one in by_name.values()}
    columns = []
    for name in coefficients:
        values = [by_name[name] for by_name in at_level]
        finite = [one.value for one in values if isfinite(one.value)]
        # A single value is not marked as the best.
        best = plain(max(finite)) if len(values) > 1 and finite else ""
        cells = []
        for one in values:
            value = plain(one.value)
            bounds = f" [{plain(one.low)}, {plain(one.high)}]" if isfinite(one.low) else ""
            count = f" ({one.defined:,} of {one.groups:,})" if level == "summary" and len(counts) > 1 else ""
            cells.append(Cell(value, value == best, bounds + count))
        columns.append(cells)
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
    return Table(title, ["Measure", *map(str.capitalize, coefficients)], rows, 1)


def _sentences(shown: Shown, human: str) -> tuple[str, str]:
    """Return the sentences on the data, and the sentences on intervals and on coefficients by chance."""
    settings, results = shown.correlations.settings, shown.of_human(human)
    sizes = {}
    for one in results:
        size = f"Systems: {len(one.systems)}, scored as wholes"
        if one.evaluations:
            size = f"Systems: {len(one.systems)}, evaluations: {len(one.evaluations):,}"
            size += f", summaries: {one.summaries:,} of {one.summaries + one.missing:,}"
        sizes[printable(one.measure)] = size
    size = next(iter(sizes.values()))
    if len({*sizes.values()}) > 1:
        size = "; ".join(f"{measure}: {size.lower()}" for measure, size in sizes.items())
    files = ", ".join(printable(named(file)) for file in shown.human_files)
    closing = []
    by_level = chain.from_iterable(one.correlations.values() for one in results)
    if any(isfinite(one.low) for by_name in by_level for one in by_name.values()):
        kind, draws = settings.interval, ""
        if kind != "fisher":
            draws = f", {settings.resamples}"
            if not any(one.evaluations for one in results):
                kind = "systems"  # Whole systems have no evaluations to draw.
        closing.append(f"{scores.plain(settings.confidence)}% intervals: {_INTERVALS[kind]}{draws}.")
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = {(len(one.systems), one.critical): None for one in results if isfinite(one.critical)}
        closing += [
            f"|Pearson| of {count} systems differs from 0 above {plain(least)}." for count, least in critical
        ]
    return f"Human scores: {printable(human)} ({files}). {size}.", " ".join(closing)


def _rows(shown: Shown) -> Iterator[tuple[object, ...]]:
    """Yield the cells of a line for each coefficient and comparison."""
    for result in shown.correlations.results:
        human, measure = name_cell(result.human), name_cell(result.measure)
        sizes = (len(result.systems), len(result.evaluations), result.summaries, "", "", "")
        for level, coefficients in result.correlations.items():
            for name, one in coefficients.items():
                values = map(_number, (one.value, one.low, one.high))
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
            *(f"difference_{compared.coefficient}", _number(compared.difference), "", "", "", "", ""),
            *(compared.systems, compared.evaluations, compared.summaries),
            *(name_cell(compared.baseline), _number(compared.p), _number(compared.corrected)),
        )


def _number(value: float) -> object:
    """Return a number as a cell of csv; the cell is empty if there is no number."""
    return value if isfinite(value) else ""


def _json(shown: Shown) -> Iterator[str]:
    """Yield the document that `data/correlation.schema.json` describes."""
    fields = shown._asdict()
    return json_lines(fields | document_of(fields.pop("correlations")))


WRITERS: dict[str, Callable[[Shown], Iterator[str]]] = {
    "text": text,
    "json": _json,
    "csv": lambda shown: lines((_HEAD, *_rows(shown))),
    "markdown": markdown,
    "latex": latex,
}
"""The writers of correlations by the names of their formats."""


def power_text(power: Power) -> Iterator[str]:
    """Yield the lines for a terminal."""

    def score(value: float) -> str:
        """Return a difference with five decimals, or a tiny one with three digits."""
        return f"{value:.3g}" if 0 < abs(value) < 0.0001 else f"{value:.5f}"

    one, two = printable(power.system), printable(power.baseline)
    yield (
        f"{printable(power.measure)}, {one} - {two}: {score(power.observed)} in a pilot of {power.pilot:,}"
        f" evaluations, standard deviation {score(power.deviation)}.\n"
    )
    yield f"Power to find a difference of {score(power.difference)} at p ≤ {power.level:g}:\n\n"
    rows = [[f"{point.evaluations:,}", f"{point.power:.3f}"] for point in power.curve]
    yield from in_columns([["Evaluations", "Power"], *rows], 0, indent="")
    answer = f" even {power.most:,} evaluations are too few"
    if power.needed is not None:
        answer = f": {power.needed:,} evaluations"
    yield f"\nFor {100 * power.target:.10g}% power{answer}.\n"
    yield f"{power.simulations:,} simulated data sets each, seed {power.seed}.\n"
