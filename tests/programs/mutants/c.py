"""Single-point changes of the C files: `python -m tests.programs.mutants c`.

Each change is compiled alone, in a copy below `build/sanitize`. It counts as killed if a test of tests/kernel
fails, or if the sanitizers find something in these tests or in hostile calls. Without a sample all changes
are tried, which takes hours. A change after which the compiler makes the same code is not counted.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.programs.mutants.changes import Change, Mutant, outcome_of_fork, report
from tests.programs.sanitize import builds
from tests.programs.sanitize.__main__ import SANITIZERS, SOME, runtime_settings
from tests.support.commands import ROOT

_PAIRS = "< <= > >= == != && || + - += -= << >> & |".split()  # noqa: SIM905
_SPACED = [(f" {one} ", f" {other} ") for one, other in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)]
_SWAPS = {"++": "--", "--": "++", "!": "", **dict(_SPACED), **{other: one for one, other in _SPACED}}
_OPPOSITES = {"true": "false", "false": "true"}
_POINTS = re.compile(
    "|".join(map(re.escape, sorted(_SWAPS, key=len, reverse=True)))
    + r"|(?<![\w.])\d+(?![\w.])|\btrue\b|\bfalse\b"
)
# Comments, strings and letters, lines of the preprocessor and the table of letters hold no points, nor do
# sizes of blocks, which change nothing but the speed.
_NO_CODE = re.compile(
    r"/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^#.*?(?<!\\)$"
    r"|^static const char letter_or_digit.*?^};|^[^\n]*LARGE\([^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_PLAIN, _SANITIZED = ["-O1"], [*SANITIZERS, "-DSMALL_BLOCKS"]
_PYTEST_OPTIONS = ["-x", "--quiet", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
_TESTS = ["tests/kernel", "tests/inputs/test_json_lines.py", "tests/languages/test_counters.py"]
_TESTS += [f"tests/scoring/test_{name}.py" for name in ("beside_rouge", "extracts", "many", "rouge")]
_LEFT_OUT = "not Memory and not long_call and not interrupted and not whole_run"
"""Tests of time and of memory take too long."""
_SECONDS = 300  # of the processor, of which the tests take a third
_SECONDS_UNDER_SANITIZERS = 1800


def mutants(path: Path) -> Iterator[Mutant]:
    """All single-point changes of a file."""
    source = path.read_bytes().decode("latin-1")  # A byte is a character.
    code = _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    for match in _POINTS.finditer(code):
        old = match.group()
        if old == "!" and code[match.end()] == "=":
            continue
        for new in _replacements(old, code[match.start() - 1]):
            yield Mutant(path.relative_to(ROOT).as_posix(), Change(*match.span(), new.encode()))


def _replacements(old: str, before: str) -> list[str]:
    if old == "0":
        return ["1"]
    if old.isdigit():  # An error is any negative number, so -2 for -1 changes nothing.
        return [str(int(old) - 1)] if before == "-" else [str(int(old) - 1), str(int(old) + 1)]
    return [_SWAPS[old] if old in _SWAPS else _OPPOSITES[old]]


class Copy:
    """A copy of the package whose kernel is built anew, one file at a time."""

    def __init__(self, name: str, *flags: str) -> None:
        home = builds.build(name, *flags)
        if not home:
            sys.exit("the unchanged kernel does not compile")
        self.home = home
        self._flags = flags

    def code(self, mutant: Mutant, *, changed: bool) -> bytes | None:
        """Compile a file, with its change or without; return its code, None if it does not compile."""
        source = self.home / mutant.path
        original = source.read_bytes()
        target = self.home / f"{source.stem}.o"
        flags = [flag for flag in builds.FLAGS if flag not in ("-Werror", "-g")]
        command = ["gcc", "-c", "-w", *flags, *self._flags, "-isystem", sysconfig.get_path("include")]
        try:
            source.write_bytes(mutant.change.made(original) if changed else original)
            done = subprocess.run([*command, str(source), "-o", str(target)], capture_output=True)
        finally:
            source.write_bytes(original)
        return target.read_bytes() if done.returncode == 0 else None

    @contextmanager
    def with_mutant(self, mutant: Mutant) -> Iterator[None]:
        """Link the kernel with a mutant."""
        self.code(mutant, changed=True)
        library = self.home / "rouge_cli" / "kernel" / "compiled.abi3.so"
        objects = map(str, sorted(self.home.glob("*.o")))
        command = ["gcc", *builds.LINK_FLAGS, *self._flags, *objects, "-o", str(library), "-lm"]
        subprocess.run(command, check=True, capture_output=True)
        yield
        self.code(mutant, changed=False)


def _tests(path: str) -> list[str]:
    """Return pytest's arguments for a C file: the tests that are called like it come first."""
    own = f"tests/kernel/test_{Path(path).stem}.py"
    return [*_PYTEST_OPTIONS, *([own] if (ROOT / own).exists() else []), *_TESTS, "-k", _LEFT_OUT]


def _tests_fail(home: Path, path: str) -> bool:
    """Return whether the tests of a C file fail in a fork of this process."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))

    return outcome_of_fork(home, "compiled", [_tests(path)], 6 * _SECONDS, limit) != "survived"


def _sanitizers_find(home: Path, path: str) -> bool:
    """Run the tests of a C file, then hostile calls, with the sanitizers loaded, until one fails."""
    tests = ["pytest", *_tests(path)[: len(_PYTEST_OPTIONS) + 1], *SOME]
    settings = {"PYTHONPATH": str(home), "ROUGE_EVAL_KERNEL": "compiled"} | runtime_settings()
    process = partial(subprocess.run, cwd=home, env=os.environ | settings, capture_output=True)
    try:
        for command in (tests, ["tests.programs.sanitize.fuzz", "1", "3000"]):
            process([sys.executable, "-m", *command], timeout=_SECONDS_UNDER_SANITIZERS, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return True
    return False


def _outcome(mutant: Mutant, plain: Copy, sanitized: Copy) -> str:
    original, code = (plain.code(mutant, changed=changed) for changed in (False, True))
    if code is None:
        return "no code"
    if code == original:
        return "same code"
    with plain.with_mutant(mutant):
        if _tests_fail(plain.home, mutant.path):
            return "tests"
    with sanitized.with_mutant(mutant):
        return "sanitizers" if _sanitizers_find(sanitized.home, mutant.path) else "survived"


_STATES = ("tests", "sanitizers", "survived", "same code", "no code")
"""What notices a mutant, and what becomes of the others. The last two are not counted."""


def run(files: list[str], sampled: Callable[[list[Mutant]], list[Mutant]]) -> None:
    """Try the mutants of these files, or of all where `c` is among them, and report."""
    folder = ROOT / "rouge_cli" / "kernel" / "c"
    paths = sorted(folder.glob("*.c")) if "c" in files else [folder / file for file in files]
    chosen = sampled([mutant for path in paths for mutant in mutants(path)])
    plain, sanitized = Copy("mutants", *_PLAIN), Copy("mutants_sanitized", *_SANITIZED)
    if _tests_fail(plain.home, "kernel.c") or _sanitizers_find(sanitized.home, "kernel.c"):
        sys.exit("the tests of the unchanged kernel fail")
    report("C", chosen, (_outcome(mutant, plain, sanitized) for mutant in chosen), _STATES)
