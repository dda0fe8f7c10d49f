"""Files of scores as text: their lines, the places that messages name, and the files that are refused."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from ..errors import InputError
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from .outcomes import Cell

SYSTEM, EVALUATION, PERSON = "system", "evaluation", "person"
IDS = (SYSTEM, EVALUATION, PERSON)
"""The fields and columns of our own formats that are not scores."""

_GZIP = b"\x1f\x8b"
_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol; an old pickle begins with one of these marks and ends with a point."""
_PICKLE_NAMES = (".pkl", ".pickle", ".p")
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The first bytes of workbooks, archives, data bases and other files that are not text."""


class Line(NamedTuple):
    """A line of a file, its place for messages, and the JSON object that begins in it."""

    path: str
    number: int
    text: str = ""
    fields: Mapping[str, Any] = {}

    def cell(
        self, system: str, evaluation: str | None, name: str, value: Any, is_person: bool = False
    ) -> Cell:
        """Return a score of the line."""
        return Cell(system, evaluation, name, value, is_person, f"{named(self.path)}, line {self.number}")

    def error(self, message: str, system: str | None = None) -> InputError:
        """Return an error that names the file, the line and, if known, the system."""
        at = "" if system is None else f", system {system}"
        return InputError(f"{named(self.path)}, line {self.number}{at}: {message}")

    def id(self, field: str) -> str:
        """Return the ID in a field. Raises `InputError` if the field has none."""
        value = self.fields.get(field)
        if value is None:
            raise self.error(f"no field {field!r}; add it")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.error(f"field {field!r} is neither a string nor a whole number")
        return str(value)

    def mapping(self, field: str, system: str | None = None) -> dict[str, Any]:
        """Return the object in a field. Raises `InputError` if the field has none."""
        value = self.fields.get(field)
        if not isinstance(value, dict):
            raise self.error(f"field {field!r} is missing or no object; add it", system)
        return value


class ScoreFile(NamedTuple):
    """The text of a file of scores, and the choices for reading it."""

    path: str
    text: str
    figure: str
    """The attribute name of the figure to take from a report of our own."""
    options: Sequence[str]
    """The names of the options for the format, the columns and the lines to skip, for messages."""

    def lines(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield Line(self.path, number, line.rstrip("\r\n"))

    @property
    def column_options(self) -> str:
        """The options that describe a table, for messages."""
        return " and ".join(f"`{option}`" for option in self.options[1:])


def text_of(path: str) -> str:
    """Return the text of a file, which may be gzipped; `-` is standard input.

    Raises `InputError` for a file that cannot be read, for anything but text in UTF-8, and for a pickle,
    which is never loaded because it could run any code.
    """
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the file of scores in it")
    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{named(path)}: cannot be unzipped ({error}); get the file again") from error
    if path.lower().endswith(_PICKLE_NAMES) or _PICKLE.match(data):
        raise InputError(
            f"{named(path)}: a pickle, which could run any code and is never read; if you trust it, write it"
            " as csv with the columns system, evaluation and a score, by Python's pickle and csv"
        )
    if _BINARY.match(data):
        raise InputError(f"{named(path)}: no text; save it as csv, tsv or JSON Lines")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{named(path)}, line {line}: not UTF-8; write the file in UTF-8") from error
    if not text.strip():
        raise InputError(f"{named(path)}: empty; a file of scores was expected")
    return text
