"""The charts of two systems as SVG: their scores by evaluation, and the differences of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..explanations.markup import Html, tag
from ..explanations.shown import readable
from ..rendering.table_model import hundredfold
from .names import shortened
from .pairs import PairScores
from .scales import Scale, scale_for, tick_label

_SIZE, _LEFT, _BOTTOM, _TOP, _RIGHT = 360, 44, 44, 8, 12
"""In units of a square chart: its side, and the margins of what is drawn."""
_HEIGHT = 240
"""The height of the chart of differences."""
_DOTS = 300
"""Up to so many evaluations each is a dot of its own, which names it."""
_DENSITIES = ((1, "few"), (4, "some"))
"""The most evaluations at one place of a scatter for each darkness; above, it is `many`."""
_FEWEST_BINS, _MOST_BINS = 12, 40
"""The bins of the chart of differences, an even number, so that 0 parts two of them."""


def scatter(scores: PairScores, label: str) -> Html:
    """Return the chart of two systems: a point for each evaluation, the baseline to the right."""
    values = (100 * value for point in scores.points for value in point[1:])
    scale = scale_for(values)
    corners = [_x(scale, scale.low), _y(scale, scale.low), _x(scale, scale.high), _y(scale, scale.high)]
    x1, y1, x2, y2 = map(_unit, corners)
    parts = [
        *_square_grid(scale),
        tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="diagonal"),
        *(_dots(scores, scale) if len(scores.points) <= _DOTS else _cloud(scores, scale)),
        *_titles(shortened(scores.pair.baseline), shortened(scores.pair.system)),
    ]
    return tag("svg", *parts, role="img", aria_label=label, class_="scatter", viewBox=f"0 0 {_SIZE} {_SIZE}")


def _square_grid(scale: Scale) -> Iterable[Html]:
    right, bottom = str(_SIZE - _RIGHT), str(_SIZE - _BOTTOM)
    for tick in scale.ticks():
        x, y = _unit(_x(scale, tick)), _unit(_y(scale, tick))
        yield tag("line", x1=x, x2=x, y1=str(_TOP), y2=bottom, class_="grid")
        yield tag("line", x1=str(_LEFT), x2=right, y1=y, y2=y, class_="grid")
        label = tick_label(tick)
        yield tag("text", label, x=x, y=str(_SIZE - _BOTTOM + 16), text_anchor="middle", class_="tick")
        yield tag("text", label, x=str(_LEFT - 6), y=y, dy="0.35em", text_anchor="end", class_="tick")


def _dots(scores: PairScores, scale: Scale) -> Iterable[Html]:
    for point in scores.points:
        low, high = hundredfold(point.baseline), hundredfold(point.system)
        yield tag(
            "circle",
            tag("title", f"{readable(point.evaluation)}: {low} → {high}"),
            cx=_unit(_x(scale, 100 * point.baseline)),
            cy=_unit(_y(scale, 100 * point.system)),
            r="4",
            class_=_side(point.system - point.baseline),
        )


def _cloud(scores: PairScores, scale: Scale) -> Iterable[Html]:
    """Yield a path for each darkness, with a round dot at every place that has evaluations."""
    places = Counter(
        (
            _side(point.system - point.baseline),
            round(_x(scale, 100 * point.baseline)),
            round(_y(scale, 100 * point.system)),
        )
        for point in scores.points
    )
    paths: dict[str, list[str]] = {}
    for (side, x, y), count in sorted(places.items()):
        darkness = next((name for most, name in _DENSITIES if count <= most), "many")
        paths.setdefault(f"cloud {darkness} {side}", []).append(f"M{x} {y}h0")
    for classes, dots in sorted(paths.items()):
        yield tag("path", d="".join(dots), class_=classes)


def _titles(across: str, upwards: str) -> Iterable[Html]:
    middle_x, middle_y = (_LEFT + _SIZE - _RIGHT) / 2, (_TOP + _SIZE - _BOTTOM) / 2
    x, y = _unit(middle_x), _unit(middle_y)
    yield tag("text", across, x=x, y=str(_SIZE - 8), text_anchor="middle", class_="axis")
    turned = f"translate(12 {y}) rotate(-90)"
    yield tag("text", upwards, transform=turned, text_anchor="middle", class_="axis")


def histogram(scores: PairScores, label: str) -> Html:
    """Return the chart of the differences: how many evaluations have each, losses left and gains right."""
    gaps = [100 * gap for gap in scores.differences]
    reach = max(map(abs, gaps), default=1.0) or 1.0
    scale = scale_for([-reach, reach], most_ticks=7)
    bins = min(max(_FEWEST_BINS, 2 * round(len(gaps) ** 0.5)), _MOST_BINS)
    width = (scale.high - scale.low) / bins
    counts = Counter(min(int((gap - scale.low) / width), bins - 1) for gap in gaps if gap)
    equal = sum(not gap for gap in gaps)
    heights = scale_for([0, *counts.values(), equal], most_ticks=5)
    parts = [*_count_grid(scale, heights)]
    for place, count in sorted(counts.items()):
        start = scale.low + place * width
        parts.append(_column(scale, heights, start, width, count))
    if equal:
        parts.append(_line_of_equals(scale, heights, equal))
    if gaps:
        mean = _x(scale, sum(gaps) / len(gaps))
        x, bottom = _unit(mean), str(_HEIGHT - _BOTTOM)
        parts.append(tag("line", tag("title", "mean"), x1=x, x2=x, y1=str(_TOP), y2=bottom, class_="mean"))
    parts.append(
        tag(
            "text",
            "difference",
            x=_unit((_LEFT + _SIZE - _RIGHT) / 2),
            y=str(_HEIGHT - 8),
            text_anchor="middle",
            class_="axis",
        )
    )
    return tag(
        "svg", *parts, role="img", aria_label=label, class_="histogram", viewBox=f"0 0 {_SIZE} {_HEIGHT}"
    )


def _count_grid(scale: Scale, heights: Scale) -> Iterable[Html]:
    bottom, right = _HEIGHT - _BOTTOM, str(_SIZE - _RIGHT)
    for tick in heights.ticks():
        if tick == int(tick):
            y = _unit(_up(heights, tick))
            yield tag("line", x1=str(_LEFT), x2=right, y1=y, y2=y, class_="grid")
            yield tag(
                "text", f"{int(tick):,}", x=str(_LEFT - 6), y=y, dy="0.35em", text_anchor="end", class_="tick"
            )
    for tick in scale.ticks():
        x = _unit(_x(scale, tick))
        yield tag("text", _signed(tick), x=x, y=str(bottom + 16), text_anchor="middle", class_="tick")
    zero = _unit(_x(scale, 0))
    yield tag("line", x1=zero, x2=zero, y1=str(_TOP), y2=str(bottom), class_="zero")


def _column(scale: Scale, heights: Scale, start: float, width: float, count: int) -> Html:
    left, right = _x(scale, start), _x(scale, start + width)
    top = _up(heights, count)
    named = f"{_signed(start)} to {_signed(start + width)}: {count:,}"
    return tag(
        "rect",
        tag("title", named),
        x=_unit(left + 0.4),
        y=_unit(top),
        width=_unit(right - left - 0.8),
        height=_unit(_HEIGHT - _BOTTOM - top),
        class_=_side(start + width / 2),
    )


def _line_of_equals(scale: Scale, heights: Scale, count: int) -> Html:
    x, top = _unit(_x(scale, 0)), _unit(_up(heights, count))
    bottom = str(_HEIGHT - _BOTTOM)
    return tag("line", tag("title", f"equal: {count:,}"), x1=x, x2=x, y1=top, y2=bottom, class_="equal")


def _side(difference: float) -> str:
    return "gain" if difference > 0 else "loss" if difference < 0 else "same"


def _x(scale: Scale, value: float) -> float:
    return _LEFT + scale.share(value) * (_SIZE - _LEFT - _RIGHT)


def _y(scale: Scale, value: float) -> float:
    return _SIZE - _BOTTOM - scale.share(value) * (_SIZE - _TOP - _BOTTOM)


def _up(heights: Scale, count: float) -> float:
    return _HEIGHT - _BOTTOM - heights.share(count) * (_HEIGHT - _TOP - _BOTTOM)


def _signed(value: float) -> str:
    return ("+" if value > 1e-9 else "") + tick_label(round(value, 2))


def _unit(value: float) -> str:
    return f"{round(value, 1):g}"
