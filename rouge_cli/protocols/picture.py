"""A `ProtocolTable` -> a picture: a panel for each measure, with the figures of systems by protocol."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ..rendering.pictures import drawn, labels
from .table import ProtocolTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that most people tell apart (Okabe and Ito)."""
_MARKS = ("o", "s", "^", "D", "v", "X")
_ROW, _PANEL, _LETTER, _GREY = 0.2, 2.4, 0.075, "#d9d9d9"
"""In inches, the height of a protocol and the widths of a panel and of a letter; the colour of the grid."""
_LEGEND = 4
"""The systems in a line of the legend."""


def picture(table: ProtocolTable, format: str) -> bytes:
    """Return the picture in one of the formats of pictures; a figure that is not finite has no mark."""
    title = f"{table.base.name} and other protocols: averages"
    return drawn(lambda: _figure(table, format, title), title, format, table.systems)


def _figure(table: ProtocolTable, format: str, title: str) -> Figure:
    from matplotlib.figure import Figure

    names = labels([row.protocol.name for row in table.rows], format)
    width = max(map(len, names)) * _LETTER + 0.5 + _PANEL * len(table.measures)
    lines = -(-len(table.systems) // _LEGEND)
    figure = Figure(figsize=(width, 1.2 + _ROW * (len(names) + lines)), layout="constrained")
    figure.suptitle(title, fontsize=9)
    panels = figure.subplots(1, len(table.measures), sharey=True, squeeze=False)[0]
    systems = list(zip(table.systems, labels(table.systems, format), strict=True))
    for panel, measure in zip(panels, table.measures, strict=True):
        panel.set_title(measure, fontsize=9)
        panel.grid(color=_GREY, linewidth=0.6)
        panel.set_axisbelow(True)
        for place, (system, label) in enumerate(systems):
            points = [
                (row.columns[measure].figures[system], height)
                for height, row in enumerate(table.rows)
                if measure in row.columns and isfinite(row.columns[measure].figures.get(system, float("nan")))
            ]
            panel.plot(
                [x for x, _ in points],
                [y for _, y in points],
                _MARKS[place // len(_COLOURS) % len(_MARKS)],
                color=_COLOURS[place % len(_COLOURS)],
                label=label if panel is panels[0] else None,
                markersize=4,
            )
        panel.locator_params(axis="x", nbins=4)
        panel.tick_params(length=0)
        panel.spines[["top", "right", "left"]].set_visible(False)
    panels[0].set_yticks(range(len(names)), names)
    panels[0].set_ylim(len(names) - 0.5, -0.5)
    figure.legend(loc="outside lower center", ncols=min(_LEGEND, len(systems)), frameon=False)
    return figure
