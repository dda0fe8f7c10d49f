"""The limit: a bare C++ program of the same job, compiled into `bench`."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.support.commands import ROOT

from .programs import Program

_SOURCE = Path(__file__).with_name("limit.cpp")
_BINARY = ROOT / "bench" / "limit"
_DATA = ROOT / "rouge_cli" / "data" / "WordNet-2.0-Exceptions"
# Its doubles have to round as those of rouge-eval do.
_FLAGS = ("-std=c++17", "-O3", "-ffp-contract=off")


@cache
def unavailable() -> str | None:
    """Compile the program; return the reason in one line if that cannot be done."""
    compiler = os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), None)
    if compiler is None:
        return "the limit program cannot be compiled: there is no C++ compiler (Debian: apt-get install g++)"
    _BINARY.parent.mkdir(exist_ok=True)
    try:
        subprocess.run(
            [compiler, *_FLAGS, "-o", _BINARY, _SOURCE], capture_output=True, text=True, check=True
        )
    except OSError as error:
        return f"the limit program cannot be compiled: {compiler}: {error.strerror}"
    except subprocess.CalledProcessError as error:
        return f"the limit program cannot be compiled: {str(error.stderr).strip().splitlines()[-1]}"
    return None


def limit(*arguments: str | Path) -> Program:
    """Return the program; the arguments are one of its modes and its operands, which `limit.cpp` lists."""
    return Program("limit", [_BINARY, _DATA, *arguments])
