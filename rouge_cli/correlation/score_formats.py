"""Files of scores as cells: the formats, how a file shows its format, and the functions that read files.

A file has scores of people or of measures; nothing in it says which.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import fsum, inf, isinf, isnan, nan
from os import PathLike, fspath
from reprlib import repr as shortened
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, some
from ..measures.scores import figure_name
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from . import score_readers
from .outcomes import Cell
from .score_readers import ScoreFile, layout_of, read_with

_READERS: dict[str, Callable[[ScoreFile], Iterator[Cell]]] = {
    "csv": score_readers.separated,
    "tsv": score_readers.separated,
    "jsonl": score_readers.jsonl,
    "sacrerouge": score_readers.sacrerouge,
    "summeval": score_readers.summeval,
    "rose": score_readers.rose,
    "mtme": score_readers.mtme,
    "nlp-williams": score_readers.nlp_williams,
    **{name: partial(read_with, layout=layout) for name, layout in score_readers.LAYOUTS.items()},
}
FORMATS = tuple(_READERS)
"""The names of all formats."""

_NAMES = (
    (re.compile(r"\.(seg|sys)\.score$"), "mtme"),
    (re.compile(r"manual\.peer$"), "tac-2008-peer"),
    (re.compile(r"manual\.model$"), "tac-2008-model"),
    (re.compile(r"manual\.peer\.[ab]$"), "tac-peer"),
    (re.compile(r"manual\.model\.[ab]$"), "tac-model"),
    (re.compile(r"modified_scores\.txt$"), "duc-pyramid"),
    (re.compile(r"(ling|qual).*\.table$"), "duc-quality"),
    (re.compile(r"\.table$"), "duc-table"),
)
"""How names of files end, in lower case, and the format that they tell."""
_FIELDS = {
    "summarizer_id": "sacrerouge",
    "metrics": "sacrerouge",
    "expert_annotations": "summeval",
    "turker_annotations": "summeval",
    "annotations": "rose",
}
"""The format that a field of the first object shows."""
_WIDTHS = {33: "duc-2002", 34: "duc-2003", 23: "duc-2004"}
"""The tables that are known by the number of columns in their last line."""

_GZIP = b"\x1f\x8b"
_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol or, where that is old, with one of these marks, and ends with a point."""
_PICKLE_NAMES = (".pkl", ".pickle", ".p")
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The first bytes of workbooks, archives, data bases and other files that are not text."""
_OBJECT = re.compile(r'\s*\[?\s*\{\s*"')
"""The begin of JSON that has scores."""
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, for a missing score."""


