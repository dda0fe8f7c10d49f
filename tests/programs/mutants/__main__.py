"""Run the tests of a room over each mutant of it, and list the mutants that none of them notices.

`python -m tests.programs.mutants [ROOM ...] [--sample N] [--seed N] [--again] [--workers N]`. The rooms `c`
and `FILE.c` are C files, whose mutants are tried one after the other. No tool at hand does this: mutmut
changes neither constants nor decorated functions, and its mutants do not run in processes that tests start;
cosmic-ray changes the one tree that there is, a mutant at a time.
"""

from __future__ import annotations

import argparse
import compileall
import json
import multiprocessing
import os
import random
import shutil
import sys
import time
from collections.abc import Sequence
from multiprocessing.pool import Pool
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

from tests.programs.mutants import c
from tests.programs.mutants.changes import Mutant, changes, outcome_of_fork, report
from tests.support.commands import ROOT

TREES = ROOT / "build" / "mutants"
_REPORTS = "see-classic-m-s see-classic-b75-m isi-classic-l10-m be-list-hmr-m f-b-m-s p0.3-t1 r33-c90-t1-d"
_PYTEST = ["-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-profile=mutants"]
_STATES = ("killed", "timeout", "survived")


class Room(NamedTuple):
    """A part of the package, and the tests that are run over its mutants."""

    sources: str
    """Folders and modules of the package."""
    tests: str
    body: str = "compiled"
    """The body of the kernel under them."""
    reports: bool = False
    """Whether a few of the stored reports are compared, too."""
    marked: str = "not slow"
    """Which of the tests are run, by their marks."""

    def runs(self) -> list[list[str]]:
        """Return the arguments of pytest, one run after the other, the likeliest to fail first."""
        tests = [[f"tests/{test}"] for test in self.tests.split()]
        if self.reports:
            report = f"tests/test_golden.py::test_report_is_the_stored_one[{self.body}-{{}}.out]"
            tests.append(list(map(report.format, _REPORTS.split())))
        return [[*_PYTEST, "-m", self.marked, *some] for some in tests]

    def paths(self) -> list[str]:
        """Return its modules, from the root of the project."""
        sources = [ROOT / "rouge_cli" / source for source in self.sources.split()]
        modules = [
            path for source in sources for path in (source.rglob("*.py") if source.is_dir() else [source])
        ]
        return sorted(path.relative_to(ROOT).as_posix() for path in modules)


ROOMS = {
    "scoring": Room(
        "scoring", "scoring profiles test_api.py test_numbers.py cli/test_saved_scores.py", reports=True
    ),
    "profiles": Room(
        "profiles rouges.py", "profiles scoring measures test_api.py test_numbers.py", reports=True
    ),
    "measures": Room(
        "measures", "measures rendering/test_verbose.py test_numbers.py scoring test_api.py", reports=True
    ),
    "text": Room("text", "text test_api.py languages/test_rules.py profiles/test_profile.py", reports=True),
    "inputs": Room("inputs", "inputs cli/test_refusals.py"),
    "review": Room("review", "review cli/test_tools_input.py cli/test_refusals.py"),
    "explanations": Room("explanations", "explanations cli/test_tools_worst.py cli/test_refusals.py"),
    "rendering": Room("rendering", "rendering", marked=""),
    "site": Room("site", "site"),
    # The slowest tests come last.
    "languages": Room(
        "languages",
        "languages/test_table.py languages/test_rules.py languages/test_stemmers.py"
        " languages/test_tokenizers.py languages/test_folding.py languages/test_xlsum.py"
        " languages/test_words.py languages/test_counters.py",
        marked="",
    ),
    "api": Room(
        "api",
        "test_api.py scoring rendering/test_picture.py rendering/test_frames.py"
        " explanations/test_notebook.py test_public.py",
        marked="",
    ),
    "correlation": Room("correlation", "correlation", marked=""),
    "protocols": Room("protocols", "protocols", marked=""),
    "cli": Room("cli", "cli protocols/test_protocols.py correlation", marked=""),
    "packages": Room(
        "rouge rouge_chinese rouge_score evaluate_metric.py torch_metric.py rewards.py shim.py",
        "rouge rouge_score profiles/test_rouge.py profiles/test_rouge_score.py profiles/test_torchmetrics.py"
        " test_evaluate_metric.py test_rewards.py cli/test_serving.py test_public.py",
        marked="",
    ),
    "kernel": Room("kernel/python", "kernel measures", "python", reports=True, marked=""),
}


