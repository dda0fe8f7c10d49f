"""torchmetrics to the last bit: expected figures were recorded from the package."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterator
from math import isnan
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from rouge_cli import InputError, Options, Score, Scorer, render
from rouge_cli.text import sentences

from ..support.needs import needs
from .worked_examples import EXAMPLES, TYPES

pytestmark = pytest.mark.usefixtures("kernel")
_WITHOUT_SENTENCES = TYPES[:3]


def _scorer(**choices: Any) -> Scorer:
    return Scorer(Options(**{"profile": "torchmetrics", "types": _WITHOUT_SENTENCES, **choices}))


def _figures(score: Score) -> tuple[float, float, float]:
    return score.precision, score.recall, score.f


_PutNltk: TypeAlias = Callable[[Callable[[str], object], object], None]


@pytest.fixture
def put_nltk(monkeypatch: pytest.MonkeyPatch) -> Iterator[_PutNltk]:
    """Replace NLTK's splitter of sentences and its model; the package keeps the splitter that it found."""

    def put(split: Callable[[str], object], model: object) -> None:
        module = ModuleType("nltk.tokenize")
        vars(module).update(PunktTokenizer=model, sent_tokenize=split)
        monkeypatch.setitem(sys.modules, "nltk.tokenize", module)

    sentences.punkt.cache_clear()
    yield put
    sentences.punkt.cache_clear()


@pytest.fixture
def splitter(put_nltk: _PutNltk) -> None:
    """Sentences end with a full stop; line ends do not matter."""
    put_nltk(re.compile(r"[^.]+\.?").findall, str)


def test_figures_are_those_of_rouge_score_as_floats() -> None:
    for reference, candidate, stem, *figures in EXAMPLES:
        scores = _scorer(stem=stem).score(candidate, reference)
        expected = [tuple(array("f", three or ())) for three in figures[:3]]
        assert [_figures(scores[name]) for name in _WITHOUT_SENTENCES] == expected, reference


_SHORT, _LONG = "a b c d e f g h x y", "a b c d e f g h i j k l m n o"


def test_several_references() -> None:
    for candidate, references, accumulate, figures in [
        # As floats the two Fs are equal, so that the first reference counts.
        ("a b c d e f g h i j", [_LONG, _SHORT], None, (1.0, 0.6666666865348816, 0.800000011920929)),
        ("a b c d e f g h i j", [_LONG, _SHORT], "best", (1.0, 0.6666666865348816, 0.800000011920929)),
        ("a b c d e f g h i j", [_SHORT, _LONG], None, (0.800000011920929,) * 3),
        ("a b", ["a b c d", "a"], "avg", (0.75, 0.75, 0.6666666865348816)),
    ]:
        scores = _scorer(accumulate=accumulate).score(candidate, references)
        assert _figures(scores["rouge1"]) == figures


def _sevenths(hits: list[int]) -> list[str]:
    """Return texts of seven words that begin with as many words of `a b c d e f g`."""
    return [" ".join("abcdefg"[:count] + "tuvwxyz"[count:]) for count in hits]


@pytest.mark.parametrize(
    ("sevenths", "mean"),
    [
        ([1, 2, 3, 4, 5], 0.4285714626312256),  # From left to right it would be 0.4285714030265808.
        ([1, 1, 1, 1, 1, 1, 1, 2], 0.1607142835855484),  # These are, from eight on.
        ([1, 2, 3, 4, 5, 6, 0, 1, 2], 0.3809524178504944),
    ],
)
def test_the_average_is_added_up_in_floats(sevenths: list[int], mean: float) -> None:
    """This holds for averages over pairs and, with `avg`, over references."""
    texts = _sevenths(sevenths)
    report = _scorer().score_batch(texts, ["a b c d e f g"] * len(texts)).report("S")
    estimate = report.systems["S"]["rouge1"].precision
    assert estimate.average == mean
    assert isnan(estimate.low)
    assert isnan(estimate.high)
    score = _scorer(accumulate="avg").score("a b c d e f g", texts)["rouge1"]
    assert _figures(score) == (mean,) * 3
    assert score.counts == (7 * len(texts), 7 * len(texts), sum(sevenths))


def test_a_report_has_no_intervals() -> None:
    report = _scorer(types=["rouge1"]).score_batch(["a b c"], ["a"]).report("S")
    assert render(report).splitlines()[1:] == [
        "S rouge1 Average_R: 1.0",
        "S rouge1 Average_P: 0.3333333432674408",
        "S rouge1 Average_F: 0.5",
    ]
    assert "S,rouge1,P,0.3333333432674408,,,1,,," in render(report, "csv").splitlines()
    assert '"average": 1.0,\n     "low": null,\n     "high": null' in render(report, "json")
    assert "confidence" not in repr(report)
    assert " 50.00" in repr(report)


@pytest.mark.usefixtures("splitter")
@pytest.mark.parametrize("profile", ["torchmetrics", "rouge-score"])
def test_sentences_are_found_and_lines_are_none(profile: str) -> None:
    import nltk

    for reference, candidate, f in [
        ("a b. c d.", "c d. a b.", 1.0),
        ("a b\nc d", "c d\na b", 0.5),
        (["a b.", "c d."], ["c d. a b."], 1.0),
        (b"a b. c d.", b"c d. a b.", 1.0),
        ("a b\udcff. c d", "c d. a b", 1.0),
    ]:
        choices: Any = {"split_summaries": True} if profile == "rouge-score" else {}
        scorer = Scorer(Options(profile=profile, types=["rougeL", "rougeLsum"], **choices))
        models = [reference]
        scores = scorer.score(candidate, models)
        assert (scores["rougeL"].f, scores["rougeLsum"].f) == (0.5, f)
        assert scorer.score_batch([candidate], [models])[0] == {
            name: score._replace(evaluation="1") for name, score in scores.items()
        }
        signature = scorer.score_batch([candidate], [models]).report().signature
        assert f"|split:punkt-nltk-{nltk.__version__}|" in signature


@needs("punkt")
@pytest.mark.parametrize(
    ("reference", "candidate", "l", "l_of_sentences"),
    [
        ("A b c.\nD e f.", "D e f.\nA b c.", 0.5, 0.5),
        ("Mr. Fox met Dr. Bell. They left.", "They left. Mr. Fox met Dr. Bell.", 0.7142857313156128, 1.0),
        ("He paid $3.5. It rained", "It rained. He paid $3.5.", 0.6666666865348816, 1.0),
        ("Hi there! Yes? No...", "No... Yes? Hi there!", 0.5, 1.0),
        ("a b <n> c d", "c d <n> a b", 0.4000000059604645, 0.4000000059604645),
    ],
)
def test_sentences_of_nltk(reference: str, candidate: str, l: float, l_of_sentences: float) -> None:  # noqa: E741
    scores = _scorer(types=["rougeL", "rougeLsum"]).score(candidate, reference)
    assert (scores["rougeL"].f, scores["rougeLsum"].f) == (l, l_of_sentences)


def test_a_missing_model_is_said_at_once(put_nltk: _PutNltk) -> None:
    def missing(language: str) -> None:
        raise LookupError

    put_nltk(str.split, missing)
    with pytest.raises(InputError, match=r"nltk\.downloader punkt_tab, or leave rougeLsum out of `types`$"):
        _scorer(types=["rougeLsum", "rouge7"])  # No other test has a counter for them.
    with pytest.raises(InputError, match=r"punkt_tab, or leave sentences out of `about`$"):
        _scorer(about="sentences").score_batch(["a"], [["a"]], sources=["a"])
    assert _scorer().score("a", "a")["rouge1"].f == 1
