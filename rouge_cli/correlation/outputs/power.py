"""Power -> text, JSON and a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..._version import __version__
from ...errors import printable
from ...rendering.pictures import drawn, labels
from ..power_records import Power
from .programs import written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BLUE, _GREY, _RED = "#0072b2", "#d9d9d9", "#d55e00"
_SIZE = (5.2, 3.4)
"""The width and the height of the picture in inches."""
_WIDE = 20
"""The ratio of the most to the least evaluations above which the scale is logarithmic."""


def text(power: Power) -> Iterator[str]:
    """Yield the lines for a terminal."""
    one, two = printable(power.system), printable(power.baseline)
    yield (
        f"{printable(power.measure)}, {one} - {two}: {_score(power.observed)} in a pilot of {power.pilot:,}"
        f" evaluations, standard deviation {_score(power.deviation)}.\n"
    )
    yield f"Power to find a difference of {_score(power.difference)} at p ≤ {power.level:g}:\n\n"
    yield "Evaluations  Power\n"
    for point in power.curve:
        yield f"{point.evaluations:11,}  {point.power:.3f}\n"
    yield f"\n{_answer(power)}\n"
    yield f"{power.simulations:,} simulated data sets each, seed {power.seed}.\n"


def _score(value: float) -> str:
    """Return a difference of scores with five decimals, or with three digits where these show too little."""
    return f"{value:.3g}" if 0 < abs(value) < 0.0001 else f"{value:.5f}"


def _answer(power: Power) -> str:
    target = f"{100 * power.target:.10g}%"
    if power.needed is None:
        return f"For {target} power even {power.most:,} evaluations are too few."
    return f"For {target} power: {power.needed:,} evaluations."


def json(power: Power) -> Iterator[str]:
    """Yield the document, which `data/correlation.schema.json` describes."""
    return written({"version": __version__, **power.to_dict()})


def picture(power: Power, format: str) -> bytes:
    """Return the picture of the curve in one of the formats of pictures."""
    names = power.system, power.baseline, power.measure
    one, two, measure = labels(names, format)
    title = f"Power to find {power.difference:.4g} between {one} and {two} by {measure}"
    return drawn(lambda: _figure(power, title), title, format, names)


def _figure(power: Power, title: str) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import StrMethodFormatter

    figure = Figure(figsize=_SIZE, layout="constrained")
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
