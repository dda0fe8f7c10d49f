"""ROUGE-W as the paper defines it, and MEAD's normalised LCS, by worked examples and plain tables."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, InputError, Options, Scorer, TwoSidedCounts, evaluate, render, score
from rouge_cli.numbers import RealAsTyped

from ..support.tables import of_papers

pytestmark = pytest.mark.usefixtures("kernel")

_WORDS = st.lists(st.sampled_from("abc"), max_size=10)
_WEIGHTS = st.sampled_from([1, 1.2, 2, 0.5, 3])


@pytest.mark.parametrize("weight", ["1", "1.2", "2", "3"])
def test_worked_examples(weight: str) -> None:
    options = Options(paper_weight=RealAsTyped(weight), rouge_l=False)
    for case in of_papers("rouge-w-paper"):
        found = score(case["peer"], [case["reference"]], options)[f"ROUGE-W-paper-{weight}"]
        expected = case["by_weight"][weight]
        assert found.counts.hit == pytest.approx(expected["wlcs"], abs=1e-9), case
        assert found.counts.model == pytest.approx(len(case["reference"].split()) ** float(weight))
        figures = [round(expected[name], 5) for name in "RPF"]
        assert [found.recall, found.precision, found.f] == figures, case


@given(_WORDS, _WORDS, _WEIGHTS)
def test_the_path_that_is_shown_weighs_as_much(model: list[str], peer: list[str], weight: float) -> None:
    evaluations = [Evaluation.of_texts("1", {"S": " ".join(peer)}, [" ".join(model)])]
    report = evaluate(evaluations, Options(paper_weight=weight, rouge_l=False, resamples=1))
    trace = render(report, "verbose", evaluations=evaluations)
    (shown,) = re.findall("^ROUGE-W-paper: (.*)$", trace, re.MULTILINE)
    runs = [] if shown == "-" else [run.replace(" ", "") for run in shown.split("|")]
    (result,) = report.systems["S"].values()
    assert sum(len(run) ** weight for run in runs) == pytest.approx(result.counts.hit, abs=1e-9)
    # Each text has the runs, one after another.
    for text in (model, peer):
        assert re.search(".*".join(runs), "".join(text))


def test_ends_of_sentences_do_not_matter() -> None:
    one, other = (
        score(peer, [model], Options(paper_weight=2))["ROUGE-W-paper-2"]
        for peer, model in (("a b\nc", "a b c\nd"), ("a b c", "a\nb c d"))
    )
    assert one == other
    assert one.counts.hit == 9


def test_the_usual_rouge_w_stays_beside_it() -> None:
    """ROUGE-1.5.5's own column of the worked example `a x b c`, `a b c`."""
    found = score("a b c", ["a x b c"], Options(weight=2, paper_weight=2))
    assert list(found) == ["ROUGE-L", "ROUGE-W-2", "ROUGE-W-paper-2"]
    assert (found["ROUGE-W-2"].recall, found["ROUGE-W-2"].precision) == (0.13975, 0.74536)
    assert (found["ROUGE-W-paper-2"].recall, found["ROUGE-W-paper-2"].precision) == (0.55902, 0.74536)


def test_alpha_weighs_precision() -> None:
    (found,) = score("a b c", ["a x b c"], Options(paper_weight=2, rouge_l=False, alpha=0)).values()
    assert found.f == found.recall == 0.55902


def test_the_best_model_has_the_highest_recall() -> None:
    options = Options(paper_weight=2, rouge_l=False, best_model=True)
    (found,) = score("a b c", ["a x b x c", "a b x", "b c x"], options).values()
    assert found.counts == (9, 9, 4)


_TOO_MANY = r"has 2 models, which ROUGE-W-paper-1.2 cannot pool, as it has no counts that add up: give `best"


def test_it_cannot_pool_several_models() -> None:
    options = Options(paper_weight=1.2)
    with pytest.raises(InputError, match=f"^evaluation 7 {_TOO_MANY}"):
        evaluate([Evaluation.of_texts("7", {"S": "a"}, ["a", "b"])], options)
    scorer = Scorer(options)
    with pytest.raises(InputError, match=f"^an evaluation {_TOO_MANY}"):
        scorer.score("a", ["a", "b"])
    with pytest.raises(InputError, match=f"^an evaluation {_TOO_MANY}"):
        scorer.score_batch(["a", "a"], ["a", ["a", "b"]])
    with pytest.raises(InputError, match=f"^an evaluation {_TOO_MANY}"):
        scorer.score_group(["a"], ["a", "b"])
    assert scorer.score("a", ["a"])["ROUGE-W-paper-1.2"].f == 1
    assert scorer.score("a", "a") == scorer.score("a", ["a"])


def test_the_jackknife_of_two_models_need_not_pool() -> None:
    options = Options(paper_weight=1, rouge_l=False, jackknife=True)
    scorer = Scorer(options)
    assert scorer.score("a b", ["a", "a b c d"])["ROUGE-W-paper-1"].recall == 0.75
    with pytest.raises(InputError, match="has sets of 2 models, which"):
        scorer.score("a b", ["a", "a b", "c"])
    with pytest.raises(InputError, match="has sets of 2 models, which"):
        scorer.score_batch(["a b"], [["a", "a b", "c"]])
    twice = Evaluation.of_texts("1", {"S": "a"}, ["a", "b", "c"])._replace(model_ids=("A", "A", "B"))
    with pytest.raises(InputError, match=r"^evaluation 1 has sets of 2 models"):
        evaluate([twice], options)


def test_the_trace() -> None:
    evaluations = [Evaluation.of_texts("1", {"S": "A b x\nc d"}, ["b x y c d", "e"])]
    options = Options(paper_weight=2, rouge_l=False, best_model=True, resamples=1)
    trace, _, _ = render(evaluate(evaluations, options), "verbose", evaluations=evaluations).partition(
        "-" * 45
    )
    assert trace.splitlines() == [
        *("***P text in memory", "a b x c d", "0: a|b|x|c|d"),
        *("ROUGE-W-paper: b x|c d", "***M text in memory", "b x y c d", "0: b|x|y|c|d"),
        *("ROUGE-W-paper: -", "***M text in memory", "e", "0: e"),
        "total ROUGE-W-paper-2 model count: 25",
        "total ROUGE-W-paper-2 peer count: 25",
        "total ROUGE-W-paper-2 hit: 8",
        "total ROUGE-W-paper-2-R score: 0.56569",
        "total ROUGE-W-paper-2-P score: 0.56569",
        "total ROUGE-W-paper-2-F score: 0.56569",
        "1.S",
    ]


@pytest.mark.parametrize("best_model", [False, True])
def test_worked_examples_of_mead(best_model: bool) -> None:
    options = Options(mead=True, best_model=best_model)
    for case in of_papers("mead-lcs"):
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


def test_pooled_counts_have_four_rows() -> None:
    report = evaluate(_two(), Options(mead=True, rouge_l=False, counting=2, resamples=1))
    rows = [line.split(",")[2:4] for line in render(report, "csv").splitlines()[1:]]
    assert rows == [["model_count", "8"], ["peer_count", "6"], ["hit_count", "3"], ["peer_hit_count", "5"]]
