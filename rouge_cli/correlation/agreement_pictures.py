"""Pictures of correlations (the systems of each measure, and the coefficients) and of power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING

from ..rendering.pictures import drawn, labels
from .agreement_tables import COEFFICIENTS, LEVELS, Shown, figure, percent
from .outcomes import Correlation, MeasureCorrelations, Power

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

_COLOURS = {"pearson": "#0072b2", "spearman": "#d55e00", "kendall": "#009e73"}
"""Colours that most people tell apart (Okabe and Ito)."""
_MARKS = {"pearson": "o", "spearman": "s", "kendall": "^"}
_BLUE, _GREY, _RED = "#0072b2", "#d9d9d9", "#d55e00"
_PANEL, _FOREST, _ROW, _LETTER = 2.6, 3.2, 0.16, 0.075
"""In inches: the side of a scatter plot, the width of a plot of coefficients, the height of a coefficient
in it, and the width of a letter."""
_MOST_COLUMNS = 5
_SMALL = 6
"""The size of the systems' names."""

_POWER_SIZE = (5.2, 3.4)
"""In inches: the width and the height of the curve of power."""
_WIDE = 20
"""The ratio of the most to the least evaluations above which the scale is logarithmic."""


def picture(shown: Shown, format: str) -> bytes:
    """Return the picture of correlations in a format of pictures. Undefined figures have no mark."""
    found = shown.correlations
    humans = ", ".join(found.humans)
    title = f"Measures and human scores ({humans}): means of systems, and correlations"
    texts = (*found.systems, *found.measures, *found.humans)
    return drawn(lambda: _figure(shown, title, format), title, format, texts)


def _figure(shown: Shown, title: str, format: str) -> Figure:
    from matplotlib.figure import Figure

    results = shown.correlations.results
    names = labels([_name(one, shown) for one in results], format)
    columns = min(_MOST_COLUMNS, max(ceil(sqrt(len(results) * 1.6)), 2))
    lines = ceil(len(results) / columns)
    levels = [level for level in shown.correlations.settings.levels if _any(results, level)]
    heights = [lines * _PANEL, 0.7 + _ROW * len(results) * (len(shown.coefficients) + 0.6)]
    margin = max(map(len, names)) * _LETTER
    width = max(columns * _PANEL, margin + _FOREST * len(levels))
    if not levels:
        heights.pop()
    figure = Figure(figsize=(width, sum(heights) + 0.4), layout="constrained")
    figure.suptitle(title, fontsize=9)
    parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    _scatter_plots(parts[0], results, names, (lines, columns), format)
    if levels:
        _forest(parts[1], shown, names, levels)
    return figure


def _name(one: MeasureCorrelations, shown: Shown) -> str:
    several = len(shown.correlations.humans) > 1
    return f"{one.measure}, {one.human}" if several else one.measure


def _any(results: Sequence[MeasureCorrelations], level: str) -> bool:
    return any(one.correlations.get(level) for one in results)


def _bounded(by_name: Mapping[str, Correlation]) -> bool:
    return any(isfinite(one.low) for one in by_name.values())


def _scatter_plots(
    part: SubFigure,
    results: Sequence[MeasureCorrelations],
    names: Sequence[str],
    grid: tuple[int, int],
    format: str,
) -> None:
    panels = list(part.subplots(*grid, squeeze=False).flat)
    for panel, one, name in zip(panels, results, names, strict=False):
        _scatter(panel, one, name, format)
    for panel in panels[len(results) :]:
        panel.set_axis_off()


def _scatter(panel: Axes, one: MeasureCorrelations, name: str, format: str) -> None:
    """Draw the means of a measure over the human ones, with the names of the systems."""
    panel.set_title(name, fontsize=9)
    panel.set_xlabel(labels([one.human], format)[0], fontsize=8)
    panel.grid(color=_GREY, linewidth=0.6)
    panel.set_axisbelow(True)
    points = [(one.human_means[system], one.measure_means[system]) for system in one.systems]
    panel.plot([x for x, _ in points], [y for _, y in points], "o", color=_BLUE, markersize=4)
    for (x, y), label in zip(points, labels(one.systems, format), strict=True):
        panel.annotate(label, (x, y), (3, 3), textcoords="offset points", fontsize=_SMALL)
    panel.margins(0.18)
    panel.locator_params(nbins=4)
    panel.tick_params(length=0)
    panel.spines[["top", "right"]].set_visible(False)
    pearson = one.correlations.get("system", {}).get("pearson")
    if pearson is not None:
        panel.text(
            *(0.03, 0.97, f"r = {figure(pearson.value)}"),
            transform=panel.transAxes,
            va="top",
            fontsize=7,
        )


