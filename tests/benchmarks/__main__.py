"""Times the original and rouge-eval in turn on corpora from a seed: `python -m tests.benchmarks`.

Whole processes, one at a time; the table shows the median of each, and their ratio. Both print the
same bytes, which is checked.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.corpus import Size, write_corpus
from tests.oracle.original import DATA, SCRIPT


class Case(NamedTuple):
    """A corpus, and the flags it is scored with."""

    title: str
    size: Size
    flags: str
    runs: int


CASES = [
    Case("one small pair", Size(1, 1, 1, 60), "-n 2 -a", 21),
    Case("one small pair, stemmed", Size(1, 1, 1, 60), "-n 2 -m -a", 21),
    Case(
        "50 topics x 4 models x 30 systems of 100 words",
        Size(50, 4, 30, 100),
        "-c 95 -n 4 -w 1.2 -2 4 -U -r 1000 -m -a",
        3,
    ),
]


def measure(case: Case, directory: Path, runs: int) -> tuple[float, float]:
    """The median seconds of the original and of rouge-eval, run in turn."""
    config = write_corpus(directory, case.size)
    arguments = [*case.flags.split(), str(config)]
    commands = [
        ["perl", SCRIPT, "-e", DATA, *arguments],
        [sys.executable, "-m", "rouge_cli", *arguments],
    ]
    times: list[list[float]] = [[], []]
    for _ in range(runs):
        outputs = []
        for program, seconds in zip(commands, times, strict=True):
            start = time.perf_counter()
            outputs.append(subprocess.run(program, capture_output=True, check=True).stdout)
            seconds.append(time.perf_counter() - start)
        if outputs[0] != outputs[1]:
            sys.exit(f"{case.title}: the outputs differ")
    return statistics.median(times[0]), statistics.median(times[1])


def main() -> None:
    """Prints a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, help="pairs of runs of each case")
    runs = parser.parse_args().runs
    print(f"{'':48}{'original':>12}{'rouge-eval':>12}{'ratio':>8}")
    for case in CASES:
        with tempfile.TemporaryDirectory() as directory:
            original, ours = measure(case, Path(directory), runs or case.runs)
        print(f"{case.title:48}{original:10.3f} s{ours:10.3f} s{original / ours:7.1f}x", flush=True)


if __name__ == "__main__":
    main()
