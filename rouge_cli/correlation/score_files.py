"""Files of scores: their text, its lines and objects, and checked scores.

All faults raise `InputError`, with the line and, if it is known, the system.
"""

import gzip
import json
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from math import fsum, isnan, nan
from reprlib import repr as shortened
from typing import Any, NamedTuple

from ..errors import InputError, Message
from ..numbers import spelt_number
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from .outcomes import Cell

_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol; an old pickle begins with one of these marks and ends with a point."""
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The first bytes of workbooks, archives, data bases and other files that are not text."""
_JSON_LIST = re.compile(r"(\s*)\[(.*)\]\s*", re.DOTALL)
_JSON_VALUE = re.compile(r"[^\s,]")
"""The beginning of a value."""
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, for a missing score."""


class Line(NamedTuple):
    """A line of a file, for cells and messages, and the JSON object that begins in it."""

    path: str
    number: int
    text: str = ""
    fields: Mapping[str, Any] = {}

    def cell(
        self, system: str, evaluation: str | None, name: str, value: Any, is_person: bool = False
    ) -> Cell:
        return Cell(system, evaluation, name, value, is_person, f"{named(self.path)}, line {self.number}")

    def error(self, message: str, system: str | None = None) -> InputError:
        """Return an error that names the file, the line and, if known, the system."""
        at = "" if system is None else f", system {system}"
        return InputError("%s, line %s%s: %s", named(self.path), self.number, at, message)

    def id(self, field: str) -> str:
        """Return the ID in a field, which must have one."""
        value = self.fields.get(field)
        if type(value) not in (str, int):
            raise self.error(f"no field {field!r} with a string or a whole number; add it")
        return str(value)

    def mapping(self, field: str, system: str | None = None) -> dict[str, Any]:
        """Return the object in a field, which must have one."""
        value = self.fields.get(field)
        if not isinstance(value, dict):
            raise self.error(f"field {field!r} is missing or no object; add it", system)
        return value


class ScoreFile(NamedTuple):
    """The text of a file of scores, and the choices for reading it."""

    path: str
    text: str
    figure: str
    """The field of a report of our own: `recall`, `precision` or `f`."""
    options: Sequence[str]
    """The names of the options for the format, the columns and the lines to skip, for messages."""

    def lines(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield Line(self.path, number, line.rstrip("\r\n"))

    def objects(self) -> Iterator[Line]:
        """Yield the lines where objects of JSON begin; the objects follow one another or form a list."""
        decoder, text = json.JSONDecoder(object_pairs_hook=_object), self.text
        if whole := _JSON_LIST.fullmatch(text):
            text = " ".join(whole.groups())
        end, number, counted = 0, 1, 0
        while begin := _JSON_VALUE.search(text, end):
            number, counted = number + text.count("\n", counted, begin.start()), begin.start()
            line = Line(self.path, number)
            try:
                value, end = decoder.raw_decode(text, counted)
            except (ValueError, RecursionError) as error:
                raise line.error(f"no JSON ({error}); mend the file") from error
            if not isinstance(value, dict):
                raise line.error("no object in JSON; the file must have only objects")
            yield line._replace(fields=value)

    @property
    def table_options(self) -> Message:
        """The options that describe a table, for messages."""
        return Message(" and ".join(f"`{option}`" for option in self.options[1:]))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object. Raises `ValueError` for two fields of one name, as for two columns."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"two fields {name!r}")
        fields[name] = value
    return fields


def read_text(path: str) -> str:
    """Return the text of a file in UTF-8, which may be gzipped; `-` is standard input."""
    if os.path.isdir(path):
        raise InputError(f"{path}: a folder; name the file of scores in it")
    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{named(path)}: cannot be unzipped ({error}); get the file again") from error
    if path.lower().endswith((".pkl", ".pickle", ".p")) or _PICKLE.match(data):
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


def checked(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells with numbers as values, once no ID is empty, and all values are numbers."""
    result = []
    for cell in cells:
        at = f"{cell.place}, system {cell.system}"
        if not cell.system.strip():
            raise InputError(f"{cell.place}: the system has no ID; fill it in")
        if cell.evaluation is not None and not cell.evaluation.strip():
            raise InputError(f"{at}: the evaluation has no ID; fill it in")
        try:
            result.append(cell._replace(value=_number(cell.value)))
        except ValueError as error:
            raise InputError(f"{at}: {cell.name} {error}") from error
    return result


def is_number(value: Any) -> bool:
    """Return whether a score is a number or missing."""
    try:
        _number(value)
    except ValueError:
        return False
    return True


def _number(value: Any) -> float:
    """Return a number, the mean of a list, or NaN for a missing score. Raises `ValueError` otherwise."""
    if isinstance(value, list):
        numbers = [one for one in map(_number, value) if not isnan(one)]
        return fsum(numbers) / len(numbers) if numbers else nan
    if value is None or (isinstance(value, str) and value.strip().lower() in _MISSING):
        return nan
    number = spelt_number(value.strip()) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError(f"is {shortened(value)}, no number; write one such as 0.25, or leave it empty")
    if abs(number) > sys.float_info.max:
        raise ValueError(f"is {shortened(value)}, which is not finite; leave it empty if it has no score")
    return float(number)
