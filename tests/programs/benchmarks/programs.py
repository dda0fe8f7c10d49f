"""The programs that are timed in turn (ours, the original, bare C++, other packages), and their tables."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rouge_cli import Options
from rouge_cli.scoring.profile import Profile
from tests.oracle.original import DATA
from tests.oracle.original import SCRIPT as ORIGINAL_SCRIPT
from tests.support.commands import ROOT

_BENCH = ROOT / "bench"
_STOPWATCH = Path(__file__).with_name("stopwatch.py")
SCRIPT = Path(__file__).with_name("scorers.py")
"""The script that runs in the environment of a package."""
# Settings of the user who runs the benchmark must not change what it measures.
_OWN_VARIABLES = ("ROUGE_EVAL_", "RED_EVAL_")


class Program(NamedTuple):
    """A command that takes further arguments, with its environment variables."""

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str] = MappingProxyType({})

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run it with its own variables and those of this process."""
        return subprocess.run(
            [*self.command, *arguments], env=self.whole_environment(), capture_output=True, text=True
        )

    def whole_environment(self) -> dict[str, str]:
        """Return its own variables with those of this process."""
        others = {name: value for name, value in os.environ.items() if not name.startswith(_OWN_VARIABLES)}
        return {**others, **self.environment}


COMMAND = Path(sys.executable).with_name("rouge-eval")
"""The installed command, as users run it."""

ORIGINAL = Program("original", ["perl", ORIGINAL_SCRIPT, "-e", DATA])
ROUGE_EVAL = Program("rouge-eval", [COMMAND])
PYTHON_KERNEL = Program("rouge-eval, Python kernel", [COMMAND], {"ROUGE_EVAL_KERNEL": "python"})


# The limit: a bare C++ program of the same job.


@cache
def unavailable() -> str | None:
    """Compile `limit.cpp` into `bench`; return the reason in one line if that fails."""
    compiler = os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    complaint = "the limit program cannot be compiled: "
    if compiler is None:
        return f"{complaint}there is no C++ compiler (Debian: apt-get install g++)"
    _BENCH.mkdir(exist_ok=True)
    # Its doubles must be rounded like those of rouge-eval.
    flags = ("-std=c++17", "-O3", "-ffp-contract=off")
    made = _BENCH / f"limit.{os.getpid()}"  # Processes of tests do this at the same time.
    command = [compiler, *flags, "-o", made, Path(__file__).with_name("limit.cpp")]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        return f"{complaint}{compiler}: {error.strerror}"
    if done.returncode:
        return complaint + done.stderr.strip().splitlines()[-1]
    made.replace(_BENCH / "limit")
    return None


def limit(job: str, peers: Path, models: Path, repeats: int) -> Program:
    """Return the program that does a job, `pair` or `batch`; the stems of the words are written for it."""
    vocabulary = Profile(Options(stem=True)).vocabulary()
    words = set(re.findall(b"[a-z0-9]+", peers.read_bytes().lower() + models.read_bytes().lower()))
    # ROUGE-1.5.5 quirk: words of up to three letters keep their form.
    stems = [(word, vocabulary.stem(word) if len(word) > 3 else word) for word in sorted(words)]
    path = peers.with_name("stems")
    path.write_bytes(b"".join(b"%s %s\n" % pair for pair in stems))
    return Program("limit (C++)", [_BENCH / "limit", job, path, peers, models, str(repeats)])


# Other packages, each in a virtual environment of its own in `bench`.


class Package(NamedTuple):
    """A distribution of the package index."""

    distribution: str
    version: str
    extra: str = ""
    """Its extra that the job needs."""

    @property
    def title(self) -> str:
        """The name in tables."""
        return f"{self.distribution} {self.version}"

    def install(self) -> Path:
        """Return the Python of an environment with the package. Raises `NotInstalledError`."""
        environment = _BENCH / self.distribution
        python = environment / "bin" / "python"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        steps: list[list[str | Path]] = (
            [] if python.exists() else [[sys.executable, "-m", "venv", environment]]
        )
        for command in (*steps, [*pip, f"{self.distribution}{self.extra}=={self.version}"]):
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                reason = (done.stdout.strip() or str(done.returncode)).splitlines()[-1]
                raise NotInstalledError(f"{self.distribution} cannot be installed: {reason}")
        return python


ROUGE_SCORE = Package("rouge-score", "0.1.2")
ROUGE_SCORE_RS = Package("rouge-score-rs", "0.2.1", "[aggregate]")
RAPIDFUZZ = Package("rapidfuzz", "3.14.6", "[all]")


