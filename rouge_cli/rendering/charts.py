"""The scales and counts of the charts on pages, which the template `charts.html` draws as SVG.

Colours come from the style sheet, so that a chart follows the dark mode of its page. Every chart has a label
in words, and its figures stand in a table or in the text beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from markupsafe import Markup

from ..errors import readable, shortened
from .page_records import PageCell, PairScores, SystemPoint
from .page_templates import rendered
from .presentation import hundredfold, plain

_LONGEST_NAME = 32
"""The number of characters to which a name in a chart is shortened."""
_STEPS = (1, 2, 2.5, 5, 10)
"""Round steps of a scale, by the power of ten."""
_ROUNDING = 1e-9
"""The part of a step by which a value such as 30.000000000000004 may pass a tick."""

_SIZE, _LEFT, _BOTTOM, _TOP, _RIGHT = 360, 44, 44, 8, 12
"""The side of a square chart, and its margins, in units of its own."""
_HEIGHT = 240
"""The height of the chart of differences."""
_DOTS = 300
"""The greatest number of evaluations in a scatter with a named dot for each; larger ones have clouds."""
_DENSITIES = ((1, "few"), (4, "some"))
"""The greatest number of evaluations at one place of a scatter for each darkness; more are `many`."""
_FEWEST_BINS, _MOST_BINS = 12, 40
"""The bounds of the number of bins in the chart of differences, which is even: 0 lies between two bins."""


class Scale(NamedTuple):
    """A range of figures × 100, and the step of its ticks."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Return the place of a value on the scale, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def percent(self, value: float) -> float | None:
        """Return the place of a value on the scale, from 0 to 100, or None for a value that is not finite."""
        return round(100 * self.share(value), 2) if isfinite(value) else None

    def x(self, value: float) -> float:
        """Return the place of a value across a square chart."""
        return round(_LEFT + self.share(value) * (_SIZE - _LEFT - _RIGHT), 1)

    def y(self, value: float, height: int = _SIZE) -> float:
        """Return the place of a value in a chart of this height, from its upper end."""
        return round(height - _BOTTOM - self.share(value) * (height - _TOP - _BOTTOM), 1)

    def ticks(self) -> list[float]:
        """Return the ticks, from the lowest to the highest."""
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]


def scale_for(values: Iterable[float], *, most_ticks: int = 6) -> Scale:
    """Return a scale from one round number to another that holds all finite values."""
    finite = [value for value in values if isfinite(value)] or [0, 100]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 1, high + 1
    least = (high - low) / (most_ticks - 1)
    power = 10.0 ** floor(log10(least))
    step = next(step * power for step in _STEPS if step * power >= least * (1 - _ROUNDING))
    return Scale(floor(low / step + _ROUNDING) * step, ceil(high / step - _ROUNDING) * step, step)


def tick_label(value: float) -> str:
    """Return a tick in words, with a true minus and no more decimals than it needs."""
    return f"{round(value, 6) + 0.0:g}".replace("-", "−")


def label_of(name: str) -> str:
    """Return a readable name, without its middle if it is long."""
    return shortened(readable(name), _LONGEST_NAME)


def whiskers(
    table: Mapping[str, Mapping[str, PageCell]], measure: str, figure: str, baseline: str | None
) -> Markup:
    """Return the chart of a measure: a dot for each average, on the line of its confidence interval.

    Widths are percentages, and letters have the size of the page's, so that the chart fits phones.
    """
    cells = {system: by_measure[measure] for system, by_measure in table.items()}
    titles = [f"{readable(system)} {cell.value} {cell.interval}".rstrip() for system, cell in cells.items()]
    return _drawn(
        "whiskers",
        f"{measure}, {figure}: {'; '.join(titles)}",
        scale=scale_for((100 * value for cell in cells.values() for value in cell.estimate), most_ticks=5),
        lines=list(zip(cells.items(), titles, strict=True)),
        baseline=baseline,
    )


