"""A `Report` -> a picture: a panel for each measure, in it the systems with their confidence intervals."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterable, Sequence
from io import BytesIO
from math import ceil, isfinite, log
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, RougeError
from ..options import Options
from ..printable import printable
from ..profiles import NO_MEASURE, profile_of
from ..scoring.estimates import Estimate
from ..scoring.results import Report
from .output import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")

_FONT = "DejaVu Sans"
"""Which comes with matplotlib."""
_SETTINGS: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": [_FONT],
    "font.size": 8,
    "text.parse_math": False,  # A system may be called $x$.
    "svg.fonttype": "none",  # Text stays text: to be searched, read aloud, and set in any script.
    "svg.hashsalt": "rouge-eval",
    "pdf.fonttype": 42,
    "figure.constrained_layout.w_pad": 0.08,
    "figure.constrained_layout.h_pad": 0.08,
}
_METADATA: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
"""Without dates: the same report gives the same bytes."""
_BLUE, _GREY = "#0072b2", "#d9d9d9"

# Inches.
_ROW, _HEAD, _PANEL, _LETTER = 0.18, 0.6, 2.1, 0.075
_LEAST_WIDTH, _LEAST_HEIGHT = 5.0, 0.5
_ASPECT, _GAP = 2.0, 0.5
"""Width by height of a picture that fits a screen; how bad, beside that, a place without a panel is."""
_DPI, _MOST_PIXELS = 150, 2**15 - 1
"""Per inch; along a side: programs that show pictures take no more."""
_LONGEST = 48
"""Characters of a label."""


def check_picture(path: str, options: Options) -> None:
    """Check before anything is scored that a picture can be drawn for the name of its file.

    Raises `OptionError` for another ending than those of `FORMATS` and for options without a measure,
    and `RougeError` where matplotlib is missing or cannot be loaded.
    """
    format_of(path)
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    # matplotlib logs much about its cache and the user's settings, neither of which matters here.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError as error:
        raise RougeError(f"a picture needs matplotlib ({error}); pip install matplotlib") from error
    except Exception as error:  # It reads the user's settings, and an error in them may be of any type.
        raise RougeError(
            f"matplotlib is installed but cannot be loaded ({_first_line(error)}); check its settings:"
            " MPLBACKEND in the environment, and the file matplotlibrc"
        ) from error


def format_of(path: str) -> str:
    """Return the format that the name of the file ends in; raise `OptionError` for any other ending."""
    format = os.path.splitext(path)[1].removeprefix(".").lower()
    if format not in FORMATS:
        raise OptionError(f"the name of a picture must end in .svg, .png or .pdf, not as {path!r} does")
    return format


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def picture(report: Report, format: str, figure: str = "F") -> bytes:
    """The picture in a format of `FORMATS`; the same bytes for the same report and matplotlib.

    A figure that is no number has no mark. Raises `OptionError` for a report without measures.
    """
    import matplotlib

    field = FIGURES[figure]
    systems = {
        system: {measure: getattr(result, field) for measure, result in results.items()}
        for system, results in report.systems.items()
    }
    names = list(next(iter(systems.values()), {}))
    if not names:
        raise OptionError(NO_MEASURE)
    order = sorted(systems, key=lambda system: _rank(systems[system][names[0]]))
    title = (
        f"{field.capitalize()}: average and {report.options.confidence!s}% confidence interval;"
        f" systems by {names[0]}"
    )
    with matplotlib.rc_context(), warnings.catch_warnings():
        # The text of an svg is set where it is looked at, perhaps with glyphs that are not here.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        rows = {measure: [systems[system][measure] for system in order] for measure in names}
        drawn = _figure(rows, _labels(order, format), title)
        buffer = BytesIO()
        dpi = min(_DPI, int(_MOST_PIXELS / max(drawn.get_size_inches())))
        drawn.savefig(buffer, format=format, dpi=dpi, metadata={"Title": title} | _METADATA[format])
    return buffer.getvalue()


def _rank(estimate: Estimate) -> float:
    """The best come first, and last what is no number."""
    return -estimate.average if isfinite(estimate.average) else float("inf")


def _labels(systems: Iterable[str], format: str) -> list[str]:
    """The IDs as they can be shown, each in one line of bearable length and unlike all others."""
    labels: dict[str, None] = {}
    for system in systems:
        label = printable(system) or "''"
        if format != "svg":
            label = _with_glyphs(label)
        if len(label) > _LONGEST:
            half = (_LONGEST - 1) // 2
            label = f"{label[:half]}…{label[-half:]}"
        alone, number = label, 1
        while alone in labels:
            number += 1
            alone = f"{label} #{number}"
        labels[alone] = None
    return list(labels)


def _with_glyphs(text: str) -> str:
    """The text with an escape for each character that the font does not have."""
    from matplotlib.font_manager import findfont, get_font

    glyphs = get_font(findfont(_FONT)).get_charmap()
    return "".join(c if ord(c) in glyphs else ascii(c)[1:-1] for c in text)


def _figure(rows: dict[str, list[Estimate]], labels: Sequence[str], title: str) -> Figure:
    """A panel for each measure; all have the same systems in the same lines."""
    from matplotlib.figure import Figure

    margin = max(map(len, labels)) * _LETTER + 0.3
    height = max(_LEAST_HEIGHT, len(labels) * _ROW) + _HEAD

    def size(lines: int) -> tuple[float, float]:
        columns = ceil(len(rows) / lines)
        return max(_LEAST_WIDTH, margin + columns * _PANEL), lines * height + 0.4

    def badness(lines: int) -> float:
        width, height = size(lines)
        return abs(log(width / height / _ASPECT)) + _GAP * (-len(rows) % lines)

    lines = min(range(1, len(rows) + 1), key=badness)
    figure = Figure(figsize=size(lines), layout="constrained")
    figure.suptitle(title, fontsize=9)
    grid = figure.subplots(lines, ceil(len(rows) / lines), sharey=True, squeeze=False)
    panels = list(grid.flat)
    for panel, (measure, estimates) in zip(panels, rows.items(), strict=False):
        _draw(panel, measure, estimates)
    for panel in panels[len(rows) :]:
        panel.set_axis_off()
    first = panels[0]
    first.set_yticks(range(len(labels)), labels)
    first.set_ylim(len(labels) - 0.5, -0.5)
    return figure


def _draw(panel: Axes, measure: str, estimates: Sequence[Estimate]) -> None:
    shown = [(place, one) for place, one in enumerate(estimates) if all(map(isfinite, one))]
    places = [place for place, _ in shown]
    lows, highs = [one.low for _, one in shown], [one.high for _, one in shown]
    panel.set_title(measure, fontsize=9)
    panel.grid(color=_GREY, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.hlines(places, lows, highs, color=_BLUE, linewidth=1.2)
    panel.plot([*lows, *highs], places * 2, "|", color=_BLUE, markersize=5)
    panel.plot([one.average for _, one in shown], places, "o", color=_BLUE, markersize=4)
    panel.locator_params(axis="x", nbins=4)
    panel.tick_params(length=0)
    panel.spines[["top", "right", "left"]].set_visible(False)