class NotInstalledError(Exception):
    """A package cannot be installed; the message is a line for the reader of the tables."""


# Programs in turn: the figures that runs print, or the cost of runs.


def figures_in_turn(
    programs: Sequence[Program], runs: int, once: Collection[str] = ()
) -> tuple[list[dict[str, list[float]]], list[str]]:
    """Return the figures that the runs of each program print, by their names, and a line for each failure.

    A program prints a line for each figure, `NAME FIGURE`. Programs that `once` names run once.
    """
    figures = [defaultdict[str, list[float]](list) for _ in programs]
    failures: dict[str, str] = {}
    for run in range(runs):
        for program, of_program in zip(programs, figures, strict=True):
            if program.name in failures or (run and program.name in once):
                continue
            done = program.run()
            for line in done.stdout.splitlines():
                name, _, figure = line.rpartition(" ")
                of_program[name].append(float(figure))
            if done.returncode:
                reason = (done.stderr.strip() or str(done.returncode)).splitlines()[-1]
                failures[program.name] = f"{program.name} fails: {reason}"
    return [dict(of_program) for of_program in figures], [*failures.values()]


RUNS_OF_A_TURN, SECONDS_OF_A_TURN = 5, 3
"""The most runs in the turn of a program, and the seconds after which no further run begins."""


class Cost(NamedTuple):
    """The time and the memory of a run."""

    seconds: float
    memory: float
    """The peak, in bytes."""


def in_turn(programs: Sequence[Program], arguments: Sequence[str | Path], runs: int) -> list[Cost]:
    """Return the median cost of each program over `runs` turns; exit unless all programs print the same.

    A turn of a short program has several runs. After a long program, for example, files are no longer in
    memory, which should slow down one run and not all.
    """
    costs: list[list[Cost]] = [[] for _ in programs]
    expected: bytes | None = None
    for _ in range(runs):
        for program, measured in zip(programs, costs, strict=True):
            for output, cost in _turn(program, arguments):
                measured.append(cost)
                if expected is None:
                    expected = output
                elif output != expected:
                    sys.exit(
                        f"{program.name} prints something else than {programs[0].name} ({_line(arguments)})"
                    )
    return [Cost(*map(statistics.median, zip(*measured, strict=True))) for measured in costs]


def _turn(program: Program, arguments: Sequence[str | Path]) -> Iterator[tuple[bytes, Cost]]:
    """Yield the output and the cost of each run of a turn."""
    began = time.perf_counter()
    for _ in range(RUNS_OF_A_TURN):
        yield _run(program, arguments)
        if time.perf_counter() - began > SECONDS_OF_A_TURN:
            break


def _run(program: Program, arguments: Sequence[str | Path]) -> tuple[bytes, Cost]:
    """Return the output and the cost of a run; exit if it fails."""
    with tempfile.NamedTemporaryFile() as report:
        done = subprocess.run(
            # At its start Python loads as little as it can, which saves memory.
            [sys.executable, "-I", "-S", _STOPWATCH, report.name, *program.command, *arguments],
            env=program.whole_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        if done.returncode:
            message = done.stderr.decode("utf-8", "replace").strip()
            sys.exit(f"{program.name} ends with {done.returncode} ({_line(arguments)}): {message}")
        return done.stdout, Cost(*map(float, report.read().split()))


def _line(arguments: Sequence[str | Path]) -> str:
    return " ".join(map(str, arguments))


# Tables as GitHub shows them, printed row by row.


def heading(*cells: str) -> None:
    """Print the first two lines of a table."""
    row(*cells)
    row(*("---" for _ in cells))


def row(*cells: str) -> None:
    """Print a row of a table at once, because the next row may take minutes."""
    print(f"| {' | '.join(cells)} |", flush=True)


def notes(*lines: str) -> None:
    """Print lines below a table."""
    print("".join(f"\n{line}\n" for line in lines), end="")


def both(cost: Cost) -> str:
    """Return seconds and peak memory, as a cell."""
    seconds = f"{cost.seconds:.3f}" if cost.seconds < 1 else f"{cost.seconds:.1f}"
    return f"{seconds} s, {cost.memory / 1e6:.0f} MB"


def times(slow: float, fast: float) -> str:
    """Return the ratio of seconds, as a cell."""
    ratio = slow / fast
    return f"{ratio:.2f} ×" if ratio < 1 else f"{ratio:.1f} ×"
