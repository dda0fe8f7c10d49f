"""Whole processes: rouge-eval beside the original and the limit program.

Every table prints a row for each case; `runs` overrides the number of runs of each program.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from .corpus import Size, write_corpus, write_lines
from .programs import (
    COMMAND,
    ORIGINAL,
    PYTHON_KERNEL,
    ROUGE_EVAL,
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

_SPEED = [
    ("one pair of 60 words", Size(1, 1, 1, 60), "-n 2 -a", 21),
    ("one pair of 60 words, stemmed", Size(1, 1, 1, 60), "-n 2 -m -a", 21),
    (
        *("50 topics × 4 models × 30 systems of 100 words", Size(50, 4, 30, 100)),
        *("-c 95 -n 4 -w 1.2 -2 4 -U -r 1000 -m -a", 3),
    ),
    ("11,490 pairs of 55 words", Size(11_490, 1, 1, 55), "-c 95 -n 2 -r 1000 -m -a", 3),
    (
        *("100 topics × 1 model × 2 systems of 500 words", Size(100, 1, 2, 500)),
        *("-c 95 -n 2 -w 1.2 -2 -1 -U -r 1000 -m -a", 3),
    ),
]
"""Corpora with their flags and the runs of each program."""


def print_speed(runs: int | None) -> None:
    """Print the cost of the original and of both kernels, on three corpora and on one small pair."""
    heading("corpus", "flags", "original", "rouge-eval", "ratio", "Python kernel", "ratio")
    for title, size, flags, usual_runs in _SPEED:
        with tempfile.TemporaryDirectory() as directory:
            arguments = [*flags.split(), write_corpus(Path(directory), size)]
            programs = [ORIGINAL, ROUGE_EVAL, PYTHON_KERNEL]
            original, ours, python = in_turn(programs, arguments, runs or usual_runs)
        ratios = [times(original.seconds, one.seconds) for one in (ours, python)]
        row(title, f"`{flags}`", both(original), both(ours), ratios[0], both(python), ratios[1])


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
