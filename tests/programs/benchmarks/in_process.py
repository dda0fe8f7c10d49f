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
    RAPIDROUGE,
    ROUGE_EVAL,
    ROUGE_RUST,
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
    pools_limit,
    row,
    unavailable,
)

_WORDS = 55
_PAIRS = 11_490
_RUNS = 3
_REPEATS = 5
"""The number of repeats in each run."""
_LIMIT = "limit (C++)"

_SAME = "ROUGE-1, -2 and -L over sentences, stemmed"
_LIKE_NLTK = "the same with NLTK's stems (no irregular forms)"
_LESS = "ROUGE-1, -2 and -L (a text as one sentence), not stemmed"
_OTHERS = {ROUGE_SCORE_RS: _LIKE_NLTK, ROUGE_RUST: _LESS, ROUGE_SCORE: _LIKE_NLTK, RAPIDROUGE: _LIKE_NLTK}
_IN_PURE_PYTHON = (ROUGE_SCORE, RAPIDROUGE)
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
    """Print a row for each program; a program in pure Python scores a batch once, in half a minute."""
    is_batch = job == "batch"
    slow = _IN_PURE_PYTHON if is_batch else ()
    with tempfile.TemporaryDirectory() as directory:
        files = write_lines(Path(directory), pairs, _WORDS)

        def command(name: str) -> list[str | Path]:
            repeats = 1 if name in {package.distribution for package in slow} else _REPEATS
            return [name, job, *files, str(repeats)]

        bare = limit(job, *files, str(_REPEATS))
        found, failures = _timed(bare, _OTHERS, command, runs, {package.title for package in slow})
    ratio = "ratio to the limit"
    with_report = ("with 1,000 resamples", ratio) if is_batch else ()
    heading(title, "what is computed", "µs a pair", ratio, *with_report)
    computes = {_LIMIT: _SAME, ROUGE_EVAL.name: _SAME, **{one.title: said for one, said in _OTHERS.items()}}
    for name, times in found.items():
        cells = [_cells(times, found.get(_LIMIT, {}), what) for what in ("score", "report")[: 1 + is_batch]]
        row(name, computes[name], *(cell for pair in cells for cell in pair))
    if is_batch:
        failures.insert(0, "Packages in pure Python did this once, all others several times over.")
    notes(*failures)


def _cells(times: _Times, bare: _Times, what: str) -> tuple[str, str]:
    """Return the median and its ratio to the median of the limit program; both may be empty."""
    if what not in times:
        return "", ""
    time = median(times[what])
    return f"{time:.2f}", f"{time / median(bare[what]):.2f} ×" if what in bare else ""


def _timed(
    bare: Program,
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
    failures = []
    programs = [Program(name, [sys.executable, SCRIPT, *arguments(name)], _ONE_THREAD)]
    if reason := unavailable(Path(bare.command[0]).name):
        failures.append(reason)
    else:
        programs.insert(0, bare)
    for package in packages:
        try:
            command = [package.install(), SCRIPT, *arguments(package.distribution)]
        except NotInstalledError as error:
            failures.append(str(error))
        else:
            programs.append(Program(package.title, command, _ONE_THREAD))
    figures, failed = figures_in_turn(programs, runs or _RUNS, once)
    found = {program.name: times for program, times in zip(programs, figures, strict=True) if times}
    ours = found.get(name, {})
    for what, (expected, *_) in found.get(_LIMIT, {}).items():
        if (
            what.startswith(("ROUGE", "sum of"))
            and ours
            and not isclose(ours[what][0], expected, rel_tol=1e-10)
        ):
            sys.exit(f"rouge-eval has another {what} than the limit program: {ours[what][0]}, {expected}")
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
        found, failures = _timed(
            pools_limit(texts), [ROUGE_SCORE, RAPIDFUZZ], lambda name: [name, "pools", texts], runs
        )
    heading(
        f"texts of {_TOKENS} words in one process, milliseconds",
        *(_LIMIT, "rouge-eval", "ratio to the limit"),
        "rouge-score (`_score_lcs`), PreSumm's rule in Python",
        "RapidFuzz (`cdist`, LCS alone)",
    )
    for job, title in _JOBS.items():
        names = (_LIMIT, ROUGE_EVAL.name, ROUGE_SCORE.title, RAPIDFUZZ.title)
        times = [found.get(name, {}).get(job) for name in names]
        bare, ours, *others = (1000 * median(each) if each else None for each in times)
        ratio = f"{ours / bare:.2f}" if ours and bare else ""
        row(title, _shown(bare), _shown(ours), ratio, *map(_shown, others))
    notes(*failures)


def _shown(time: float | None) -> str:
    return "" if time is None else f"{time:,.3g}"


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
