"""Guesses at what was meant by operands that name no configuration."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import takewhile

from .operands import Operands
from .terminal import typed

_MARKS = b" \t\r\n\xef\xbb\xbf"
"""The bytes that may stand before the first tag of XML: white space, and the mark of UTF-8."""


def flags_meant(operands: Operands) -> str | None:
    """Return a message with the flags that go with these operands, or `None` where none do.

    They are asked for where CONFIG cannot be read: files of lines as for `--lines`, and two folders. Single
    letters behind these are put before them.
    """
    all_words = (*operands.files, *((operands.system,) if operands.system else ()), *operands.rest)
    words = tuple(takewhile(lambda word: not word.startswith("-"), all_words))
    letters = all_words[len(words) :]
    if len(words) < 2:
        return None
    first, *others = words
    if len(words) == 2 and all(map(os.path.isdir, words)):
        flags = typed([*letters, "--peers", first, "--models", *others])
        return f"{first}: a folder; for folders of summaries give {flags}"
    if all(map(os.path.isfile, words)) and not _is_markup(first):
        flags = typed([*letters, "--lines", *words])
        return f"{first}: no XML configuration; for files with a summary in each line give {flags}"
    return None


def _is_markup(path: str) -> bool:
    with suppress(OSError), open(path, "rb") as file:
        return file.read(1000).lstrip(_MARKS).startswith(b"<")
    return False
