"""MEAD's normalised pairwise LCS, by the worked examples and by a plain table of the LCS."""

from __future__ import annotations

from typing import Any

import pytest

from rouge_cli import Evaluation, Options, evaluate, render, score
from rouge_cli.measures.scores import TwoSidedCounts

from ..support.papers import cases

pytestmark = pytest.mark.usefixtures("kernel")


@pytest.mark.parametrize("best_model", [False, True])
def test_worked_examples(best_model: bool) -> None:
    options = Options(mead=True, best_model=best_model)
    for case in cases("mead-lcs"):
        found = score(case["peer"], [case["reference"]], options)["ROUGE-MEAD"]
        sums = (case["sum_over_reference"], case["sum_over_peer"])
        assert found.counts == TwoSidedCounts(case["m"], case["n"], *sums), case
        figures = [round(case[name], 5) for name in ("R_eq10", "P_own_sum", "eq8")]
        assert [found.recall, found.precision, found.f] == figures, case


@pytest.mark.parametrize(
    ("peer", "models", "choices", "counts", "figures"),
    [
        # Models are pooled by all four sums: `a b c d` has 2 and 4 of 4 and 4, `a b x` 2 and 2 of 3 and 4.
        (["a b", "c d"], [["a b c d"], ["a b x"]], {}, (7, 8, 4, 6), (0.57143, 0.75, 0.66667)),
        # The best model is that of the highest recall, the first of equals.
        (
            *(["a b", "c d"], [["a b c d"], ["a b x"], ["a b", "y"]], {"best_model": True}),
            *((3, 4, 2, 2), (0.66667, 0.5, 0.57143)),
        ),
        # Stems and stop words are those of the run.
        (
            *("the running dogs", ["a dog runs"], {"stem": True, "remove_stop_words": True}),
            *((2, 2, 1, 1), (0.5, 0.5, 0.5)),
        ),
        # Recall and precision always weigh alike.
        *(
            (["a b", "c d"], ["a b c d"], choice, (4, 4, 2, 4), (0.5, 1.0, 0.75))
            for choice in ({"alpha": 0}, {"alpha": 1}, {"beta": "ratio"}, {"beta": 3})
        ),
    ],
)
def test_counts_and_figures(
    peer: Any, models: Any, choices: dict[str, Any], counts: tuple[int, ...], figures: tuple[float, ...]
) -> None:
    found = score(peer, models, Options(mead=True, rouge_l=False, **choices))["ROUGE-MEAD"]
    assert found.counts == TwoSidedCounts(*counts)
    assert (found.recall, found.precision, found.f) == figures


def test_recalls_are_compared_before_they_are_rounded() -> None:
    models = [" ".join(["a", *["x"] * 100001]), " ".join(["a", *["x"] * 100000])]
    options = Options(mead=True, rouge_l=False, best_model=True)
    assert score("a", models, options)["ROUGE-MEAD"].counts.model == 100001


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
