"""The programs that are timed as whole processes, one at a time and in turn, and tables of their costs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.oracle.original import DATA, SCRIPT

_STOPWATCH = Path(__file__).with_name("stopwatch.py")
# Settings of the user who runs the benchmark must not change what it measures.
_OWN_VARIABLES = ("ROUGE_EVAL_", "RED_EVAL_")


class Program(NamedTuple):
    """A command that takes further arguments, and what it needs in its environment."""

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str] = MappingProxyType({})

    def whole_environment(self) -> dict[str, str]:
        """Return its own variables with those of this process."""
        others = {name: value for name, value in os.environ.items() if not name.startswith(_OWN_VARIABLES)}
        return {**others, **self.environment}

    def version(self) -> str:
        """Return the line that `--version` prints."""
        done = subprocess.run(
            [*self.command, "--version"],
            env=self.whole_environment(),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout.strip()


COMMAND = Path(sys.executable).with_name("rouge-eval")
"""The installed command, as users run it."""

ORIGINAL = Program("original", ["perl", SCRIPT, "-e", DATA])
ROUGE_EVAL = Program("rouge-eval", [COMMAND])
PYTHON_KERNEL = Program("rouge-eval, Python kernel", [COMMAND], {"ROUGE_EVAL_KERNEL": "python"})


RUNS_OF_A_TURN, SECONDS_OF_A_TURN = 5, 3
"""The most runs in the turn of a program, and the seconds after which no further one begins."""


class Cost(NamedTuple):
    """The time and the memory of a run."""

    seconds: float
    memory: float
    """The peak, in bytes."""


def in_turn(programs: Sequence[Program], arguments: Sequence[str | Path], runs: int) -> list[Cost]:
    """Return the medians of each program, which have `runs` turns; exit unless all print the same.

    Where a run is short a turn has several, so that what one program leaves behind, such as files that the
    system has dropped from memory during a minute of another, decides about one run and not about all.
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
            # Python loads as little as it can at its start, for the sake of memory.
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
    """Print a line of a table at once, as the next one may take minutes."""
    print(f"| {' | '.join(cells)} |", flush=True)


def both(cost: Cost) -> str:
    """Return seconds and peak memory, as a cell."""
    seconds = f"{cost.seconds:.3f}" if cost.seconds < 1 else f"{cost.seconds:.1f}"
    return f"{seconds} s, {cost.memory / 1e6:.0f} MB"


def times(slow: Cost, fast: Cost) -> str:
    """Return the ratio of the seconds, as a cell."""
    ratio = slow.seconds / fast.seconds
    return f"{ratio:.2f} ×" if ratio < 1 else f"{ratio:.1f} ×"
