"""Try single-point changes of the package, and list those that no test notices.

`python -m tests.programs.mutants [PLACE ...] [--sample N] [--seed N] [--workers N]`. A place is a folder or a
module of the package; `c` and `FILE.c` are C files, whose mutants are tried one after the other.

Each mutant is tried in a copy of the project, with the quick tests that reach its lines or else with those
of its room, then with all quick tests, as a test may start a process, then with the slow tests of its room.
No tool at hand does this: mutmut 3 changes neither constants nor decorated functions, and its mutants do
not run in processes that tests start; cosmic-ray 8 starts Python and pytest anew for each mutant (seven
seconds where a fork takes one), tries six comparisons for each, and removes no call.
"""

from __future__ import annotations

import argparse
import compileall
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from py_compile import PycInvalidationMode

from tests.programs.mutants import c
from tests.programs.mutants.changes import Mutant, changes, outcome_of_fork, report
from tests.support.commands import ROOT

TREES = ROOT / "build" / "mutants"
_PYTEST = ["-x", "--quiet", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-profile=mutants", "--own"]
_QUICK = [*_PYTEST, "-m", "not slow"]
_LIMIT = 900
"""The seconds after which a mutant counts as noticed."""


def main() -> int:
    """Try mutants of the named places, or of the whole package; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.mutants")
    places = {"nargs": "*", "help": "such as text, rouges.py, c, lcs.c; without any, the package"}
    parser.add_argument("place", **places)  # type: ignore[arg-type]
    parser.add_argument(
        "--sample", type=int, metavar="N", help="try N mutants of all places, drawn at random"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draw the sample by this seed")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="try N at a time"
    )
    arguments = parser.parse_args()

    def sampled(mutants: list[Mutant]) -> list[Mutant]:
        if arguments.sample is None:
            return mutants
        return random.Random(arguments.seed).sample(mutants, min(arguments.sample, len(mutants)))

    files = [place for place in arguments.place if place == "c" or place.endswith(".c")]
    if files:
        c.run(files, sampled)
    places_left = [place for place in arguments.place if place not in files]
    if files and not places_left:
        return 0
    mutants = sampled(list(chain.from_iterable(map(_mutants, paths(places_left or ["."])))))
    context = multiprocessing.get_context("fork")
    trees = context.SimpleQueue()
    copies = [_copy(TREES / str(number)) for number in range(arguments.workers)]
    _measure(copies[0], arguments.workers)
    for tree in copies:
        trees.put(tree)
    with context.Pool(arguments.workers, lambda: os.chdir(trees.get())) as pool:
        report("package", mutants, pool.imap(_tried, mutants), ("killed", "timeout", "survived"))
    return 0


def paths(places: Iterable[str]) -> list[str]:
    """Return the modules of folders and modules of the package, from the root of the project."""
    sources = [ROOT / "rouge_cli" / place for place in places]
    modules = chain.from_iterable(path.rglob("*.py") if path.is_dir() else [path] for path in sources)
    return sorted({path.relative_to(ROOT).as_posix() for path in modules})


def _mutants(path: str) -> list[Mutant]:
    return [Mutant(path, change) for change in changes((ROOT / path).read_bytes())]


def _copy(tree: Path) -> Path:
    """Copy the project, in which one mutant at a time is tried."""
    shutil.rmtree(tree, ignore_errors=True)
    # Tests read `.ci` and `.github`.
    left_out = shutil.ignore_patterns(".[!cg]*", ".git", ".cl*", "build", "bench", "*.egg-info", "__py*")
    shutil.copytree(ROOT, tree, ignore=left_out, symlinks=True)
    # Bytecode that is known by its source, not by size and time of change, which two mutants may share.
    compileall.compile_dir(tree / "rouge_cli", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return tree


def _measure(tree: Path, workers: int) -> None:
    """Run the quick tests of a copy that is unchanged, and write down which lines each test reaches."""
    reached = ["--cov=rouge_cli", "--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
    command = [sys.executable, "-m", "pytest", *_QUICK, *reached, "-n", str(workers)]
    compiled = os.environ | {"ROUGE_EVAL_KERNEL": "compiled"}
    if subprocess.run(command, cwd=tree, env=compiled, stdout=subprocess.DEVNULL).returncode:
        sys.exit("the tests of the unchanged package fail")


@cache
def _tests_of_lines(path: str) -> dict[int, list[str]]:
    """Return the tests that reach each line of a module, as `_measure` wrote them down."""
    from coverage import CoverageData  # The tests of this package do without.

    data = CoverageData(str(TREES / "0" / ".coverage"))
    data.read()
    return data.contexts_by_lineno(str(TREES / "0" / path))


def _reaching(mutant: Mutant, source: bytes) -> list[str]:
    """Return the tests that reach the lines of a mutant."""
    first, last = (source[:place].count(b"\n") + 1 for place in mutant.change[:2])
    found = chain.from_iterable(_tests_of_lines(mutant.path).get(line, []) for line in range(first, last + 1))
    return sorted({context.rpartition("|")[0] for context in found} - {""})


def _tried(mutant: Mutant) -> str:
    """Return what tests make of a mutant, which is tried in the current directory."""
    name = Path(mutant.path).parts[1]
    rooms = [str(path) for path in (Path("tests", name), Path("tests", f"test_{name}")) if path.exists()]
    module = Path(mutant.path)
    original = module.read_bytes()
    module.write_bytes(mutant.change.made(original))
    try:
        likely = _reaching(mutant, original) or rooms  # No test reaches what runs where a module is loaded.
        runs = [[*_QUICK, *likely]] if likely else []
        runs += [_QUICK, [*_PYTEST, "-m", "slow", *rooms]] if rooms else [_QUICK]
        return outcome_of_fork(Path.cwd(), "compiled", runs, _LIMIT)
    finally:
        module.write_bytes(original)


if __name__ == "__main__":
    sys.exit(main())
