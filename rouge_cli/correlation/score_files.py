"""Files of scores: their text, the formats by name, how a file shows its format, and checked scores.

Human scores and scores of measures have the same formats, which `score_formats` reads.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import fsum, inf, isinf, isnan, nan
from os import PathLike
from reprlib import repr as shortened
from typing import Any, NamedTuple

from ..errors import InputError, Message, OptionError, some
from ..numbers import spelt_number
from ..options import names_of, whole_number
from ..scoring.scores import figure_name
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from .outcomes import Cell
from .score_formats import (
    BY_SYSTEM,
    EVALUATION,
    IDS,
    SYSTEM,
    WMT,
    Line,
    ScoreFile,
    by_place,
    column_name,
    jsonl,
    mtme,
    nlp_williams,
    published,
    rose,
    sacrerouge,
    separator_and_head,
    summeval,
    with_header,
)

_GZIP = b"\x1f\x8b"
_PICKLE = re.compile(rb"\x80[\x00-\x05]|(?:[(\]}]|c\w+\n).*\.\Z", re.DOTALL)
"""A pickle begins with its protocol; an old pickle begins with one of these marks and ends with a point."""
_PICKLE_NAMES = (".pkl", ".pickle", ".p")
_BINARY = re.compile(rb"PK\x03\x04|SQLite format|PAR1|\x93NUMPY|\x89HDF|%PDF|\xd0\xcf\x11\xe0")
"""The first bytes of workbooks, archives, data bases and other files that are not text."""
_OBJECT = re.compile(r'\s*\[?\s*\{\s*"')
"""The beginning of JSON that has scores."""
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, for a missing score."""


class Format(NamedTuple):
    """A format of files of scores, and how a file shows it."""

    read: Callable[[ScoreFile], Iterator[Cell]]
    ending: str = ""
    """A pattern of the end of the file's name, in lower case."""
    fields: tuple[str, ...] = ()
    """Fields of objects in JSON; one of them is enough."""
    width: int = 0
    """The number of columns in the last line."""


_TAC, _DUC = partial(published, ids=[1, 0]), partial(published, ids=[3, 0])
_PYRAMID = partial(_TAC, modified_pyramid=2, scus=3, repetitions=4)

