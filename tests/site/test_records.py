"""The figures of the pages: cells, verdicts, rankings, scales and whiskers, and the data of scripts."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from rouge_cli import Counts, Estimate, Evaluation, Options, Score, evaluate

from ..support.drawn import drawn
from ..support.scoring import literal_result, report_of
from ..support.sites import NOT_TESTED, comparison, data_of, first_choices, pages, report, text_of
from ..support.tables import table

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


@pytest.mark.parametrize(
    "choices",
    [
        *({}, {"jackknife": True}, {"best_model": True}, {"best_model": True, "jackknife": True}),
        {"profile": "rouge-score", "types": ("rouge1",)},
    ],
)
def test_lengths_are_means_over_the_models(choices: dict[str, object]) -> None:
    """The peer has five words, and each of three models four, which counts add up in some ways."""
    models = ["a b c x", "a b c d", "b c d y"]
    evaluations = [Evaluation.of_texts(id, {"s": "a b c d e"}, models) for id in "12"]
    usual = {} if "profile" in choices else {"max_ngram": 1, "rouge_l": False}
    made = pages(evaluate(evaluations, Options(**usual, **choices, resamples=10)))  # type: ignore[arg-type]
    ((_, _, _, peer, of_models),) = data_of(made["data/measure-0.js"])
    assert (peer, of_models) == ([5, 5], [4, 4])


def test_systems_come_by_score_behind_the_baseline_and_lose_to_it_or_to_the_best() -> None:
    """Comparisons of all with all have no baseline."""
    for compared, order, rival in (
        ((), "abc", "a"),
        ((comparison("c", "b", 0.1, 0.5), comparison("a", "b", 0.1, 0.5)), "bac", "b"),
        ((comparison("b", "a", 0.1, 0.01), comparison("c", "b", 0.1, 0.01)), "abc", "a"),
    ):
        made = pages(THREE, compared)
        names = [one.text for one in drawn(made["index.html"], "a", within="leaderboard")]
        index = data_of(made["data/index.js"])
        assert (names, index["systems"]) == ([*order] * 3, [*order])
        for path in ("pairs.html", "evaluations.html"):
            assert first_choices(made[path]) == ["ROUGE-1", "F", order[1], rival]
        heads = [one.text for one in drawn(made["system-3.html"], "h4")]
        assert heads == ["Lowest scores", f"Greatest losses against {rival}"]
        baselines = [row.text.split()[0] for row in drawn(made["index.html"], "tr", "baseline")]
        assert baselines == (["b baseline"[:1]] * 3 if rival == "b" else [])
        if rival != "b":
            assert drawn(made["index.html"], "span", "verdict", within="leaderboard") == []


@pytest.mark.parametrize(
    ("average", "corrected", "evaluations", "resamples", "verdict"), table(__file__, "verdicts")
)
def test_what_a_comparison_says_of_a_system(
    average: float, corrected: float, evaluations: int, resamples: int, verdict: str
) -> None:
    options = replace(THREE.options, resamples=resamples)
    three = THREE._replace(profile=type(THREE.profile)(options))
    made = pages(three, [comparison("a", "b", average, corrected, evaluations)])
    for page in ("index.html", "system-2.html"):
        marks = drawn(made[page], "span", "verdict", within="scroll")
        count = 3 if page == "index.html" else 1
        assert [set(mark.classes) - {"verdict"} for mark in marks] == [{verdict} - {""}] * count
    ((_, _, _, _, (*_, in_data)),) = data_of(made["data/pairs.js"])[0]
    assert in_data == verdict


def test_a_difference_without_a_p() -> None:
    compared = comparison("a", "b", 0.5, 0.5)._replace(f=NOT_TESTED)
    made = pages(THREE, [compared])
    row = drawn(made["system-2.html"], "tr", within="scroll")[-1]
    assert row.text.split() == ["ROUGE-1+50.00", "not", "tested––3"]
    ((system, baseline, *_, f),) = data_of(made["data/pairs.js"])[0]
    assert (system, baseline, f) == (1, 0, [500_000, None, None, "–", "–", ""])


def test_bold_figures_are_those_of_no_worse_systems() -> None:
    """By all pairs `b` does not differ from `a`, the best; where nothing is decided, `a` alone."""
    ps = {("b", "a"): 0.5, ("c", "a"): 0.01, ("c", "b"): 0.01}
    for evaluations, best in ((20, ["50.00", "45.83"]), (3, ["50.00"])):
        compared = [comparison(*pair, -0.1, p, evaluations) for pair, p in ps.items()]
        page = pages(THREE, compared)["index.html"]
        bold = [one.text for one in drawn(page, "strong", within="leaderboard")]
        assert bold[-len(best) :] == best
        assert "significantly above all others" not in page
        assert ("undecided for lack of evaluations" in page) == (evaluations == 3)
    clear = pages(THREE, [comparison(*pair, -0.1, 0.01, 20) for pair in ps])["index.html"]
    assert "Best by ROUGE-1: a 50.00, significantly above all others." in text_of(clear)
    made = pages(THREE, [comparison(*pair, -0.1, p, 20) for pair, p in ps.items()])["index.html"]
    assert "Best by ROUGE-1: a 50.00; not significantly worse: b ." in text_of(made)
    assert [one.text for one in drawn(made, "td", "group")] == ["a", "a", "b"] * 3


def test_rankings_have_the_worst_first_and_losses_alone() -> None:
    """Five of each ranking are listed; of b against a the only loss."""
    made = pages(THREE)
    lists = [
        one.text.split()
        for place in (1, 2, 3)
        for one in drawn(made[f"system-{place}.html"], "ol", "ranking")
    ]
    assert lists == [
        ["y", "25.00", "x", "50.00", "z", "75.00"],
        ["x", "25.00", "y", "25.00", "z", "87.50"],
        ["x", "−25.00"],
        ["y", "12.50", "w", "50.00"],
        ["y", "−12.50"],
    ]


_NOTHING = Estimate(nan, nan, nan)


def _whiskers(**estimates: Estimate) -> str:
    """Return the table of F of systems with these estimates by one measure."""
    scores = [Score(0, 0, 0, Counts(1, 1, 1), "x")]
    systems = {system: {"M": literal_result([one] * 3, scores)} for system, one in estimates.items()}
    compared = [comparison("low", "base", -0.25, 0.01, 20)] if "low" in estimates else []
    compared = [one._replace(measure="M") for one in compared]
    made = report_of(Options(max_ngram=1, rouge_l=False), systems)
    page = pages(made, compared)["index.html"]
    return page[page.rindex('<table class="leaderboard') :]


_WHISKERS = _whiskers(
    base=Estimate(0.5, 0.375, 0.625),
    low=Estimate(0.25, 0.125, 0.375),
    point=Estimate(0.1, nan, nan),
    none=_NOTHING,
)
"""The figures are from 10 to 62.5; so the scale is from 0 to 80, and 10 is an eighth of it."""


def test_dots_lie_at_averages_on_the_lines_of_their_intervals() -> None:
    dots = drawn(_WHISKERS, "circle")
    assert [dot.at("cx", "cy") for dot in dots] == [(62.5, 10), (31.25, 10), (12.5, 10)]
    lines = [line.at("x1", "y1", "x2", "y2") for line in drawn(_WHISKERS, "line", within="bar")]
    assert lines == [(46.88, 10, 78.12, 10), (15.62, 10, 46.88, 10)]
    groups = [group.classes for group in drawn(_WHISKERS, "g", "bar")]
    assert groups == [{"bar", "baseline"}, {"bar", "lower"}, {"bar"}]
    titles = [one.text.strip() for one in drawn(_WHISKERS, "title")]
    assert titles == ["50.00 [37.50, 62.50]", "25.00 [12.50, 37.50]", "10.00"]


def test_the_interval_of_the_baseline_is_a_band_in_all_rows() -> None:
    bands = drawn(_WHISKERS, "rect", "band")
    assert [band.at("x", "width") for band in bands] == [(46.88, 31.24)] * 3
    for estimate in (_NOTHING, Estimate(0.5, nan, nan)):
        assert drawn(_whiskers(base=estimate, low=estimate), "rect") == []


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.1, 0.7, ["0", "20", "40", "60", "80"]),
        (0.0, 0.45, ["0", "20", "40", "60"]),
        (0.313, 0.429, ["30", "35", "40", "45"]),
        (0.5, 0.5, ["49", "50", "51"]),
        (0.3, 0.37, ["30", "32.5", "35", "37.5"]),
        (0.1, 0.39, ["10", "20", "30", "40"]),
        # 100 × 0.07 is 7.000000000000001, and 100 × 0.29 is 28.999999999999996.
        (0.04, 0.07, ["4", "5", "6", "7"]),
        (0.29, 0.32, ["29", "30", "31", "32"]),
    ],
)
def test_scales_go_from_one_round_number_to_another(low: float, high: float, ticks: list[str]) -> None:
    table = _whiskers(a=Estimate(low, low, low), b=Estimate(high, high, high))
    shown = drawn(table, "text", "tick", within="axis")
    assert [one.text for one in shown] == ticks
    anchors = [one.attributes["text-anchor"] for one in shown]
    assert (anchors[0], {*anchors[1:-1]}, anchors[-1]) == ("start", {"middle"}, "end")
    lines = [line.at("x1")[0] for line in drawn(table, "line", "grid")][: len(ticks)]
    assert (lines[0], lines[-1], len(lines)) == (0, 100, len(ticks))


def _systems_by_length(points: dict[str, tuple[float, float]]) -> str:
    scores = [Score(0, 0, 0, Counts(1, 1, 1), "x")]

    def result(value: float) -> object:
        return literal_result([Estimate(value, value, value)] * 3, scores)

    systems = {
        name: {"ROUGE-1": result(up), "length": result(across)} for name, (across, up) in points.items()
    }
    options = Options(max_ngram=1, rouge_l=False, about=("length",))
    page = pages(report_of(options, systems))["index.html"]  # type: ignore[arg-type]
    return page[page.rindex("<svg", 0, page.index('class="scatter"')) :]


def test_systems_by_a_figure_beside_rouge() -> None:
    """From 0 to 6 across, and from 20 to 80 upwards; names lie on the side of the dot that has more room."""
    points = {"left": (0.0, 0.2), "right": (6.0, 0.8), "middle": (3.0, 0.5), "a": (nan, 0.5), "b": (3.0, nan)}
    chart = _systems_by_length(points)
    dots = drawn(chart, "circle", within="scatter")
    assert sorted((dot.text, *dot.at("cx", "cy"), *dot.classes) for dot in dots) == [
        *(("left 0.000, 20.00", 44, 316, "same"), ("middle 3.000, 50.00", 196, 162, "same")),
        ("right 6.000, 80.00", 348, 8, "same"),
    ]
    ticks = drawn(chart, "text", "tick", within="scatter")
    assert [one.text for one in ticks if one.text.isdigit()] == [*"0246", "20", "40", "60", "80"]
    names = [one for one in ticks if one.text.isalpha()]
    assert sorted((one.text, *one.at("x", "y"), one.attributes["text-anchor"]) for one in names) == [
        *(("left", 44, 316, "start"), ("middle", 196, 162, "start"), ("right", 348, 8, "end"))
    ]
    assert [one.text for one in drawn(chart, "text", "axis")] == ["length", "ROUGE-1, F"]


def _names(points: dict[str, tuple[float, float]]) -> list[str]:
    """Return the names beside the dots of a chart."""
    texts = drawn(_systems_by_length(points), "text", "tick", within="scatter")
    return [one.text for one in texts if one.attributes.get("dy") == "-0.6em"]


def test_few_dots_of_many_have_names_and_no_name_lies_on_another() -> None:
    """The names of the first eight that have room are written.

    A letter is 6.5 wide and a line 14 high in a chart of 304 × 308: ten letters reach to 0.2138 of its width,
    and a line to 0.0455 of its height.
    """
    points = {f"s{n}": (float(n // 2), n / 40) for n in range(40)} | {"n" * 40: (19.0, 0.99)}
    names = _names(points)
    assert (len(names), names[0]) == (8, f"{'n' * 15}…{'n' * 15}")
    first, second, third = "a" * 10, "b" * 10, "c" * 10
    points = {first: (0.0, 1.0), "below": (0.0, 0.955), second: (0.0, 0.5), "beside": (0.21, 0.5)}
    points |= {"east": (0.4, 0.7), "west": (0.0, 0.7), third: (0.0, 0.3), "right": (0.22, 0.3)}
    points |= {"lower": (0.0, 0.254), "last": (1.0, 0.0)}
    assert _names(points) == [first, "east", "west", second, third, "right", "lower", "last"]
