"""The things that some tests need beyond Python and the extra `test`; `needs("zsh")` marks a test."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

import pytest

from rouge_cli import kernel
from tests.oracle import original

from .commands import ROOT
from .environments import CLIENTS, CLUSTERS, has_java


class Need(NamedTuple):
    """Something that a test needs."""

    is_met: Callable[[], bool]
    remedy: str
    is_other: bool = True
    """True for programs and packages of other people, and for minutes; `make test` does without them."""


def _system(name: str, is_met: bool) -> Need:
    """Return a need that an installation meets or not, because nobody changes it for a test."""
    return Need(lambda: is_met, f"{name} has it", is_other=False)


def _program(*names: str, package: str) -> Need:
    return Need(lambda: any(map(shutil.which, names)), f"apt-get install {package}")


def _module(name: str, remedy: str) -> Need:
    return Need(lambda: find_spec(name) is not None, remedy)


def _has_punkt() -> bool:
    try:
        from nltk.tokenize import PunktTokenizer

        PunktTokenizer("english")
    except (ImportError, LookupError):
        return False
    return True


def _is_sanitized() -> bool:
    """Return True if the kernel exports its functions, which only a build for sanitizers does."""
    return kernel.NAME == "compiled" and hasattr(ctypes.CDLL(kernel.body.__file__), "hash_bytes")


_NEEDS = {
    "compiled": Need(lambda: kernel.NAME == "compiled", "a C compiler, and `make` again", is_other=False),
    "posix": _system("a POSIX system", os.name == "posix"),
    "linux": _system("Linux", sys.platform == "linux"),
    "python-3.12": _system("Python 3.12", sys.version_info >= (3, 12)),
    "no-gil": _system("Python without a GIL", not getattr(sys, "_is_gil_enabled", lambda: True)()),
    "user": _system("a user who may not read everything", not hasattr(os, "geteuid") or os.geteuid() != 0),
    "checkout": _system("a clone", ROOT.joinpath(".git").exists()),
    "minutes": Need(lambda: True, "make check"),
    "original": Need(lambda: original.unavailable() is None, "make oracle"),
    **{one.name: Need(one.is_there, "make clients") for one in CLIENTS},
    "clusters": Need(CLUSTERS.is_there, "make clusters"),
    "java": Need(has_java, "apt-get install default-jre-headless"),
    "browser": _module("axe_playwright_python", "make browser"),
    "chromium": _program("chromium", "chromium-browser", "google-chrome", package="chromium"),
    **{name: _module(name, "make check") for name in ("spacy", "pandas", "polars", "pyarrow")},
    "icu": _module("icu", "apt-get install libicu-dev pkg-config g++; make check"),
    "c++": _program("c++", "g++", "clang++", package="g++"),
    # No package has this model: NLTK's own server alone hands it out.
    "punkt": Need(_has_punkt, "python -m nltk.downloader punkt_tab", is_other=False),
    "sanitized": Need(_is_sanitized, "make sanitize", is_other=False),
    "_testbuffer": Need(lambda: find_spec("_testbuffer") is not None, "CPython's tests", is_other=False),
    "cc": _program("cc", package="gcc"),
    **{name: _program(name, package=name) for name in ("perl", "bash", "zsh", "fish", "mandoc")},
    "groff": _program("groff", package="groff-base"),
    "pdflatex": _program("pdflatex", package="texlive-latex-recommended"),
}


def needs(*names: str) -> pytest.MarkDecorator:
    """Mark a test that runs only where all these needs are met."""
    assert set(names) <= set(_NEEDS), names
    return pytest.mark.needs(*names)


def of_others(name: str) -> bool:
    """Return True for a program or a package of other people."""
    return _NEEDS[name].is_other


@cache
def lacking(name: str) -> str | None:
    """Return the name of an unmet need with its remedy, in one line; None if the need is met."""
    need = _NEEDS[name]
    return None if need.is_met() else f"{name} ({need.remedy})"
