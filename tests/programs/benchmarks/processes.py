"""Whole processes: rouge-eval beside the original and the limit program.

Every table prints a row for each case; `runs` overrides the number of runs of each program.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .corpus import Size, write_corpus, write_lines
from .programs import (
    COMMAND,
    ORIGINAL,
    PYTHON_KERNEL,
    ROUGE_EVAL,
    Cost,
    Program,
    both,
    heading,
    in_turn,
    limit,
    notes,
    row,
    times,
    unavailable,
)


class _Case(NamedTuple):
    """A corpus with the flags of its runs."""

    title: str
    size: Size
    flags: str
    runs: int = 3
    """The runs of each program."""

    def costs(self, programs: Sequence[Program], runs: int | None) -> list[Cost]:
        """Return the cost of each program for the corpus."""
        with tempfile.TemporaryDirectory() as directory:
            config = write_corpus(Path(directory), self.size)
            return in_turn(programs, [*self.flags.split(), config], runs or self.runs)


_SPEED = [
    _Case("one pair of 60 words", Size(1, 1, 1, 60), "-n 2 -a", 21),
    _Case("one pair of 60 words, stemmed", Size(1, 1, 1, 60), "-n 2 -m -a", 21),
    _Case(
        "50 topics × 4 models × 30 systems of 100 words",
        Size(50, 4, 30, 100),
        "-c 95 -n 4 -w 1.2 -2 4 -U -r 1000 -m -a",
    ),
    _Case("11,490 pairs of 55 words", Size(11_490, 1, 1, 55), "-c 95 -n 2 -r 1000 -m -a"),
    _Case(
        "100 topics × 1 model × 2 systems of 500 words",
        Size(100, 1, 2, 500),
        "-c 95 -n 2 -w 1.2 -2 -1 -U -r 1000 -m -a",
    ),
]


def print_speed(runs: int | None) -> None:
    """Print the cost of the original and of both kernels, on three corpora and on one small pair."""
    heading("corpus", "flags", "original", "rouge-eval", "ratio", "Python kernel", "ratio")
    for case in _SPEED:
        original, ours, python = case.costs([ORIGINAL, ROUGE_EVAL, PYTHON_KERNEL], runs)
        cells = (
            both(original),
            both(ours),
            times(original.seconds, ours.seconds),
            both(python),
            times(original.seconds, python.seconds),
        )
        row(case.title, f"`{case.flags}`", *cells)


_GROWING = "-c 95 -n 2 -w 1.2 -2 4 -U -r 1000 -m -a"
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


def print_growth(runs: int | None) -> None:
    """Print the growth of the cost with each part of a corpus."""
    heading(f"`{_GROWING}`", "topics", "systems", "words", "original", "rouge-eval", "ratio")
    for title, size in _SIZES.items():
        original, ours = _Case(title, size, _GROWING).costs([ORIGINAL, ROUGE_EVAL], runs)
        numbers = (str(number) for number in (size.topics, size.systems, size.words))
        row(title, *numbers, both(original), both(ours), times(original.seconds, ours.seconds))


_LONG = 20_000
"""The words of a sentence, for which the original would need 50 GB of memory."""


def print_long_sentence(runs: int | None) -> None:
    """Print the cost of a pair of very long sentences."""
    with tempfile.TemporaryDirectory() as directory:
        config = write_corpus(Path(directory), Size(1, 1, 1, _LONG))
        for text in (*Path(directory, "peers").iterdir(), *Path(directory, "models").iterdir()):
            text.write_text(text.read_text(encoding="utf-8").replace("\n", " ") + "\n", encoding="utf-8")
        costs = {
            measure: in_turn([ROUGE_EVAL], [*flags.split(), config], runs or 3)[0]
            for measure, flags in (("ROUGE-L", "-a"), ("ROUGE-W", "-x -w 1.2 -a"))
        }
    cells = "; ".join(f"{measure} {both(cost)}" for measure, cost in costs.items())
    print(f"A pair of sentences of {_LONG:,} words each, rouge-eval alone: {cells}.")


_WORDS = 55
_LINES = "-c 95 -n 2 -r 1000 -m"


def print_lines(runs: int | None) -> None:
    """Print the cost of line files, with one process, with two and for the limit program."""
    heading(
        f"line files of summaries of {_WORDS} words, `{_LINES} --lines`",
        *("limit (C++)", "rouge-eval", "ratio to the limit", "rouge-eval `--jobs 2`", "gain by `--jobs 2`"),
    )
    for pairs, usual_runs in ((11_490, 7), (25 * 11_490, 3)):
        with tempfile.TemporaryDirectory() as directory:
            peers, models = write_lines(Path(directory), pairs, _WORDS)
            programs = [
                Program(
                    f"rouge-eval --jobs {jobs}",
                    [COMMAND, *_LINES.split(), "--jobs", str(jobs), "--lines", f"peers={peers}", models],
                )
                for jobs in (1, 2)
            ]
            if not unavailable():
                programs.append(limit("report", "peers", peers, models))
            one, two, *bare = in_turn(programs, [], runs or usual_runs)
        limits = (
            (both(bare[0]), both(one), times(one.seconds, bare[0].seconds)) if bare else ("", both(one), "")
        )
        row(f"{pairs:,} pairs", *limits, both(two), times(one.seconds, two.seconds))
    notes(*filter(None, [unavailable()]))
