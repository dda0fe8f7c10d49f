"""Run the tests of a room over each mutant of it, and list the mutants that none of them notices.

`python -m tests.mutants [ROOM ...] [--sample N]`. No tool at hand does this: mutmut changes neither
constants nor decorated functions, and its mutants do not run in processes that tests start;
cosmic-ray changes the one tree that there is, a mutant at a time.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutants.changes import Change, changes
from tests.support.commands import ROOT

TREES = ROOT / "build" / "mutants"
_REPORTS = "see-classic-m-s see-classic-b75-m isi-classic-l10-m be-list-hmr-m f-b-m-s p0.3-t1 r33-c90-t1-d"
_PYTEST = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-profile=mutants"]
_STATES = ("killed", "timeout", "survived")


class Room(NamedTuple):
    """A part of the package, and the tests that are run over its mutants."""

    folder: str
    tests: str
    body: str = "compiled"
    """The body of the kernel under them."""
    reports: bool = False
    """Whether a few of the stored reports are compared, too."""
    marked: str = "not slow"
    """Which of the tests are run, by their marks."""

    def command(self) -> list[str]:
        """Return the command line of the tests."""
        tests = [f"tests/{test}" for test in self.tests.split() if (ROOT / "tests" / test).exists()]
        if self.reports:
            report = f"tests/test_golden.py::test_report_is_the_stored_one[{self.body}-{{}}.out]"
            tests += map(report.format, _REPORTS.split())
        return [sys.executable, *_PYTEST, "-m", self.marked, *tests]


ROOMS = {
    "scoring": Room("scoring", "scoring test_api.py test_numbers.py", reports=True),
    "profiles": Room("profiles", "profiles scoring test_api.py test_numbers.py", reports=True),
    "text": Room("text", "text test_api.py", reports=True),
    "inputs": Room("inputs", "inputs cli/test_bad_input.py"),
    "review": Room("review", "review cli/test_tools_check.py"),
    "explain": Room("explain", "explain cli/test_tools_explain.py"),
    "kernel": Room("kernel/python", "kernel text scoring", "python", reports=True, marked=""),
}


class Mutant(NamedTuple):
    """A module, from the root of the project, and a change of it."""

    path: str
    change: Change

    def diff(self) -> str:
        """Return the change as a diff."""
        before = (ROOT / self.path).read_bytes()
        texts = (text.decode().splitlines(keepends=True) for text in (before, self.change.made(before)))
        return "".join(difflib.unified_diff(*texts, self.path, self.path, n=1))


def main() -> int:
    """Run the rooms that are named, or all; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("room", nargs="*", help=f"of {', '.join(ROOMS)}; all, if none is named")
    parser.add_argument("--sample", type=int, metavar="N", help="run N mutants of each room, always the same")
    arguments = parser.parse_args()
    trees: SimpleQueue[Path] = SimpleQueue()
    workers = os.cpu_count() or 1
    for number in range(workers):
        trees.put(_tree(TREES / str(number)))
    with ThreadPoolExecutor(workers) as pool:
        for name in arguments.room or ROOMS:
            _run(name, arguments.sample, pool, trees)
    return 0


def _tree(tree: Path) -> Path:
    """Copy the project, in which one mutant at a time is tried."""
    shutil.rmtree(tree, ignore_errors=True)
    left_out = shutil.ignore_patterns(".*", "build", "bench", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=left_out, symlinks=True)
    # Bytecode that is known by its source, not by a time of change that two mutants may share.
    command = [
        sys.executable,
        "-m",
        "compileall",
        "-q",
        "--invalidation-mode",
        "checked-hash",
        "rouge_cli",
        "tests",
    ]
    subprocess.run(command, cwd=tree, check=True)
    return tree


def _run(name: str, sample: int | None, pool: ThreadPoolExecutor, trees: SimpleQueue[Path]) -> None:
    """Try the mutants of a room, and print what became of them."""
    room = ROOMS[name]
    paths = sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "rouge_cli" / room.folder).rglob("*.py")
    )
    mutants = [Mutant(path, change) for path in paths for change in changes((ROOT / path).read_bytes())]
    if sample is not None:
        mutants = sorted(random.Random(0).sample(mutants, min(sample, len(mutants))))
    start = time.monotonic()
    if _tried(None, room, trees, 600) != "survived":
        raise SystemExit(f"{name}: the tests fail without any change: {' '.join(room.command())}")
    limit = 10 + 4 * (time.monotonic() - start)
    states = list(pool.map(lambda mutant: _tried(mutant, room, trees, limit), mutants))
    print(f"{name:<40}" + "".join(f"{state:>10}" for state in _STATES))
    tried = list(zip(mutants, states, strict=True))
    for path, of_path in groupby(tried, key=lambda one: one[0].path):
        counts = Counter(state for _, state in of_path)
        print(f"{path:<40}" + "".join(f"{counts[state]:>10}" for state in _STATES))
    noticed = len(states) - states.count("survived")
    print(f"{noticed} of {len(states)} are noticed: {100 * noticed / max(len(states), 1):.1f} %\n")
    print(
        "\n".join(m.diff() for m, state in zip(mutants, states, strict=True) if state == "survived"),
        flush=True,
    )


def _tried(mutant: Mutant | None, room: Room, trees: SimpleQueue[Path], limit: float) -> str:
    """Return what the tests of a room make of a mutant."""
    tree = trees.get()
    try:
        if mutant is not None:
            (tree / mutant.path).write_bytes(mutant.change.made((ROOT / mutant.path).read_bytes()))
        environment = {**os.environ, "ROUGE_EVAL_KERNEL": room.body, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            room.command(),
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit,
        )
        return "killed" if done.returncode else "survived"
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        if mutant is not None:
            shutil.copy2(ROOT / mutant.path, tree / mutant.path)
        trees.put(tree)


if __name__ == "__main__":
    sys.exit(main())