def main() -> int:
    """Run the rooms that are named, or all; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.mutants")
    parser.add_argument("room", nargs="*", help=f"of {', '.join(ROOMS)}; all, if none is named")
    parser.add_argument("--sample", type=int, metavar="N", help="run N mutants of each room, always the same")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draw the sample by this seed")
    parser.add_argument("--again", action="store_true", help="run those alone that survived the last time")
    workers = {"type": int, "metavar": "N", "default": os.cpu_count() or 1, "help": "run N at a time"}
    parser.add_argument("--workers", **workers)
    arguments = parser.parse_args()

    def sampled(mutants: list[Mutant]) -> list[Mutant]:
        most = min(arguments.sample or len(mutants), len(mutants))
        return sorted(random.Random(arguments.seed).sample(mutants, most))

    if files := [room for room in arguments.room if room == "c" or room.endswith(".c")]:
        c.run(files, sampled)
    rooms = [room for room in arguments.room or ROOMS if room not in files]
    if not rooms:
        return 0
    context = multiprocessing.get_context("fork")
    trees = context.SimpleQueue()
    for number in range(arguments.workers):
        trees.put(_copy(TREES / str(number)))
    with context.Pool(arguments.workers, lambda: os.chdir(trees.get())) as pool:
        for name in rooms:
            survivors = TREES / f"{name}.json"
            mutants = _survivors(name, survivors) if arguments.again else _mutants(name)
            left = _run(name, sampled(mutants), pool)
            survivors.write_text(json.dumps([mutant.diff() for mutant in left]))
    return 0


def _copy(tree: Path) -> Path:
    """Copy the project, in which one mutant at a time is tried."""
    shutil.rmtree(tree, ignore_errors=True)
    left_out = shutil.ignore_patterns(".*", "build", "bench", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=left_out, symlinks=True)
    # Bytecode that is known by its source, not by size and time of change, which two mutants may share.
    compileall.compile_dir(tree / "rouge_cli", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return tree


def _mutants(name: str) -> list[Mutant]:
    """Return the mutants of a room."""
    return [
        Mutant(path, change) for path in ROOMS[name].paths() for change in changes((ROOT / path).read_bytes())
    ]


def _survivors(name: str, path: Path) -> list[Mutant]:
    """Return the mutants of a room that survived the last time, unless their lines have changed since."""
    diffs = set(map(_changed_lines, json.loads(path.read_text())))
    return [mutant for mutant in _mutants(name) if _changed_lines(mutant.diff()) in diffs]


def _changed_lines(diff: str) -> tuple[str, ...]:
    """Return what a diff says wherever in the module it stands."""
    return tuple(line for line in diff.splitlines() if line.startswith(("-", "+")))


def _run(name: str, mutants: Sequence[Mutant], pool: Pool) -> list[Mutant]:
    """Try the mutants of a room, print what became of them, and return those that survived."""
    room = ROOMS[name]
    start = time.monotonic()
    if pool.apply(_tried, ((None, room, 600),)) != "survived":
        raise SystemExit(f"{name}: the tests fail without any change, as {room.runs()}")
    limit = 10 + 4 * (time.monotonic() - start)
    return report(name, mutants, pool.imap(_tried, ((mutant, room, limit) for mutant in mutants)), _STATES)


def _tried(task: tuple[Mutant | None, Room, float]) -> str:
    """Return what the tests of a room make of a mutant, which is tried in the current directory."""
    mutant, room, limit = task

    def outcome() -> str:
        return outcome_of_fork(Path.cwd(), room.body, room.runs(), limit)

    if mutant is None:
        return outcome()
    original = (ROOT / mutant.path).read_bytes()
    module = Path(mutant.path)
    module.write_bytes(mutant.change.made(original))
    try:
        return outcome()
    finally:
        module.write_bytes(original)


if __name__ == "__main__":
    sys.exit(main())
