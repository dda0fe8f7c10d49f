"""Correlations, Lin's table and power as tables, as JSON, as separated values and as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..errors import printable, several
from ..rendering import table_model
from ..rendering.pictures import drawn, labels, rows_named, styled
from ..rendering.program_formats import json_lines, lines, name_cell
from ..rendering.table_model import MARK, NEAR, Cell, Table, in_columns
from ..text.files import named
from .outcomes import GROUPINGS, Correlations, MeasureCorrelations, Power, Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

NO_NUMBER = "–"
_INTERVALS = {
    "both": "bootstrap of systems and evaluations",
    "inputs": "bootstrap of evaluations",
    "systems": "bootstrap of systems",
    "fisher": "Fisher's transformation",
}
_REFERENCES = {
    "jackknife": "jackknifed, the best reference of each set",
    "best": "the best reference of each summary",
    "pooled": "pooled",
}
_HEAD = (
    *("human", "level", "measure", "coefficient", "value", "low", "high", "n", "defined", "groups"),
    *("systems", "evaluations", "summaries", "baseline", "p", "p_corrected"),
)
"""The columns are the same with and without comparisons, so that files of several runs can be joined."""
_STUDY_HEAD = (
    *("human", "measure", "references", "preparation", "value", "low", "high"),
    *("best", "near_best", "systems", "summaries"),
)


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

    @property
    def origin(self) -> str:
        """The figure and the signature of the run in one line, or an empty string if there was no run."""
        if self.signature is None or self.figure is None:
            return ""
        return f"Figure: {self.figure.capitalize()}. Signature: {self.signature}"


def figure(value: float, decimals: int = 3) -> str:
    """Return a coefficient with three decimals."""
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(value, decimals) + 0.0:.{decimals}f}" if isfinite(value) else NO_NUMBER


def percent(value: float) -> str:
    """Return a level of confidence as a user types it: 95, 99.5."""
    return f"{value!s}".removesuffix(".0")


def _p(p: float) -> str:
    """Return a p with three decimals, or in scientific notation if three decimals show too little."""
    if not isfinite(p):
        return NO_NUMBER
    return f"{p:.3f}" if p >= 0.0005 else f"{p:.1e}"


def text(shown: Shown) -> Iterator[str]:
    """Yield the lines for a terminal: for each human score the tables, between sentences on the data."""
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
    """Yield all tables, with the sentences on the data in the captions of the levels."""
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
            threshold = f"{one.epsilon:.6g}" if isfinite(one.epsilon) else NO_NUMBER
            words = [printable(result.measure), GROUPINGS[one.grouping] + pairs]
            words += [figure(one.plain), figure(one.calibrated), threshold, figure(one.soft)]
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
            words += [of.coefficient.capitalize(), figure(of.difference), _p(of.p), _p(of.corrected)]
            if test == "williams":
                words[5:5] = [f"{figure(of.t)} ({of.df})"]
            rows.append([*map(Cell, words)])
        if test == "williams":
            head[5:5] = ["t (df)"]
        yield Table(f"{caption}, then corrected by Holm's method", head, rows, 4)


def _of_level(results: list[MeasureCorrelations], level: str, coefficients: list[str]) -> Table:
    """Return the table of a level; cells have counts of evaluations if these are not all the same."""
    at_level = [one.correlations[level] for one in results]
    counts = {(one.defined, one.groups) for by_name in at_level for one in by_name.values()}
    columns = []
    for name in coefficients:
        values = [by_name[name] for by_name in at_level]
        finite = [one.value for one in values if isfinite(one.value)]
        # Single values are not called best.
        best = figure(max(finite)) if len(values) > 1 and finite else ""
        cells = []
        for one in values:
            value = figure(one.value)
            bounds = f" [{figure(one.low)}, {figure(one.high)}]" if isfinite(one.low) else ""
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
    """Return the sentences on the data, and those on intervals and on coefficients that chance would give."""
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
                kind = "systems"  # Whole systems are scored, so that no evaluation can be drawn.
        closing.append(f"{percent(settings.confidence)}% intervals: {_INTERVALS[kind]}{draws}.")
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = {(len(one.systems), one.critical): None for one in results if isfinite(one.critical)}
        closing += [
            f"|Pearson| of {count} systems differs from 0 above {figure(least)}." for count, least in critical
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
    """Return a number as a cell of csv, which is empty where there is no number."""
    return value if isfinite(value) else ""


def _json(shown: Shown) -> Iterator[str]:
    """Yield the document that `data/correlation.schema.json` describes."""
    fields = shown._asdict()
    del fields["correlations"]
    return json_lines(fields | shown.correlations.to_dict())


WRITERS: dict[str, Callable[[Shown], Iterator[str]]] = {
    "text": text,
    "json": _json,
    "csv": lambda shown: lines((_HEAD, *_rows(shown))),
    "markdown": markdown,
    "latex": latex,
}
"""The writers of correlations by the names of their formats."""


def _study_table(
    study: Study,
    best: str = "in bold the best",
    near: str = "in italics those",
    references: str | None = None,
) -> Table:
    """Return Lin's table, or its columns with some references; the words say how the format marks cells."""
    columns = {
        place: f"{column.preparation}, {column.references}"
        for place, column in enumerate(study.columns)
        if references in (None, column.references)
    }
    about = f"{study.coefficient.capitalize()} of average {study.figure} with {printable(study.human)}"
    about += f", {len(study.systems)} systems, {len(study.evaluations):,} evaluations"
    if len({column.references for column in study.columns}) > 1:
        about += f"; several references: {_REFERENCES[study.references]}"
    caption = (
        f"{about}; {best} of a column, {near} not significantly worse ({percent(study.confidence)}% interval"
        f" of the difference by paired bootstrap, {study.resamples})"
    )
    rows = [
        [
            Cell(measure.replace("ROUGE-", "R-", 1)),
            # The paper has two decimals.
            *(
                Cell(figure(one.value, 2), one.is_best, near=one.near_best and not one.is_best)
                for one in map(cells.__getitem__, columns)
            ),
        ]
        for measure, cells in study.rows.items()
    ]
    return Table(caption, ["Measure", *columns.values()], rows, 1)


