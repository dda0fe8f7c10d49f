"""The stop list and the WordNet exceptions: those of a data directory, else the built-in ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from .errors import InputError

STOP_LIST = "smart_common_words.txt"
EXCEPTIONS = "WordNet-2.0-Exceptions"
# The order matters: a later list overwrites an earlier one, so that `best` becomes `well`.
_EXCEPTION_LISTS = tuple(f"{EXCEPTIONS}/{part}.exc" for part in ("adj", "adv", "noun", "verb"))


Note = Callable[[str], object]
"""What takes a note for the user."""


class _Readable(Protocol):
    def read_bytes(self) -> bytes: ...


def stop_words(directory: str | None, note: Note) -> frozenset[bytes]:
    """The stop words, one a line, of `directory` (`None`: built in).

    `note` is told where the built-in list stands in for a missing one.
    """
    return frozenset(_read(_lists([STOP_LIST], directory, note)[0]).split(b"\n"))


def exceptions(directory: str | None, note: Note) -> dict[bytes, bytes]:
    """The irregular forms and their bases: the first two words of each line of the four lists."""
    bases: dict[bytes, bytes] = {}
    for listing in _lists(_EXCEPTION_LISTS, directory, note):
        for line in _read(listing).split(b"\n"):
            words = line.split(maxsplit=2)
            if len(words) > 1:
                bases[words[0]] = words[1]
    return bases


def _lists(names: Iterable[str], directory: str | None, note: Note) -> list[_Readable]:
    found: list[_Readable] = []
    if directory is not None and not os.path.isdir(directory):
        note(f"{directory}: no such directory, the built-in lists are used")
        directory = None
    for name in names:
        own = Path(directory, name) if directory is not None else None
        if own is not None and os.path.exists(own):
            found.append(own)
            continue
        if own is not None:
            note(f"{own}: not there, the built-in list is used")
        found.append(files(__package__).joinpath("data", *name.split("/")))
    return found


def _read(listing: _Readable) -> bytes:
    try:
        return listing.read_bytes()
    except OSError as error:
        raise InputError(f"{listing}: cannot be read ({error.strerror})") from error
