"""Correlations and power as data for every format, and as pictures."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING

from .. import numbers
from ..errors import printable, several
from ..rendering.pictures import drawn, labels, rows_named, styled
from ..rendering.presentation import Presentation, Table, TableCell, name_cell, p_text, plain
from ..text.files import named
from .correlate import Power, PowerPoint
from .outcomes import GROUPINGS, Correlations, MeasureCorrelations, Settings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

_BLUE, _RED, _GREEN = "#0072b2", "#d55e00", "#009e73"
"""Colours that most people can distinguish (Okabe and Ito)."""
_MARKS = {"pearson": ("o", _BLUE), "spearman": ("s", _RED), "kendall": ("^", _GREEN)}
_PANEL, _FOREST, _ROW, _LETTER = 2.6, 3.2, 0.16, 0.075
"""In inches: the side of a scatter plot, the width of a plot of coefficients, the height of a coefficient
in it, and the width of a letter."""


def presentation(
    correlations: Correlations,
    human_files: Sequence[str],
    score_files: Sequence[str] = (),
    signature: str | None = None,
    figure: str | None = None,
) -> Presentation:
    """Return correlations as data. `data/correlation.schema.json` describes the record.

    The files are the sources of the scores. Scores of a run come with its signature and with the figure of
    its measures: `recall`, `precision` or `f`.
    """
    files = {"human_files": human_files, "score_files": score_files}
    return Presentation(
        tables=partial(_tables, correlations, human_files, figure),
        record=lambda: files | {"signature": signature, "figure": figure} | correlations.to_dict(),
        rows=partial(_rows, correlations),
        signature=signature or "",
    )


def _tables(
    correlations: Correlations, human_files: Sequence[str], figure: str | None, marked: str
) -> Iterator[Table]:
    """Yield, for each human score, the tables of levels, of accuracies and of comparisons."""
    settings, is_williams = correlations.settings, correlations.settings.test == "williams"
    files = ", ".join(printable(named(file)) for file in human_files)
    for human in correlations.humans:
        results = [one for one in correlations.results if one.human == human]
        about = f"Human scores: {printable(human)} ({files}). {' '.join(_sentences(settings, results))}"
        if figure is not None:
            about += f" Figure: {figure.capitalize()}."
        for level in settings.levels:
            if results[0].correlations.get(level):  # All results have the same levels.
                yield _level_table(results, level, about, marked)
        rows: list[list[TableCell | str]] = []
        for measure, one in [(result.measure, one) for result in results for one in result.accuracies]:
            pairs = f" ({several(sum(one.pairs), 'pair')})" if isfinite(one.plain) else ""
            threshold = f"{one.epsilon:.6g}" if isfinite(one.epsilon) else "–"
            figures = plain(one.plain), plain(one.calibrated), threshold, plain(one.soft)
            rows.append([printable(measure), GROUPINGS.get(one.grouping, one.grouping) + pairs, *figures])
        if rows:
            caption = f"Share of pairs that are ordered as by {printable(human)}"
            head = ["Measure", "Pairs", "Plain", "Calibrated", "Threshold", "Soft"]
            yield Table(f"{caption}; ties are differences up to the threshold", head, rows, 2, about)
        rows = [
            [
                *(printable(one.measure), printable(one.baseline), one.level, one.coefficient.capitalize()),
                *(plain(one.difference), *[f"{plain(one.t)} ({one.df})"] * is_williams),
                *(p_text(one.p), p_text(one.corrected)),
            ]
            for one in correlations.comparisons
            if one.human == human
        ]
        if rows:
            head = ["Measure", "Baseline", "Level", "Coefficient", "Difference", *["t (df)"] * is_williams]
            caption = f"Differences of correlations with {printable(human)}; p two-sided ({settings.test})"
            caption += ", then corrected by Holm's method"
            yield Table(caption, [*head, "p", "Corrected p"], rows, 4, about)


def _level_table(results: list[MeasureCorrelations], level: str, about: str, marked: str) -> Table:
    """Return the table of a level; each cell shows its number of evaluations if the numbers differ."""
    at_level = [one.correlations[level] for one in results]
    sizes = {f"{one.defined:,} of {one.groups:,}" for by_name in at_level for one in by_name.values()}
    if level == "global":
        sizes = {f"{one.summaries:,}" for one in results}
    rows: list[list[TableCell | str]] = [[printable(one.measure)] for one in results]
    for name in at_level[0]:
        finite = [by_name[name].value for by_name in at_level if isfinite(by_name[name].value)]
        # A single value is not marked as the best.
        best = plain(max(finite)) if len(results) > 1 and finite else ""
        for row, by_name in zip(rows, at_level, strict=True):
            one = by_name[name]
            bounds = f" [{plain(one.low)}, {plain(one.high)}]" if isfinite(one.low) else ""
            if level == "summary" and len(sizes) > 1:
                bounds += f" ({one.defined:,} of {one.groups:,})"
            row.append(TableCell(plain(one.value), plain(one.value) == best, bounds))
    parts = {"summary": ", mean over evaluations", "global": ", all summaries"}
    title = f"{level.capitalize()} level{parts.get(level, '')}"
    if level != "system" and len(sizes) == 1:
        title += f" ({sizes.pop()})"
    title += f"; the best {marked}" * (len(results) > 1)
    return Table(title, ["Measure", *map(str.capitalize, at_level[0])], rows, about=about)


def _sentences(settings: Settings, results: list[MeasureCorrelations]) -> Iterator[str]:
    """Yield the sentences on the data, on intervals and on coefficients by chance."""
    sizes = {}
    for one in results:
        size = f"Systems: {len(one.systems)}, scored as wholes"
        if one.evaluations:
            size = f"Systems: {len(one.systems)}, evaluations: {len(one.evaluations):,}"
            size += f", summaries: {one.summaries:,} of {one.summaries + one.missing:,}"
        sizes[printable(one.measure)] = size
    if len({*sizes.values()}) > 1:
        size = "; ".join(f"{measure}: {size.lower()}" for measure, size in sizes.items())
    yield f"{size}."
    by_level = chain.from_iterable(one.correlations.values() for one in results)
    if any(isfinite(one.low) for by_name in by_level for one in by_name.values()):
        # Whole systems have no evaluations to draw.
        kind = settings.interval if results[0].evaluations else "systems"
        drawn = {"both": "systems and evaluations", "inputs": "evaluations"}.get(kind, kind)
        bootstrap = f"bootstrap of {drawn}, {settings.resamples}"
        draws = "Fisher's transformation" if settings.interval == "fisher" else bootstrap
        yield f"{numbers.plain(settings.confidence)}% intervals: {draws}."
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = {(len(one.systems), one.critical): None for one in results if isfinite(one.critical)}
        for count, least in critical:
            yield f"|Pearson| of {count} systems differs from 0 above {least:.3f}."


def _rows(correlations: Correlations) -> Iterator[tuple[object, ...]]:
    """Yield the names of the columns, then a row for each coefficient and comparison."""
    # They are the same without comparisons, so that files of several runs can be joined.
    yield (
        *("human", "level", "measure", "coefficient", "value", "low", "high", "n", "defined", "groups"),
        *("systems", "evaluations", "summaries", "baseline", "p", "p_corrected"),
    )
    for result in correlations.results:
        human, measure = name_cell(result.human), name_cell(result.measure)
        sizes = (len(result.systems), len(result.evaluations), result.summaries, "", "", "")
        for level, coefficients in result.correlations.items():
            for name, one in coefficients.items():
                values = _numbers(one.value, one.low, one.high)
                yield human, level, measure, name, *values, one.n, one.defined, one.groups, *sizes
        for accuracy in result.accuracies:
            for kind in ("plain", "calibrated", "epsilon", "soft"):
                value = getattr(accuracy, kind)
                if isfinite(value):
                    name, pairs = f"accuracy_{kind}_{accuracy.grouping}", sum(accuracy.pairs)
                    yield human, accuracy.level, measure, name, value, "", "", pairs, "", "", *sizes
    for compared in correlations.comparisons:
        yield (
            *(name_cell(compared.human), compared.level, name_cell(compared.measure)),
            *(f"difference_{compared.coefficient}", *_numbers(compared.difference), "", "", "", "", ""),
            *(compared.systems, compared.evaluations, compared.summaries),
            *(name_cell(compared.baseline), *_numbers(compared.p, compared.corrected)),
        )


def _numbers(*values: float) -> list[object]:
    """Return numbers as cells of csv; a cell is empty if there is no number."""
    return [value if isfinite(value) else "" for value in values]


def power_presentation(power: Power) -> Presentation:
    """Return the number of evaluations that a comparison of two systems needs, as data."""
    # A tiny difference has three digits.
    observed, deviation, difference = (
        f"{value:.3g}" if 0 < abs(value) < 0.0001 else f"{value:.5f}"
        for value in (power.observed, power.deviation, power.difference)
    )
    table = Table(
        f"Power to find a difference of {difference} at p ≤ {power.level:g}; {power.simulations:,} simulated"
        f" data sets each, seed {power.seed}",
        ["Evaluations", "Power"],
        [[f"{point.evaluations:,}", f"{point.power:.3f}"] for point in power.curve],
        0,
        f"{printable(power.measure)}, {printable(power.system)} - {printable(power.baseline)}: {observed}"
        f" in a pilot of {power.pilot:,} evaluations, standard deviation {deviation}.",
    )
    too_few = f" even {power.most:,} evaluations are too few"
    answer = too_few if power.needed is None else f": {power.needed:,} evaluations"
    return Presentation(
        tables=lambda marked: [table],
        record=power._asdict,
        rows=lambda: [PowerPoint._fields, *power.curve],
        remarks=[f"For {100 * power.target:.10g}% power{answer}."],
    )


def picture(correlations: Correlations, format: str) -> bytes:
    """Return the picture of correlations in a format of pictures. Undefined figures have no mark."""
    results, humans = correlations.results, ", ".join(correlations.humans)
    title = f"Measures and human scores ({humans}): means of systems, and correlations"
    several = len(correlations.humans) > 1
    names = labels(f"{one.measure}, {one.human}" if several else one.measure for one in results)
    columns = min(5, max(ceil(sqrt(len(names) * 1.6)), 2))
    lines = ceil(len(names) / columns)
    # All results have the same levels; a level with accuracies alone has no coefficients.
    levels = [level for level, ones in results[0].correlations.items() if ones]
    heights = [lines * _PANEL]
    heights += [0.7 + _ROW * len(names) * (len(results[0].correlations[level]) + 0.6) for level in levels[:1]]
    width = max(columns * _PANEL, max(map(len, names)) * _LETTER + _FOREST * len(levels))

    def draw(figure: "Figure") -> None:
        parts = figure.subfigures(len(heights), height_ratios=heights, squeeze=False)[:, 0]
        panels = list(parts[0].subplots(lines, columns, squeeze=False).flat)
        for panel, one, name in zip(panels, results, names, strict=False):
            _scatter(panel, one, name)
        for panel in panels[len(names) :]:
            panel.set_axis_off()
        if levels:
            _forest(parts[1], correlations, names, levels)

    return drawn(draw, (width, sum(heights) + 0.4), title, format)


def _scatter(panel: "Axes", result: MeasureCorrelations, name: str) -> None:
    """Draw the means of a measure over the human means, with the names of the systems."""
    styled(panel, name, left=True)
    panel.set_xlabel(labels([result.human])[0], fontsize=8)
    means = [*result.human_means.values()], [*result.measure_means.values()]
    panel.plot(*means, "o", color=_BLUE, markersize=4)
    for x, y, label in zip(*means, labels(result.systems), strict=True):
        panel.annotate(label, (x, y), (3, 3), textcoords="offset points", fontsize=6)
    panel.margins(0.18)
    panel.locator_params(nbins=4)
    if pearson := result.correlations.get("system", {}).get("pearson"):
        panel.text(0.03, 0.97, f"r = {plain(pearson.value)}", transform=panel.transAxes, va="top", fontsize=7)


def _forest(part: "SubFigure", correlations: Correlations, names: list[str], levels: list[str]) -> None:
    """Draw the coefficients with their intervals, a panel for each level and a line for each measure."""
    panels = part.subplots(1, len(levels), sharey=True, squeeze=False)[0]
    for panel, level in zip(panels, levels, strict=True):
        rows = [one.correlations[level] for one in correlations.results]
        count = len(rows[0])
        title = f"{level.capitalize()} level"
        if any(isfinite(one.low) for row in rows for one in row.values()):
            title += f", {numbers.plain(correlations.settings.confidence)}% intervals"
        styled(panel, title, grid="x")
        panel.axvline(0, color="#808080", linewidth=0.8)
        for place, name in enumerate(rows[0]):
            offset = (place - (count - 1) / 2) / (count + 0.6)
            mark, color = _MARKS[name]
            for y, row in enumerate(rows):
                if isfinite(row[name].low):
                    panel.hlines(y + offset, row[name].low, row[name].high, color=color, linewidth=1.2)
            dots = [row[name].value for row in rows], [y + offset for y in range(len(rows))]
            panel.plot(*dots, mark, color=color, markersize=4, label=name.capitalize())
        panel.set_xlim(-1.05, 1.05)
        panel.set_xticks([-1, -0.5, 0, 0.5, 1])
    rows_named(panels[0], names)
    handles, _ = panel.get_legend_handles_labels()  # All panels have the same.
    part.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)


def power_picture(power: Power, format: str) -> bytes:
    """Return the picture of the power by evaluations in a format of pictures."""
    one, two, measure = labels([power.system, power.baseline, power.measure])
    title = f"Power to find {power.difference:.4g} between {one} and {two} by {measure}"

    def draw(figure: "Figure") -> None:
        panel = figure.subplots()
        styled(panel, left=True)
        panel.plot(*zip(*power.curve, strict=True), "o-", color=_BLUE, markersize=4, linewidth=1.2)
        panel.axhline(power.target, color=_RED, linewidth=0.8)
        if power.needed is not None:
            panel.axvline(power.needed, color=_RED, linewidth=0.8)
            at, needed = (power.needed, 0), f"{power.needed:,}"
            panel.annotate(needed, at, (4, 4), textcoords="offset points", color=_RED, fontsize=8)
        panel.set_xlabel("evaluations")
        panel.set_ylabel("power")
        panel.set_ylim(0, 1.02)
        # Sizes that differ by more than this factor have a logarithmic scale.
        if power.curve[-1].evaluations > 20 * power.curve[0].evaluations:
            panel.set_xscale("log")
            panel.xaxis.set_major_formatter("{x:,.0f}")

    return drawn(draw, (5.2, 3.4), title, format)
