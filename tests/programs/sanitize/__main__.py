"""Tests, hostile calls and threads of the kernel under sanitizers, and the line coverage of its C files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from itertools import groupby
from pathlib import Path

from .builds import Patch, build, run

SANITIZERS = [
    *("-O1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined,float-cast-overflow"),
    "-fno-sanitize-recover=all",
]
_THREAD_SANITIZER = ["-O1", "-fno-omit-frame-pointer", "-fsanitize=thread"]
_RACE = Patch("counter.c", "self->idle = workspace->next;", "(void)workspace->next;")
"""A mistake by which threads work in the same memory, to prove that it would be found."""
_NEEDS = "needs gcc with libasan, libtsan and gcov, and Python's headers (Debian: gcc libc6-dev python3-dev)"
# Tests that measure time and memory, run whole processes, try a hundred thousand lines or load other kernels
# (Polars, pyarrow) do not run under sanitizers. A few examples of hypothesis do.
_OPTIONS = "--quiet --numprocesses=auto -p no:cacheprovider --hypothesis-profile=quick"
_FOLDERS = (
    "tests/kernel tests/inputs/test_json_lines.py tests/scoring/test_rouge.py tests/rouge"
    " tests/scoring/test_beside_rouge.py tests/scoring/test_extracts.py tests/scoring/test_many.py"
)
_LEFT_OUT = "long_call other_threads interrupted whole_run Memory given_up all_short_lines Parquet like_lists"
_TESTS = [*f"{_OPTIONS} {_FOLDERS} -k".split(), " and ".join(f"not {name}" for name in _LEFT_OUT.split())]


def main() -> int:
    """Return the first status that is not 0."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if not shutil.which("gcc") or not shutil.which("gcov") or not headers.exists() or not runtime_settings():
        print(f"tests.programs.sanitize {_NEEDS}", file=sys.stderr)
        return 1
    return _sanitize() or _watch_threads() or _cover()


def _sanitize() -> int:
    as_users_have_it = build("large", *SANITIZERS)
    small = build("small", *SANITIZERS, "-DSMALL_BLOCKS")
    if not as_users_have_it or not small:
        return 1
    settings = runtime_settings()
    return (
        run(as_users_have_it, "pytest", _TESTS, **settings)
        or run(small, "pytest", _TESTS, **settings)
        or run(small, "tests.programs.sanitize.fuzz", sys.argv[1:], **settings)
    )


def _watch_threads() -> int:
    """Run threads under ThreadSanitizer, with the kernel as it is and with a race put in on purpose."""
    sound = build("threads", *_THREAD_SANITIZER)
    racing = build("race", *_THREAD_SANITIZER, patch=_RACE)
    if not sound or not racing:
        return 1
    settings = {"LD_PRELOAD": str(_library("libtsan.so")), "TSAN_OPTIONS": "exitcode=66:halt_on_error=1"}
    status = run(sound, "tests.programs.sanitize.threads", [], **settings)
    if status == 0 and run(racing, "tests.programs.sanitize.threads", [], quiet=True, **settings) != 66:
        print("a race that was put in on purpose was not found", file=sys.stderr)
        return 1
    return status


def _cover() -> int:
    home = build("coverage", "-O0", "--coverage", "-DSMALL_BLOCKS")
    if not home:
        return 1
    return (
        run(home, "pytest", _TESTS)
        or run(home, "tests.programs.sanitize.fuzz", sys.argv[1:])
        or int(not _report(home))
    )


_FLOOR = 97.0
"""The least percentage of lines. What is left needs 2**31 tokens or another version of Python."""


def _report(home: Path) -> bool:
    """Print a row for each C file of a copy that has run, and return whether the floor is reached."""
    files = _lines_of(home)
    print(f"{'file':16} {'lines':>6} {'covered':>8}  lines not covered")
    for name, lines in files.items():
        missed = [number for number, count in sorted(lines.items()) if not count]
        _print_row(name, len(lines), len(missed), _ranges(missed))
    counts = [count for lines in files.values() for count in lines.values()]
    percentage = _print_row("all", len(counts), counts.count(0), f"(at least {_FLOOR} % wanted)")
    return percentage >= _FLOOR


def _lines_of(home: Path) -> dict[str, dict[int, int]]:
    """For each C file, how often each of its lines ran."""
    files: dict[str, dict[int, int]] = {}
    for data in sorted(home.glob("*.gcda")):
        command = ["gcov", "--json-format", "--stdout", data.name]
        done = subprocess.run(command, cwd=home, capture_output=True, check=True)
        for file in json.loads(done.stdout)["files"]:
            name = Path(file["file"]).name
            if name == f"{data.stem}.c" != "allocations.c":
                counts = files.setdefault(name, {})
                for line in file["lines"]:
                    number = line["line_number"]
                    counts[number] = max(counts.get(number, 0), line["count"])
    return files


def _print_row(name: str, lines: int, missed: int, note: str) -> float:
    percentage = 100 * (1 - missed / lines)
    print(f"{name:16} {lines:6} {percentage:6.1f} %  {note}")
    return percentage


def _ranges(numbers: list[int]) -> str:
    """1-3, 7: neighbours are joined."""
    runs = (
        [number for _, number in run] for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0])
    )
    return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs)


def _library(name: str) -> Path | None:
    """Return the path of a sanitizer's library, if there is one."""
    command = ["gcc", f"-print-file-name={name}"]
    path = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    return path if path.is_absolute() else None  # gcc repeats the name of what it does not have.


def runtime_settings() -> dict[str, str]:
    """Return the variables of a process that runs a sanitized kernel; none if there is no sanitizer."""
    library = _library("libasan.so")
    if not library or not _library("libtsan.so"):
        return {}
    return {
        "LD_PRELOAD": str(library),  # The sanitizer must be loaded before Python.
        # What the kernel holds is counted by allocations.c; Python itself leaves memory to the system.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # so that Python's objects, too, are watched
    }


if __name__ == "__main__":
    sys.exit(main())
