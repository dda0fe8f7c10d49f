"""Tests, hostile calls and threads of the kernel under sanitizers, and the line coverage of its C files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
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
# Tests that measure time and memory, run whole processes, try a hundred thousand texts, or take other kernels
# (the one in Python, Polars, pyarrow) do not run under sanitizers. A few examples of hypothesis do.
_OPTIONS = "--quiet --numprocesses=auto --dist=worksteal -p no:cacheprovider --hypothesis-profile=quick"
_FOLDERS = (
    "tests/kernel tests/inputs/test_json_lines.py tests/scoring/test_rouge.py tests/rouge"
    " tests/scoring/test_beside_rouge.py tests/scoring/test_extracts.py tests/scoring/test_many.py"
)
_LEFT_OUT = (
    "long_call other_threads interrupted whole_run Memory given_up every_character Parquet like_lists [python"
)
SOME = ["-k", " and ".join(f"not {name}" for name in _LEFT_OUT.split())]
"""Pytest's arguments for the tests that do run."""
_TESTS = [*f"{_OPTIONS} {_FOLDERS}".split(), *SOME]


def main() -> int:
    """Return the first status that is not 0."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if not shutil.which("gcc") or not shutil.which("gcov") or not headers.exists() or not runtime_settings():
        print(f"tests.programs.sanitize {_NEEDS}", file=sys.stderr)
        return 1
    return _sanitize() or _watch_threads()


def _sanitize() -> int:
    """Run tests and hostile calls, and measure which lines run; then tests with blocks as users have them."""
    small = build("small", *SANITIZERS, "-DSMALL_BLOCKS", "--coverage")
    large = build("large", *SANITIZERS)
    if not small or not large:
        return 1
    settings = runtime_settings()
    return (
        run(small, "pytest", _TESTS, **settings)
        or run(small, "tests.programs.sanitize.fuzz", sys.argv[1:], **settings)
        or int(not _is_covered(small))
        or run(large, "pytest", _TESTS, **settings)
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


_FLOOR = 97.0
"""The least percentage of lines. What is left needs 2**31 tokens or another version of Python."""
_OF_A_FILE = re.compile(r"File '.*?([a-z_]+\.c)'\nLines executed:([\d.]+)% of (\d+)")


def _is_covered(home: Path) -> bool:
    """Print the percentage of lines that ran in each C file, and return whether the floor is reached."""
    command = ["gcov", "--no-output", *sorted(path.name for path in home.glob("*.gcda"))]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=True)
    files = {name: (float(ran), int(lines)) for name, ran, lines in _OF_A_FILE.findall(done.stdout)}
    del files["allocations.c"]
    lines_of_all = sum(lines for _, lines in files.values())
    ran_of_all = sum(ran * lines for ran, lines in files.values()) / lines_of_all
    for name, (ran, lines) in {**files, "all": (ran_of_all, lines_of_all)}.items():
        print(f"{name:16} {lines:6} lines, {ran:5.1f} % ran")
    return ran_of_all >= _FLOOR


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
        # Stacks of allocations are cut, since Python's objects are watched; a fault's own stack is whole.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # so that Python's objects, too, are watched
    }


if __name__ == "__main__":
    sys.exit(main())
