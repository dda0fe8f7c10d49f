"""Scores of multilingual-rouge and ours: `python -m tests.clients.against_multilingual_rouge NAME COUNT`."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import jieba
import numpy
from multilingual_rouge import rouge_scorer, scoring

from rouge_cli import Evaluation, Options, Scorer, evaluate

from .outcomes import Case, main

_TYPES = ["rouge1", "rouge2", "rouge3", "rougeL"]
_WORDS = tomllib.loads(Path(__file__).with_name("multilingual.toml").read_text("utf-8"))
_LANGUAGES: dict[str | None, tuple[str | None, str]] = {
    None: (None, _WORDS["no_language"]),
    **{code: (one["name"], one["words"]) for code, one in _WORDS["languages"].items()},
}
"""By our codes, their names, and words and signs of which texts are made."""
_WITHOUT_RULES = ("bn",)
"""Languages whose stemmer they cannot load: a file is missing in their distribution."""
_JOINTS = (
    *[" "] * 6, "", "", "\n", "  ", ", ", "-", "\u200c", "\u200d", "\t", "\u3000", "\x0b", "\x85",
    "\u2028", "_",
)  # fmt: skip
_ODD = ("", " ", "\n", "।", "😀", "\ufffd", "\u0301", "\ufeff", "\u0378", "𠀀", "ﷺ")


def _texts(words: str, random: Random) -> str:
    """Return a text of words and characters of a language, in any order."""
    pieces = words.split()
    pieces += [random.choice(_ODD), *random.sample(words, 3)]
    chosen = random.choices(pieces, k=random.choice((0, 1, 4, 9, 20)))
    return "".join(piece + random.choice(_JOINTS) for piece in chosen)


def _scorers(code: str | None, stem: bool) -> tuple[Scorer, Any]:
    jieba.setLogLevel(logging.WARNING)
    name, words = _LANGUAGES[code]
    theirs = rouge_scorer.RougeScorer(_TYPES, use_stemmer=stem, lang=name)
    theirs.score(words, words)  # Their Arabic stemmer has another state in its first words.
    return Scorer(Options(profile="xlsum", types=tuple(_TYPES), language=code, stem=stem)), theirs


def _ours(scorer: Scorer, target: str, prediction: str) -> dict[str, tuple[float, ...]]:
    scores = scorer.score(prediction, target)
    return {name: (one.precision, one.recall, one.f) for name, one in scores.items()}


def _theirs(scorer: Any, target: str, prediction: str) -> dict[str, tuple[float, ...]]:
    return {name: tuple(map(float, one)) for name, one in scorer.score(target, prediction).items()}


def pairs(count: int) -> Iterator[Case]:
    """Yield random pairs of texts in each language, with and without stems."""
    for code, (_, words) in _LANGUAGES.items():
        for stem in (False, True)[: 1 if code in _WITHOUT_RULES else 2]:
            random = Random(7)
            ours, theirs = _scorers(code, stem)
            for _ in range(count):
                pair = _texts(words, random), _texts(words, random)
                yield (code, stem, pair), partial(_ours, ours, *pair), partial(_theirs, theirs, *pair)


def reports(count: int) -> Iterator[Case]:
    """Yield the estimates of a corpus in each language."""
    for code, (_, words) in _LANGUAGES.items():
        random = Random(8)
        rows = [(_texts(words, random), _texts(words, random)) for _ in range(count)]
        yield code, partial(_our_estimates, code, rows), partial(_their_estimates, code, rows)


def _our_estimates(code: str | None, rows: Any) -> dict[str, list[tuple[float, ...]]]:
    evaluations = [
        Evaluation.of_texts(str(place), {"P": [prediction]}, [[target]])
        for place, (target, prediction) in enumerate(rows)
    ]
    options = Options(profile="xlsum", types=tuple(_TYPES), language=code, seed=3)
    return {
        name: [
            tuple(getattr(getattr(one, figure), bound) for figure in ("precision", "recall", "f"))
            for bound in ("low", "average", "high")
        ]
        for name, one in evaluate(evaluations, options).systems["P"].items()
    }


def _their_estimates(code: str | None, rows: Any) -> dict[str, list[tuple[float, ...]]]:
    scorer = rouge_scorer.RougeScorer(_TYPES, lang=_LANGUAGES[code][0])
    aggregator = scoring.BootstrapAggregator()
    for row in rows:
        aggregator.add_scores(scorer.score(*row))
    numpy.random.seed(3)
    return {
        name: [tuple(map(float, score)) for score in (one.low, one.mid, one.high)]
        for name, one in aggregator.aggregate().items()
    }


if __name__ == "__main__":
    main(pairs, reports)
