"""Rules of a ROUGE that have no word: the definition counts by them in both bodies of the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Scorer, evaluate
from rouge_cli.kernel.plan import Document, Measure, Reading
from rouge_cli.rouges import PROFILES, ROUGES

from ..support.evaluations import result

pytestmark = pytest.mark.usefixtures("kernel")


@pytest.mark.parametrize(("options", "hit"), [(Options(stem_models=True), 1), (Options(), 0)])
def test_exceptions_stem_the_models_alone_too(options: Options, hit: int) -> None:
    """WordNet has `mice mouse`; Porter's stem of `mice` would be `mice`."""
    assert result("mouse", ["mice"], "ROUGE-L", options).counts.hit == hit


_READING = Reading(False, False)


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


@pytest.mark.parametrize("profile", PROFILES[:2])
@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ({"rounding": lambda measure, counts, alpha: (counts[2] / 3, alpha, 0.25)}, (2 / 3, 0.5, 0.25)),
        ({"combination": lambda measure, counts: (8, 4, 2, 2)}, (0.25, 0.5, 0.33333)),
        ({"measures": lambda options: [_HALVED]}, (0.25, 0.2, 0.22222)),
    ],
)
def test_rules_without_a_word_count_at_every_door(
    profile: str, words: Any, figures: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts have 5 and 4 words and share 2."""
    _change(monkeypatch, profile, **words)
    options = Options(profile=profile, max_ngram=1, rouge_l=False)
    for found in _figures_of_doors(options, "a b c d e", "a c x y"):
        assert found == pytest.approx(figures, abs=1e-5)


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
