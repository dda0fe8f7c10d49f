"""The charts of the site, measured: what lies where, how wide and in which class."""

from __future__ import annotations

from math import nan

import pytest
from markupsafe import Markup

from rouge_cli import Estimate
from rouge_cli.site.charts import histogram, scatter, whiskers
from rouge_cli.site.page_records import Cell, Pair, PairScores, Point

from ..support.drawn import drawn

_NOTHING = Estimate(nan, nan, nan)


def _whiskers(**cells: Cell) -> Markup:
    return whiskers({system: {"M": cell} for system, cell in cells.items()}, "M", "f", "base")


_WHISKERS = _whiskers(
    base=Cell(Estimate(0.5, 0.375, 0.625)),
    low=Cell(Estimate(0.25, 0.125, 0.375), verdict="lower"),
    point=Cell(Estimate(0.1, nan, nan)),
    none=Cell(_NOTHING),
)
"""The figures are from 10 to 62.5; so the scale is from 0 to 80, and 10 is an eighth of it."""


def test_every_line_of_a_chart_has_its_name_and_its_figure() -> None:
    """Lines are 46 pixels high, and their texts stand 15 below their upper ends."""
    names, values = drawn(_WHISKERS, "text", "name"), drawn(_WHISKERS, "text", "value")
    assert [(one.text, *one.at("x", "y")) for one in names] == [
        *(("base", 0, 15), ("low", 0, 61), ("point", 0, 107), ("none", 0, 153))
    ]
    assert [(one.text, *one.at("x", "y")) for one in values] == [
        *(("50.00", 100, 15), ("25.00", 100, 61), ("10.00", 100, 107), ("–", 100, 153))
    ]
    assert drawn(_WHISKERS, "svg")[0].at("height") == (4 * 46 + 26,)


def test_dots_lie_at_averages_on_the_lines_of_their_intervals() -> None:
    dots = drawn(_WHISKERS, "circle")
    assert [dot.at("cx", "cy") for dot in dots] == [(62.5, 26), (31.25, 72), (12.5, 118)]
    lines = [line.at("x1", "y1", "x2", "y2") for line in drawn(_WHISKERS, "line", within="bar")]
    assert lines == [
        pytest.approx(line, abs=0.01)
        for line in (
            *((46.875, 26, 78.125, 26), (46.875, 21, 46.875, 31), (78.125, 21, 78.125, 31)),
            *((15.625, 72, 46.875, 72), (15.625, 67, 15.625, 77), (46.875, 67, 46.875, 77)),
        )
    ]
    assert [group.classes for group in drawn(_WHISKERS, "g", "bar")] == [
        *({"bar", "baseline"}, {"bar", "lower"}, {"bar"})
    ]
    assert [one.text for one in drawn(_WHISKERS, "title")] == [
        *("base 50.00 [37.50, 62.50]", "low 25.00 [12.50, 37.50]", "point 10.00")
    ]


def test_the_interval_of_the_baseline_is_a_band_behind_all_lines() -> None:
    (band,) = drawn(_WHISKERS, "rect", "band")
    assert band.at("x", "y", "width", "height") == pytest.approx((46.875, 0, 31.25, 184), abs=0.02)
    for estimate in (_NOTHING, Estimate(0.5, nan, nan)):
        assert drawn(_whiskers(base=Cell(estimate)), "rect") == []


def test_the_ticks_of_a_chart() -> None:
    ticks = drawn(_WHISKERS, "text", "tick")
    assert [(one.text, *one.at("x", "y"), one.attributes["text-anchor"]) for one in ticks] == [
        *(("0", 0, 204, "start"), ("20", 25, 204, "middle"), ("40", 50, 204, "middle")),
        *(("60", 75, 204, "middle"), ("80", 100, 204, "end")),
    ]
    lines = [line.at("x1", "x2", "y1", "y2") for line in drawn(_WHISKERS, "line", "grid")]
    assert lines == [(x, x, 0, 184) for x in (0, 25, 50, 75, 100)]


def _pair(*points: tuple[float, float]) -> PairScores:
    named = (Point(f"e{place}", *scores) for place, scores in enumerate(points, 1))
    return PairScores(Pair("new", "old"), "ROUGE-1", tuple(named))


# The baseline's figure, then the system's: a gain, a loss, and two that are equal.
_SCATTER = scatter(_pair((0.0, 0.5), (0.75, 0.25), (1.0, 1.0)))
"""A square of 304 by 308 units, from (44, 316) upwards and to the right, stands for 0 to 100."""


def test_the_points_of_two_systems() -> None:
    assert [(dot.text, *dot.at("cx", "cy"), *dot.classes) for dot in drawn(_SCATTER, "circle")] == [
        ("e1: 0.00 → 50.00", 44, 162, "gain"),
        ("e2: 75.00 → 25.00", 272, 239, "loss"),
        ("e3: 100.00 → 100.00", 348, 8, "same"),
    ]
    (diagonal,) = drawn(_SCATTER, "line", "diagonal")
    assert diagonal.at("x1", "y1", "x2", "y2") == (44, 316, 348, 8)


