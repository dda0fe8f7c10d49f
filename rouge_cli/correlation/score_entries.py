"""The text of a file of scores, the entries that its readers find, and the numbers in them."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from math import fsum, isfinite, isnan, nan
from reprlib import repr as shortened
from typing import Any, NamedTuple

from ..errors import InputError
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input

_GZIP = b"\x1f\x8b"
_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol or, where that is old, with one of these marks, and ends with a point."""
_PICKLE_NAMES = (".pkl", ".pickle", ".p")
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The first bytes of workbooks, archives, data bases and other files that are not text."""

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, for a missing score."""


class Layout(NamedTuple):
    """The columns of a table without a header, counted from 0."""

    system: int
    evaluation: tuple[int, ...]
    """The columns that form the ID of the evaluation; empty where systems are scored as wholes."""
    scores: tuple[tuple[str, int], ...]
    """The names of the scores and their columns."""
    skip: int = 0
    """The number of lines before the first row."""
    question: int | None = None
    """The column that extends the name of the score, in tables with a row for each question."""
    names: Mapping[str, Sequence[str]] | None = None
    """In place of all columns: the names that a header has for the system, the evaluation and the scores."""

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
    """`None` for a score of the whole system."""
    name: str
    value: Any
    """A number, its text, a list of these to be averaged, or `None`."""
    is_person: bool = False


class ScoreFile(NamedTuple):
    """The text of a file of scores, and the choices for reading it."""

    path: str
    text: str
    figure: str = "f"
    """The attribute name of the figure to take from a report of our own."""
    layout: Layout | None = None
    """The columns of a table that no format describes."""
    option: str = "format"
    """The name of the option that chooses the format, for messages."""

    @property
    def name(self) -> str:
        """The name in messages."""
        return named(self.path)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of each line that is not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield number, line.rstrip("\r\n")

    def error(self, line: int, message: str, system: str | None = None) -> InputError:
        """Return an error that names the file, the line and, if known, the system."""
        at = "" if system is None else f", system {system}"
        return InputError(f"{self.name}, line {line}{at}: {message}")


def read_file(path: str, figure: str, layout: Layout | None, option: str) -> ScoreFile:
    """Return the text of a file, which may be gzipped; `-` is standard input.

    Raises `InputError` for a file that cannot be read and for anything but text in UTF-8. A pickle is
    refused unread, as loading one can run any code.
    """
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the file of scores in it")
    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    if not data.strip():
        raise InputError(f"{named(path)}: empty; a file of scores was expected")
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
        return ScoreFile(path, data.decode("utf-8-sig"), figure, layout, option)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{named(path)}, line {line}: not UTF-8; write the file in UTF-8") from error


def number(value: Any) -> float:
    """Return a value as a number: the mean of a list, and NaN for a missing score.

    Raises `ValueError` for anything else.
    """
    if isinstance(value, list):
        numbers = [one for one in map(number, value) if not isnan(one)]
        if len(numbers) < 2:
            return numbers[0] if numbers else nan
        return fsum(numbers) / len(numbers)
    if value is None or (isinstance(value, float) and isnan(value)):
        return nan
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in _MISSING:
            return nan
        if not _NUMBER.fullmatch(text):
            raise ValueError(f"is {shortened(text)}, no number; write one such as 0.25, or leave it empty")
        value = float(text)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"is {shortened(value)}, no number; write a number, or leave it empty")
    try:
        found = float(value)
    except OverflowError:
        found = float("inf")
    if not isfinite(found) and not isnan(found):
        raise ValueError(f"is {shortened(value)}, which is not finite; leave it empty if it has no score")
    return found
