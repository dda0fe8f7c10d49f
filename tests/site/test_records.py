"""The figures of the pages: cells, pairs, rankings and scales."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from rouge_cli import Counts, Estimate, Options, Score
from rouge_cli.profiles import Profile
from rouge_cli.rendering import Output, baseline_of
from rouge_cli.site.charts import label_of, scale_for, tick_label
from rouge_cli.site.page_records import (
    AlignedScores,
    Pair,
    figure_table,
    judged,
    measure_script,
    pair_scores,
    pairs_of,
    rankings,
    reasons,
    systems_to_explain,
)

from ..support.scoring import literal_result, report_of
from ..support.sites import NOT_TESTED, comparison, report

THREE = report(
    {
        "a": {"x": 0.5, "y": 0.25, "z": 0.75},
        "b": {"x": 0.25, "y": 0.25, "z": 0.875},
        "c": {"y": 0.125, "w": 0.5},
    }
)


def test_columns_are_aligned_by_evaluation() -> None:
    aligned = AlignedScores(THREE)
    assert aligned.ids == ["x", "y", "z", "w"]
    assert list(aligned.column("a", "ROUGE-1", "F")) == pytest.approx([0.5, 0.25, 0.75, nan], nan_ok=True)
    assert list(aligned.column("c", "ROUGE-1", "R")) == pytest.approx([nan, 0.0625, nan, 0.25], nan_ok=True)
    peer, models = aligned.lengths("c", "ROUGE-1")
    assert list(peer) == pytest.approx([nan, 10, nan, 11], nan_ok=True)
    assert list(models) == pytest.approx([nan, 20, nan, 20], nan_ok=True)


def test_evaluations_come_in_the_order_of_the_system_that_has_most() -> None:
    assert AlignedScores(report({"c": {"y": 1, "w": 1}, "a": {"x": 1, "y": 1, "z": 1}})).ids == [*"xyzw"]
    same = AlignedScores(report({"a": {"y": 0.5, "x": 1}, "b": {"x": 0.25, "y": 0.125}}))
    assert same.ids == ["y", "x"]
    assert list(same.column("b", "ROUGE-1", "F")) == [0.125, 0.25]


def test_lengths_have_two_decimals_in_scripts_and_figures_are_millionths() -> None:
    lengths = (Counts(12.0, 3.456, 1), Counts(0.004, 7.5, 1))
    scores = [Score(0.12345649, 1, 1 / 3, counts, str(place)) for place, counts in enumerate(lengths)]
    estimate = Estimate(0.5, 0.5, 0.5)
    made = report_of(
        Options(max_ngram=1, rouge_l=False), {"a": {"ROUGE-1": literal_result([estimate] * 3, scores)}}
    )
    assert measure_script(AlignedScores(made), 0) == (
        "rougeReport.measures[0] = [[[123456,123456],[1000000,1000000],[333333,333333],[3.46,7.5],[12,0]]];\n"
    )


def test_pairs_come_in_the_order_of_the_systems() -> None:
    """Without a comparison all are set against the first; comparisons of all with all have no baseline."""
    for compared, pairs, baseline in (
        ((), [("b", "a"), ("c", "a")], None),
        ((comparison("c", "b", 0.1, 0.5), comparison("a", "b", 0.1, 0.5)), [("a", "b"), ("c", "b")], "b"),
        ((comparison("b", "a", 0.1, 0.01), comparison("c", "b", 0.1, 0.01)), [("b", "a"), ("c", "b")], None),
    ):
        output = Output(report=THREE, comparisons=compared)
        assert (pairs_of(output), baseline_of(output)) == (pairs, baseline)
        if compared:
            assert [one.system for one, _ in judged(output, "F")] == [system for system, _ in pairs]
        if baseline is None:
            assert {cells["ROUGE-1"].verdict for cells in figure_table(output, "F").values()} == {""}


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
    three = THREE._replace(profile=Profile(options))
    output = Output(report=three, comparisons=(comparison("a", "b", average, corrected, evaluations),))
    cells = {system: cells["ROUGE-1"] for system, cells in figure_table(output, "F").items()}
    assert [(system, cell.verdict) for system, cell in cells.items()] == [
        ("b", ""),
        ("a", verdict),
        ("c", ""),
    ]
    ((_, difference),) = judged(output, "F")
    assert difference.verdict == verdict


def test_the_correction_counts_all_comparisons_of_a_measure() -> None:
    """Six evaluations decide on one comparison, p ≥ 1/32, and not on two."""
    compared = tuple(comparison(system, "b", 0.1, 0.5, 6) for system in "ac")
    assert [
        [cell.verdict for _, cell in judged(Output(report=THREE, comparisons=of), "F")]
        for of in (compared[:1], compared)
    ] == [["level"], ["open", "open"]]


def test_cells_are_printed_times_100_with_true_minuses() -> None:
    output = Output(report=THREE, comparisons=(comparison("a", "b", -0.1, 0.02),))
    cell = figure_table(output, "F")["a"]["ROUGE-1"]
    assert (cell.value, cell.interval, cell.corrected) == ("50.00", "[37.50, 62.50]", 0.02)
    ((one, difference),) = judged(output, "F")
    assert (difference.value, difference.interval) == ("−10.00", "[−11.00, −9.00]")
    assert (difference.p, difference.corrected, one.evaluations) == (0.01, 0.02, 3)


def test_a_difference_without_a_p() -> None:
    compared = comparison("a", "b", 0.5, 0.5)._replace(f=NOT_TESTED)
    ((_, cell),) = judged(Output(report=THREE, comparisons=(compared,)), "F")
    assert (cell.value, cell.interval, cell.verdict) == ("+50.00", "", "")


def test_a_pair_has_the_evaluations_of_both() -> None:
    scores = pair_scores(AlignedScores(THREE), Pair("b", "a"), "ROUGE-1", "F")
    assert scores.points == (("x", 0.5, 0.25), ("y", 0.25, 0.25), ("z", 0.75, 0.875))
    assert scores.differences == [-0.25, 0, 0.125]
    # Pearson's r of (0.5, 0.25, 0.75) and (0.25, 0.25, 0.875), by hand: 5/32 / sqrt(1/8 · 25/96).
    assert scores.summary() == pytest.approx(
        {"higher": 1, "lower": 1, "equal": 1, "mean": -0.125 / 3, "median": 0, "correlation": 0.8660254}
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [({"x": 0.5}, {"x": 0.25}), ({"x": 1, "y": 1}, {"x": 0, "y": 1}), ({"x": 0, "y": 1}, {"x": 1, "y": 1})],
)
def test_scores_that_do_not_vary_have_no_correlation(one: dict[str, float], other: dict[str, float]) -> None:
    aligned = AlignedScores(report({"a": one, "b": other}))
    assert pair_scores(aligned, Pair("b", "a"), "ROUGE-1", "F").summary()["correlation"] is None
    apart = AlignedScores(report({"a": {"x": 0.5}, "c": {"y": 1}}))
    assert pair_scores(apart, Pair("c", "a"), "ROUGE-1", "F").summary() == {}


def test_rankings_have_the_worst_first_and_losses_alone() -> None:
    ranked = rankings(THREE, [Pair("b", "a")], "F", 2)
    found = {
        names[1:]: [(one.evaluation, one.value) for one in of_names.worst]
        for names, of_names in ranked.items()
    }
    assert found == {
        ("a", None): [("y", 0.25), ("x", 0.5)],
        ("b", None): [("x", 0.25), ("y", 0.25)],
        ("c", None): [("y", 0.125), ("w", 0.5)],
        ("b", "a"): [("x", -0.25)],
    }
    of_one = rankings(THREE, [], "F", 1)
    assert [of_system.ties for of_system in of_one.values()] == [0, 1, 0]


def test_what_is_explained_and_why() -> None:
    ranked = rankings(THREE, [Pair("b", "a")], "F", 1)
    assert systems_to_explain(ranked) == {"y": ["a", "c"], "x": ["b", "a"]}
    assert reasons(ranked, "x") == {("b", None): ["ROUGE-1"], ("b", "a"): ["ROUGE-1"]}
    assert reasons(ranked, "z") == {}


@pytest.mark.parametrize(
    ("values", "low", "high", "step"),
    [
        ([31.3, 42.9], 30, 45, 2.5),
        ([0, 100], 0, 100, 20),
        ([-26.76, 26.76], -40, 40, 20),
        ([50], 49, 51, 0.5),
        ([nan], 0, 100, 20),
    ],
)
def test_scales_go_from_one_round_number_to_another(
    values: list[float], low: float, high: float, step: float
) -> None:
    scale = scale_for(values)
    assert scale == pytest.approx((low, high, step))
    assert scale.ticks()[-1] == pytest.approx(scale.high)
    assert (scale.share(scale.low), scale.share(scale.high)) == (0, 1)


def test_labels_of_charts() -> None:
    assert [tick_label(value) for value in (-20.0, -0.0, 2.5, 30.000000001)] == ["−20", "0", "2.5", "30"]
    assert label_of("a" * 32) == "a" * 32
    assert label_of(f"{'a' * 20}{'b' * 20}") == f"{'a' * 15}…{'b' * 15}"
    assert label_of("") == "''"
    assert label_of("\x1b[31m") == r"\x1b[31m"
