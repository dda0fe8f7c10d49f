"""MEAD's normalised pairwise LCS, by the worked examples and by a plain table of the LCS."""

from __future__ import annotations

import pytest

from rouge_cli import Evaluation, Options, evaluate, render, score
from rouge_cli.measures.scores import TwoSidedCounts

from ..support.papers import cases

pytestmark = pytest.mark.usefixtures("kernel")

_MEAD = Options(mead=True, rouge_l=False)


@pytest.mark.parametrize("best_model", [False, True])
def test_worked_examples(best_model: bool) -> None:
    options = Options(mead=True, best_model=best_model)
    for case in cases("mead-lcs"):
        found = score(case["peer"], [case["reference"]], options)["ROUGE-MEAD"]
        sums = (case["sum_over_reference"], case["sum_over_peer"])
        assert found.counts == TwoSidedCounts(case["m"], case["n"], *sums), case
        figures = [round(case[name], 5) for name in ("R_eq10", "P_own_sum", "eq8")]
        assert [found.recall, found.precision, found.f] == figures, case


def test_models_are_pooled_by_all_four_sums() -> None:
    """`a b c d` gives 2 and 4 of 4 and 4; `a b x` gives 2 and 2 of 3 and 4."""
    found = score(["a b", "c d"], [["a b c d"], ["a b x"]], _MEAD)["ROUGE-MEAD"]
    assert found.counts == TwoSidedCounts(7, 8, 4, 6)
    assert (found.recall, found.precision, found.f) == (0.57143, 0.75, 0.66667)


def test_the_best_model_is_that_of_the_highest_recall_the_first_of_equals() -> None:
    options = Options(mead=True, best_model=True)
    found = score(["a b", "c d"], [["a b c d"], ["a b x"], ["a b", "y"]], options)["ROUGE-MEAD"]
    assert found.counts == TwoSidedCounts(3, 4, 2, 2)


def test_recalls_are_compared_before_they_are_rounded() -> None:
    models = [" ".join(["a", *["x"] * 100001]), " ".join(["a", *["x"] * 100000])]
    options = Options(mead=True, rouge_l=False, best_model=True)
    assert score("a", models, options)["ROUGE-MEAD"].counts.model == 100001


def test_recall_and_precision_always_weigh_alike() -> None:
    for choice in [{"alpha": 0}, {"alpha": 1}, {"beta": "ratio"}, {"beta": 3}]:
        found = score(["a b", "c d"], ["a b c d"], Options(mead=True, **choice))["ROUGE-MEAD"]
        assert (found.recall, found.precision, found.f) == (0.5, 1.0, 0.75)


def test_stems_and_stop_words_are_those_of_the_run() -> None:
    options = Options(mead=True, rouge_l=False, stem=True, remove_stop_words=True)
    assert score("the running dogs", ["a dog runs"], options)["ROUGE-MEAD"].counts == (2, 2, 1, 1)


def _two() -> list[Evaluation]:
    return [
        Evaluation.of_texts("1", {"S": "a b\nc d"}, ["a b c d"]),
        Evaluation.of_texts("2", {"S": "x y"}, ["x z z z"]),
    ]


def test_pooled_over_the_corpus() -> None:
    """The counts are 4, 4, 2, 4 and 4, 2, 1, 1; resamples of two evaluations have three outcomes."""
    report = evaluate(_two(), Options(mead=True, rouge_l=False, counting=1, resamples=200, confidence=100))
    recall, precision, f, _, counts = report.systems["S"]["ROUGE-MEAD"]
    assert counts == TwoSidedCounts(8, 6, 3, 5)
    assert (recall.low, precision.low, f.low) == (1 / 4, 1 / 2, 2 / 6)
    assert (round(recall.average, 1), round(f.average, 1)) == (0.4, 0.6)


def test_pooled_counts_as_they_are_printed() -> None:
    report = evaluate(_two(), Options(mead=True, rouge_l=False, counting=2, resamples=1))
    assert render(report, details=True).splitlines() == [
        "-" * 45,
        "S ROUGE-MEAD M_count: 8 P_count: 6 H_count: 3 PH_count: 5",
        "." * 45,
        "S ROUGE-MEAD Eval 1.S R:4 P:4 F:2 PH:4",
        "S ROUGE-MEAD Eval 2.S R:4 P:2 F:1 PH:1",
    ]
    rows = [line.split(",")[2:4] for line in render(report, "csv").splitlines()[1:]]
    assert rows == [["model_count", "8"], ["peer_count", "6"], ["hit_count", "3"], ["peer_hit_count", "5"]]


def test_the_trace() -> None:
    evaluations = [Evaluation.of_texts("1", {"S": "a b\nc d"}, ["a b c d"])]
    report = evaluate(evaluations, Options(mead=True, rouge_l=False, resamples=1))
    trace, _, _ = render(report, "verbose", evaluations=evaluations).partition("-" * 45)
    assert trace.splitlines() == [
        *("***P text in memory", "a b", "c d", "0: a|b", "1: c|d"),
        *("ROUGE-MEAD-M: a b", "ROUGE-MEAD-P: a b", "ROUGE-MEAD-P: c d"),
        *("***M text in memory", "a b c d", "0: a|b|c|d"),
        "total ROUGE-MEAD model count: 4",
        "total ROUGE-MEAD peer count: 4",
        "total ROUGE-MEAD hit: 2",
        "total ROUGE-MEAD peer hit: 4",
        "total ROUGE-MEAD-R: 0.50000",
        "total ROUGE-MEAD-P: 1.00000",
        "total ROUGE-MEAD-F: 0.75000",
        "1.S",
    ]
