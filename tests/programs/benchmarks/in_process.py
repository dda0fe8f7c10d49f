"""Jobs within one process each: pairs in memory, many texts to many, oracles, and correlations."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isclose
from pathlib import Path
from statistics import median

from .corpus import write_lines
from .programs import (
    RAPIDFUZZ,
    ROUGE_EVAL,
    ROUGE_SCORE,
    ROUGE_SCORE_RS,
    SCRIPT,
    NotInstalledError,
    Package,
    Program,
    figures_in_turn,
    heading,
    limit,
    notes,
    row,
    unavailable,
)

_WORDS = 55
_PAIRS = 11_490
_RUNS = 3
_REPEATS = 5
"""The number of repeats in each run."""
_LIMIT = "limit (C++)"

# One thread scores a batch.
_ONE_THREAD = dict.fromkeys(
    ("RAYON_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)

_Times = Mapping[str, Sequence[float]]
"""The figures that a program prints, by their names."""


def print_pair(runs: int | None) -> None:
    """Print a row for each package that scores one pair again and again."""
    _print_pairs("pair", 1, runs, f"one pair of {_WORDS} words, again and again")


def print_batch(runs: int | None) -> None:
    """Print a row for each package that scores pairs in memory."""
    _print_pairs("batch", _PAIRS, runs, f"{_PAIRS:,} pairs of {_WORDS} words in memory, one thread")


def _print_pairs(job: str, pairs: int, runs: int | None, title: str) -> None:
    """Print a row for each program; rouge-score, in pure Python, scores a batch once, in half a minute."""
    is_batch = job == "batch"
    with tempfile.TemporaryDirectory() as directory:
        files = write_lines(Path(directory), pairs, _WORDS)

        def command(name: str) -> list[str | Path]:
            once = is_batch and name == ROUGE_SCORE.distribution
            return [name, job, *files, "1" if once else str(_REPEATS)]

        bare = [] if unavailable() else [limit(job, *files, _REPEATS)]
        once = {ROUGE_SCORE.title} if is_batch else set[str]()
        found, failures = _timed(bare, [ROUGE_SCORE_RS, ROUGE_SCORE], command, runs, once)
    heading(title, "µs a pair", "ratio to the limit", *(["with 1,000 resamples"] if is_batch else []))
    fastest = median(found[_LIMIT]["score"]) if _LIMIT in found else None
    for name, times in found.items():
        time = median(times["score"])
        report = [f"{median(times['report']):.2f}"] if "report" in times else [""]
        ratio = f"{time / fastest:.2f} ×" if fastest else ""
        row(name, f"{time:.2f}", ratio, *(report if is_batch else []))
    notes(*filter(None, [unavailable()]), *failures)


def _timed(
    bare: Sequence[Program],
    packages: Iterable[Package],
    arguments: Callable[[str], Sequence[str | Path]],
    runs: int | None,
    once: Collection[str] = (),
) -> tuple[dict[str, _Times], list[str]]:
    """Return the figures of programs, the limit first, and a line for each program that cannot run.

    `arguments` returns the arguments of the script for a package. Exits if rouge-eval and the limit program
    have different figures.
    """
    name = ROUGE_EVAL.name
    programs = [*bare, Program(name, [sys.executable, SCRIPT, *arguments(name)], _ONE_THREAD)]
    failures = []
    for package in packages:
        try:
            command = [package.install(), SCRIPT, *arguments(package.distribution)]
        except NotInstalledError as error:
            failures.append(str(error))
        else:
            programs.append(Program(package.title, command, _ONE_THREAD))
    figures, failed = figures_in_turn(programs, runs or _RUNS, once)
    found = {program.name: times for program, times in zip(programs, figures, strict=True) if times}
    for what, (expected, *_) in found.get(_LIMIT, {}).items():
        ours = found[name][what][0] if what.startswith("ROUGE") else expected
        if not isclose(ours, expected, rel_tol=1e-8):
            sys.exit(f"rouge-eval has another {what} than the limit program: {ours}, {expected}")
    return found, failures + failed


_TOKENS, _KINDS, _TEXTS = 20, 8000, 20_000
_JOBS = {
    "one": "ROUGE-L of one text with 2,000",
    "all": "ROUGE-1, -2 and -L of all pairs of 2,000",
    "two": "the same with `jobs=2`",
    "duplicates": "duplicates at 0.7 of 20,000",
    "half": "the matrix of 20,000, above the diagonal",
    "oracle 32": "oracle of 32 sentences by ROUGE-1 and -2",
    "oracle 250": "oracle of 250 sentences",
    "presumm 32": "PreSumm's oracle of 32 sentences",
}
"""The jobs that are timed, by the names that the programs print."""


def print_pools(runs: int | None) -> None:
    """Print a row for each job of many texts to many and of oracles."""
    with tempfile.TemporaryDirectory() as directory:
        texts = Path(directory, "texts")
        texts.write_text("".join(f"{text}\n" for text in _texts()), encoding="ascii")
        found, failures = _timed([], [RAPIDFUZZ], lambda name: [name, "pools", texts], runs)
    title = f"texts of {_TOKENS} words in one process, milliseconds"
    heading(title, "rouge-eval", "RapidFuzz (`cdist`, LCS alone)")
    for job, name in _JOBS.items():
        times = [found.get(program, {}).get(job) for program in (ROUGE_EVAL.name, RAPIDFUZZ.title)]
        row(name, *("" if each is None else f"{1000 * median(each):,.3g}" for each in times))
    notes(*failures)


def _texts() -> list[str]:
    """Return random texts, whose words are numbers; every tenth text resembles another text."""
    chance = random.Random(7)
    weights = [1 / (kind + 2) for kind in range(_KINDS)]
    texts = [chance.choices(range(_KINDS), weights, k=_TOKENS) for _ in range(_TEXTS)]
    for place in range(0, _TEXTS, 10):
        other = list(texts[place])
        other[chance.randrange(_TOKENS)] = chance.randrange(_KINDS)
        texts[chance.randrange(_TEXTS)] = other
    return [" ".join(map(str, text)) for text in texts]


_SIZE = {"systems": 16, "evaluations": 100, "measures": 10, "draws": 1000}


def print_correlate(runs: int | None) -> None:
    """Print the cost of intervals, of tests of all pairs of measures, and of both, on one processor."""
    systems, evaluations, measures, draws = _SIZE.values()
    heading(
        f"{systems} systems, {evaluations} evaluations, {measures} measures; 3 coefficients, 2 levels",
        *("seconds", "of the processor", "peak memory"),
    )
    command = [sys.executable, SCRIPT, ROUGE_EVAL.name, "correlate", *map(str, _SIZE.values())]
    programs = [
        Program(f"intervals, {draws:,} resamples", [*command, "both", ""], _ONE_THREAD),
        Program(f"tests of all pairs, {draws:,} permutations", [*command, "none", "compare"], _ONE_THREAD),
        Program("both", [*command, "both", "compare"], _ONE_THREAD),
    ]
    found, failures = figures_in_turn(programs, runs or _RUNS)
    for program, figures in zip(programs, found, strict=True):
        if figures:
            seconds, processor, memory = map(median, figures.values())
            row(program.name, f"{seconds:.1f} s", f"{processor:.1f} s", f"{memory / 1e6:.0f} MB")
    notes(*failures)
