"""Copies of the package and its tests below `build/sanitize`, each with a kernel built in its own way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.support.commands import ROOT

FLAGS = [
    *("-std=c11", "-g", "-ffp-contract=off", "-fPIC", "-DPy_LIMITED_API=0x030B0000"),
    *("-Wall", "-Wextra", "-Wconversion", "-Wno-unused-parameter", "-Werror"),
]
LINK_FLAGS = ["-shared", "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free"]


class Patch(NamedTuple):
    """A mistake that is put into a C file."""

    file: str
    right: str
    wrong: str


def build(name: str, *flags: str, patch: Patch | None = None) -> Path | None:
    """Make a copy and build its kernel with more flags of gcc; None if it does not compile."""
    home = ROOT / "build" / "sanitize" / name
    shutil.rmtree(home, ignore_errors=True)
    for folder in ("rouge_cli", "tests"):
        shutil.copytree(
            ROOT / folder, home / folder, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", home)
    kernel = home / "rouge_cli" / "kernel"
    if patch:
        path = kernel / "c" / patch.file
        source = path.read_text()
        assert source.count(patch.right) == 1, f"{patch.right!r} is no longer in {patch.file}"
        path.write_text(source.replace(patch.right, patch.wrong))
    sources = [
        *sorted((kernel / "c").glob("*.c")),
        home / "tests" / "programs" / "sanitize" / "allocations.c",
    ]
    headers = ("-isystem", sysconfig.get_path("include"))
    objects = [str(home / f"{source.stem}.o") for source in sources]
    commands = [
        ["gcc", "-c", *FLAGS, *flags, *headers, str(source), "-o", made]
        for source, made in zip(sources, objects, strict=True)
    ]
    with ThreadPoolExecutor() as pool:
        if any(done.returncode for done in pool.map(subprocess.run, commands)):
            return None
    library = ["-o", str(kernel / "compiled.abi3.so"), "-lm"]
    linked = subprocess.run(["gcc", *LINK_FLAGS, *flags, *objects, *library])
    return home if linked.returncode == 0 else None


def run(home: Path, module: str, arguments: Sequence[str], *, quiet: bool = False, **variables: str) -> int:
    """Run a module in a copy and return its status; `quiet`: what it writes is not shown."""
    variables = {"PYTHONPATH": str(home), "ROUGE_EVAL_KERNEL": "compiled"} | variables
    print(f"{home.name}: {module}", flush=True)
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=home, env=os.environ | variables, capture_output=quiet)
    return done.returncode
