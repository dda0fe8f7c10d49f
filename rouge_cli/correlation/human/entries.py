"""A file of scores as its readers see it, and the entries that they find in it."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator
from io import StringIO
from typing import Any, NamedTuple

from ...errors import InputError
from ...text.files import STANDARD_INPUT, named, read_bytes, read_standard_input

_GZIP = b"\x1f\x8b"
_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol or, where that is old, with one of these marks, and ends with a point."""
_PICKLE_NAMES = (".pkl", ".pickle", ".p")
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The beginnings of workbooks, archives, data bases and other files that are not text."""


class Layout(NamedTuple):
    """The columns of a table without a header, counted from 0."""

    system: int
    evaluation: tuple[int, ...]
    """The columns that make the ID of the evaluation together; none: the scores are of systems."""
    scores: tuple[tuple[str, int], ...]
    """The names of the scores and their columns."""
    skip: int = 0
    """The lines before the first row."""
    question: int | None = None
    """The column that is put behind the name of the score, where each row is another question."""

    @property
    def width(self) -> int:
        """The number of columns that a row must have."""
        columns = (self.system, *self.evaluation, *(column for _, column in self.scores))
        return max(*columns, -1 if self.question is None else self.question) + 1


class Entry(NamedTuple):
    """A score as a file has it, not yet checked."""

    line: int
    system: str
    evaluation: str | None
    """`None`: the score is of the whole system."""
    name: str
    value: Any
    """A number, its text, several of these to be averaged, or nothing."""
    is_person: bool = False


class ScoreFile(NamedTuple):
    """The text of a file of scores, and what was asked for with it."""

    path: str
    text: str
    figure: str = "f"
    """The attribute name of the figure to take from a report of our own."""
    layout: Layout | None = None
    """The columns of a table that no format describes."""
    option: str = "format"
    """The name of the option that tells the format, for messages."""

    @property
    def name(self) -> str:
        """The name that messages call it by."""
        return named(self.path)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of each line that is not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield number, line.rstrip("\r\n")

    def error(self, line: int, message: str, system: str | None = None) -> InputError:
        """Return an error that names the file, the line and, where it is known, the system."""
        at = "" if system is None else f", system {system}"
        return InputError(f"{self.name}, line {line}{at}: {message}")


def read_file(
    path: str, figure: str = "f", layout: Layout | None = None, option: str = "format"
) -> ScoreFile:
    """Return the text of a file, which may be gzipped; `-` is standard input.

    Raises `InputError` for what cannot be read and for anything but text in UTF-8. A pickle is refused
    unread, as loading one can run any code.
    """
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the file of scores in it")
    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    if not data.strip():
        raise InputError(f"{named(path)}: empty; a file of scores was expected")
    if data.startswith(_GZIP):
        data = _unzipped(path, data)
    if path.lower().endswith(_PICKLE_NAMES) or _PICKLE.match(data):
        raise InputError(
            f"{named(path)}: a pickle, which could run any code and is never read; if you trust it, write it"
            " as csv with the columns system, evaluation and a score, by Python's pickle and csv"
        )
    if _BINARY.match(data):
        raise InputError(f"{named(path)}: no text; save it as csv, tsv or JSON Lines")
    try:
        return ScoreFile(path, data.decode("utf-8-sig"), figure, layout, option)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{named(path)}, line {line}: not UTF-8; write the file in UTF-8") from error


def _unzipped(path: str, data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{named(path)}: cannot be unzipped ({error}); get the file again") from error
