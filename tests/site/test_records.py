"""The figures of the pages: cells, pairs, rankings, scales, and the charts, measured on the pages."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from typing import Any

import pytest

from rouge_cli import Counts, Estimate, Options, Score

from ..support.drawn import drawn
from ..support.scoring import literal_result, report_of
from ..support.sites import NOT_TESTED, comparison, data_of, pages, report, text_of

THREE = report(
    {
        "a": {"x": 0.5, "y": 0.25, "z": 0.75},
        "b": {"x": 0.25, "y": 0.25, "z": 0.875},
        "c": {"y": 0.125, "w": 0.5},
    }
)


def test_columns_are_aligned_by_evaluation_in_the_order_of_the_system_that_has_most() -> None:
    made = pages(THREE)
    assert data_of(made["data/index.js"])["evaluations"] == ["x", "y", "z", "w"]
    a, _, c = data_of(made["data/measure-0.js"])
    assert a[2] == [500_000, 250_000, 750_000, None]
    assert (c[0], *c[3:]) == ([None, 62_500, None, 250_000], [None, 10, None, 11], [None, 20, None, 20])
    for systems, order in (
        ({"c": {"y": 1.0, "w": 1.0}, "a": {"x": 1.0, "y": 1.0, "z": 1.0}}, "xyzw"),
        ({"a": {"y": 0.5, "x": 1.0}, "b": {"x": 0.25, "y": 0.125}}, "yx"),
    ):
        assert data_of(pages(report(systems))["data/index.js"])["evaluations"] == [*order]


def test_lengths_have_two_decimals_in_scripts_and_figures_are_millionths() -> None:
    lengths = (Counts(12.0, 3.456, 1), Counts(0.004, 7.5, 1))
    scores = [Score(0.12345649, 1, 1 / 3, counts, str(place)) for place, counts in enumerate(lengths)]
    of_measure = literal_result([Estimate(0.5, 0.5, 0.5)] * 3, scores)
    made = pages(report_of(Options(max_ngram=1, rouge_l=False), {"a": {"ROUGE-1": of_measure}}))
    assert made["data/measure-0.js"] == (
        "rougeReport.measures[0] = [[[123456,123456],[1000000,1000000],[333333,333333],[3.46,7.5],[12,0]]];\n"
    )


def test_pairs_come_in_the_order_of_the_systems() -> None:
    """Without a comparison all are set against the first; comparisons of all with all have no baseline."""
    for compared, pairs, baseline in (
        ((), ["b against a", "c against a"], None),
        (
            (comparison("c", "b", 0.1, 0.5), comparison("a", "b", 0.1, 0.5)),
            ["a against b", "c against b"],
            "b",
        ),
        (
            (comparison("b", "a", 0.1, 0.01), comparison("c", "b", 0.1, 0.01)),
            ["b against a", "c against b"],
            None,
        ),
    ):
        made = pages(THREE, compared)
        found = [drawn(made[f"pair-{place}.html"], "h1")[0].text for place in (1, 2)]
        assert (found, "pair-3.html" in made) == (pairs, False)
        assert [row.text.split()[0] for row in drawn(made["index.html"], "tr", "baseline")] == (
            [] if baseline is None else [baseline] * 3
        )
        rows = [one.text for one in drawn(made["index.html"], "a", within="differences")]
        assert rows == [pair[0] for pair in pairs if compared] * 3
        if baseline is None:
            assert drawn(made["index.html"], "span", "verdict", within="systems") == []


@pytest.mark.parametrize(
    ("average", "corrected", "evaluations", "resamples", "verdict"),
    [
        (0.1, 0.05, 20, 1000, "higher"),
        (-0.1, 0.0499, 20, 1000, "lower"),
        (0.1, 0.0501, 20, 1000, "level"),
        (-0.1, 0.5, 20, 1000, "level"),
        (0.1, nan, 20, 1000, ""),
        # p is 2^(1-n) or 1/(r+1) at the least.
        (0.1, 0.5, 6, 1000, "level"),
        (0.1, 0.5, 5, 1000, "open"),
        (0.1, 0.5, 20, 19, "level"),
        (0.1, 0.5, 20, 18, "open"),
    ],
)
def test_what_a_comparison_says_of_a_system(
    average: float, corrected: float, evaluations: int, resamples: int, verdict: str
) -> None:
    options = replace(THREE.options, resamples=resamples)
    three = THREE._replace(profile=type(THREE.profile)(options))
    made = pages(three, [comparison("a", "b", average, corrected, evaluations)])
    for table in ("systems", "differences"):
        marks = drawn(made["index.html"], "span", "verdict", within=table)
        assert [set(mark.classes) for mark in marks] == [{"verdict", verdict}] * (3 if verdict else 0)


def test_the_correction_counts_all_comparisons_of_a_measure() -> None:
    """Six evaluations decide on one comparison, p ≥ 1/32, and not on two."""
    compared = [comparison(system, "b", 0.1, 0.5, 6) for system in "ac"]
    for of, verdict in ((compared[:1], "level"), (compared, "open")):
        marks = drawn(pages(THREE, of)["index.html"], "span", "verdict", within="differences")
        assert [set(mark.classes) for mark in marks] == [{"verdict", verdict}] * 3 * len(of)


def test_a_difference_without_a_p() -> None:
    compared = comparison("a", "b", 0.5, 0.5)._replace(f=NOT_TESTED)
    row = drawn(pages(THREE, [compared])["index.html"], "tr", within="differences")[-1]
    assert row.text.split() == ["a", "b", "ROUGE-1", "+50.00", "–", "–", "3"]


def test_a_pair_has_the_evaluations_of_both() -> None:
    """Pearson's r of (0.5, 0.25, 0.75) and (0.25, 0.25, 0.875) is 5/32 / sqrt(1/8 · 25/96), 0.866."""
    page = pages(THREE)["pair-1.html"]
    text = text_of(page)
    assert "Mean difference −4.17 median +0.00 b higher 1 of 3 evaluations b lower 1 and 1 equal" in text
    assert "(r = 0.87)" in text
    assert [dot.text for dot in drawn(page, "circle")] == [
        *("x: 50.00 → 25.00", "y: 25.00 → 25.00", "z: 75.00 → 87.50")
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [({"x": 0.5}, {"x": 0.25}), ({"x": 1, "y": 1}, {"x": 0, "y": 1}), ({"x": 0, "y": 1}, {"x": 1, "y": 1})],
)
def test_scores_that_do_not_vary_have_no_correlation(one: dict[str, float], other: dict[str, float]) -> None:
    assert "r = " not in text_of(pages(report({"a": one, "b": other}))["pair-1.html"])
    apart = pages(report({"a": {"x": 0.5}, "c": {"y": 1}}))
    assert "The two have no evaluation in common." in text_of(apart["pair-1.html"])


