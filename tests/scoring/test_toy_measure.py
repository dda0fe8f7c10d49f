"""Rules without a word: the definition counts by them, and report, trace, explanation and formats follow."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Report, Scorer, compare, evaluate, render
from rouge_cli.kernel.plan import Document, Measure, Reading
from rouge_cli.rouges import PROFILES, ROUGES

from ..support.commands import rouge_eval
from ..support.files import write

_READING = Reading(False, False)


def first_word(model: Document, peer: Document) -> tuple[float, float, float, float]:
    """The first word of each text is its only unit."""
    units = model.tokens[:1], peer.tokens[:1]
    hit = len(units[0]) if units[0] == units[1] else 0
    return len(units[0]), len(units[1]), hit, hit


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, kernel: str) -> Report:
    """A report by the toy measure alone."""

    def make_measures(options: Options) -> list[Measure]:
        return [Measure("ROUGE-FIRST", first_word, _READING, _READING, "first words")]

    monkeypatch.setitem(ROUGES, "rouge-1.5.5", ROUGES["rouge-1.5.5"]._replace(measures=make_measures))
    return evaluate(_EVALUATIONS, Options(resamples=10))


_EVALUATIONS = [
    Evaluation.of_texts("1", {"a": "cats sat", "b": "dogs ran"}, ["cats ran", "a cat sat"]),
    Evaluation.of_texts("2", {"a": "birds", "b": "birds flew"}, ["birds flew"]),
]


@pytest.mark.parametrize(
    ("format", "shown"),
    [
        *((format, "ROUGE-FIRST") for format in ("classic", "jsonl", "csv", "tsv", "text")),
        ("verbose", "total ROUGE-FIRST hit: 1\ntotal ROUGE-FIRST-R: 0.50000\n"),
        ("json", '"hit_count": 2'),
        *(("markdown", "50.00"), ("latex", "50.00")),
    ],
)
def test_every_format_has_it(report: Report, format: str, shown: str) -> None:
    assert "measures:ROUGE-FIRST|" in report.signature
    assert shown in render(report, format, evaluations=_EVALUATIONS, comparisons=compare(report, "a"))


@pytest.mark.slow
def test_pictures_have_it(report: Report) -> None:
    assert ">ROUGE-FIRST<" in report.plot()._repr_svg_()


def _trigrams(sentence: str) -> list[str]:
    """Tokens that overlap: all three letters in a row."""
    return [sentence[place : place + 3] for place in range(len(sentence) - 2)]


@pytest.mark.parametrize("words", [None, _trigrams], ids=["words", "trigrams"])
def test_pages_and_explanations_have_it(
    report: Report, words: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words is not None:
        _change(monkeypatch, "rouge-1.5.5", words=words)
    page = _EVALUATIONS[0].explain(report.options, ["a"])
    for text in (page.html, page.text):
        assert "The first word of each text is its only unit." in text
        assert "first words" in text
    rows = [
        {"id": one.id, "system": system, "peer": peer, "models": ["cats ran", "a cat sat"]}
        for one in _EVALUATIONS
        for system, peer in (("a", "cats sat"), ("b", ""))
    ]
    write(tmp_path, {"pairs.jsonl": "\n".join(map(json.dumps, rows))})
    output = rouge_eval(["--report", "pages", "--compare", "--jsonl", "pairs.jsonl"], tmp_path)
    assert output.status == 0, output.stderr.decode()
    texts = [page.read_text("utf-8") for page in (tmp_path / "pages").rglob("*.html")]
    assert any("The first word of each text is its only unit." in text for text in texts)


# Rules of each kind at every door.


def _change(monkeypatch: pytest.MonkeyPatch, profile: str, **words: Any) -> None:
    monkeypatch.setitem(ROUGES, profile, ROUGES[profile]._replace(**words))


def _halved(model: Document, peer: Document) -> tuple[float, float, float, float]:
    """Count unigrams that are worth half."""
    hits = (Counter(model.tokens) & Counter(peer.tokens)).total() / 2
    return len(model.tokens), len(peer.tokens), hits, hits


_HALVED = Measure("own", _halved, _READING, _READING)


def _figures_of_doors(options: Options, peer: str, model: str) -> Iterator[tuple[float, float, float]]:
    """Yield recall, precision and F of a pair from all functions that score it."""
    scorer, evaluation = Scorer(options), Evaluation.of_texts("1", {"s": peer}, [model])
    (measure,) = scorer.score(peer, model)
    yield scorer.score(peer, model)[measure][:3]
    yield scorer.score_batch([peer], [model])[0][measure][:3]
    yield scorer.score_group([peer], model)[0][measure][:3]
    yield evaluate([evaluation], options).systems["s"][measure].scores[0][:3]
    yield _in_matrix(scorer.matrix, [peer], [model])[0]
    yield _in_matrix(scorer.matrix, [model, peer], None)[1]


def _in_matrix(
    matrix: Callable[..., memoryview], rows: list[str], columns: list[str] | None
) -> list[tuple[float, ...]]:
    """Return recall, precision and F of each row with the first column."""
    figures = [matrix(rows, columns, figure=figure) for figure in ("recall", "precision", "f")]
    return [tuple(one[row, 0] for one in figures) for row in range(len(rows))]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("profile", PROFILES[:2])
@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ({"rounding": lambda _, counts, alpha: (counts[2] / 3, alpha, counts[1] / 20)}, (2 / 3, 0.5, 0.25)),
        ({"combination": lambda measure, counts: (2 * counts[0][0], 4, 2, 2)}, (0.25, 0.5, 0.33333)),
        ({"measures": lambda options: [_HALVED]}, (0.25, 0.2, 0.22222)),
        ({"words": lambda text: text.split()[1:]}, (0.33333, 0.25, 0.28571)),
    ],
)
def test_rules_without_a_word_count_at_every_door(
    profile: str, words: Any, figures: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts have 5 and 4 words and share 2, or 4 and 3 that share 1 without the first words."""
    _change(monkeypatch, profile, **words)
    options = Options(profile=profile, max_ngram=1, rouge_l=False)
    for found in _figures_of_doors(options, "a b c d e", "a c x y"):
        assert found == pytest.approx(figures, abs=1e-5)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("profile", PROFILES[:3])
def test_a_measure_without_a_plan_moves_no_column(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it stands among measures that the kernel knows, all keep their own figures."""
    measures = [
        _HALVED._replace(name="words"),
        Measure("pairs", "ngrams", _READING, _READING, number=2),
        Measure("sequence", "lcs", _READING, _READING),
    ]
    recalls = []
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        _change(monkeypatch, profile, measures=lambda options, order=order: [measures[at] for at in order])
        scores = Scorer(Options(profile=profile)).score("a b c d", ["a c x y"])
        recalls.append({name: score.recall for name, score in scores.items()})
    assert recalls == [{"words": 0.25, "pairs": 0, "sequence": 0.5}] * 3
