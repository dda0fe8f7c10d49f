"""The chart of a measure as SVG: the estimates of systems, with whiskers.

Colours come from the style sheet, so that a chart follows the page into the dark. Every chart has a label in
words; the figures themselves stand in a table or in the text beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from ..explanations.markup import Html, tag
from ..explanations.shown import readable
from .names import shortened
from .records import Bar
from .scales import Scale, scale_for, tick_label

_ROW, _AXIS = 46, 26
"""The heights of a line and of the axis, in pixels."""


def whiskers(bars: Sequence[Bar], label: str) -> Html:
    """Return the chart of a measure: a dot for each average, on the line of its confidence interval.

    Widths are percentages and letters are as large as the page's, so that it is read on a phone, too.
    """
    scale = scale_for((100 * value for bar in bars for value in bar.estimate), most_ticks=5)
    height = _ROW * len(bars) + _AXIS
    parts = [_grid(scale, height), *(_baseline(bar, scale, height) for bar in bars if bar.is_baseline)]
    for place, bar in enumerate(bars):
        parts += _whisker(bar, scale, place * _ROW)
    return tag(
        "svg", *parts, role="img", aria_label=label, class_="whiskers", width="100%", height=str(height)
    )


def _grid(scale: Scale, height: int) -> Html:
    lines = []
    for tick in scale.ticks():
        x = _percent(scale.share(tick))
        anchor = {scale.low: "start", scale.ticks()[-1]: "end"}.get(tick, "middle")
        lines.append(tag("line", x1=x, x2=x, y1="0", y2=str(height - _AXIS), class_="grid"))
        lines.append(tag("text", tick_label(tick), x=x, y=str(height - 6), text_anchor=anchor, class_="tick"))
    return tag("g", *lines)


def _baseline(bar: Bar, scale: Scale, height: int) -> Html:
    """Return a band over all lines where the interval of the baseline lies."""
    if not all(map(isfinite, bar.estimate)):
        return Html()
    low, high = scale.share(100 * bar.estimate.low), scale.share(100 * bar.estimate.high)
    return tag(
        "rect",
        x=_percent(low),
        y="0",
        width=_percent(high - low),
        height=str(height - _AXIS),
        class_="band",
    )


def _whisker(bar: Bar, scale: Scale, top: int) -> Iterable[Html]:
    classes = f"bar {'baseline' if bar.is_baseline else bar.cell.verdict}".strip()
    yield tag("text", shortened(bar.system), x="0", y=str(top + 15), class_="name")
    yield tag("text", bar.cell.value, x="100%", y=str(top + 15), text_anchor="end", class_="value")
    if not isfinite(bar.estimate.average):
        return
    y = str(top + 26)
    marks = [tag("circle", cx=_percent(scale.share(100 * bar.estimate.average)), cy=y, r="4.5")]
    if isfinite(bar.estimate.low) and isfinite(bar.estimate.high):
        low, high = (_percent(scale.share(100 * value)) for value in bar.estimate[1:])
        ends = [tag("line", x1=x, x2=x, y1=str(top + 21), y2=str(top + 31)) for x in (low, high)]
        marks = [tag("line", x1=low, x2=high, y1=y, y2=y), *ends, *marks]
    title = tag("title", f"{readable(bar.system)}: {bar.cell.value} {bar.cell.interval}".rstrip())
    yield tag("g", title, *marks, class_=classes)


def _percent(share: float) -> str:
    return f"{round(100 * share, 2):g}%"