def test_the_ticks_of_two_systems_stand_outside_of_the_square() -> None:
    ticks = [
        (one.text, *one.at("x", "y"), one.attributes["text-anchor"])
        for one in drawn(_SCATTER, "text", "tick")
    ]
    assert ticks == [
        *(("0", 44, 332, "middle"), ("20", 104.8, 332, "middle"), ("40", 165.6, 332, "middle")),
        *(("60", 226.4, 332, "middle"), ("80", 287.2, 332, "middle"), ("100", 348, 332, "middle")),
        *(("0", 38, 316, "end"), ("20", 38, 254.4, "end"), ("40", 38, 192.8, "end")),
        *(("60", 38, 131.2, "end"), ("80", 38, 69.6, "end"), ("100", 38, 8, "end")),
    ]
    grid = [line.at("x1", "x2", "y1", "y2") for line in drawn(_SCATTER, "line", "grid")]
    assert (grid[1], grid[7]) == ((104.8, 104.8, 8, 316), (44, 348, 254.4, 254.4))
    across, upwards = drawn(_SCATTER, "text", "axis")
    assert (across.text, *across.at("x", "y"), upwards.text) == ("old", 196, 352, "new")
    assert upwards.attributes["transform"] == "translate(12 162) rotate(-90)"


def test_many_points_are_clouds_of_three_densities() -> None:
    points = [(0.0, 1.0)] * 5 + [(1.0, 0.0)] * 4 + [(0.5, 0.5)] * 291 + [(0.5, 0.0)]
    paths = {path.classes: path.attributes["d"] for path in drawn(scatter(_pair(*points)), "path")}
    assert paths == {
        frozenset({"cloud", "many", "gain"}): "M44 8h0",
        frozenset({"cloud", "some", "loss"}): "M348 316h0",
        frozenset({"cloud", "many", "same"}): "M196 162h0",
        frozenset({"cloud", "few", "loss"}): "M196 316h0",
    }
    assert drawn(scatter(_pair(*points[:300])), "path") == []
    assert len(drawn(scatter(_pair(*points[:300])), "circle")) == 300


def test_the_differences_of_two_systems() -> None:
    """Losses of 30 and 25, gains of 10 (twice) and 30, one equal: twelve bins of 5 from -30 to 30."""
    gaps = (-0.3, -0.25, 0.1, 0.1, 0.3, 0.0)
    picture = histogram(_pair(*((0.5, 0.5 + gap) for gap in gaps)))
    columns = drawn(picture, "rect")
    bin = 304 / 12
    assert [(one.text, *one.at("x", "width"), *one.classes) for one in columns] == [
        (text, pytest.approx(44 + place * bin + 0.4, abs=0.06), pytest.approx(bin - 0.8, abs=0.06), side)
        for text, place, side in (
            *(("−30 to −25: 1", 0, "loss"), ("−25 to −20: 1", 1, "loss")),
            *(("+10 to +15: 2", 8, "gain"), ("+25 to +30: 1", 11, "gain")),
        )
    ]
    # Heights go from 0 to 2 on 188 units, the bottom is at 196.
    assert [one.at("y", "height") for one in columns] == [(102, 94), (102, 94), (8, 188), (102, 94)]
    (equal,) = drawn(picture, "line", "equal")
    assert (equal.text, *equal.at("x1", "x2", "y1", "y2")) == ("equal: 1", 196, 196, 102, 196)
    (mean,) = drawn(picture, "line", "mean")
    assert mean.at("x1", "x2", "y1", "y2") == pytest.approx((191.8, 191.8, 8, 196), abs=0.1)
    (zero,) = drawn(picture, "line", "zero")
    assert zero.at("x1", "x2", "y1", "y2") == (196, 196, 8, 196)
    ticks = [(one.text, *one.at("x", "y")) for one in drawn(picture, "text", "tick")]
    assert (ticks[0], ticks[-7], ticks[-1]) == (("0", 38, 196), ("−30", 44, 212), ("+30", 348, 212))


def test_whiskers_have_five_ticks_at_most() -> None:
    for highest, ticks in ((0.45, ["0", "20", "40", "60"]), (0.7, ["0", "20", "40", "60", "80"])):
        picture = _whiskers(a=Cell(Estimate(0, 0, 0)), b=Cell(Estimate(highest, highest, highest)))
        assert [one.text for one in drawn(picture, "text", "tick")] == ticks


@pytest.mark.parametrize(
    ("gap", "count", "ticks"),
    [
        (0.31, 9, ["0", "5", "10", "−40", "−20", "0", "+20", "+40"]),
        (0.3, 12, ["0", "5", "10", "15", *("−30", "−20", "−10", "0", "+10", "+20", "+30")]),
        (0.25, 1, ["0", "1", *("−30", "−20", "−10", "0", "+10", "+20", "+30")]),
    ],
)
def test_differences_have_seven_ticks_and_counts_five_at_most(
    gap: float, count: int, ticks: list[str]
) -> None:
    picture = histogram(_pair(*[(0.5, 0.5 + gap)] * count))
    assert [one.text for one in drawn(picture, "text", "tick")] == ticks


def test_the_least_differences_are_gains_and_losses_too() -> None:
    gaps = (-0.3, -0.0625, -0.03125, 0.03125, 0.3)
    columns = drawn(histogram(_pair(*((0.5, 0.5 + gap) for gap in gaps))), "rect")
    assert [(one.text, *one.classes) for one in columns] == [
        *(("−30 to −25: 1", "loss"), ("−10 to −5: 1", "loss"), ("−5 to 0: 1", "loss")),
        *(("0 to +5: 1", "gain"), ("+25 to +30: 1", "gain")),
    ]


def test_charts_of_nothing_and_of_equals() -> None:
    for points in ((), ((0.5, 0.5),)):
        picture = histogram(_pair(*points))
        ticks = [one.text for one in drawn(picture, "text", "tick")]
        assert [tick for tick in ticks if "." in tick] == ["−0.5", "+0.5"]
        assert drawn(picture, "rect") == []
        assert len(drawn(picture, "line", "mean")) == len(drawn(picture, "line", "equal")) == len(points)
