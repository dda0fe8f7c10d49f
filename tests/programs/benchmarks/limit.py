"""The limits: bare C++ programs of the same jobs, compiled into `bench`."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.support.commands import ROOT

from .programs import Program

BINARIES = ROOT / "bench"
_DATA = ROOT / "rouge_cli" / "data" / "WordNet-2.0-Exceptions"
# Its doubles have to round as those of rouge-eval do.
_FLAGS = ("-std=c++17", "-O3", "-ffp-contract=off")


@cache
def unavailable(name: str = "limit") -> str | None:
    """Compile a program; return the reason in one line if that cannot be done."""
    compiler = os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    if compiler is None:
        return (
            f"the {name} program cannot be compiled: there is no C++ compiler (Debian: apt-get install g++)"
        )
    BINARIES.mkdir(exist_ok=True)
    source = Path(__file__).with_name(f"{name}.cpp")
    try:
        subprocess.run(
            [compiler, *_FLAGS, "-o", BINARIES / name, source], capture_output=True, text=True, check=True
        )
    except OSError as error:
        return f"the {name} program cannot be compiled: {compiler}: {error.strerror}"
    except subprocess.CalledProcessError as error:
        return f"the {name} program cannot be compiled: {str(error.stderr).strip().splitlines()[-1]}"
    return None


def limit(*arguments: str | Path) -> Program:
    """Return the program; the arguments are one of its modes and its operands, which `limit.cpp` lists."""
    return Program("limit", [BINARIES / "limit", _DATA, *arguments])
