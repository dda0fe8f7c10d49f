"""Both bodies of the kernel, each of which can take the place of the other."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from rouge_cli import kernel
from rouge_cli.api import scorer
from rouge_cli.rouge_score.rouge_scorer import counter_of_types
from rouge_cli.scoring.counters import counter_by, counter_of

NAMES = ("python", "compiled")
_MODULES = {"python": "rouge_cli.kernel.python.counter", "compiled": "rouge_cli.kernel.compiled"}


def body(name: str) -> ModuleType:
    """Return a body of the kernel. Raises `ImportError` if it was not built."""
    return importlib.import_module(_MODULES[name])


def built() -> list[str]:
    """Return the names of the bodies that were built.

    Raises `ImportError` if `ROUGE_EVAL_KERNEL` asks for the compiled body and it was not built.
    """
    names = []
    for name in NAMES:
        try:
            body(name)
        except ImportError:
            if os.environ.get("ROUGE_EVAL_KERNEL") == "compiled":
                raise
        else:
            names.append(name)
    return names


@contextmanager
def kernel_of(chosen: ModuleType) -> Iterator[None]:
    """Let the package run over a body of the kernel inside the block."""
    before = kernel.body
    _put(chosen)
    try:
        yield
    finally:
        _put(before)


def _put(chosen: ModuleType) -> None:
    """Choose a body in `rouge_cli.kernel`; counters and scorers of the other body are forgotten."""
    kernel.body = chosen
    kernel.NAME = "compiled" if chosen.__name__.endswith(".compiled") else "Python"
    counter_of.cache_clear()
    counter_of_types.cache_clear()
    counter_by.cache_clear()
    scorer._shared.cache_clear()
