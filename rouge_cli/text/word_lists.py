"""The stop list and the WordNet exceptions: those of a data directory, else the built-in ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from .files import read_bytes

STOP_LIST = "smart_common_words.txt"
EXCEPTIONS = "WordNet-2.0-Exceptions"
BUILT_IN = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")
# The order matters: a later list overwrites an earlier one, so that `best` becomes `well`.
_EXCEPTION_LISTS = tuple(f"{EXCEPTIONS}/{part}.exc" for part in ("adj", "adv", "noun", "verb"))

Note = Callable[[str], object]
"""What takes a note for the user."""


def stop_words(directory: str | None, note: Note = lambda note: None) -> frozenset[bytes]:
    """The stop words, one a line, of `directory` (`None`: built in).

    `note` is told where the built-in list stands in for a missing one.
    """
    return frozenset(read_bytes(_lists([STOP_LIST], directory, note)[0]).split(b"\n"))


def exceptions(directory: str | None, note: Note = lambda note: None) -> dict[bytes, bytes]:
    """The irregular forms and their bases: the first two words of each line of the four lists."""
    return {
        words[0]: words[1]
        for listing in _lists(_EXCEPTION_LISTS, directory, note)
        for line in read_bytes(listing).split(b"\n")
        if len(words := line.split(maxsplit=2)) > 1
    }


def _lists(names: Iterable[str], directory: str | None, note: Note) -> list[str]:
    """The paths of the lists."""
    if directory is not None and not os.path.isdir(directory):
        note(f"{directory}: no such directory, the built-in lists are used")
        directory = None
    paths = []
    for name in names:
        path = os.path.join(directory or BUILT_IN, *name.split("/"))
        if directory is not None and not os.path.exists(path):
            note(f"{path}: not there, the built-in list is used")
            path = os.path.join(BUILT_IN, *name.split("/"))
        paths.append(path)
    return paths