def _forest(part: SubFigure, shown: Shown, names: Sequence[str], levels: Sequence[str]) -> None:
    """Draw the coefficients with their intervals, a panel for each level and a line for each measure."""
    settings = shown.correlations.settings
    panels = part.subplots(1, len(levels), sharey=True, squeeze=False)[0]
    for panel, level in zip(panels, levels, strict=True):
        title = LEVELS[level].capitalize()
        if any(_bounded(one.correlations.get(level, {})) for one in shown.correlations.results):
            title += f", {percent(settings.confidence)}% intervals"
        panel.set_title(title, fontsize=9)
        panel.grid(axis="x", color=_GREY, linewidth=0.6)
        panel.set_axisbelow(True)
        panel.axvline(0, color="#808080", linewidth=0.8)
        for place, name in enumerate(shown.coefficients):
            offset = (place - (len(shown.coefficients) - 1) / 2) / (len(shown.coefficients) + 0.6)
            ones = [one.correlations.get(level, {}).get(name) for one in shown.correlations.results]
            _coefficients(
                panel, name, [(row + offset, one) for row, one in enumerate(ones) if one is not None]
            )
        panel.set_xlim(-1.05, 1.05)
        panel.set_xticks([-1, -0.5, 0, 0.5, 1])
        panel.tick_params(length=0)
        panel.spines[["top", "right", "left"]].set_visible(False)
    panels[0].set_yticks(range(len(names)), names)
    panels[0].set_ylim(len(names) - 0.5, -0.5)
    handles = panels[0].get_legend_handles_labels()[0]
    part.legend(
        handles=handles, loc="outside lower center", ncols=max(1, len(shown.coefficients)), frameon=False
    )


def _coefficients(panel: Axes, name: str, placed: Sequence[tuple[float, Correlation]]) -> None:
    colour = _COLOURS[name]
    bounded = [(height, one) for height, one in placed if isfinite(one.low)]
    panel.hlines(
        [height for height, _ in bounded],
        [one.low for _, one in bounded],
        [one.high for _, one in bounded],
        color=colour,
        linewidth=1.2,
    )
    finite = [(height, one) for height, one in placed if isfinite(one.value)]
    panel.plot(
        [one.value for _, one in finite],
        [height for height, _ in finite],
        _MARKS[name],
        color=colour,
        markersize=4,
        label=COEFFICIENTS[name],
    )


def power_picture(power: Power, format: str) -> bytes:
    """Return the picture of the power by evaluations in one of the formats of pictures."""
    names = power.system, power.baseline, power.measure
    one, two, measure = labels(names, format)
    title = f"Power to find {power.difference:.4g} between {one} and {two} by {measure}"
    return drawn(lambda: _curve(power, title), title, format, names)


def _curve(power: Power, title: str) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import StrMethodFormatter

    figure = Figure(figsize=_POWER_SIZE, layout="constrained")
    figure.suptitle(title, fontsize=9)
    panel = figure.subplots()
    panel.grid(color=_GREY, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.plot(
        [point.evaluations for point in power.curve],
        [point.power for point in power.curve],
        "o-",
        color=_BLUE,
        markersize=4,
        linewidth=1.2,
    )
    panel.axhline(power.target, color=_RED, linewidth=0.8)
    if power.needed is not None:
        panel.axvline(power.needed, color=_RED, linewidth=0.8)
        panel.annotate(
            f"{power.needed:,}",
            (power.needed, 0),
            (4, 4),
            textcoords="offset points",
            color=_RED,
            fontsize=8,
        )
    panel.set_xlabel("evaluations")
    panel.set_ylabel("power")
    panel.set_ylim(0, 1.02)
    if power.curve[-1].evaluations > _WIDE * power.curve[0].evaluations:
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    panel.spines[["top", "right"]].set_visible(False)
    return figure
