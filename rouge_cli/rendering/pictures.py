"""Pictures of reports, with a panel for each measure and the interval of each system, and of scores."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from io import BytesIO
from itertools import chain, count
from math import ceil, fsum, isfinite, isinf, isnan, log
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from ..errors import InputError, OptionError, load_extra, printable, several, shortened
from ..options import Options
from ..scoring.profile import NO_MEASURE
from ..scoring.results import Results
from ..scoring.scores import figure_name
from . import FIGURES, ORDERS, Output, check_shown
from .whole_files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..scoring.comparison import Comparison

FORMATS = ("svg", "png", "pdf")
WIDTHS = {"column": 3.3, "page": 6.9}
"""The widths of pictures for a column and for the page of a paper, in inches."""

_FONT = "DejaVu Sans"
_SETTINGS: dict[Any, Any] = {
    "font.family": _FONT,
    "font.size": 8,
    "text.parse_math": False,  # A system may be called `$x$`.
    "svg.fonttype": "none",  # Text stays text, which can be searched, read aloud and set in any script.
    "svg.hashsalt": "rouge-eval",
    "pdf.fonttype": 42,
    "figure.constrained_layout.w_pad": 0.08,
    "figure.constrained_layout.h_pad": 0.08,
}
_METADATA: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
"""The metadata have no dates, so that the same report gives the same bytes."""
_BLUE, _GREY, _BAND, _MEAN = "#0072b2", "#d9d9d9", "#e8eef3", "#d55e00"

_ROW, _HEAD, _PANEL, _LETTER = 0.18, 0.6, 2.1, 0.075
"""The heights of a system and of a panel's head, and the widths of a panel and of a letter, in inches."""
_LEAST_WIDTH, _LEAST_HEIGHT = 5.0, 0.5
"""The least width of the picture and the least height of the systems in a panel, in inches."""
_LEAST_PANEL = 1.1
"""The least width of a panel in a picture of a given width, in inches."""
_ASPECT, _GAP = 2.0, 0.5
"""The ratio of width to height that fits a screen, and the penalty for each place without a panel."""
_DPI, _MOST_PIXELS = 300, 2**15 - 1
"""The resolution, and the longest side that most programs can show."""
_LONGEST = 48
"""The number of characters to which a label is shortened."""


def check_drawable(options: Options) -> None:
    """Check, before anything is scored, that pictures can be drawn of a report with these options.

    Raises `OptionError` for options without a measure or for counts, and `RougeError` if matplotlib is
    missing or cannot be loaded.
    """
    check_shown(options, "a picture")
    import logging  # It has work to do when Python ends, which a start would pay.

    # matplotlib warns of its cache and the user's settings in its log, but pictures use neither.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    settings = "check its settings, MPLBACKEND in the environment and the file matplotlibrc"
    load_extra("matplotlib.figure", "a picture", f"{settings}, or install it again")


def format_of(path: str) -> str:
    """Return the format that the ending of a path names. Raises `OptionError` for any other ending."""
    format = os.path.splitext(path)[1].removeprefix(".").lower()
    if format not in FORMATS:
        raise OptionError(f"the name of a picture must end in .svg, .png or .pdf, not as {path!r} does")
    return format


