"""Pictures of correlations and of power."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING

from .. import numbers
from ..rendering.pictures import drawn, labels, rows_named, styled
from ..rendering.presentation import plain
from .outcomes import Correlations, MeasureCorrelations
from .power import Power

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

_COLOURS = {"pearson": "#0072b2", "spearman": "#d55e00", "kendall": "#009e73"}
"""Colours that most people can distinguish (Okabe and Ito)."""
_MARKS = {"pearson": "o", "spearman": "s", "kendall": "^"}
_BLUE, _RED = "#0072b2", "#d55e00"
_PANEL, _FOREST, _ROW, _LETTER = 2.6, 3.2, 0.16, 0.075
"""In inches: the side of a scatter plot, the width of a plot of coefficients, the height of a coefficient
in it, and the width of a letter."""


def picture(found: Correlations, format: str) -> bytes:
    """Return the picture of correlations in a format of pictures. Undefined figures have no mark."""
    title = f"Measures and human scores ({', '.join(found.humans)}): means of systems, and correlations"
    several = len(found.humans) > 1
    names = labels(f"{one.measure}, {one.human}" if several else one.measure for one in found.results)
    columns = min(5, max(ceil(sqrt(len(names) * 1.6)), 2))
    lines = ceil(len(names) / columns)
    # All results have the same levels; accuracies alone have no coefficients there.
    levels = [level for level, ones in found.results[0].correlations.items() if ones]
    heights = [lines * _PANEL]
    if levels:
        heights.append(0.7 + _ROW * len(names) * (len(found.settings.correlations) + 0.6))
    width = max(columns * _PANEL, max(map(len, names)) * _LETTER + _FOREST * len(levels))

    def draw(figure: Figure) -> None:
        parts = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
        panels = list(parts[0].subplots(lines, columns, squeeze=False).flat)
        for panel, one, name in zip(panels, found.results, names, strict=False):
            _scatter(panel, one, name)
        for panel in panels[len(names) :]:
            panel.set_axis_off()
        if levels:
            _forest(parts[1], found, names, levels)

    return drawn(draw, (width, sum(heights) + 0.4), title, format)


def _scatter(panel: Axes, one: MeasureCorrelations, name: str) -> None:
    """Draw the means of a measure over the human means, with the names of the systems."""
    styled(panel, name, left=True)
    panel.set_xlabel(labels([one.human])[0], fontsize=8)
    points = [(one.human_means[system], one.measure_means[system]) for system in one.systems]
    panel.plot([x for x, _ in points], [y for _, y in points], "o", color=_BLUE, markersize=4)
    for point, label in zip(points, labels(one.systems), strict=True):
        panel.annotate(label, point, (3, 3), textcoords="offset points", fontsize=6)
    panel.margins(0.18)
    panel.locator_params(nbins=4)
    pearson = one.correlations.get("system", {}).get("pearson")
    if pearson is not None:
        text = f"r = {plain(pearson.value)}"
        panel.text(0.03, 0.97, text, transform=panel.transAxes, va="top", fontsize=7)


def _forest(part: SubFigure, found: Correlations, names: Sequence[str], levels: Sequence[str]) -> None:
    """Draw the coefficients with their intervals, a panel for each level and a line for each measure."""
    settings = found.settings
    count = len(settings.correlations)
    panels = part.subplots(1, len(levels), sharey=True, squeeze=False)[0]
    for panel, level in zip(panels, levels, strict=True):
        rows = [one.correlations[level] for one in found.results]
        title = f"{level.capitalize()} level"
        if any(isfinite(one.low) for row in rows for one in row.values()):
            title += f", {numbers.plain(settings.confidence)}% intervals"
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
    part.legend(handles=handles, loc="outside lower center", ncols=count, frameon=False)


def power_picture(power: Power, format: str) -> bytes:
    """Return the picture of the power by evaluations in a format of pictures."""
    one, two, measure = labels([power.system, power.baseline, power.measure])
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

    return drawn(draw, (5.2, 3.4), title, format)
