"""The charts of pages as SVG: where everything lies. The template `charts.html` draws it.

Colours come from the style sheet, so that a chart follows the page into the dark. Every chart has a label in
words; the figures themselves stand in a table or in the text beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from markupsafe import Markup

from ..errors import readable
from ..rendering.page_templates import rendered
from ..rendering.table_model import hundredfold
from .by_evaluation import PairScores
from .overview import Cell, Point

_LONGEST_NAME = 32
"""The number of characters to which a name in a chart is shortened."""
_STEPS = (1, 2, 2.5, 5, 10)
"""Round steps of a scale, by the power of ten."""
_ROUNDING = 1e-9
"""The part of a step by which a sum such as 30.000000000000004 may pass a tick."""

_ROW, _AXIS = 46, 26
"""In a chart of whiskers: the heights of a line and of the axis, in pixels."""
_SIZE, _LEFT, _BOTTOM, _TOP, _RIGHT = 360, 44, 44, 8, 12
"""In units of a square chart: its side, and the margins of what is drawn."""
_HEIGHT = 240
"""The height of the chart of differences."""
_DOTS = 300
"""With more evaluations than this, a scatter has clouds in place of a named dot for each."""
_DENSITIES = ((1, "few"), (4, "some"))
"""The most evaluations at one place of a scatter for each darkness; more are `many`."""
_FEWEST_BINS, _MOST_BINS = 12, 40
"""The number of bins in the chart of differences. It is even, so that 0 lies between two bins."""


class Scale(NamedTuple):
    """A range of figures × 100, and the step of its ticks."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Return where a value lies on the scale, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return the ticks, from the lowest to the highest."""
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]


def scale_for(values: Iterable[float], *, most_ticks: int = 6) -> Scale:
    """Return a scale that holds all finite values, from one round number to another."""
    finite = [value for value in values if isfinite(value)] or [0, 100]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 1, high + 1
    step = _round_step((high - low) / (most_ticks - 1))
    return Scale(floor(low / step + _ROUNDING) * step, ceil(high / step - _ROUNDING) * step, step)


def _round_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - _ROUNDING))


def tick_label(value: float) -> str:
    """Return a tick as it is printed, with a true minus and no more decimals than it needs."""
    return f"{round(value, 6) + 0.0:g}".replace("-", "−")


def shortened(name: str) -> str:
    """Return a name as a chart shows it, without its middle if it is long."""
    name = readable(name)
    if len(name) <= _LONGEST_NAME:
        return name
    half = _LONGEST_NAME // 2 - 1
    return f"{name[:half]}…{name[-half:]}"


def whiskers(
    table: Mapping[str, Mapping[str, Cell]], measure: str, figure: str, baseline: str | None
) -> Markup:
    """Return the chart of a measure: a dot for each average, on the line of its confidence interval.

    Widths are percentages and letters are as large as the page's, so that phones can show the chart.
    """
    cells = {system: by_measure[measure] for system, by_measure in table.items()}
    scale = scale_for((100 * value for cell in cells.values() for value in cell.estimate), most_ticks=5)
    ticks = scale.ticks()
    anchors = {ticks[0]: "start", ticks[-1]: "end"}
    lines = []
    for place, (system, cell) in enumerate(cells.items()):
        average, *bounds = (
            round(100 * scale.share(100 * value), 2) if isfinite(value) else None for value in cell.estimate
        )
        lines.append(
            {
                "name": shortened(system),
                "value": cell.value,
                "title": f"{readable(system)} {cell.value} {cell.interval}".rstrip(),
                "classes": f"bar {'baseline' if system == baseline else cell.verdict}".strip(),
                "average": average,
                "bounds": bounds if None not in bounds else [],
                "top": place * _ROW,
            }
        )
    return _drawn(
        "whiskers",
        f"{measure}, {figure}: {'; '.join(str(line['title']) for line in lines)}",
        height=_ROW * len(lines) + _AXIS,
        bottom=_ROW * len(lines),
        ticks=[
            (round(100 * scale.share(tick), 2), tick_label(tick), anchors.get(tick, "middle"))
            for tick in ticks
        ],
        lines=lines,
    )


def scatter(scores: PairScores) -> Markup:
    """Return the chart of two systems: a point for each evaluation, the baseline to the right."""
    scale = scale_for(100 * value for point in scores.points for value in point[1:])
    has_dots = len(scores.points) <= _DOTS
    system, baseline = scores.pair
    return _scatter(
        f"{scores.measure} of {readable(system)} against {readable(baseline)}, a point for each evaluation",
        (scale, scale),
        [
            {
                "title": f"{readable(one.evaluation)}: {' → '.join(map(hundredfold, one[1:]))}",
                "x": _x(scale, 100 * one.baseline),
                "y": _y(scale, 100 * one.system),
                "side": _side(one.system - one.baseline),
            }
            for one in (scores.points if has_dots else ())
        ],
        [] if has_dots else list(_clouds(scores, scale)),
        (shortened(baseline), shortened(system)),
    )


