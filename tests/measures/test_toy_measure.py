"""A measure that is one class in one file is seen everywhere: report, trace, explanation and formats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest

from rouge_cli import Evaluation, Options, Report, compare, evaluate, render
from rouge_cli.kernel.plan import Document, Reading
from rouge_cli.measures.base import Measure, Texts
from rouge_cli.measures.grams import Gram, GramMeasure
from rouge_cli.rendering import FORMATS
from rouge_cli.rendering.pictures import picture
from rouge_cli.rouges import CLASSIC, ROUGES


class FirstWord(GramMeasure):
    """A toy: the first word of each text is its only unit."""

    units = "first words"
    width = 1

    def model_units(self, model: Document) -> float:
        return min(1, len(model.tokens))

    def hits(self, texts: Texts) -> list[list[float]]:
        return [
            [float(peer.tokens[:1] == model.tokens[:1] != type(peer.tokens)("i")) for model in texts.models]
            for peer in texts.peers
        ]

    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        if tokens:
            yield (tokens[0],), (0,)

    def columns(self):  # type: ignore[no-untyped-def]  # Of doubles, as its hits are.
        from array import array

        from rouge_cli.measures.scores import CountColumns

        return CountColumns(array("d"), array("d"), array("d"))


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    """A report by the toy measure alone."""

    def make_measures(options: Options) -> list[Measure]:
        reading = Reading(False, False)
        return [FirstWord("ROUGE-FIRST", reading, reading)]

    monkeypatch.setitem(ROUGES, CLASSIC, ROUGES[CLASSIC]._replace(measures=make_measures))
    return evaluate(_EVALUATIONS, Options(resamples=10))


_EVALUATIONS = [
    Evaluation.of_texts("1", {"a": "cats sat", "b": "dogs ran"}, ["cats ran", "a cat sat"]),
    Evaluation.of_texts("2", {"a": "birds", "b": "birds flew"}, ["birds flew"]),
]


def test_the_report_has_it(report: Report) -> None:
    scores = report.systems["a"]["ROUGE-FIRST"].scores
    assert [(score.counts, score.recall) for score in scores] == [((2, 2, 1), 0.5), ((1, 1, 1), 1)]
    assert "measures:ROUGE-FIRST|" in report.signature


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_has_it(report: Report, format: str) -> None:
    text = render(report, format, evaluations=_EVALUATIONS, comparisons=compare(report, "a"))
    assert "ROUGE-FIRST" in text
    if format == "json":
        assert json.loads(text)["systems"]["a"]["ROUGE-FIRST"]["hit_count"] == 2
    if format in ("markdown", "latex"):
        assert "50.00" in text


def test_the_trace_has_it(report: Report) -> None:
    lines = render(report, "verbose", evaluations=_EVALUATIONS).splitlines()
    assert "_cn_|1|cats|1" in lines
    assert "total ROUGE-FIRST hit: 1" in lines
    assert "total ROUGE-FIRST-R: 0.50000" in lines


@pytest.mark.slow
def test_pictures_have_it(report: Report) -> None:
    assert b">ROUGE-FIRST<" in picture(report, "svg")


def test_the_explanation_has_it(report: Report) -> None:
    page = _EVALUATIONS[0].explain(report.options, ["a"])
    for text in (page.html, page.text):
        assert "A toy: the first word of each text is its only unit." in text
        assert "first words" in text
    assert "[cats] ran" in page.text
