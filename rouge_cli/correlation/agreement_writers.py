"""Correlations and power as data for every format."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from .. import numbers
from ..errors import printable, several
from ..rendering.presentation import Presentation, Table, TableCell, name_cell, p_text, plain
from ..text.files import named
from .outcomes import GROUPINGS, Correlations, MeasureCorrelations, document_of

if TYPE_CHECKING:
    from .power import Power

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


def presentation(shown: Shown) -> Presentation:
    """Return correlations as data. `data/correlation.schema.json` describes the record."""
    record = shown._asdict()
    record |= document_of(record.pop("correlations"))
    return Presentation(
        tables=partial(_tables, shown),
        record=lambda: record,
        rows=partial(_rows, shown),
        signature=shown.signature or "",
    )


def _tables(shown: Shown, marked: str) -> Iterator[Table]:
    """Yield, for each human score, the tables of levels, of accuracies and of comparisons."""
    settings = shown.correlations.settings
    for human in shown.correlations.humans:
        results = [one for one in shown.correlations.results if one.human == human]
        about = " ".join(_sentences(shown, human, results))
        for level in settings.levels:
            if any(one.correlations.get(level) for one in results):
                yield _of_level(results, level, settings.correlations, about, marked)
        rows: list[list[TableCell | str]] = []
        for result in results:
            for one in result.accuracies:
                pairs = f" ({several(sum(one.pairs), 'pair')})" if isfinite(one.plain) else ""
                threshold = f"{one.epsilon:.6g}" if isfinite(one.epsilon) else "–"
                words = [printable(result.measure), GROUPINGS[one.grouping] + pairs]
                rows.append([*words, plain(one.plain), plain(one.calibrated), threshold, plain(one.soft)])
        if rows:
            caption = f"Share of pairs that are ordered as by {printable(human)}"
            head = ["Measure", "Pairs", "Plain", "Calibrated", "Threshold", "Soft"]
            yield Table(f"{caption}; ties are differences up to the threshold", head, rows, 2, about)
        comparisons = [one for one in shown.correlations.comparisons if one.human == human]
        if comparisons:
            head = ["Measure", "Baseline", "Level", "Coefficient", "Difference", "p", "Corrected p"]
            rows = []
            for of in comparisons:
                words = [printable(of.measure), printable(of.baseline), of.level]
                words += [of.coefficient.capitalize(), plain(of.difference)]
                words += [p_text(of.p), p_text(of.corrected)]
                if settings.test == "williams":
                    words[5:5] = [f"{plain(of.t)} ({of.df})"]
                rows.append([*words])
            if settings.test == "williams":
                head[5:5] = ["t (df)"]
            caption = f"Differences of correlations with {printable(human)}; p two-sided ({settings.test})"
            yield Table(f"{caption}, then corrected by Holm's method", head, rows, 4, about)


def _of_level(
    results: list[MeasureCorrelations], level: str, coefficients: list[str], about: str, marked: str
) -> Table:
    """Return the table of a level; cells have counts of evaluations if these differ."""
    at_level = [one.correlations[level] for one in results]
    counts = {(one.defined, one.groups) for by_name in at_level for one in by_name.values()}
    columns = []
    for name in coefficients:
        values = [by_name[name] for by_name in at_level]
        finite = [one.value for one in values if isfinite(one.value)]
        # A single value is not marked as the best.
        best = plain(max(finite)) if len(values) > 1 and finite else ""
        cells: list[TableCell | str] = []
        for one in values:
            value = plain(one.value)
            bounds = f" [{plain(one.low)}, {plain(one.high)}]" if isfinite(one.low) else ""
            count = f" ({one.defined:,} of {one.groups:,})" if level == "summary" and len(counts) > 1 else ""
            cells.append(TableCell(value, value == best, bounds + count))
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
    title += f"; the best {marked}" * (len(results) > 1)
    names = [printable(one.measure) for one in results]
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return Table(title, ["Measure", *map(str.capitalize, coefficients)], rows, about=about)


def _sentences(shown: Shown, human: str, results: list[MeasureCorrelations]) -> Iterator[str]:
    """Yield the sentences on the data, on intervals, on coefficients by chance, and on the figure."""
    settings = shown.correlations.settings
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
    yield f"Human scores: {printable(human)} ({files}). {size}."
    by_level = chain.from_iterable(one.correlations.values() for one in results)
    if any(isfinite(one.low) for by_name in by_level for one in by_name.values()):
        kind, draws = settings.interval, ""
        if kind != "fisher":
            draws = f", {settings.resamples}"
            if not any(one.evaluations for one in results):
                kind = "systems"  # Whole systems have no evaluations to draw.
        yield f"{numbers.plain(settings.confidence)}% intervals: {_INTERVALS[kind]}{draws}."
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = {(len(one.systems), one.critical): None for one in results if isfinite(one.critical)}
        for count, least in critical:
            yield f"|Pearson| of {count} systems differs from 0 above {plain(least)}."
    if shown.figure is not None:
        yield f"Figure: {shown.figure.capitalize()}."


def _rows(shown: Shown) -> Iterator[tuple[object, ...]]:
    """Yield the names of the columns, then a row for each coefficient and comparison."""
    yield _HEAD
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


def power_presentation(power: Power) -> Presentation:
    """Return the answer to how many evaluations two systems need, as data."""

    def score(value: float) -> str:
        """Return a difference with five decimals, or a tiny one with three digits."""
        return f"{value:.3g}" if 0 < abs(value) < 0.0001 else f"{value:.5f}"

    about = (
        f"{printable(power.measure)}, {printable(power.system)} - {printable(power.baseline)}:"
        f" {score(power.observed)} in a pilot of {power.pilot:,} evaluations, standard deviation"
        f" {score(power.deviation)}."
    )
    caption = f"Power to find a difference of {score(power.difference)} at p ≤ {power.level:g}"
    table = Table(
        f"{caption}; {power.simulations:,} simulated data sets each, seed {power.seed}",
        ["Evaluations", "Power"],
        [[f"{point.evaluations:,}", f"{point.power:.3f}"] for point in power.curve],
        0,
        about,
    )
    answer = f" even {power.most:,} evaluations are too few"
    if power.needed is not None:
        answer = f": {power.needed:,} evaluations"
    return Presentation(
        tables=lambda marked: [table],
        record=power._asdict,
        rows=lambda: [power.curve[0]._fields, *power.curve],
        remarks=[f"For {100 * power.target:.10g}% power{answer}."],
    )
