"""The original and both kernels of rouge-eval, on three corpora and on one small pair."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from .corpus import Size, write_corpus
from .markdown import both, heading, row, times
from .programs import ORIGINAL, PYTHON_KERNEL, ROUGE_EVAL, in_turn


class Case(NamedTuple):
    """A corpus, and the flags it is scored with."""

    title: str
    size: Size
    flags: str
    runs: int
    """Of each program."""


PAIRS = Case("11,490 pairs of 55 words", Size(11_490, 1, 1, 55), "-c 95 -n 2 -r 1000 -m -a", 3)
_CASES = [
    Case("one pair of 60 words", Size(1, 1, 1, 60), "-n 2 -a", 21),
    Case("one pair of 60 words, stemmed", Size(1, 1, 1, 60), "-n 2 -m -a", 21),
    Case(
        "50 topics × 4 models × 30 systems of 100 words",
        Size(50, 4, 30, 100),
        "-c 95 -n 4 -w 1.2 -2 4 -U -r 1000 -m -a",
        3,
    ),
    PAIRS,
    Case(
        "100 topics × 1 model × 2 systems of 500 words",
        Size(100, 1, 2, 500),
        "-c 95 -n 2 -w 1.2 -2 -1 -U -r 1000 -m -a",
        3,
    ),
]


def print_speed(runs: int | None) -> None:
    """Print a row for each corpus; `runs` overrides those of the cases."""
    heading("corpus", "flags", "original", "rouge-eval", "ratio", "Python kernel", "ratio")
    for case in _CASES:
        with tempfile.TemporaryDirectory() as directory:
            config = write_corpus(Path(directory), case.size)
            original, ours, python = in_turn(
                [ORIGINAL, ROUGE_EVAL, PYTHON_KERNEL], [*case.flags.split(), config], runs or case.runs
            )
        row(
            case.title,
            f"`{case.flags}`",
            both(original),
            both(ours),
            times(original, ours),
            both(python),
            times(original, python),
        )