FORMATS = {
    "csv": Format(with_header),
    "tsv": Format(with_header),
    "jsonl": Format(jsonl),
    "sacrerouge": Format(sacrerouge, fields=("summarizer_id", "metrics")),
    "summeval": Format(summeval, fields=("expert_annotations", "turker_annotations")),
    "rose": Format(rose, fields=("annotations",)),
    "mtme": Format(mtme, r"\.(seg|sys)\.score"),
    "nlp-williams": Format(nlp_williams),
    "tac-2008-peer": Format(
        partial(_PYRAMID, jackknifed_pyramid=6, linguistic_quality=7, responsiveness=8), r"manual\.peer"
    ),
    "tac-2008-model": Format(
        partial(_TAC, scus=2, jackknifed_pyramid=4, linguistic_quality=5, responsiveness=6), r"manual\.model"
    ),
    "tac-peer": Format(
        partial(_PYRAMID, jackknifed_pyramid=7, linguistic_quality=8, responsiveness=9),
        r"manual\.peer\.[ab]",
    ),
    "tac-model": Format(
        partial(_TAC, scus=2, jackknifed_pyramid=5, linguistic_quality=6, responsiveness=7),
        r"manual\.model\.[ab]",
    ),
    "duc-quality": Format(partial(_DUC, quality=5, skip=7, question=4), r"(ling|qual).*\.table"),
    "duc-table": Format(partial(_DUC, score=4, skip=6), r"\.table"),
    "duc-pyramid": Format(partial(_TAC, modified_pyramid=2), r"modified_scores\.txt"),
    "duc-2002": Format(partial(published, ids=[8, 0, 2], coverage=27, skip=37), width=33),
    "duc-2003": Format(partial(published, ids=[8, 0, 2], coverage=28), width=34),
    "duc-2004": Format(partial(published, ids=[7, 0, 2], coverage=20, skip=34), width=23),
    "duc-2003-responsiveness": Format(partial(published, ids=[2, 0], responsiveness_1=4, responsiveness_2=6)),
}
"""The formats by name, with the columns of the tables that NIST published for DUC and TAC."""


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

    `names` chooses scores (default: all). `format` is a format by name; without it the name and the content
    of the file show the format. `figure` (recall, precision, f) is the figure to take from a report of our
    own. `columns` describes any other table, which begins after `skip_lines` lines. A table without a header
    has numbers, as in `system=1,evaluation=0,relevance=9`; a header has names, as in
    `system=model,evaluation=doc,relevance=rating`; `evaluation=doc,systems=relevance` is for a table with a
    column for each system. Pickles are never read.

    Raises `InputError`, with the file, the line and the system, for missing or malformed scores, and
    `OptionError` for an unknown format and for columns that cannot be right.
    """
    path, figure = os.fsdecode(path), figure_name(figure)
    cells = unchecked_scores(path, format=format, figure=figure, columns=columns, skip_lines=skip_lines)
    known = dict.fromkeys(cell.name for cell in cells)
    wanted = known.keys() if names is None else {*names_of("names", names)}
    for name in sorted(wanted - known.keys()):
        raise InputError(f"{named(path)}: no score {name!r}; there are: {some([*known])}")
    return checked(cell for cell in cells if cell.name in wanted)


def unchecked_scores(
    path: str,
    *,
    format: str | None = None,
    figure: str = "f",
    columns: str | None = None,
    skip_lines: int = 0,
    options: Sequence[str] = ("format", "columns", "skip_lines"),
) -> list[Cell]:
    """Return the cells of a file, whose values may still be no numbers.

    `options` are the names of the options in messages; see `read_scores` for everything else.
    """
    if format is not None and format not in [*FORMATS]:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    if columns is not None and format is not None:
        raise OptionError(Message(f"`{options[1]}` and `{options[0]}` both tell the format: drop one"))
    if columns is None and skip_lines:
        raise OptionError(Message(f"`{options[2]}` goes with `{options[1]}`; give that, too"))
    described = None if columns is None else _described(columns, skip_lines, options[1])
    file = ScoreFile(path, read_text(path), figure, options)
    if described and _OBJECT.match("".join(file.text.splitlines(keepends=True)[skip_lines:])):
        message = Message(f"JSON, and `{options[1]}` is for tables; drop it, or write the file as csv")
        raise InputError(f"{named(path)}: {message}")
    cells = list((described or (FORMATS[format] if format else _shown(file))).read(file))
    if not cells:
        raise InputError(f"{named(path)}: no score in it; check the file and its format")
    return cells


def _shown(file: ScoreFile) -> Format:
    """Return the format of a file. Raises `InputError` if neither its name nor its content shows it."""
    name = os.path.basename(file.path).lower().removesuffix(".gz")
    for format in FORMATS.values():
        if format.ending and re.search(f"{format.ending}$", name):
            return format
    if file.text.lstrip().startswith(("{", "[")):
        fields = next(file.objects(), Line(file.path, 1)).fields
        shown = (format for format in FORMATS.values() if not fields.keys().isdisjoint(format.fields))
        return next(shown, FORMATS["jsonl"])
    separator, line = separator_and_head(file.text)
    head = [column_name(column.strip('"')) for column in line.split(separator)]
    if tuple(word.upper() for word in head) == WMT:
        return FORMATS["nlp-williams"]
    if SYSTEM in head or name.endswith((".csv", ".tsv")):
        return FORMATS["csv"]  # The header shows whether tabs or commas part the columns.
    *_, last = file.lines()
    for format in FORMATS.values():
        if format.width == len(last.text.split()):
            return format
    raise InputError(
        f"%s: no format is known by this name and content; give `{file.options[0]}`, or %s for a table",
        *(named(file.path), file.table_options),
    )


def _described(columns: str, skip: int, option: str) -> Format:
    """Return the format that `system=1,evaluation=0,NAME=9` describes; `evaluation=0+2` joins columns.

    If all words are numbers, the table has no header; otherwise all words are names in the header.
    `evaluation=doc,systems=NAME` describes a header with a column for each system, whose scores get this
    name. Raises `OptionError`, which names the `option`, for other descriptions.
    """
    if not isinstance(columns, str):
        raise OptionError(f"`{option}` must be text, such as 'system=1,relevance=9', not %r", columns)
    places: dict[str, list[str]] = {}
    for word in columns.split(","):
        name, equals, parts = word.partition("=")
        name, found = name.strip(), [part.strip() for part in parts.split("+")]
        if not equals or not name or "" in found:
            message = "is not NAME=COLUMN; a column is a name in the header or a number from 0"
            raise OptionError(f"`{option}`: %r %s", word, message)
        if name in places:
            raise OptionError(f"`{option}`: %s is there twice; drop one", name)
        places[name] = found
    problem = ""
    if BY_SYSTEM in places and places.keys() != {BY_SYSTEM, EVALUATION}:
        problem = "systems=NAME goes with evaluation=COLUMN, and with nothing else"
    elif places.keys().isdisjoint((SYSTEM, BY_SYSTEM)):
        problem = "the system is missing; add system=COLUMN, or systems=NAME for a column a system"
    elif places.keys() <= {*IDS}:
        problem = "no score is named; add NAME=COLUMN"
    elif any(len(parts) > 1 for name, parts in places.items() if name != EVALUATION):
        problem = "only the evaluation can be made of several columns"
    if problem:
        raise OptionError(Message(f"`{option}`: {problem}"))
    skip = whole_number("skip_lines", skip)
    words = chain.from_iterable(places.values())
    if BY_SYSTEM not in places and all(re.fullmatch("[0-9]+", word) for word in words):
        numbers = {name: [*map(int, parts)] for name, parts in places.items()}
        return Format(partial(by_place, columns=numbers, skip=skip))
    return Format(partial(with_header, names=places, skip=skip))


def read_text(path: str) -> str:
    """Return the text of a file, which may be gzipped; `-` is standard input.

    Raises `InputError` for a file that cannot be read, for anything but text in UTF-8, and for a pickle.
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


def checked(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells with numbers as values.

    Raises `InputError`, with the line and the system, for an empty ID and for a value that is no number.
    """
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


def _number(value: Any) -> float:
    """Return a number, the mean of a list, or NaN for a missing score. Raises `ValueError` otherwise."""
    if isinstance(value, list):
        numbers = [one for one in map(_number, value) if not isnan(one)]
        if len(numbers) < 2:
            return numbers[0] if numbers else nan
        return fsum(numbers) / len(numbers)
    if value is None or (isinstance(value, str) and value.strip().lower() in _MISSING):
        return nan
    number = spelt_number(value.strip()) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError(f"is {shortened(value)}, no number; write one such as 0.25, or leave it empty")
    try:
        number = float(number)
    except OverflowError:
        number = inf
    if isinf(number):
        raise ValueError(f"is {shortened(value)}, which is not finite; leave it empty if it has no score")
    return number
