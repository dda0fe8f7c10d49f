"""Single-point changes of the C files: `python -m tests.programs.mutants.c [SAMPLE [SEED [FILE…]]]`.

Each change is compiled alone, in a copy below `build/mutants`. It counts as killed if a test of
tests/kernel fails, or if the sanitizers find something in these tests or in hostile calls. Without a
sample all changes are tried, which takes hours. A change after which the compiler makes the same code
is not counted.
"""

from __future__ import annotations

import os
import random
import re
import resource
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.programs.mutants.changes import outcome_of_fork
from tests.programs.sanitize import builds
from tests.programs.sanitize.__main__ import SANITIZERS, runtime_settings
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
_SIGNALS = "interrupts.py::TestPendingSignals"
_STOP = "interrupts.py::TestStop"
_REFERENCES = "memory.py::test_references_are_given_back"
_WORDS = ["words.py", "porter.py", "arguments.py", _SIGNALS, "threads.py", _REFERENCES]
_HITS = ["grams.py", "lcs.py", "skip_bigrams.py"]
_PIECES = ["pieces.py", "languages/words.py", "languages/counters.py"]
# The test files that can notice a change of a C file, the likeliest first. The tests of time and of memory
# take too long.
_COUNTING = [
    *("limits.py", "traits.py", "figures.py", *_HITS, "choice.py", "scoring/counters.py", "arguments.py"),
    *("threads.py", _SIGNALS),
]
_FILES = {
    "arguments": ["arguments.py", "separators.py", "limits.py", _SIGNALS, _REFERENCES],
    "copying": ["copying.py", "scoring/beside_rouge.py"],
    "counter": [
        *("threads.py", "arguments.py", _STOP, "limits.py", "traits.py", "grams.py", "pieces.py"),
        *("memory.py::test_words_stay_right_once_others_are_forgotten", _REFERENCES),
    ],
    "counting": [*_COUNTING, "separators.py"],
    "extract": ["scoring/extracts.py"],
    "figures": ["figures.py", "scoring/counters.py"],
    "grams": ["grams.py", "skip_bigrams.py", "scoring/counters.py", "scoring/beside_rouge.py"],
    "json_rows": ["inputs/json_lines.py"],
    "lattice": ["lcs.py", "scoring/counters.py"],
    "lcs": ["lcs.py", "scoring/counters.py"],
    "many": ["scoring/many.py"],
    "module": [
        *("arguments.py", "choice.py", "resampling.py", "legacy.py", "words.py", "copying.py", "threads.py"),
        _REFERENCES,
    ],
    "pieces": [*_PIECES, _REFERENCES],
    "porter": ["porter.py", "words.py"],
    "reading": [*_COUNTING, "separators.py", "pieces.py"],
    "resampling": ["resampling.py", "legacy.py"],
    "rows": _COUNTING,
    "scanning": _PIECES,
    "skip": ["skip_bigrams.py"],
    "table": [*_WORDS, "scoring/counters.py"],
    "task": [_SIGNALS, _STOP, "arguments.py", "resampling.py"],
    "text": [*_WORDS, "limits.py", "scoring/counters.py"],
    "traits": ["traits.py"],
}
_SECONDS = 40  # of the processor, of which the longest list above takes half
_PATIENCE = 6  # times as many seconds may pass on a busy machine; a mutant that waits for ever ends then
_SECONDS_UNDER_SANITIZERS = 600
_MEMORY = 6 << 30


