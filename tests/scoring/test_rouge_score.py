"""rouge-score to the last bit, and the points in which it differs from ROUGE-1.5.5."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Estimate, Evaluation, Options, Report, Result, Score, Scorer, compare, evaluate

from .worked_examples import BOOTSTRAP, CORPUS, EXAMPLES, OTHER_BOOTSTRAPS, TYPES

pytestmark = pytest.mark.usefixtures("kernel")


def _scores(candidate: str, references: str | list[str], **choices: Any) -> dict[str, Score]:
    return Scorer(Options(**{"profile": "rouge-score", "types": TYPES, **choices})).score(
        candidate, references
    )


def _figures(score: Score) -> tuple[float, float, float]:
    """Return precision, recall and F, in the order of the package."""
    return score.precision, score.recall, score.f


def _result(measure: str, pairs: list[tuple[str, str]] = CORPUS, **choices: Any) -> Result:
    """Return the result of pairs of a reference and a candidate."""
    options = Options(**{"profile": "rouge-score", "types": TYPES, **choices})
    references, candidates = zip(*pairs, strict=True)
    return Scorer(options).score_batch(candidates, references).report("S").systems["S"][measure]


@pytest.mark.parametrize("profile", ["rouge-score", "evaluate"])
def test_worked_examples(profile: str) -> None:
    for reference, candidate, stem, *figures in EXAMPLES:
        scores = _scores(candidate, reference, profile=profile, stem=stem)
        expected = [*figures[:3], figures[3] or figures[2]]
        assert [_figures(scores[name]) for name in TYPES] == expected, reference


def test_each_measure_has_a_reference_of_its_own() -> None:
    scores = _scores("a b\nc d", ["b a d c", "a b x y z v w"], types=["rouge1", "rouge2"])
    assert [score.counts for score in scores.values()] == [(4, 4, 4), (6, 3, 1)]


@pytest.mark.parametrize("profile", ["rouge-score", "evaluate"])
@pytest.mark.parametrize("seed", [0, None])
def test_the_bootstrap(seed: int | None, profile: str) -> None:
    for measure, (low, median, high) in BOOTSTRAP.items():
        result = _result(measure, profile=profile, seed=seed)
        expected = tuple(map(Estimate, median, low, high))
        assert (result.precision, result.recall, result.f) == expected, measure


@pytest.mark.parametrize(("confidence", "resamples", "expected"), OTHER_BOOTSTRAPS)
def test_numbers_of_resamples_and_levels(confidence: float, resamples: int, expected: Any) -> None:
    result = _result("rouge1", confidence=100 * confidence, resamples=resamples)
    low, median, high = expected
    assert (result.precision, result.recall, result.f) == tuple(map(Estimate, median, low, high))


_LETTERS = "abcdefghi"
_VARIED = [(" ".join(_LETTERS[: i + 2]), " ".join(_LETTERS[i % 4 : 7])) for i in range(7)]


def test_other_seeds() -> None:
    for seed, *figures in [
        (1, 0.4335034013605442, 0.745578231292517, 0.6275946275946277, 0.7643467643467644),
        (2**31, 0.45991496598639453, 0.7312925170068028, 0.6275946275946277, 0.8228327228327227),
        (2**32 - 1, 0.36051020408163265, 0.7164115646258504, 0.6275946275946277, 0.7643467643467644),
    ]:
        choices: Any = {"types": ("rouge1", "rougeLsum"), "resamples": 50, "seed": seed}
        words, sentences = (_result(name, _VARIED, **choices) for name in ("rouge1", "rougeLsum"))
        assert [words.precision.low, words.recall.average, sentences.f.average, sentences.f.high] == figures


def test_draws_depend_on_the_measures_before() -> None:
    """rougeLsum after three others has 0.49702 as in the table; alone it has the draws of rouge1."""
    assert _result("rougeLsum", types=["rougeLsum"], profile="evaluate").f.average == 0.5


def test_every_system_has_the_draws_of_a_run_of_its_own() -> None:
    """More systems than a group of resampling are there, and one system lacks an evaluation."""
    source = random.Random(1)
    systems = [f"s{number}" for number in range(40)]
    evaluations = [
        Evaluation.of_texts(
            str(number),
            {
                system: " ".join(source.choices(_LETTERS, k=5))
                for system in systems
                if (system, number) != ("s7", 3)
            },
            ["a b c d e f"],
        )
        for number in range(5)
    ]
    options = Options(profile="rouge-score", resamples=20, seed=3)
    together = evaluate(evaluations, options)
    for system in ("s0", "s7", "s39"):
        alone = evaluate([one.only({system}) for one in evaluations], options, systems=system)
        assert together.systems[system] == alone.systems[system]
    (found, *_) = compare(together, "s0")
    difference = together.systems["s1"]["rouge1"].recall.average, found.recall.estimate
    assert found.measure == "rouge1"
    assert difference[1].low <= difference[1].average <= difference[1].high


def _report(profile: str, **choices: Any) -> Report:
    return Scorer(Options(profile=profile, **choices)).score_batch(["a"], [["a", "b"]]).report()


def test_signatures() -> None:
    common = "|models:2|sentences:lines|version:"
    assert _report("rouge-score").signature.partition("version:")[0] + "version:" == (
        "rouge:rouge-score-0.1.2|measures:rouge1,rouge2,rougeL|tokens:rouge-score|stem:no|split:none"
        f"|combine:best-f|aggregator:bootstrap-median|conf:95|resamples:1000|seed:0{common}"
    )
    signature = _report("evaluate", stem=True, seed=7, types=["rougeLsum"]).signature
    assert signature.startswith(
        "rouge:evaluate-0.4.6|measures:rougeLsum|tokens:rouge-score|stem:porter-nltk|split:lines|"
    )
    assert "|seed:7|" in signature


def test_nothing_has_no_figures() -> None:
    for profile in ("rouge-score", "torchmetrics"):
        report = Scorer(Options(profile=profile, types=("rouge1",))).score_batch([], []).report("S")
        assert str(report.systems["S"]["rouge1"].f.average) == "nan"


# What rouge-score and ROUGE-1.5.5 compute differently, and what they compute alike.


def _classic(candidate: str, references: str | list[str], measure: str = "ROUGE-1", **choices: Any) -> Any:
    return Scorer(Options(max_ngram=1, **choices)).score(candidate, references)[measure]


def _package(candidate: str, references: str | list[str], measure: str = "rouge1", **choices: Any) -> Any:
    return _scores(candidate, references, types=("rouge1", "rougeL", "rougeLsum"), **choices)[measure]


def test_figures_of_both() -> None:
    lines = "d e f\na b c", "a b c\nd e f"
    assert _classic(*lines, "ROUGE-L").f == _package(*lines, "rougeLsum").f == 1
    assert _package(*lines, "rougeL").f == 0.5
    several = "a b c d", ["a", "a b c d e f"]
    assert _classic(*several, best_model=True)[:3] == (1.0, 0.25, 0.4)
    for pair, classic, package in [
        (several, (0.71429, 0.625, 0.66667), (0.6666666666666666, 1.0, 0.8)),
        (("a b c d e f", "a"), (1.0, 0.16667, 0.28572), (1.0, 0.16666666666666666, 0.2857142857142857)),
        (("5 \N{KELVIN SIGN}", "5 k"), (0.5, 1.0, 0.66667), (1.0, 1.0, 1.0)),
    ]:
        assert (_classic(*pair)[:3], _package(*pair)[:3]) == (classic, package)


_TEXTS = st.lists(st.text("ab ", max_size=12), max_size=4).map("\n".join)


@given(_TEXTS, _TEXTS)
def test_counts_are_the_same_without_stems(reference: str, candidate: str) -> None:
    """ROUGE-L is rougeLsum; other measures have the same names."""
    for measure, name in (("ROUGE-1", "rouge1"), ("ROUGE-L", "rougeLsum")):
        classic, package = _classic(candidate, reference, measure), _package(candidate, reference, name)
        assert classic.counts == package.counts
        assert classic.recall == round(package.recall, 5)
