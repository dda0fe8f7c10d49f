"""Whole processes: rouge-eval beside the original, and by line files and JSON Lines.

Every table prints a row for each case; `runs` overrides the number of runs of each program.
"""

from __future__ import annotations

import json
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
    row,
    times,
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
    """Print the cost of line files, and of JSON Lines with the same texts, with one job and with two."""
    title = f"summaries of {_WORDS} words, `{_LINES}`"
    heading(title, *("rouge-eval", "rouge-eval `--jobs 2`", "gain by `--jobs 2`"))
    for pairs, usual_runs in ((11_490, 7), (25 * 11_490, 3)):
        with tempfile.TemporaryDirectory() as directory:
            peers, models = write_lines(Path(directory), pairs, _WORDS)
            rows = Path(directory, "pairs.jsonl")
            with (
                rows.open("w", encoding="utf-8") as file,
                peers.open() as peer_file,
                models.open() as model_file,
            ):
                for texts in zip(peer_file, model_file, strict=True):
                    peer, model = (text.rstrip("\n").replace("<q>", "\n") for text in texts)
                    file.write(json.dumps({"peer": peer, "models": [model]}, ensure_ascii=False) + "\n")
            for flags in (["--lines", f"peers={peers}", models], ["--jsonl", rows]):
                programs = [
                    Program(f"--jobs {jobs}", [COMMAND, *_LINES.split(), "--jobs", str(jobs), *flags])
                    for jobs in (1, 2)
                ]
                one, two = in_turn(programs, [], runs or usual_runs)
                gain = times(one.seconds, two.seconds)
                row(f"{pairs:,} pairs, `{flags[0]}`", both(one), both(two), gain)
