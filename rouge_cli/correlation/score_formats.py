"""Files of scores as cells: the formats, how a file shows its format, and the functions that read files.

A file has scores of people or of measures; nothing in it says which.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from os import PathLike, fspath
from typing import NamedTuple

from ..errors import InputError, OptionError, some
from ..measures.scores import figure_name
from . import score_readers
from .outcomes import Cell
from .score_entries import Entry, Layout, ScoreFile, number, read_file
from .score_readers import layout_of, read_with

_READERS: dict[str, Callable[[ScoreFile], Iterator[Entry]]] = {
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


class ScoreEntries(NamedTuple):
    """The entries of a file of scores, whose values nobody has looked at."""

    file: ScoreFile
    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scores, in the order of the file."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries))

    def cells(self, names: Iterable[str] | None = None) -> list[Cell]:
        """Return the scores of these names (default: all), in the order of the file.

        Raises `InputError` for a name that is not there, and, with the line and the system, for anything that
        is not an ID or a number.
        """
        wanted = set(self.names if names is None else names)
        missing = sorted(wanted - set(self.names))
        if missing:
            there = some(list(self.names))
            raise InputError(f"{self.file.name}: no score {missing[0]!r}; there are: {there}")
        return [self._cell(entry) for entry in self.entries if entry.name in wanted]

    def _cell(self, entry: Entry) -> Cell:
        line, system, evaluation, name, _, is_person = entry
        if not system.strip():
            raise self.file.error(line, "the system has no ID; fill it in")
        if evaluation is not None and not evaluation.strip():
            raise self.file.error(line, "the evaluation has no ID; fill it in", system)
        try:
            value = number(entry.value)
        except ValueError as error:
            raise self.file.error(line, f"{name} {error}", system) from error
        return Cell(system, evaluation, name, value, is_person, f"{self.file.name}, line {line}")


def open_scores(
    path: str,
    *,
    format: str | None = None,
    figure: str = "f",
    layout: Layout | None = None,
    option: str = "format",
) -> ScoreEntries:
    """Read a file of scores.

    `format` is one of `FORMATS`; by default the file's name and content tell it. `figure` is the
    attribute name of the figure to take from a report of our own, and `layout` has the columns of a
    table that no format describes; `option` is the name by which messages call `format`. Raises
    `InputError`, with the file, the line and the system, for what is missing or malformed, and
    `OptionError` for an unknown format.
    """
    if format is not None and format not in FORMATS:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    file = read_file(path, figure, layout, option)
    reader = _READERS[format or _format_of(file)] if layout is None else partial(read_with, layout=layout)
    entries = tuple(reader(file))
    if not entries:
        raise InputError(f"{file.name}: no score in it; check the file and its format")
    return ScoreEntries(file, entries)


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
    Pickles are never read.

    Raises `InputError`, with the file, the line and the system, for what is missing or malformed, and
    `OptionError` for an unknown format and for columns that cannot be right.
    """
    layout = None if columns is None else layout_of(columns, skip_lines)
    wanted = [names] if isinstance(names, str) else names
    return open_scores(fspath(path), format=format, figure=figure_name(figure), layout=layout).cells(wanted)


def _format_of(file: ScoreFile) -> str:
    """Return the format of a file. Raises `InputError` if neither its name nor its content shows it."""
    name = os.path.basename(file.path).lower().removesuffix(".gz")
    for ending, format in _NAMES:
        if ending.search(name):
            return format
    if file.text.lstrip().startswith(("{", "[")):
        first = next(score_readers.objects(file), None)
        fields = first.fields if first is not None else {}
        return next((format for field, format in _FIELDS.items() if field in fields), "jsonl")
    head = score_readers.head_of(file.text)
    if tuple(word.upper() for word in head) == score_readers.WMT_HEAD:
        return "nlp-williams"
    if score_readers.SYSTEM in head or name.endswith((".csv", ".tsv")):
        return "csv"  # The header shows whether tabs or commas part the columns.
    by_width = score_readers.by_width(file)
    if by_width is not None:
        return by_width
    raise InputError(
        f"{file.name}: no format is known by this name and content; give `{file.option}`, or `columns`"
        " and `skip_lines` for a table"
    )
