"""The names of files of one entry a line, and of the systems whose summaries they have."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

from ..errors import OptionError
from ..text.files import STANDARD_INPUT

_EXTENSIONS = (".txt", ".text", ".out", ".hyp", ".pred", ".jsonl", ".ndjson", ".json")


def check_standard_input(paths: Sequence[str]) -> None:
    """Raise `OptionError` where standard input is named more than once."""
    if Counter(paths)[STANDARD_INPUT] > 1:
        raise OptionError("standard input (-) can be read only once; name files for the others")


def label(path: str) -> str:
    """Return the ID of a system whose summaries are in the file: its name without folder and extension."""
    if path == STANDARD_INPUT:
        return "stdin"
    name = os.path.basename(path)
    stem = name.removesuffix(".gz")
    for extension in _EXTENSIONS:
        stem = stem.removesuffix(extension)
    return stem or name


def system_names(paths: Sequence[str]) -> list[str]:
    """Return the IDs of systems whose summaries are in the files, in their order.

    A system is called after its file, as by `label`. Equal names get as few of the folders before
    them as tell them apart, or else the whole path; only a path that is given twice has the same
    name twice.
    """
    names = [label(path) for path in paths]
    parts = [os.path.normpath(path).replace(os.sep, "/").split("/") for path in paths]
    for depth in range(1, max(map(len, parts), default=0)):
        repeated = _repeated(names)
        names = [
            "/".join([*folders[-depth:], label(path)]) if name in repeated else name
            for path, (*folders, _), name in zip(paths, parts, names, strict=True)
        ]
    repeated = _repeated(names)
    return ["/".join(part) if name in repeated else name for part, name in zip(parts, names, strict=True)]


def _repeated(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}