def _study_text(study: Study) -> Iterator[str]:
    """Yield the lines for a terminal, which is not wide enough for all columns."""
    of = dict.fromkeys(column.references for column in study.columns)
    marks = f"{MARK} the best", f"{NEAR} those"
    return table_model.boxed(_study_table(study, *marks, references) for references in of)


def _study_rows(study: Study) -> Iterator[tuple[object, ...]]:
    """Yield the cells of a line for each figure."""
    for measure, cells in study.rows.items():
        for column, cell in zip(study.columns, cells, strict=True):
            numbers = map(_number, (cell.value, cell.low, cell.high))
            marks = int(cell.is_best), int(cell.near_best)
            names = name_cell(study.human), measure, *column
            yield *names, *numbers, *marks, cell.systems, cell.summaries


STUDY_WRITERS: dict[str, Callable[[Study], Iterator[str]]] = {
    "text": _study_text,
    "json": lambda study: json_lines(study.to_dict()),
    "csv": lambda study: lines((_STUDY_HEAD, *_study_rows(study))),
    "markdown": lambda study: table_model.markdown([_study_table(study)]),
    "latex": lambda study: table_model.latex([_study_table(study)]),
}
"""The writers of Lin's table by the names of their formats."""


def power_text(power: Power) -> Iterator[str]:
    """Yield the lines for a terminal."""

    def score(value: float) -> str:
        """Return a difference with five decimals, or with three digits where these show too little."""
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


_COLOURS = {"pearson": "#0072b2", "spearman": "#d55e00", "kendall": "#009e73"}
"""Colours that most people can distinguish (Okabe and Ito)."""
_MARKS = {"pearson": "o", "spearman": "s", "kendall": "^"}
_BLUE, _RED = "#0072b2", "#d55e00"
_PANEL, _FOREST, _ROW, _LETTER = 2.6, 3.2, 0.16, 0.075
"""In inches: the side of a scatter plot, the width of a plot of coefficients, the height of a coefficient
in it, and the width of a letter."""


def picture(shown: Shown, format: str) -> bytes:
    """Return the picture of correlations in a format of pictures. Undefined figures have no mark."""
    found = shown.correlations
    title = f"Measures and human scores ({', '.join(found.humans)}): means of systems, and correlations"
    texts = (*found.systems, *found.measures, *found.humans)
    several = len(found.humans) > 1
    names = labels(
        [f"{one.measure}, {one.human}" if several else one.measure for one in found.results], format
    )
    columns = min(5, max(ceil(sqrt(len(names) * 1.6)), 2))
    lines = ceil(len(names) / columns)
    levels = [
        level for level in found.settings.levels if any(one.correlations.get(level) for one in found.results)
    ]
    heights = [lines * _PANEL]
    if levels:
        heights.append(0.7 + _ROW * len(names) * (len(found.settings.correlations) + 0.6))
    width = max(columns * _PANEL, max(map(len, names)) * _LETTER + _FOREST * len(levels))

    def draw(figure: Figure) -> None:
        parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
        panels = list(parts[0].subplots(lines, columns, squeeze=False).flat)
        for panel, one, name in zip(panels, found.results, names, strict=False):
            _scatter(panel, one, name, format)
        for panel in panels[len(names) :]:
            panel.set_axis_off()
        if levels:
            _forest(parts[1], shown, names, levels)

    return drawn(draw, (width, sum(heights) + 0.4), title, format, texts)


