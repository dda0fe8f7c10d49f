"""`make bench`: time rouge-eval, the original and other packages on corpora from a seed.

It runs on Linux and macOS, one process at a time, for about eight minutes, and prints tables in Markdown with
the medians of runs in turn. rouge-eval must print the same bytes as the original, and have the same means as
the limit, a bare C++ program of the same job.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import isclose
from pathlib import Path

from tests.oracle import original

from .corpus import SEPARATOR, Size, write_corpus, write_lines
from .programs import ORIGINAL, PACKAGES, PYTHON_KERNEL, ROUGE_EVAL, in_turn, limit, scorer

_PAIRS, _WORDS = 11_490, 55
_SPELLINGS = {"print": "", "ascii": ", ASCII alone", "sentence": ", one sentence each"}


def _heading(*cells: str) -> None:
    _row(*cells)
    _row(*("---" for _ in cells))


def _row(*cells: str) -> None:
    """Print a row at once, because the next row may take a minute."""
    print(f"| {' | '.join(cells)} |", flush=True)


def _cost(figures: dict[str, float]) -> str:
    return f"{figures['seconds']:.3g} s, {figures['memory'] / 1e6:.0f} MB"


def _pair(folder: Path, runs: int) -> None:
    """One pair in a loop."""
    files = write_lines(folder, 1, _WORDS)
    programs = [limit("pair", *files), *(scorer(name, "pair", *files) for name in ("rouge-eval", *PACKAGES))]
    _heading(f"one pair of {_WORDS} words, stemmed, in a loop", "µs a pair")
    for program, figures in zip(programs, in_turn(programs, runs, alike=False), strict=True):
        _row(program.name, f"{figures['score']:,.1f}")


def _batch(folder: Path, runs: int) -> None:
    """Pairs in memory; rouge-score, which takes half a minute, runs once."""
    _heading(f"{_PAIRS:,} stemmed pairs in memory, one thread", "µs a pair", "with 1,000 resamples")
    for spelling, words in _SPELLINGS.items():
        files = write_lines(folder / spelling, _PAIRS, _WORDS, spelling)
        names = ["rouge-eval", *(PACKAGES if spelling == "print" else ())]
        programs = [limit("batch", *files), *(scorer(name, "batch", *files) for name in names)]
        rows = in_turn(programs, runs, alike=False)
        for measure in ("ROUGE-1", "ROUGE-2", "ROUGE-L"):
            if not isclose(rows[0][measure], rows[1][measure], rel_tol=1e-8):
                sys.exit(f"rouge-eval has another mean of {measure} than the limit")
        for program, figures in zip(programs, rows, strict=True):
            report = f"{figures['report']:,.1f}" if "report" in figures else ""
            _row(program.name + words, f"{figures['score']:,.1f}", report)


def _lines(folder: Path, runs: int) -> None:
    """Files of lines, and JSON Lines of the same texts; in large files the pairs stand 25 times."""
    flags = "-c 95 -n 2 -r 1000 -m"
    _heading(f"`{flags}`, whole processes", "rouge-eval", "`--jobs 2`")
    for times, spelling in ((1, "print"), (25, "print"), (25, "sentence")):
        peers, models = write_lines(folder, _PAIRS, _WORDS, spelling, times)
        rows = folder / "pairs.jsonl"
        with rows.open("w", encoding="utf-8") as file, peers.open() as peer_file, models.open() as model_file:
            for texts in zip(peer_file, model_file, strict=True):
                peer, model = (text.rstrip("\n").replace(SEPARATOR, "\n") for text in texts)
                file.write(json.dumps({"peer": peer, "models": [model]}, ensure_ascii=False) + "\n")
        for inputs in (("--lines", f"peers={peers}", models), ("--jsonl", rows)):
            programs = [
                ROUGE_EVAL.with_arguments(*flags.split(), "--jobs", jobs, *inputs) for jobs in ("1", "2")
            ]
            costs = map(_cost, in_turn(programs, runs))
            _row(f"{times * _PAIRS:,} pairs{_SPELLINGS[spelling]}, `{inputs[0]}`", *costs)


_CORPORA = [
    ("one pair of 60 words", Size(1, 1, 1, 60), "-n 2 -a"),
    ("one pair of 60 words, stemmed", Size(1, 1, 1, 60), "-n 2 -m -a"),
    (
        *("25 topics × 4 models × 30 systems of 100 words", Size(25, 4, 30, 100)),
        "-c 95 -n 4 -w 1.2 -2 4 -U -r 1000 -m -a",
    ),
    ("11,490 pairs of 55 words", Size(_PAIRS, 1, 1, _WORDS), "-c 95 -n 2 -r 1000 -m -a"),
    (
        *("50 topics × 1 model × 2 systems of 500 words", Size(50, 1, 2, 500)),
        "-c 95 -n 2 -w 1.2 -2 -1 -U -r 1000 -m -a",
    ),
]


def _original(folder: Path, runs: int) -> None:
    """Whole processes beside the original, which runs once where it takes a minute."""
    _heading("corpus", "flags", "original", "rouge-eval", "ratio", "Python kernel")
    for place, (title, size, flags) in enumerate(_CORPORA):
        config = write_corpus(folder / str(place), size)
        all_programs = (ORIGINAL, ROUGE_EVAL, PYTHON_KERNEL)
        programs = [program.with_arguments(*flags.split(), config) for program in all_programs]
        theirs, ours, python = in_turn(programs, runs if size.topics > 1 else 3 * runs)
        ratio = f"{theirs['seconds'] / ours['seconds']:.3g}"
        _row(title, f"`{flags}`", _cost(theirs), _cost(ours), ratio, _cost(python))


def _others(folder: Path, runs: int) -> None:
    """Other jobs of rouge-eval."""
    (figures,) = in_turn(
        [scorer("rouge-eval", "others", *write_lines(folder, _PAIRS, _WORDS))], 1, alike=False
    )
    _heading("other jobs, in one process", "seconds")
    for name, seconds in figures.items():
        if name not in ("seconds", "memory"):
            _row(name, f"{seconds:.3g}")


_TABLES: dict[str, Callable[[Path, int], None]] = {
    "pair": _pair,
    "batch": _batch,
    "lines": _lines,
    "original": _original,
    "others": _others,
}


def _machine() -> str:
    cpus = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpus.read_text()) if cpus.exists() else None
    model = found[1] if found else platform.processor()
    return f"{os.cpu_count()} cores of {platform.machine()} ({model}), {platform.system()}"


def main() -> None:
    """Print the date, the machine and the versions, and the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=3, help="runs of each program; a long run is its only one"
    )
    parser.add_argument("--only", nargs="+", choices=_TABLES, metavar="TABLE", help=", ".join(_TABLES))
    arguments = parser.parse_args()
    if reason := original.unavailable():
        sys.exit(reason)
    perl = subprocess.run(
        ["perl", "-e", 'printf "%vd", $^V'], capture_output=True, text=True, check=True
    ).stdout
    version, _ = ROUGE_EVAL.with_arguments("--version").run()
    packages = ", ".join(re.sub(r"\[.*\]", "", package) for package in PACKAGES.values())
    load, began = os.getloadavg()[0], time.monotonic()
    print(
        f"{time.strftime('%Y-%m-%d')}, {_machine()}, CPython {platform.python_version()}, Perl {perl}, "
        f"{version.strip()}, {packages}; load before {load:.1f}. Medians of {arguments.runs} runs in turn."
    )
    for table in arguments.only or _TABLES:
        print()
        with tempfile.TemporaryDirectory() as folder:
            _TABLES[table](Path(folder), arguments.runs)
    print(f"\n{(time.monotonic() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
