"""Pairs in memory, within one process each: one pair again and again, and a batch."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from .corpus import write_lines
from .limit import limit, unavailable
from .packages import (
    RAPIDROUGE,
    ROUGE_RUST,
    ROUGE_SCORE,
    ROUGE_SCORE_RS,
    SCRIPT,
    NotInstalledError,
    Package,
    install,
)
from .programs import ROUGE_EVAL, Program, heading, row

_WORDS = 55
_PAIRS = 11_490
_RUNS = 3
_REPEATS = 5
"""Of the job in each run."""

_SAME = "ROUGE-1, -2 and -L over sentences, stemmed"
_LIKE_NLTK = "the same with NLTK's stems (no irregular forms)"
_LESS = "ROUGE-1, -2 and -L (a text as one sentence), not stemmed"
_OTHERS: list[tuple[Package, str]] = [
    (ROUGE_SCORE_RS, _LIKE_NLTK),
    (ROUGE_RUST, _LESS),
    (ROUGE_SCORE, _LIKE_NLTK),
    (RAPIDROUGE, _LIKE_NLTK),
]
_IN_PURE_PYTHON = (ROUGE_SCORE, RAPIDROUGE)
# A batch is scored by one thread.
_ONE_THREAD = {"RAYON_NUM_THREADS": "1"}


@dataclass
class _Contestant:
    """A package or the limit program, and what was measured of it."""

    title: str
    computes: str
    command: Sequence[str | Path]
    """Takes a job, the files of the peers and of the models, and the number of repeats."""
    slow: bool = False
    score: list[float] = field(default_factory=list)
    """Microseconds a pair, of each repeat."""
    report: list[float] = field(default_factory=list)
    """The same for scores with their report, where there is one."""
    means: list[str] = field(default_factory=list)
    """A line for each measure."""
    failure: str = ""

    def run(self, job: str, files: Sequence[Path], repeats: int) -> None:
        """Do the job in a process of its own, and note what it prints."""
        program = Program(self.title, [*self.command, job, *files, str(repeats)], _ONE_THREAD)
        done = subprocess.run(
            program.command, env=program.whole_environment(), capture_output=True, text=True
        )
        if done.returncode:
            self.failure = (
                f"{self.title} fails: {(done.stderr.strip() or str(done.returncode)).splitlines()[-1]}"
            )
            return
        lines = [line.split() for line in done.stdout.splitlines()]
        self.score += [float(value) for name, value in lines if name == "score"]
        self.report += [float(value) for name, value in lines if name == "report"]
        self.means = [f"{name} {value}" for name, value in lines if name not in ("score", "report")]


def print_pair(runs: int | None) -> None:
    """Print a row for each package that scores one pair again and again."""
    ratio = "ratio to the limit"
    _print(
        *("pair", 1, runs),
        [f"one pair of {_WORDS} words, again and again", "what is computed", "µs a pair", ratio],
    )


def print_batch(runs: int | None) -> None:
    """Print a row for each package that scores pairs in memory."""
    ratio = "ratio to the limit"
    _print(
        *("batch", _PAIRS, runs),
        [
            *(f"{_PAIRS:,} pairs of {_WORDS} words in memory, one thread", "what is computed"),
            *("µs a pair", ratio, "with 1,000 resamples", ratio),
        ],
        "Packages in pure Python did this once, all others several times over.",
    )


def _print(job: str, pairs: int, runs: int | None, columns: Sequence[str], *notes: str) -> None:
    """Print a row for each contestant, notes, and a line for each that could not be run."""
    contestants, failures = _contestants()
    _run_in_turn(contestants, job, pairs, runs or _RUNS)
    heading(*columns)
    bare = contestants[0]
    for one in contestants:
        if one.score:
            cells = [*_cells(one.score, bare.score), *_cells(one.report, bare.report)]
            row(one.title, one.computes, *cells[: len(columns) - 2])
    for note in (*notes, *filter(None, (one.failure for one in contestants)), *failures):
        print(f"\n{note}")


def _contestants() -> tuple[list[_Contestant], list[str]]:
    """Return all that can be run, the limit first, and a line for each that cannot."""
    failures = []
    bare = _Contestant("limit (C++)", _SAME, limit().command, failure=unavailable() or "")
    contestants = [bare, _Contestant(ROUGE_EVAL.name, _SAME, [sys.executable, SCRIPT, ROUGE_EVAL.name])]
    for package, computes in _OTHERS:
        try:
            python = install(package)
        except NotInstalledError as error:
            failures.append(str(error))
        else:
            slow = package in _IN_PURE_PYTHON
            command: list[str | Path] = [python, SCRIPT, package.distribution]
            contestants.append(_Contestant(package.title, computes, command, slow))
    return contestants, failures


def _run_in_turn(contestants: Sequence[_Contestant], job: str, pairs: int, runs: int) -> None:
    """Run all of them in turn; exit if rouge-eval has other means than the limit program.

    A package in pure Python takes half a minute for a batch: it does it once.
    """
    with tempfile.TemporaryDirectory() as directory:
        files = write_lines(Path(directory), pairs, _WORDS)
        for run in range(runs):
            for contestant in contestants:
                once = contestant.slow and pairs > 1
                if not contestant.failure and not (once and run):
                    contestant.run(job, files, 1 if once else _REPEATS)
    bare, ours = contestants[:2]
    if bare.means and ours.means and bare.means != ours.means:
        sys.exit(f"rouge-eval has other means than the limit program: {ours.means}, {bare.means}")


def _cells(times: Sequence[float], bare: Sequence[float]) -> tuple[str, str]:
    """Return the median and its ratio to that of the limit program, empty where there is none."""
    if not times:
        return "", ""
    return f"{median(times):.2f}", f"{median(times) / median(bare):.2f} ×" if bare else ""