def systems_by(points: Sequence[Point], across: str, upwards: str) -> Markup:
    """Return the chart of systems by two measures; a point has the system and its two figures."""
    finite = [point for point in points if isfinite(point[1]) and isfinite(point[2])]
    to_right, up = scale_for(x for _, x, _ in finite), scale_for(y for _, _, y in finite)
    dots = [
        {
            "title": f"{readable(system)} {x:.2f}, {y:.2f}",
            "name": shortened(system),
            "x": _x(to_right, x),
            "y": _y(up, y),
            "side": "same",
        }
        for system, x, y in finite
    ]
    label = f"Systems by {across} and {upwards}: {'; '.join(str(dot['title']) for dot in dots)}"
    return _scatter(label, (to_right, up), dots, [], (across, upwards))


def _scatter(
    label: str,
    scales: tuple[Scale, Scale],
    dots: Sequence[Mapping[str, object]],
    clouds: Sequence[tuple[str, str]],
    names: tuple[str, str],
) -> Markup:
    """Return a square chart; scales and names are of the axis to the right and of the axis upwards."""
    across, up = scales
    return _drawn(
        "scatter",
        label,
        across_ticks=[(tick_label(tick), _x(across, tick)) for tick in across.ticks()],
        up_ticks=[(tick_label(tick), _y(up, tick)) for tick in up.ticks()],
        has_diagonal=across is up,
        dots=dots,
        clouds=clouds,
        across=names[0],
        upwards=names[1],
    )


def _clouds(scores: PairScores, scale: Scale) -> Iterator[tuple[str, str]]:
    """Yield classes and path of each darkness, with a round dot at every place that has evaluations."""
    places = Counter(
        (
            _side(point.system - point.baseline),
            round(_x(scale, 100 * point.baseline)),
            round(_y(scale, 100 * point.system)),
        )
        for point in scores.points
    )
    paths: dict[str, list[str]] = {}
    for (side, x, y), count in places.items():
        darkness = next((name for most, name in _DENSITIES if count <= most), "many")
        paths.setdefault(f"cloud {darkness} {side}", []).append(f"M{x} {y}h0")
    for classes, dots in sorted(paths.items()):
        yield classes, "".join(dots)


def histogram(scores: PairScores) -> Markup:
    """Return the chart of the differences: how many evaluations have each, losses left and gains right."""
    names = " and ".join(map(readable, scores.pair))
    gaps = [100 * gap for gap in scores.differences]
    reach = max(map(abs, gaps), default=0.0)
    scale = scale_for([-reach, reach], most_ticks=7)
    bins = min(max(_FEWEST_BINS, 2 * round(len(gaps) ** 0.5)), _MOST_BINS)
    width = (scale.high - scale.low) / bins
    counts = Counter(min(int((gap - scale.low) / width), bins - 1) for gap in gaps if gap)
    equal = sum(not gap for gap in gaps)
    heights = scale_for([0, *counts.values(), equal], most_ticks=5)

    def up(count: float) -> float:
        return round(_HEIGHT - _BOTTOM - heights.share(count) * (_HEIGHT - _TOP - _BOTTOM), 1)

    room = (_SIZE - _LEFT - _RIGHT) / bins
    columns = []
    for place, count in sorted(counts.items()):
        start = scale.low + place * width
        columns.append(
            {
                "title": f"{_signed(start)} to {_signed(start + width)}: {count:,}",
                "x": round(_LEFT + place * room + 0.4, 1),
                "y": up(count),
                "width": round(room - 0.8, 1),
                "height": round(_HEIGHT - _BOTTOM - up(count), 1),
                "side": _side(start + width / 2),
            }
        )
    return _drawn(
        "histogram",
        f"Evaluations by the difference in {scores.measure} between {names}",
        counts=[(f"{int(tick):,}", up(tick)) for tick in heights.ticks() if tick == int(tick)],
        ticks=[(_signed(tick), _x(scale, tick)) for tick in scale.ticks()],
        zero=_x(scale, 0),
        columns=columns,
        equal=(f"equal: {equal:,}", up(equal)) if equal else None,
        mean=_x(scale, sum(gaps) / len(gaps)) if gaps else None,
    )


def _drawn(chart: str, label: str, **values: object) -> Markup:
    """Return a chart as the template draws it."""
    edges = {
        "size": _SIZE,
        "left": _LEFT,
        "right": _SIZE - _RIGHT,
        "top": _TOP,
        "low": _SIZE - _BOTTOM,
        "histogram_height": _HEIGHT,
        "histogram_low": _HEIGHT - _BOTTOM,
    }
    return Markup(rendered("charts.html", chart=chart, label=label, **edges, **values))


def _side(difference: float) -> str:
    return "gain" if difference > 0 else "loss" if difference < 0 else "same"


def _x(scale: Scale, value: float) -> float:
    return round(_LEFT + scale.share(value) * (_SIZE - _LEFT - _RIGHT), 1)


def _y(scale: Scale, value: float) -> float:
    return round(_SIZE - _BOTTOM - scale.share(value) * (_SIZE - _TOP - _BOTTOM), 1)


def _signed(value: float) -> str:
    return ("+" if value > 1e-9 else "") + tick_label(round(value, 2))
