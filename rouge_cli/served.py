"""The pairs that each drop-in has scored in this process; `rouge-tools run` adds up all processes."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable
from contextlib import suppress

NAMES = ("rouge_score", "evaluate", "rouge", "rouge_chinese")
"""The names that are counted: pairs of the drop-ins, and metrics that `evaluate.load` has returned."""
ROUGE_SCORE, EVALUATE, ROUGE, ROUGE_CHINESE = range(len(NAMES))

_SIZE = 8 * len(NAMES)
cells = memoryview(bytearray(_SIZE)).cast("Q")
"""The counts in the order of `NAMES`."""


def record_in(folder: str) -> None:
    """Count in a file of the folder from now on, and in another file in each process that is forked.

    The file is mapped into memory, so the counts survive a process that is killed.
    """
    _map_new_file(folder)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: _map_new_file(folder))


def recorded_in(folder: str) -> dict[str, int]:
    """Return the sum of each count over the files of the folder; those that are cut short have zeros there.

    Raises `OSError` where they cannot be read.
    """
    counts = [0] * len(NAMES)
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            words: Iterable[int] = memoryview(file.read(_SIZE).ljust(_SIZE, b"\0")).cast("Q")
        counts = list(map(int.__add__, counts, words))
    return dict(zip(NAMES, counts, strict=True))


def _map_new_file(folder: str) -> None:
    """Count in a new file, or go on as before where none can be written.

    A command may outlive its `rouge-tools run`, whose folder is gone then. The file gets all its bytes, as to
    touch a mapped page for which the disk has no room ends the process.
    """
    global cells
    with suppress(OSError), open(os.path.join(folder, f"{os.getpid()}-{os.urandom(4).hex()}"), "x+b") as file:
        file.write(bytes(_SIZE))
        file.flush()
        cells = memoryview(mmap.mmap(file.fileno(), _SIZE)).cast("Q")