def _scatter(panel: Axes, one: MeasureCorrelations, name: str, format: str) -> None:
    """Draw the means of a measure over the human means, with the names of the systems."""
    styled(panel, name, left=True)
    panel.set_xlabel(labels([one.human], format)[0], fontsize=8)
    points = [(one.human_means[system], one.measure_means[system]) for system in one.systems]
    panel.plot([x for x, _ in points], [y for _, y in points], "o", color=_BLUE, markersize=4)
    for point, label in zip(points, labels(one.systems, format), strict=True):
        panel.annotate(label, point, (3, 3), textcoords="offset points", fontsize=6)
    panel.margins(0.18)
    panel.locator_params(nbins=4)
    pearson = one.correlations.get("system", {}).get("pearson")
    if pearson is not None:
        text = f"r = {figure(pearson.value)}"
        panel.text(0.03, 0.97, text, transform=panel.transAxes, va="top", fontsize=7)


def _forest(part: SubFigure, shown: Shown, names: Sequence[str], levels: Sequence[str]) -> None:
    """Draw the coefficients with their intervals, a panel for each level and a line for each measure."""
    settings = shown.correlations.settings
    count = len(settings.correlations)
    panels = part.subplots(1, len(levels), sharey=True, squeeze=False)[0]
    for panel, level in zip(panels, levels, strict=True):
        rows = [one.correlations[level] for one in shown.correlations.results]
        title = f"{level.capitalize()} level"
        if any(isfinite(one.low) for row in rows for one in row.values()):
            title += f", {percent(settings.confidence)}% intervals"
        styled(panel, title, grid="x")
        panel.axvline(0, color="#808080", linewidth=0.8)
        for place, name in enumerate(settings.correlations):
            offset = (place - (count - 1) / 2) / (count + 0.6)
            placed = [(y + offset, row[name]) for y, row in enumerate(rows)]
            bounded = [(y, one.low, one.high) for y, one in placed if isfinite(one.low)]
            heights, lows, highs = zip(*bounded, strict=True) if bounded else ((), (), ())
            panel.hlines(heights, lows, highs, color=_COLOURS[name], linewidth=1.2)
            dots = [(one.value, y) for y, one in placed if isfinite(one.value)]
            marks = {"marker": _MARKS[name], "linestyle": "", "markersize": 4, "label": name.capitalize()}
            panel.plot([x for x, _ in dots], [y for _, y in dots], color=_COLOURS[name], **marks)
        panel.set_xlim(-1.05, 1.05)
        panel.set_xticks([-1, -0.5, 0, 0.5, 1])
    rows_named(panels[0], names)
    handles = panels[0].get_legend_handles_labels()[0]
    part.legend(handles=handles, loc="outside lower center", ncols=max(1, count), frameon=False)


def power_picture(power: Power, format: str) -> bytes:
    """Return the picture of the power by evaluations in a format of pictures."""
    names = power.system, power.baseline, power.measure
    one, two, measure = labels(names, format)
    title = f"Power to find {power.difference:.4g} between {one} and {two} by {measure}"

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        styled(panel, left=True)
        panel.plot(*zip(*power.curve, strict=True), "o-", color=_BLUE, markersize=4, linewidth=1.2)
        panel.axhline(power.target, color=_RED, linewidth=0.8)
        if power.needed is not None:
            panel.axvline(power.needed, color=_RED, linewidth=0.8)
            at = (power.needed, 0)
            panel.annotate(
                f"{power.needed:,}", at, (4, 4), textcoords="offset points", color=_RED, fontsize=8
            )
        panel.set_xlabel("evaluations")
        panel.set_ylabel("power")
        panel.set_ylim(0, 1.02)
        # Sizes that differ by more than this factor have a logarithmic scale.
        if power.curve[-1].evaluations > 20 * power.curve[0].evaluations:
            panel.set_xscale("log")
            panel.xaxis.set_major_formatter("{x:,.0f}")

    return drawn(draw, (5.2, 3.4), title, format, names)
