"""Line files, by rouge-eval with one process and with two, and by the limit program."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .corpus import write_lines
from .limit import limit, unavailable
from .markdown import both, heading, row, times
from .programs import COMMAND, Program, in_turn

_WORDS = 55
_FLAGS = "-c 95 -n 2 -r 1000 -m"
_SYSTEM = "peers"


class _Case(NamedTuple):
    pairs: int
    runs: int
    """Of each program."""


_CASES = [_Case(11_490, 7), _Case(25 * 11_490, 3)]


def print_lines(runs: int | None) -> None:
    """Print a row for each number of pairs; `runs` overrides the usual number of runs."""
    heading(
        f"line files of summaries of {_WORDS} words, `{_FLAGS} --lines`",
        "limit (C++)",
        "rouge-eval",
        "ratio to the limit",
        "rouge-eval `--jobs 2`",
        "gain by `--jobs 2`",
    )
    for case in _CASES:
        with tempfile.TemporaryDirectory() as directory:
            files = write_lines(Path(directory), case.pairs, _WORDS)
            programs = [_rouge_eval(1, files), _rouge_eval(2, files)]
            if not unavailable():
                programs.append(limit("report", _SYSTEM, *files))
            one, two, *bare = in_turn(programs, [], runs or case.runs)
        row(
            f"{case.pairs:,} pairs",
            both(bare[0]) if bare else "",
            both(one),
            times(one, bare[0]) if bare else "",
            both(two),
            times(one, two),
        )
    if reason := unavailable():
        print(f"\n{reason}")


def _rouge_eval(jobs: int, files: Sequence[Path]) -> Program:
    peers, models = files
    arguments = f"{_FLAGS} --jobs {jobs} --lines".split()
    return Program(f"rouge-eval --jobs {jobs}", [COMMAND, *arguments, f"{_SYSTEM}={peers}", models])
