"""Try single-point changes of the package, and list those that no test notices.

`python -m tests.programs.mutants [PLACE ...] [--sample N] [--seed N] [--workers N]`. A place is a folder or a
module of the package; `c` and `FILE.c` are C files, whose mutants are tried one after the other.

Each mutant is tried with the tests that run its lines, and then with all tests of its room, as some run it in
processes that they start. A map of the lines that each test runs is made first, which takes five minutes,
and again after every change of the package or its tests. No tool at hand does this: mutmut changes neither
constants nor decorated functions, and its mutants do not run in processes that tests start; cosmic-ray
changes the one tree that there is, a mutant at a time.

Modules that pyproject.toml omits from coverage are left out: their tests run in environments of their own.
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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path
from py_compile import PycInvalidationMode

from tests.programs.mutants import c
from tests.programs.mutants.changes import Mutant, changes, outcome_of_fork, report
from tests.support.commands import ROOT

TREES = ROOT / "build" / "mutants"
_MAP = TREES / "map"
_PYTEST = ["-x", "--quiet", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-profile=mutants", "--own"]
_MOST = 400
"""The number of tests of a mutant: lines that nearly all tests run are seen by the first of them."""
_LIMIT = 300
"""The seconds after which a mutant counts as noticed."""
_STATES = ("killed", "timeout", "survived")

Lines = Mapping[int, Sequence[str]]
"""The tests that run each line of a module."""


def main() -> int:
    """Try mutants of the named places, or of the whole package; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.mutants")
    parser.add_argument(
        "place", nargs="*", help="such as text, rouges.py, c, lcs.c; without any, the package"
    )
    parser.add_argument(
        "--sample", type=int, metavar="N", help="try N mutants of all places, drawn at random"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draw the sample by this seed")
    workers = {"type": int, "metavar": "N", "default": os.cpu_count() or 1, "help": "try N at a time"}
    parser.add_argument("--workers", **workers)
    arguments = parser.parse_args()

    def sampled(mutants: list[Mutant]) -> list[Mutant]:
        most = min(arguments.sample or len(mutants), len(mutants))
        return sorted(random.Random(arguments.seed).sample(mutants, most))

    if files := [place for place in arguments.place if place == "c" or place.endswith(".c")]:
        c.run(files, sampled)
    places = [place for place in arguments.place if place not in files]
    if files and not places:
        return 0
    if _is_stale():
        _make_map(arguments.workers)
    tests = _tests_by_line()
    measured = [path for path in paths(places or ["."]) if path in tests]
    mutants = sampled([mutant for path in measured for mutant in _mutants(path)])
    context = multiprocessing.get_context("fork")
    trees = context.SimpleQueue()
    for number in range(arguments.workers):
        trees.put(_copy(TREES / str(number)))
    with context.Pool(arguments.workers, lambda: os.chdir(trees.get())) as pool:
        tasks = ((mutant, _chosen(tests[mutant.path], mutant)) for mutant in mutants)
        report("package", mutants, pool.imap(_tried, tasks), _STATES)
    return 0


def paths(places: Iterable[str]) -> list[str]:
    """Return the modules of folders and modules of the package, from the root of the project."""
    sources = [ROOT / "rouge_cli" / place for place in places]
    modules = chain.from_iterable(path.rglob("*.py") if path.is_dir() else [path] for path in sources)
    return sorted({path.relative_to(ROOT).as_posix() for path in modules})


def _mutants(path: str) -> list[Mutant]:
    return [Mutant(path, change) for change in changes((ROOT / path).read_bytes())]


def _is_stale() -> bool:
    """Return whether there is no map, or one that is older than a module of the package or a test."""
    modules = chain((ROOT / "rouge_cli").rglob("*.py"), (ROOT / "tests").rglob("*.py"))
    return not _MAP.exists() or any(path.stat().st_mtime > _MAP.stat().st_mtime for path in modules)


def _make_map(workers: int) -> None:
    """Run all tests and note which lines each of them runs. Exits if one fails."""
    print("The lines that each test runs ...", flush=True)
    command = ["pytest", *_PYTEST, f"--numprocesses={workers}"]
    coverage = ["--cov", "--cov-context=test", "--cov-report="]
    environment = {**os.environ, "COVERAGE_FILE": str(_MAP)}
    _MAP.parent.mkdir(parents=True, exist_ok=True)
    if subprocess.run([sys.executable, "-m", *command, *coverage], cwd=ROOT, env=environment).returncode:
        _MAP.unlink(missing_ok=True)
        sys.exit("the tests fail without any change")


def _tests_by_line() -> dict[str, Lines]:
    """Return the tests that run each line of each module, by the path of the module."""
    from coverage import CoverageData  # `make test` installs no coverage.

    data = CoverageData(str(_MAP))
    data.read()
    return {
        Path(file).relative_to(ROOT).as_posix(): {
            line: [context.rpartition("|")[0] for context in contexts if context]
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }


def _chosen(tests: Lines, mutant: Mutant) -> list[str]:
    """Return the tests that run the lines of a mutant; of lines that run on import, those of the module.

    The first rows of all tests stand before their second rows.
    """
    before, change = (ROOT / mutant.path).read_bytes(), mutant.change
    first = 1 + before.count(b"\n", 0, change.start)
    lines = range(first, first + 1 + before.count(b"\n", change.start, change.end))
    found = set(chain.from_iterable(tests.get(line, ()) for line in lines))
    rows: dict[str, list[str]] = {}
    for test in sorted(found or set(chain.from_iterable(tests.values()))):
        rows.setdefault(test.partition("[")[0], []).append(test)
    turns: Iterator[str | None] = chain.from_iterable(zip_longest(*rows.values()))
    return list(islice(filter(None, turns), _MOST))


def _copy(tree: Path) -> Path:
    """Copy the project, in which one mutant at a time is tried."""
    shutil.rmtree(tree, ignore_errors=True)
    left_out = shutil.ignore_patterns(".*", "build", "bench", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=left_out, symlinks=True)
    # Bytecode that is known by its source, not by size and time of change, which two mutants may share.
    compileall.compile_dir(tree / "rouge_cli", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return tree


def _tried(task: tuple[Mutant, list[str]]) -> str:
    """Return what tests make of a mutant, which is tried in the current directory; slow tests come last."""
    mutant, tests = task
    name = Path(mutant.path).parts[1]
    rooms = [path for path in (Path("tests", name), Path("tests", f"test_{name}")) if path.exists()]
    original = (ROOT / mutant.path).read_bytes()
    module = Path(mutant.path)
    module.write_bytes(mutant.change.made(original))
    try:
        runs = [[*_PYTEST, "-m", marked, *tests] for marked in ("not slow", "slow") if tests]
        runs += [[*_PYTEST, str(room)] for room in rooms]
        return outcome_of_fork(Path.cwd(), "compiled", runs, _LIMIT)
    finally:
        module.write_bytes(original)


if __name__ == "__main__":
    sys.exit(main())
