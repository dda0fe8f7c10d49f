"""The profiles rouge and rouge-chinese: figures of the packages from any input, notes and explanations."""

from __future__ import annotations

import re
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, Options, Scorer, evaluate, read_lines, render

from ..support.explained import articles, explained, steps, words
from ..support.files import write

_ALL = (*(f"rouge-{n}" for n in range(1, 6)), "rouge-l")
_PROFILES = ("rouge", "rouge-chinese")
_TEXT = st.text(st.sampled_from("aab好 \n\t\x1c\x85\xa0\u2003\u3000\u200b..。！”’，…?é"), max_size=60)


def _of(profile: str, peer: Any, models: Any, **choices: Any) -> dict[str, tuple[float, float, float]]:
    """Return recall, precision and F by measure."""
    scores = Scorer(Options(profile=profile, **choices)).score(peer, models)
    return {name: score[:3] for name, score in scores.items()}


_EQUAL, _NOTHING, _HALF = (1.0, 1.0, 0.999999995), (0.0, 0.0, 0.0), (0.5, 0.5, 0.4999999950000001)
_PAIRS = (0.75, 0.6, 0.6666666617283951)
_EXTRA = (1.0, 0.5, 0.6666666622222223)
_PRINTED = [
    ("rouge", "sets", "p q. q r. r p", "q. p q r. p", _EQUAL, _PAIRS, _EQUAL),
    (
        *("rouge", "all", "p q. q r. r p", "q. p q r. p"),
        *((1.0, 0.8333333333333334, 0.9090909041322315), _PAIRS, (1.8, 1.5, 1.636363631404959)),
    ),
    ("rouge", None, "a. ", "a", _EXTRA, _NOTHING, _EXTRA),
    ("rouge", None, "a b a", "a a b", _EQUAL, _HALF, _EQUAL),
    ("rouge", None, "a\xa0b\u3000c", "a b c", _EQUAL, _EQUAL, _EQUAL),
    ("rouge", None, "A b", "a b", _HALF, _NOTHING, _HALF),
    (
        *("rouge-chinese", None, "你 。 \n 好", "你 。 好", (1.0, 0.75, 0.8571428522448981)),
        *((0.5, 0.3333333333333333, 0.39999999520000007), (1.0, 0.75, 0.8571428522448981)),
    ),
    ("rouge-chinese", None, "“好。”，他", "“好。” ，他", _NOTHING, _NOTHING, _NOTHING),
    ("rouge-chinese", None, "a a a b", "a a b", _EQUAL, _EQUAL, (1.0, 0.75, 0.8571428522448981)),
]
"""Profile, counts, hypothesis and reference with rouge-1, rouge-2 and rouge-l, printed by the packages."""


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("profile", "counts", "hyp", "ref", "one", "two", "lcs"), _PRINTED)
def test_figures_of_the_packages(
    profile: str,
    counts: str | None,
    hyp: str,
    ref: str,
    one: object,
    two: object,
    lcs: object,
    tmp_path: Path,
) -> None:
    figures = {"rouge-1": one, "rouge-2": two, "rouge-l": lcs}
    assert _of(profile, hyp, ref, counts=counts) == figures
    assert _of(profile, hyp.encode(), [ref.encode()], counts=counts) == figures
    assert _of(profile, hyp.split("\n"), [ref.split("\n")], counts=counts) == figures
    scorer = Scorer(Options(profile=profile, counts=counts))
    (batch,) = scorer.score_batch([hyp.split("\n")], [[ref.split("\n")]])
    assert {name: score[:3] for name, score in batch.items()} == figures
    files = []
    for name, text in (("hyp", hyp), ("ref", ref)):
        tmp_path.joinpath(name).write_bytes(f"{text}\n".encode())  # The last line end is no blank.
        files.append(File(str(tmp_path / name), "SPL"))
    evaluation = Evaluation("1", {"s": files[0]}, [files[1]])
    results = evaluate([evaluation], Options(profile=profile, counts=counts)).systems["s"]
    assert {name: result.scores[0][:3] for name, result in results.items()} == figures


@pytest.mark.usefixtures("kernel")
def test_the_average_is_a_plain_mean_without_bounds() -> None:
    scorer = Scorer(Options(profile="rouge", types=["rouge-1"]))
    report = scorer.score_batch(["a b. a", "x"], ["a c", "x y"]).report("S")
    estimate = report.systems["S"]["rouge-1"].f
    assert estimate.average == 0.5833333286111112
    assert isnan(estimate.low)
    assert render(report).splitlines()[1:] == [
        "S rouge-1 Average_R: 0.5",
        "S rouge-1 Average_P: 0.75",
        "S rouge-1 Average_F: 0.5833333286111112",
    ]
    assert report.signature.startswith(
        "rouge:rouge-1.0.1|measures:rouge-1|tokens:blanks|split:full-stops|counts:sets|combine:best-f"
        "|aggregator:mean|"
    )
    report = Scorer(Options(profile="rouge-chinese", counts="all")).score_batch(["a"], ["a"]).report("S")
    assert "rouge:rouge-chinese-1.0.3|" in report.signature
    assert "|split:chinese|counts:all|" in report.signature


def test_marks_of_sentences_in_lines_are_no_words(tmp_path: Path) -> None:
    write(tmp_path, {"p": "a b<q>c d\n", "m": "c d<q>a b\n"})
    lines = read_lines({"S": tmp_path / "p"}, [tmp_path / "m"], sentence_separator="<q>")
    assert evaluate(lines, Options(profile="rouge")).systems["S"]["rouge-1"].recall.average == 1


@pytest.mark.usefixtures("kernel")
def test_of_several_models_the_best_counts() -> None:
    assert _of("rouge", "a b", ["x y", "a b", "a"])["rouge-1"] == (1.0, 1.0, 0.999999995)


@example("rouge", "sets", "?.a", "?\x85.a")
@given(st.sampled_from(_PROFILES), st.sampled_from(["sets", "all"]), _TEXT, _TEXT)
def test_marks_add_up_to_the_hits(profile: str, counts: str, peer: str, model: str) -> None:
    for article in articles(explained(peer, model, profile=profile, counts=counts)):
        summary = article.findtext("details/summary")
        marks = article.xpath(".//ol[@class='model']//mark[@class='hit']")
        numbers = [float(mark.get("data-n")) for mark in marks if mark.get("data-n")]
        texts = [mark.text.replace(r"\x1c", " ").replace(r"\x85", " ") for mark in marks]
        # A sentence of blanks has one empty token.
        hits = sum(numbers or [len(text.split()) or 1 for text in texts])
        assert hits == float(re.findall(r"([\d.]+) hits?", summary)[0])


def test_an_explanation_names_what_counts_once() -> None:
    page = explained("a b a. c a", "a a b. a", profile="rouge", types=["rouge-1", "rouge-l"])
    text = words(page.text)
    assert "sentences end at every full stop; an n-gram counts once a text" in text
    assert steps(page) == [
        "100.00 hits / unigrams of the model: 2 / 2",
        "66.67 hits / unigrams of the peer: 2 / 3",
        "80.00 2·P·R / (P + R + 10⁻⁸): 2·66.67·100.00 / (66.67 + 100.00 + 10⁻⁶)",
    ]
    assert "2 of 3 words marked, 2 counted, hits 2" in text
    assert "1 of 1 word marked, 0 counted, hits 0" in text