class Drawing:
    """A picture that a notebook shows, and that is saved to files."""

    def __init__(self, draw: Callable[[str], bytes], about: str) -> None:
        """Take a function that returns the picture in a format, and a few words about the picture."""
        self._draw, self._about = draw, about

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return self._draw("svg").decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file whose name ends in .svg, .png or .pdf, whole or not at all.

        Raises `OptionError` for another ending, and `InputError` where the file cannot be written.
        """
        path = os.fspath(path)
        write_whole(path, self._draw(format_of(path)))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._about}>"

    def _repr_svg_(self) -> str:
        return self.svg


class Picture(Drawing):
    """A picture of systems and measures with their intervals, which a notebook shows."""

    def __init__(
        self,
        report: Results,
        figure: str = "f",
        *,
        comparisons: Iterable["Comparison"] = (),
        sort: str | None = None,
        width: str | None = None,
    ) -> None:
        """Check that recall, precision or f of a report can be drawn. Raises the errors of `Report.plot`."""
        name = figure_name(figure)
        check_drawable(report.options)
        if not report.systems:
            raise InputError("the report has no system; there is nothing to draw")
        for option, value, values in (("sort", sort, ORDERS), ("width", width, WIDTHS)):
            if value not in (None, *values):
                raise OptionError(f"`{option}` must be one of %s, not %r", ", ".join(values), value)
        output = Output(report, comparisons=tuple(comparisons), figure=name[0].upper(), sort=sort or "score")
        about = f"{several(len(report.systems), 'system')}: {name}"
        super().__init__(partial(picture, output, width=width), about)


def histograms(columns: Mapping[str, Sequence[float]], figure: str, options: Options) -> Drawing:
    """Return histograms of the scores of pairs, one for each measure, with a line at their mean.

    The measures of ROUGE are × 100. Raises the errors of `Report.plot`.
    """
    check_drawable(options)
    scaled = {
        name: [100 * one if name.lower().startswith("rouge") else one for one in column if isfinite(one)]
        for name, column in columns.items()
    }

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(scaled), squeeze=False)[0]
        for panel, (name, column) in zip(panels, scaled.items(), strict=True):
            styled(panel, name, left=True)
            is_rouge = name.lower().startswith("rouge")
            panel.hist(column, bins=20, range=(0, 100) if is_rouge else None, color=_BLUE)
            if column:
                panel.axvline(fsum(column) / len(column), color=_MEAN, linewidth=1.2)

    size = max(_LEAST_WIDTH, _PANEL * len(scaled)), 2.4
    pairs = several(len(next(iter(columns.values()))), "pair")
    title = f"{figure.capitalize()} × 100 of {pairs}, with the mean"
    return Drawing(partial(drawn, draw, size, title), f"{pairs}: {figure}")


def picture(output: Output, format: str, width: str | None = None) -> bytes:
    """Return a picture of a report in one of `FORMATS`, as wide as it needs or one of `WIDTHS`.

    Figures of ROUGE are × 100. With comparisons a band shows the interval of the baseline, and dots that are
    not filled are significantly worse than the best. The same report gives the same bytes with the same
    matplotlib. An estimate that is not finite has no mark. Raises `OptionError` for a report without
    measures.
    """
    # Runs that only check a target load no tables.
    from .report_view import baseline_of, estimate_of, incomplete, legend, mark, ordered, standings

    report, baseline = output.report, baseline_of(output)
    measures = list(next(iter(report.systems.values()), {}))
    if not measures:
        raise OptionError(NO_MEASURE)
    order = ordered(output, baseline)
    title = f"{FIGURES[output.figure].capitalize()} × 100"
    if report.profile.rouge.has_intervals:
        title += f" and {report.options.confidence!s}% confidence interval"
    if output.sort == "score":
        title += f"; systems by {measures[0]}"
    by_measure, lacking = standings(output), incomplete(report)
    notes = "; ".join(legend(output, "filled")) if output.comparisons else ""
    if notes and baseline in order:
        notes = f"band: {printable(str(baseline))}; {notes}"
    named = (f"{system} ({lacking[system]})" if system in lacking else system for system in order)
    labelled = labels(named, _LONGEST if width is None else _LONGEST // 2)
    margin = max(map(len, labelled)) * _LETTER + 0.3
    height = max(_LEAST_HEIGHT, len(order) * _ROW) + _HEAD

    def size(lines: int) -> tuple[float, float]:
        """Return the width and the height of a picture with this number of lines of panels, in inches."""
        columns = ceil(len(measures) / lines)
        across = max(_LEAST_WIDTH, margin + columns * _PANEL) if width is None else WIDTHS[width]
        return across, lines * height + 0.4 + 0.15 * len(_lines(notes, across))

    def badness(lines: int) -> float:
        """Return the distance of the layout from the shape of a screen, plus a penalty for empty places."""
        across, down = size(lines)
        return abs(log(across / down / _ASPECT)) + _GAP * (-len(measures) % lines)

    if width is None:
        lines = min(range(1, len(measures) + 1), key=badness)
    else:
        lines = ceil(len(measures) / max(1, int((WIDTHS[width] - margin) / _LEAST_PANEL)))

    def draw(figure: "Figure") -> None:
        """Draw a panel for each measure, with the same systems in the same order."""
        panels = figure.subplots(lines, ceil(len(measures) / lines), sharey=True, squeeze=False).flat
        for panel, measure in zip(panels, measures, strict=False):
            standing = by_measure.get(measure, {})
            styled(panel, measure if standing else f"{measure} (no ROUGE)")
            scale = 100 if standing else 1
            for place, system in enumerate(order):
                estimate = estimate_of(report.systems[system].get(measure), output.figure)
                average, *bounds = (scale * value for value in estimate)
                # Each finite average has a dot, on the line of its interval if it has one.
                if not isfinite(average) or any(map(isinf, bounds)):
                    continue
                if not isnan(bounds[0]):
                    if standing and system == baseline:
                        panel.axvspan(*bounds, color=_BAND, zorder=0, linewidth=0)
                    panel.plot(bounds, [place] * 2, "|-", color=_BLUE, linewidth=1.2, markersize=5)
                    if standing:
                        beside = {"xytext": (3, 0), "textcoords": "offset points", "fontsize": 7}
                        shown = mark(standing[system]).strip()
                        panel.annotate(shown, (bounds[1], place), verticalalignment="center", **beside)
                is_filled = not notes or not standing or standing[system].is_best
                face = _BLUE if is_filled else "white"
                panel.plot([average], [place], "o", color=_BLUE, markersize=4, markerfacecolor=face)
            panel.locator_params(axis="x", nbins=4)
        for panel in panels[len(measures) :]:
            panel.set_axis_off()
        rows_named(panels[0], labelled)
        if notes:
            below = "\n".join(_lines(notes, size(lines)[0]))
            figure.supxlabel(below, fontsize=7, x=0.02, horizontalalignment="left")

    return drawn(draw, size(lines), title, format)


def _lines(notes: str, width: float) -> list[str]:
    return wrap(notes, int(width / _LETTER * 1.25))


def drawn(draw: Callable[["Figure"], None], size: tuple[float, float], title: str, format: str) -> bytes:
    """Return the bytes of a figure that `draw` draws with the settings of all pictures; sizes are in inches.

    An svg is shown in the viewer's fonts. Elsewhere, what matplotlib's own font lacks is set in fonts of this
    machine; a warning names the characters that they lack, too.
    """
    import matplotlib.figure  # It takes half a second to load.

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        figure = matplotlib.figure.Figure(figsize=size, layout="constrained")
        figure.suptitle("\n".join(wrap(title, int(size[0] / _LETTER))), fontsize=9)
        draw(figure)
        lacking = "" if format == "svg" else _set_fonts(figure)
        buffer = BytesIO()
        dpi = min(_DPI, int(_MOST_PIXELS / max(size)))
        figure.savefig(buffer, format=format, dpi=dpi, metadata={"Title": title} | _METADATA[format])
    if lacking:
        warnings.warn(
            f"no font of this machine has {several(len(lacking), 'character')} of the picture"
            f" ({shortened(lacking, 20)}), which shows boxes for them; an .svg uses the fonts of its viewer",
            stacklevel=2,
        )
    return buffer.getvalue()


def _set_fonts(figure: "Figure") -> str:
    """Set texts in matplotlib's own font and in fonts that have what it lacks; return what all fonts lack."""
    from matplotlib import font_manager, text

    texts: list[Any] = figure.findobj(text.Text)
    lacking = {ord(letter) for one in texts for letter in one.get_text() if letter.isprintable()}
    names = {font.name for font in font_manager.fontManager.ttflist if "Last Resort" not in font.name}
    families = []
    for name in [_FONT, *sorted(names)]:
        if lacking & (found := font_manager.get_font(font_manager.findfont(name)).get_charmap().keys()):
            lacking -= found
            families.append(name)
        if not lacking:
            break
    for one in texts:
        one.set_fontfamily(families or [_FONT])
    return "".join(map(chr, sorted(lacking)))


def labels(systems: Iterable[str], most: int = _LONGEST) -> list[str]:
    """Return a label for each ID: printable, on one line, of limited length, and unlike all other labels."""
    unique: dict[str, None] = {}
    for system in systems:
        label = shortened(printable(system) or "''", most)
        others = (f"{label} #{number}" for number in count(2))
        unique[next(one for one in chain([label], others) if one not in unique)] = None
    return list(unique)


def styled(
    panel: "Axes", title: str = "", *, grid: Literal["both", "x"] = "both", left: bool = False
) -> None:
    """Give a panel the look of all pictures: a grey grid in the background and few lines around it."""
    panel.set_title(title, fontsize=9)
    panel.grid(axis=grid, color=_GREY, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.tick_params(length=0)
    panel.spines[["top", "right"] if left else ["top", "right", "left"]].set_visible(False)


def rows_named(panel: "Axes", names: Sequence[str]) -> None:
    """Name the rows of a panel, from top to bottom."""
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -0.5)
