"""Files of scores as cells: the formats, how a file shows its format, and the functions that read files.

Human scores and scores of measures have the same formats.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import fsum, inf, isinf, isnan, nan
from os import PathLike, fspath
from reprlib import repr as shortened
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, some
from ..measures.scores import figure_name
from ..text.files import named
from .outcomes import Cell
from .score_files import SYSTEM, ScoreFile, text_of
from .score_objects import jsonl, objects, rose, sacrerouge, summeval
from .score_tables import WMT_HEAD, by_layout, head_of, layout_of, mtme, nlp_williams, published, separated


class Format(NamedTuple):
    """A format of files of scores, and how a file shows it."""

    read: Callable[[ScoreFile], Iterator[Cell]]
    ending: str = ""
    """A pattern of the end of the file's name, in lower case."""
    fields: tuple[str, ...] = ()
    """Fields of objects in JSON; one of them is enough."""
    width: int = 0
    """The number of columns in the last line."""


_PYRAMID = {"modified_pyramid": 2, "scus": 3, "repetitions": 4}


def _judged(first: int) -> dict[str, int]:
    """Return the columns of the judgements of TAC, which are next to one another; `first` is the first."""
    return {"jackknifed_pyramid": first, "linguistic_quality": first + 1, "responsiveness": first + 2}


_FORMATS = {
    "csv": Format(separated),
    "tsv": Format(separated),
    "jsonl": Format(jsonl),
    "sacrerouge": Format(sacrerouge, fields=("summarizer_id", "metrics")),
    "summeval": Format(summeval, fields=("expert_annotations", "turker_annotations")),
    "rose": Format(rose, fields=("annotations",)),
    "mtme": Format(mtme, r"\.(seg|sys)\.score"),
    "nlp-williams": Format(nlp_williams),
    "tac-2008-peer": Format(published(1, 0, **_PYRAMID, **_judged(6)), r"manual\.peer"),
    "tac-2008-model": Format(published(1, 0, scus=2, **_judged(4)), r"manual\.model"),
    "tac-peer": Format(published(1, 0, **_PYRAMID, **_judged(7)), r"manual\.peer\.[ab]"),
    "tac-model": Format(published(1, 0, scus=2, **_judged(5)), r"manual\.model\.[ab]"),
    "duc-quality": Format(published(3, 0, quality=5, skip=7, question=4), r"(ling|qual).*\.table"),
    "duc-table": Format(published(3, 0, score=4, skip=6), r"\.table"),
    "duc-pyramid": Format(published(1, 0, modified_pyramid=2), r"modified_scores\.txt"),
    "duc-2002": Format(published(8, 0, 2, coverage=27, skip=37), width=33),
    "duc-2003": Format(published(8, 0, 2, coverage=28), width=34),
    "duc-2004": Format(published(7, 0, 2, coverage=20, skip=34), width=23),
    "duc-2003-responsiveness": Format(published(2, 0, responsiveness_1=4, responsiveness_2=6)),
}
"""The formats by name, with the columns of the tables that NIST published for DUC and TAC."""
FORMATS = tuple(_FORMATS)
"""The names of all formats."""

_OBJECT = re.compile(r'\s*\[?\s*\{\s*"')
"""The beginning of JSON that has scores."""
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_MISSING = frozenset(("", "-", "–", "na", "n/a", "nan", "none", "null"))
"""The words, in lower case, for a missing score."""


class OpenScores(NamedTuple):
    """The scores of a file; their values are not checked yet."""

    path: str
    read: tuple[Cell, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scores, in the order of the file."""
        return tuple(dict.fromkeys(cell.name for cell in self.read))

    def cells(self, names: Iterable[str] | None = None) -> list[Cell]:
        """Return the scores of these names (default: all), in the order of the file.

        Raises `InputError` for a name that the file does not have and, with the line and the system, for an
        empty ID and for a value that is no number.
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
    """Read a file of scores as `read_scores` does; `options` are the names of its options in messages."""
    if format is not None and format not in FORMATS:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    layout = None if columns is None else layout_of(columns, skip_lines, options[1])
    file = ScoreFile(path, text_of(path), figure_name(figure), options)
    if layout is None:
        cells = (_FORMATS[format] if format else _format_of(file)).read(file)
    elif _OBJECT.match("".join(file.text.splitlines(keepends=True)[skip_lines:])):
        message = f"JSON, and `{options[1]}` is for tables; drop it, or write the file as csv"
        raise InputError(f"{named(path)}: {message}")
    else:
        cells = by_layout(file, layout)
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

    `names` chooses scores (default: all). `format` is one of `FORMATS`; without it the name and the content
    of the file show the format. `figure` (recall, precision, f) is the figure to take from a report of our
    own. `columns` describes any other table, which begins after `skip_lines` lines. A table without a header
    has numbers, as in `system=1,evaluation=0,relevance=9`; a header has names, as in
    `system=model,evaluation=doc,relevance=rating`; `evaluation=doc,systems=relevance` is for a table with a
    column for each system. Pickles are never read.

    Raises `InputError`, with the file, the line and the system, for missing or malformed scores, and
    `OptionError` for an unknown format and for columns that cannot be right.
    """
    found = open_scores(fspath(path), format=format, figure=figure, columns=columns, skip_lines=skip_lines)
    return found.cells([names] if isinstance(names, str) else names)


def _format_of(file: ScoreFile) -> Format:
    """Return the format of a file. Raises `InputError` if neither its name nor its content shows it."""
    name = os.path.basename(file.path).lower().removesuffix(".gz")
    for format in _FORMATS.values():
        if format.ending and re.search(f"{format.ending}$", name):
            return format
    if file.text.lstrip().startswith(("{", "[")):
        fields = {field for line in islice(objects(file), 1) for field in line.fields}
        shown = (format for format in _FORMATS.values() if not fields.isdisjoint(format.fields))
        return next(shown, _FORMATS["jsonl"])
    head = head_of(file.text)
    if tuple(word.upper() for word in head) == WMT_HEAD:
        return _FORMATS["nlp-williams"]
    if SYSTEM in head or name.endswith((".csv", ".tsv")):
        return _FORMATS["csv"]  # The header shows whether tabs or commas part the columns.
    *_, last = file.lines()
    width = len(last.text.split())
    for format in _FORMATS.values():
        if format.width == width:
            return format
    raise InputError(
        f"{named(file.path)}: no format is known by this name and content; give `{file.options[0]}`, or"
        f" {file.column_options} for a table"
    )


def _number(value: Any) -> float:
    """Return a number, the mean of a list, or NaN for a missing score. Raises `ValueError` otherwise."""
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