class Mutant(NamedTuple):
    """A source with one point changed."""

    file: str
    line: int
    change: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All single-point changes of a file."""
    source = path.read_text()
    code = _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    for match in _POINTS.finditer(code):
        old = match.group()
        if old == "!" and code[match.end()] == "=":
            continue
        for new in _replacements(old, code[match.start() - 1]):
            line = source.count("\n", 0, match.start()) + 1
            text = source.splitlines()[line - 1].strip()
            changed = source[: match.start()] + new + source[match.end() :]
            yield Mutant(path.name, line, f"{old.strip()} -> {new.strip() or 'nothing'} in {text}", changed)


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

    def code(self, file: str) -> bytes | None:
        """Compile an unchanged file and return its code."""
        return self._compiled(self.home / "rouge_cli" / "kernel" / "c" / file)

    def code_of(self, mutant: Mutant) -> bytes | None:
        """Compile a mutant and return its code; None if it does not compile."""
        source = self.home / "rouge_cli" / "kernel" / "c" / mutant.file
        original = source.read_text()
        source.write_text(mutant.source)
        try:
            return self._compiled(source)
        finally:
            source.write_text(original)

    @contextmanager
    def with_mutant(self, mutant: Mutant) -> Iterator[None]:
        """Link the kernel with a mutant."""
        self.code_of(mutant)
        library = self.home / "rouge_cli" / "kernel" / "compiled.abi3.so"
        objects = map(str, sorted(self.home.glob("*.o")))
        command = ["gcc", *builds.LINK_FLAGS, *self._flags, *objects, "-o", str(library), "-lm"]
        subprocess.run(command, check=True, capture_output=True)
        yield
        self.code(mutant.file)

    def _compiled(self, source: Path) -> bytes | None:
        target = self.home / f"{source.stem}.o"
        flags = [flag for flag in builds.FLAGS if flag not in ("-Werror", "-g")]
        command = ["gcc", "-c", "-w", *flags, *self._flags, "-isystem", sysconfig.get_path("include")]
        done = subprocess.run([*command, str(source), "-o", str(target)], capture_output=True)
        return target.read_bytes() if done.returncode == 0 else None


def _path(file: str) -> str:
    """Return the path of a test file, which is the kernel's unless another room is named."""
    room, _, name = f"kernel/{file}".rpartition("/")
    return f"tests/{room.rpartition('/')[2]}/test_{name}"


def _tests_fail(home: Path, files: list[str], seconds: int = _SECONDS) -> bool:
    """Return whether test files of a copy fail in a fork of this process."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    runs = [[*_PYTEST_OPTIONS, *map(_path, files)]]
    return outcome_of_fork(home, "compiled", runs, _PATIENCE * seconds, limit) != "survived"


def _modules_fail(home: Path, commands: list[list[str]]) -> bool:
    """Run modules in processes of their own, with the sanitizers loaded, until one fails."""
    settings = {"PYTHONPATH": str(home), "ROUGE_EVAL_KERNEL": "compiled"} | runtime_settings()
    process = partial(subprocess.run, cwd=home, env=os.environ | settings, capture_output=True)
    try:
        for command in commands:
            process([sys.executable, "-m", *command], timeout=_SECONDS_UNDER_SANITIZERS, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return True
    return False


def _outcome(mutant: Mutant, plain: Copy, sanitized: Copy) -> str:
    original, code = plain.code(mutant.file), plain.code_of(mutant)
    if code is None:
        return "did not compile"
    if code == original:
        return "changed nothing"
    files = _FILES[Path(mutant.file).stem]
    with plain.with_mutant(mutant):
        if _tests_fail(plain.home, files):
            return "killed by the tests"
    with sanitized.with_mutant(mutant):
        tests = ["pytest", *_PYTEST_OPTIONS, *map(_path, files[:2])]
        killed = _modules_fail(sanitized.home, [tests, ["tests.programs.sanitize.fuzz", "1", "3000"]])
    return "killed under sanitizers" if killed else "survived"


def main(sample: int | None, seed: int, files: list[str]) -> int:
    """Try the mutants; print the survivors and the counts."""
    folder = ROOT / "rouge_cli" / "kernel" / "c"
    paths = [folder / file for file in files] or sorted(folder.glob("*.c"))
    chosen = [mutant for path in paths for mutant in mutants(path)]
    if sample is not None and sample < len(chosen):
        chosen = random.Random(seed).sample(chosen, sample)
    plain, sanitized = Copy("mutants", *_PLAIN), Copy("mutants_sanitized", *_SANITIZED)
    if _tests_fail(plain.home, sorted({file for path in paths for file in _FILES[path.stem]}), 4 * _SECONDS):
        sys.exit("the tests of the unchanged kernel fail")
    counts: Counter[str] = Counter()
    for mutant in chosen:
        began = time.monotonic()
        outcome = _outcome(mutant, plain, sanitized)
        counts[outcome] += 1
        seconds = time.monotonic() - began
        print(f"{outcome} ({seconds:.0f} s): {mutant.file}:{mutant.line}: {mutant.change}", flush=True)
    killed = counts["killed by the tests"] + counts["killed under sanitizers"]
    changed = killed + counts["survived"]
    print(dict(counts), f"{killed} of {changed} that change something are killed: {killed / changed:.1%}")
    return 0


if __name__ == "__main__":
    sample_of, seed_of = [*sys.argv[1:], *("",) * 2][:2]
    sys.exit(main(int(sample_of) if sample_of else None, int(seed_of or 1), sys.argv[3:]))