class OpenScores(NamedTuple):
    """The scores of a file, whose values nobody has looked at."""

    path: str
    read: tuple[Cell, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scores, in the order of the file."""
        return tuple(dict.fromkeys(cell.name for cell in self.read))

    def cells(self, names: Iterable[str] | None = None) -> list[Cell]:
        """Return the scores of these names (default: all), in the order of the file.

        Raises `InputError` for a name that is not there, and, with the line and the system, for anything that
        is not an ID or a number.
        """
        wanted = set(self.names if names is None else names)
        for name in sorted(wanted.difference(self.names)):
            raise InputError(f"{named(self.path)}: no score {name!r}; there are: {some(self.names)}")
        checked = []
        for cell in self.read:
            if cell.name not in wanted:
                continue
            at = f"{cell.place}, system {cell.system}"
            if not cell.system.strip():
                raise InputError(f"{cell.place}: the system has no ID; fill it in")
            if cell.evaluation is not None and not cell.evaluation.strip():
                raise InputError(f"{at}: the evaluation has no ID; fill it in")
            try:
                checked.append(cell._replace(value=_number(cell.value)))
            except ValueError as error:
                raise InputError(f"{at}: {cell.name} {error}") from error
        return checked


def open_scores(
    path: str,
    *,
    format: str | None = None,
    figure: str = "f",
    columns: str | None = None,
    skip_lines: int = 0,
    options: Sequence[str] = ("format", "columns", "skip_lines"),
) -> OpenScores:
    """Read a file of scores, as `read_scores` does; `options` are the names of its choices in messages."""
    if format is not None and format not in FORMATS:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    layout = None if columns is None else layout_of(columns, skip_lines, options[1])
    file = ScoreFile(path, _text_of(path), figure_name(figure), layout, options)
    if layout and _OBJECT.match("".join(file.text.splitlines(keepends=True)[skip_lines:])):
        message = f"JSON, and `{options[1]}` is for tables; drop it, or write the file as csv"
        raise InputError(f"{named(path)}: {message}")
    if layout:
        cells = score_readers.separated(file) if layout.names else read_with(file, layout)
    else:
        cells = _READERS[format or _format_of(file)](file)
    read = tuple(cells)
    if not read:
        raise InputError(f"{named(path)}: no score in it; check the file and its format")
    return OpenScores(path, read)


def read_scores(
    path: str | PathLike[str],
    names: str | Iterable[str] | None = None,
    *,
    format: str | None = None,
    figure: str = "f",
    columns: str | None = None,
    skip_lines: int = 0,
) -> list[Cell]:
    """Return the scores of people or of measures in a file, as `correlate` takes them.

    `names` chooses scores (default: all). The name and the content of the file show its format, unless
    `format` is one of `FORMATS`. `figure` (recall, precision, f) is what to take from a report of our own.
    `columns`, such as `system=1,evaluation=0,relevance=9`, reads any table without a header, behind
    `skip_lines` lines, and `system=model,evaluation=doc,relevance=rating` one whose header has these names.
    `evaluation=doc,systems=relevance` reads one with a column for each system. Pickles are never read.

    Raises `InputError`, with the file, the line and the system, for what is missing or malformed, and
    `OptionError` for an unknown format and for columns that cannot be right.
    """
    found = open_scores(fspath(path), format=format, figure=figure, columns=columns, skip_lines=skip_lines)
    return found.cells([names] if isinstance(names, str) else names)


def _text_of(path: str) -> str:
    """Return the text of a file, which may be gzipped; `-` is standard input.

    Raises `InputError` for a file that cannot be read and for anything but text in UTF-8. A pickle is
    refused unread, as loading one can run any code.
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


def _format_of(file: ScoreFile) -> str:
    """Return the format of a file. Raises `InputError` if neither its name nor its content shows it."""
    name = os.path.basename(file.path).lower().removesuffix(".gz")
    for ending, format in _NAMES:
        if ending.search(name):
            return format
    if file.text.lstrip().startswith(("{", "[")):
        fields = [field for line in islice(score_readers.objects(file), 1) for field in line.fields]
        return next((format for field, format in _FIELDS.items() if field in fields), "jsonl")
    head = score_readers.head_of(file.text)
    if tuple(word.upper() for word in head) == score_readers.WMT_HEAD:
        return "nlp-williams"
    if score_readers.SYSTEM in head or name.endswith((".csv", ".tsv")):
        return "csv"  # The header shows whether tabs or commas part the columns.
    *_, last = file.lines()
    if (width := len(last.text.split())) in _WIDTHS:
        return _WIDTHS[width]
    raise InputError(
        f"{named(file.path)}: no format is known by this name and content; give `{file.options[0]}`, or"
        f" {file.of_columns} for a table"
    )


def _number(value: Any) -> float:
    """Return a number: of a list the mean, NaN for a missing score. Raises `ValueError` for anything else."""
    if isinstance(value, list):
        numbers = [one for one in map(_number, value) if not isnan(one)]
        if len(numbers) < 2:
            return numbers[0] if numbers else nan
        return fsum(numbers) / len(numbers)
    if value is None:
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
        found = inf
    if isinf(found):
        raise ValueError(f"is {shortened(value)}, which is not finite; leave it empty if it has no score")
    return found