def test_rankings_have_the_worst_first_and_losses_alone() -> None:
    """Five of each ranking are listed; of b against a the only loss."""
    lists = drawn(pages(THREE)["worst.html"], "ol", "ranking")
    assert [one.text.split() for one in lists] == [
        ["y", "25.00", "x", "50.00", "z", "75.00"],
        ["x", "25.00", "y", "25.00", "z", "87.50"],
        ["y", "12.50", "w", "50.00"],
        ["x", "−25.00"],
        ["y", "−12.50"],
    ]


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.313, 0.429], ["30", "32.5", "35", "37.5", "40", "42.5", "45"]),
        ([0.0, 1.0], ["0", "20", "40", "60", "80", "100"]),
        ([0.5, 0.5], ["49", "49.5", "50", "50.5", "51"]),
    ],
)
def test_scales_go_from_one_round_number_to_another(values: list[float], ticks: list[str]) -> None:
    chart = _scatter((values[0], values[1]))
    assert [one.text for one in drawn(chart, "text", "tick")] == ticks * 2


def test_labels_of_charts() -> None:
    names = {"a" * 32: "a" * 32, f"{'a' * 20}{'b' * 20}": f"{'a' * 15}…{'b' * 15}", "": "''"}
    names["\x1b[31m"] = r"\x1b[31m"
    chart = _chart(pages(report({name: {"x": 0.5} for name in names}))["index.html"], "whiskers")
    assert [one.text for one in drawn(chart, "text", "name")] == [*names.values()]