def scatter(scores: PairScores, *, has_names: bool) -> Markup:
    """Return the chart of two systems: a point for each evaluation, with the baseline's score across.

    With `has_names` each of up to 300 points has a name.
    """
    scale = scale_for(100 * value for point in scores.points for value in point[1:])
    system, baseline = scores.pair
    places: Counter[tuple[str, float, float]] = Counter()
    if has_clouds := not has_names or len(scores.points) > _DOTS:
        places.update(
            (
                _side(point.system - point.baseline),
                round(scale.x(100 * point.baseline)),
                round(scale.y(100 * point.system)),
            )
            for point in scores.points
        )
    clouds: dict[str, str] = {}
    """By classes, the path of each darkness and side, with a dot at every place that has evaluations."""
    for (side, x, y), count in places.items():
        darkness = next((name for most, name in _DENSITIES if count <= most), "many")
        classes = f"cloud {darkness} {side}"
        clouds[classes] = clouds.get(classes, "") + f"M{x} {y}h0"
    return _drawn(
        "scatter",
        f"{scores.measure} of {readable(system)} against {readable(baseline)}, a point for each evaluation",
        scales=(scale, scale),
        dots=[] if has_clouds else scores.points,
        clouds=sorted(clouds.items()),
        names=(label_of(baseline), label_of(system)),
    )


def systems_by(points: Sequence[SystemPoint], across: str, upwards: str) -> Markup:
    """Return the chart of systems by a measure beside ROUGE, across, and a measure of ROUGE, upwards."""
    finite = [point for point in points if isfinite(point[1]) and isfinite(point[2])]
    titles = (f"{readable(system)} {plain(x)}, {hundredfold(y)}" for system, x, y in finite)
    return _drawn(
        "systems",
        f"Systems by {across} and {upwards}: {'; '.join(titles)}",
        scales=(scale_for(x for _, x, _ in finite), scale_for(100 * y for _, _, y in finite)),
        dots=finite,
        names=(across, upwards),
    )


def histogram(scores: PairScores) -> Markup:
    """Return the histogram of the differences, with losses on the left and gains on the right."""
    names = " and ".join(map(readable, scores.pair))
    gaps = [100 * gap for gap in scores.differences]
    reach = max(map(abs, gaps), default=0.0)
    scale = scale_for([-reach, reach], most_ticks=7)
    bins = min(max(_FEWEST_BINS, 2 * round(len(gaps) ** 0.5)), _MOST_BINS)
    width = (scale.high - scale.low) / bins
    counts = Counter(min(int((gap - scale.low) / width), bins - 1) for gap in gaps if gap)
    equal = sum(not gap for gap in gaps)
    return _drawn(
        "histogram",
        f"Evaluations by the difference in {scores.measure} between {names}",
        scale=scale,
        heights=scale_for([0, *counts.values(), equal], most_ticks=5),
        columns=[(scale.low + place * width, place, count) for place, count in sorted(counts.items())],
        bin=width,
        room=(_SIZE - _LEFT - _RIGHT) / bins,
        equal=equal,
        mean=sum(gaps) / len(gaps) if gaps else None,
    )


def _drawn(chart: str, label: str, **values: object) -> Markup:
    """Return a chart that the template has drawn."""
    edges = {
        "size": _SIZE,
        "left": _LEFT,
        "right": _SIZE - _RIGHT,
        "top": _TOP,
        "low": _SIZE - _BOTTOM,
        "histogram_height": _HEIGHT,
        "histogram_low": _HEIGHT - _BOTTOM,
    }

    def signed(value: float) -> str:
        return ("+" if value > _ROUNDING else "") + tick_label(round(value, 2))

    words = {"side": _side, "label_of": label_of, "tick": tick_label, "signed": signed}
    return Markup(rendered("charts.html", chart=chart, label=label, **edges, **words, **values))


def _side(difference: float) -> str:
    return "gain" if difference > 0 else "loss" if difference < 0 else "same"
