"""The growth of the cost with each part of a corpus, and the cost of one very long sentence."""

from __future__ import annotations

import tempfile
from pathlib import Path

from .corpus import Size, write_corpus
from .markdown import both, heading, row, times
from .programs import ORIGINAL, ROUGE_EVAL, in_turn

_FLAGS = "-c 95 -n 2 -w 1.2 -2 4 -U -r 1000 -m -a"
_RUNS = 3
_BASE = Size(topics=10, models=1, systems=2, words=100)
# The original takes up to 20 s for each of these.
_SIZES = {
    "base": _BASE,
    "4 × the topics": _BASE._replace(topics=40),
    "16 × the topics": _BASE._replace(topics=160),
    "4 × the systems": _BASE._replace(systems=8),
    "16 × the systems": _BASE._replace(systems=32),
    "3 × the words": _BASE._replace(words=300),
    "9 × the words": _BASE._replace(words=900),
}

_LONG = 20_000  # words; the original would need 50 GB of memory
_LONG_MEASURES = {"ROUGE-L": "-a", "ROUGE-W": "-x -w 1.2 -a"}


def print_growth(runs: int | None) -> None:
    """Print a row for each size; `runs` overrides the usual number of runs."""
    heading(f"`{_FLAGS}`", "topics", "systems", "words", "original", "rouge-eval", "ratio")
    for title, size in _SIZES.items():
        with tempfile.TemporaryDirectory() as directory:
            config = write_corpus(Path(directory), size)
            original, ours = in_turn([ORIGINAL, ROUGE_EVAL], [*_FLAGS.split(), config], runs or _RUNS)
        numbers = (str(number) for number in (size.topics, size.systems, size.words))
        row(title, *numbers, both(original), both(ours), times(original, ours))


def print_long_sentence(runs: int | None) -> None:
    """Print a line on a pair of which each text is one sentence."""
    with tempfile.TemporaryDirectory() as directory:
        config = write_corpus(Path(directory), Size(1, 1, 1, _LONG))
        for text in (*Path(directory, "peers").iterdir(), *Path(directory, "models").iterdir()):
            text.write_text(text.read_text(encoding="utf-8").replace("\n", " ") + "\n", encoding="utf-8")
        costs = {
            measure: in_turn([ROUGE_EVAL], [*flags.split(), config], runs or _RUNS)[0]
            for measure, flags in _LONG_MEASURES.items()
        }
    cells = "; ".join(f"{measure} {both(cost)}" for measure, cost in costs.items())
    print(f"A pair of sentences of {_LONG:,} words each, rouge-eval alone: {cells}.")
