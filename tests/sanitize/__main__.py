"""Builds the kernel with the sanitizers below `build` and runs its tests, then hostile calls, under them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.support.commands import ROOT

_SANITIZERS = "-fsanitize=address,undefined,float-cast-overflow"
_FLAGS = [
    *("-std=c11", "-O1", "-g", "-fno-omit-frame-pointer", "-ffp-contract=off", "-fPIC", "-shared"),
    *(_SANITIZERS, "-fno-sanitize-recover=all", "-DPy_LIMITED_API=0x030B0000", "-Wall", "-Wextra"),
    *("-Wconversion", "-Wno-unused-parameter", "-Werror"),
    "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free",
]
_NEEDS = "needs gcc with libasan and Python's headers (Debian: apt-get install gcc libc6-dev python3-dev)"
# Not under the sanitizers: what measures time and memory, or runs whole processes.
_TESTS = ["tests/test_kernel.py", "tests/test_kernel_safety.py", "-k", "not Interrupt and not Memory"]


def main() -> int:
    """The first status that is not 0."""
    runtime = _runtime()
    if not runtime:
        print(f"tests.sanitize {_NEEDS}", file=sys.stderr)
        return 1
    as_users_have_it = _build("large")
    small = _build("small", "-DSMALL_BLOCKS")
    if not as_users_have_it or not small:
        return 1
    return (
        _run(as_users_have_it, runtime, "pytest", "--quiet", *_TESTS)
        or _run(small, runtime, "pytest", "--quiet", *_TESTS)
        or _run(small, runtime, "tests.sanitize.fuzz", *sys.argv[1:])
    )


def _runtime() -> str | None:
    """The sanitizer's library, which must be loaded before Python; None where anything is missing."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if not shutil.which("gcc") or not headers.exists():
        return None
    found = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return found if Path(found).is_absolute() else None  # gcc repeats the name of what it does not have.


def _build(name: str, *flags: str) -> Path | None:
    """A copy of the package and its tests, with a kernel of its own; None if that does not compile."""
    home = ROOT / "build" / "sanitize" / name
    shutil.rmtree(home, ignore_errors=True)
    for folder in ("rouge_cli", "tests"):
        shutil.copytree(
            ROOT / folder, home / folder, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", home)
    kernel = home / "rouge_cli" / "kernel"
    sources = [*sorted((kernel / "c").glob("*.c")), home / "tests" / "sanitize" / "allocations.c"]
    built = subprocess.run(
        [
            "gcc",
            *_FLAGS,
            *flags,
            *("-isystem", sysconfig.get_path("include")),
            *map(str, sources),
            *("-o", str(kernel / "compiled.abi3.so"), "-lm"),
        ]
    )
    return home if built.returncode == 0 else None


def _run(home: Path, runtime: str, module: str, *arguments: str) -> int:
    """Runs a module in the copy."""
    settings = {
        "LD_PRELOAD": runtime,
        # What the kernel holds is counted by allocations.c; Python itself leaves memory to the system.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # so that Python's objects, too, are watched
        "PYTHONPATH": str(home),
        "ROUGE_EVAL_KERNEL": "compiled",
    }
    print(f"{home.name}: {module}", flush=True)
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=home, env=os.environ | settings)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
