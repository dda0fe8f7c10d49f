"""The two bodies of the kernel, put in the place of one another."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from rouge_cli import kernel

NAMES = ("python", "compiled")
_FUNCTIONS = ("Vocabulary", "ngram_hits", "skip_bigram_hits", "lcs_hits")


def body(name: str) -> ModuleType:
    """Return a body of the kernel. Raises `ImportError` where the compiled one was not built."""
    return importlib.import_module(f"rouge_cli.kernel.{name}")


def built() -> list[str]:
    """Return the names of the bodies that there are.

    Raises `ImportError` where the compiled one is wanted by `ROUGE_EVAL_KERNEL` and was not built.
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
    """Replace the functions in `rouge_cli.kernel`, and in the modules that have imported them from there.

    The modules are looked through again at the end of a block, because one that is first imported
    inside it takes the functions that it finds.
    """
    kernel.body = chosen
    for function in _FUNCTIONS:
        earlier = getattr(kernel, function)
        for name, module in list(sys.modules.items()):
            outside = not name.startswith(("rouge_cli.kernel.python", "rouge_cli.kernel.compiled"))
            if name.startswith("rouge_cli") and outside and getattr(module, function, None) is earlier:
                setattr(module, function, getattr(chosen, function))