def _chart(page: str, kind: str) -> str:
    """Return the last chart of a kind on a page: of an overview the chart of F."""
    return re.findall(f'<svg [^>]*class="{kind}".*?</svg>', page, re.DOTALL)[-1]


def _whiskers(**estimates: Estimate) -> str:
    scores = [Score(0, 0, 0, Counts(1, 1, 1), "x")]
    systems = {system: {"M": literal_result([one] * 3, scores)} for system, one in estimates.items()}
    compared = [comparison("low", "base", -0.25, 0.01, 20)] if "low" in estimates else []
    compared = [one._replace(measure="M") for one in compared]
    made = report_of(Options(max_ngram=1, rouge_l=False), systems)
    return _chart(pages(made, compared)["index.html"], "whiskers")


_NOTHING = Estimate(nan, nan, nan)
_WHISKERS = _whiskers(
    base=Estimate(0.5, 0.375, 0.625),
    low=Estimate(0.25, 0.125, 0.375),
    point=Estimate(0.1, nan, nan),
    none=_NOTHING,
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
    (chart,) = drawn(_WHISKERS, "svg", "whiskers")
    assert chart.at("width", "height") == (100, 4 * 46 + 26)


def test_dots_lie_at_averages_on_the_lines_of_their_intervals() -> None:
    dots = drawn(_WHISKERS, "circle")
    assert [dot.at("cx", "cy", "r") for dot in dots] == [(62.5, 26, 4.5), (31.25, 72, 4.5), (12.5, 118, 4.5)]
    lines = [line.at("x1", "y1", "x2", "y2") for line in drawn(_WHISKERS, "line", within="bar")]
    assert lines == [
        *((46.88, 26, 78.12, 26), (46.88, 21, 46.88, 31), (78.12, 21, 78.12, 31)),
        *((15.62, 72, 46.88, 72), (15.62, 67, 15.62, 77), (46.88, 67, 46.88, 77)),
    ]
    assert [group.classes for group in drawn(_WHISKERS, "g", "bar")] == [
        *({"bar", "baseline"}, {"bar", "lower"}, {"bar"})
    ]
    assert [one.text for one in drawn(_WHISKERS, "title")] == [
        *("base 50.00 [37.50, 62.50]", "low 25.00 [12.50, 37.50]", "point 10.00")
    ]


def test_the_interval_of_the_baseline_is_a_band_behind_all_lines() -> None:
    (band,) = drawn(_WHISKERS, "rect", "band")
    assert band.at("x", "y", "width", "height") == (46.88, 0, 31.24, 184)
    for estimate in (_NOTHING, Estimate(0.5, nan, nan)):
        assert drawn(_whiskers(base=estimate, low=estimate), "rect") == []


def test_the_ticks_of_a_chart() -> None:
    ticks = drawn(_WHISKERS, "text", "tick")
    assert [(one.text, *one.at("x", "y"), one.attributes["text-anchor"]) for one in ticks] == [
        *(("0", 0, 204, "start"), ("20", 25, 204, "middle"), ("40", 50, 204, "middle")),
        *(("60", 75, 204, "middle"), ("80", 100, 204, "end")),
    ]
    lines = [line.at("x1", "x2", "y1", "y2") for line in drawn(_WHISKERS, "line", "grid")]
    assert lines == [(x, x, 0, 184) for x in (0, 25, 50, 75, 100)]


def _pair(*points: tuple[float, float]) -> str:
    """Return the page on two systems with these figures in each evaluation."""
    systems = {
        name: {f"e\n{place}": scores[side] for place, scores in enumerate(points, 1)}
        for side, name in enumerate(("old", "new"))
    }
    return pages(report(systems))["pair-1.html"]


def _scatter(*points: tuple[float, float]) -> str:
    return _chart(_pair(*points), "scatter")


def _histogram(*gaps: float) -> str:
    return _chart(_pair(*((0.5, 0.5 + gap) for gap in gaps)), "histogram")


# The baseline's figure, then the system's: a gain, a loss, and two that are equal.
_SCATTER = _scatter((0.0, 0.5), (0.7503, 0.3331), (1.0, 1.0))
"""A square of 304 by 308 units, from (44, 316) upwards and to the right, stands for 0 to 100."""


def test_the_points_of_two_systems() -> None:
    assert [(dot.text, *dot.at("cx", "cy", "r"), *dot.classes) for dot in drawn(_SCATTER, "circle")] == [
        ("e 1: 0.00 → 50.00", 44, 162, 4, "gain"),
        ("e 2: 75.03 → 33.31", 272.1, 213.4, 4, "loss"),
        ("e 3: 100.00 → 100.00", 348, 8, 4, "same"),
    ]
    (chart,) = drawn(_SCATTER, "svg", "scatter")
    assert chart.attributes["viewbox"] == "0 0 360 360"
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
    assert across.attributes["text-anchor"] == upwards.attributes["text-anchor"] == "middle"


def test_many_points_are_clouds_of_three_densities() -> None:
    points = [(0.0, 1.0)] * 5 + [(1.0, 0.0)] * 4 + [(1.0, 1.0)] * 2 + [(0.5, 0.5)] * 289 + [(0.5, 0.0)]
    paths = {path.classes: path.attributes["d"] for path in drawn(_scatter(*points), "path")}
    assert paths == {
        frozenset({"cloud", "many", "gain"}): "M44 8h0",
        frozenset({"cloud", "some", "loss"}): "M348 316h0",
        frozenset({"cloud", "some", "same"}): "M348 8h0",
        frozenset({"cloud", "many", "same"}): "M196 162h0",
        frozenset({"cloud", "few", "loss"}): "M196 316h0",
    }
    assert drawn(_scatter(*points[:300]), "path") == []
    assert len(drawn(_scatter(*points[:300]), "circle")) == 300


def test_the_differences_of_two_systems() -> None:
    """Losses of 30 and 25, gains of 10 (twice) and 30, one equal: twelve bins of 5 from -30 to 30."""
    gaps = (0.3, 0.1, -0.25, 0.1, -0.3, 0.0)
    picture = _histogram(*gaps)
    columns = drawn(picture, "rect")
    # A column is 304 / 12 wide, with a gap of 0.8 between two.
    assert [(one.text, *one.at("x", "width"), *one.classes) for one in columns] == [
        *(("−30 to −25: 1", 44.4, 24.5, "loss"), ("−25 to −20: 1", 69.7, 24.5, "loss")),
        *(("+10 to +15: 2", 247.1, 24.5, "gain"), ("+25 to +30: 1", 323.1, 24.5, "gain")),
    ]
    # Heights go from 0 to 2 on 188 units, the bottom is at 196.
    assert [one.at("y", "height") for one in columns] == [(102, 94), (102, 94), (8, 188), (102, 94)]
    (equal,) = drawn(picture, "line", "equal")
    assert (equal.text, *equal.at("x1", "x2", "y1", "y2")) == ("equal: 1", 196, 196, 102, 196)
    (mean,) = drawn(picture, "line", "mean")
    assert mean.at("x1", "x2", "y1", "y2") == (191.8, 191.8, 8, 196)
    (zero,) = drawn(picture, "line", "zero")
    assert zero.at("x1", "x2", "y1", "y2") == (196, 196, 8, 196)
    (chart,) = drawn(picture, "svg", "histogram")
    assert chart.attributes["viewbox"] == "0 0 360 240"
    (axis,) = drawn(picture, "text", "axis")
    assert (axis.text, *axis.at("x", "y"), axis.attributes["text-anchor"]) == (
        "difference",
        196,
        232,
        "middle",
    )
    ticks = [(one.text, *one.at("x", "y")) for one in drawn(picture, "text", "tick")]
    assert (ticks[0], ticks[-7], ticks[-1]) == (("0", 38, 196), ("−30", 44, 212), ("+30", 348, 212))


def test_whiskers_have_five_ticks_at_most() -> None:
    for highest, ticks in ((0.45, ["0", "20", "40", "60"]), (0.7, ["0", "20", "40", "60", "80"])):
        picture = _whiskers(a=Estimate(0, 0, 0), b=Estimate(highest, highest, highest))
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
    picture = _histogram(*[gap] * count)
    assert [one.text for one in drawn(picture, "text", "tick")] == ticks


@pytest.mark.parametrize(("count", "bins"), [(36, 12), (49, 14), (400, 40), (441, 40)])
def test_more_differences_have_more_bins(count: int, bins: int) -> None:
    """There are two bins for each unit of the square root of their number, but from 12 to 40."""
    gaps = [0.3, *[-0.3] * (count - 1)]
    first, last = drawn(_histogram(*gaps), "rect")
    assert last.at("width")[0] == pytest.approx(304 / bins - 0.8, abs=0.06)
    assert last.at("x")[0] == pytest.approx(348 - 304 / bins + 0.4, abs=0.06)
    assert first.at("x") == (44.4,)


def test_systems_by_a_figure_beside_rouge() -> None:
    """From 0 to 4 across, and from 20 to 60 upwards; names lie on the side of the dot that has more room."""
    points = {"left": (0.0, 0.2), "right": (4.0, 0.6), "middle": (2.0, 0.4), "a": (nan, 0.5), "b": (3.0, nan)}
    scores = [Score(0, 0, 0, Counts(1, 1, 1), "x")]

    def result(value: float) -> Any:
        return literal_result([Estimate(value, value, value)] * 3, scores)

    systems = {
        name: {"ROUGE-1": result(up), "length": result(across)} for name, (across, up) in points.items()
    }
    options = Options(max_ngram=1, rouge_l=False, about=("length",))
    chart = _chart(pages(report_of(options, systems))["index.html"], "scatter")
    assert sorted((dot.text, *dot.at("cx", "cy"), *dot.classes) for dot in drawn(chart, "circle")) == [
        *(("left 0.000, 20.00", 44, 316, "same"), ("middle 2.000, 40.00", 196, 162, "same")),
        ("right 4.000, 60.00", 348, 8, "same"),
    ]
    names = [one for one in drawn(chart, "text", "tick") if "dy" in one.attributes and one.text.isalpha()]
    assert sorted((one.text, *one.at("x", "y"), one.attributes["text-anchor"]) for one in names) == [
        *(("left", 44, 316, "start"), ("middle", 196, 162, "start"), ("right", 348, 8, "end"))
    ]
    assert [one.text for one in drawn(chart, "text", "axis")] == ["length", "ROUGE-1, f"]
    assert drawn(chart, "line", "diagonal") == []


def test_the_least_differences_are_gains_and_losses_too() -> None:
    gaps = (-0.3, -0.0625, -0.03125, 0.03125, 0.3)
    columns = drawn(_histogram(*gaps), "rect")
    assert [(one.text, *one.classes) for one in columns] == [
        *(("−30 to −25: 1", "loss"), ("−10 to −5: 1", "loss"), ("−5 to 0: 1", "loss")),
        *(("0 to +5: 1", "gain"), ("+25 to +30: 1", "gain")),
    ]


def test_charts_of_equals() -> None:
    picture = _histogram(0.0)
    ticks = [one.text for one in drawn(picture, "text", "tick")]
    assert [tick for tick in ticks if "." in tick] == ["−0.5", "+0.5"]
    assert drawn(picture, "rect") == []
    assert len(drawn(picture, "line", "mean")) == len(drawn(picture, "line", "equal")) == 1
