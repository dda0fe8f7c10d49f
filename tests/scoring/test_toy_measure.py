"""A measure that is one function is seen everywhere: report, trace, explanation and formats."""

from __future__ import annotations

import json

import pytest

from rouge_cli import Evaluation, Options, Report, compare, evaluate, render
from rouge_cli.kernel.plan import Document, Measure, Reading
from rouge_cli.rouges import ROUGES


def first_word(model: Document, peer: Document) -> tuple[float, float, float, float]:
    """The first word of each text is its only unit."""
    units = model.tokens[:1], peer.tokens[:1]
    hit = len(units[0]) if units[0] == units[1] else 0
    return len(units[0]), len(units[1]), hit, hit


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, kernel: str) -> Report:
    """A report by the toy measure alone."""

    def make_measures(options: Options) -> list[Measure]:
        reading = Reading(False, False)
        return [Measure("ROUGE-FIRST", first_word, reading, reading, "first words")]

    monkeypatch.setitem(ROUGES, "rouge-1.5.5", ROUGES["rouge-1.5.5"]._replace(measures=make_measures))
    return evaluate(_EVALUATIONS, Options(resamples=10))


_EVALUATIONS = [
    Evaluation.of_texts("1", {"a": "cats sat", "b": "dogs ran"}, ["cats ran", "a cat sat"]),
    Evaluation.of_texts("2", {"a": "birds", "b": "birds flew"}, ["birds flew"]),
]


def test_the_report_has_it(report: Report) -> None:
    scores = report.systems["a"]["ROUGE-FIRST"].scores
    assert [(score.counts, score.recall) for score in scores] == [((2, 2, 1), 0.5), ((1, 1, 1), 1)]
    assert "measures:ROUGE-FIRST|" in report.signature


@pytest.mark.parametrize(
    "format", ["classic", "verbose", "json", "jsonl", "csv", "tsv", "markdown", "latex", "text"]
)
def test_every_format_has_it(report: Report, format: str) -> None:
    text = render(report, format, evaluations=_EVALUATIONS, comparisons=compare(report, "a"))
    assert "ROUGE-FIRST" in text
    if format == "json":
        assert json.loads(text)["systems"]["a"]["ROUGE-FIRST"]["hit_count"] == 2
    if format in ("markdown", "latex"):
        assert "50.00" in text


def test_the_trace_has_it(report: Report) -> None:
    lines = render(report, "verbose", evaluations=_EVALUATIONS).splitlines()
    assert "total ROUGE-FIRST hit: 1" in lines
    assert "total ROUGE-FIRST-R: 0.50000" in lines


@pytest.mark.slow
def test_pictures_have_it(report: Report) -> None:
    assert ">ROUGE-FIRST<" in report.plot()._repr_svg_()


def test_the_explanation_has_it(report: Report) -> None:
    page = _EVALUATIONS[0].explain(report.options, ["a"])
    for text in (page.html, page.text):
        assert "The first word of each text is its only unit." in text
        assert "first words" in text
