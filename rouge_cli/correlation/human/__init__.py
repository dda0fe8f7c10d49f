"""Files of scores -> cells: one module a format, named in one table.

The files have scores of people or of measures; nothing in them says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ...errors import InputError, OptionError, some
from ..records import Cell
from . import formats, values
from .entries import Entry, Layout, ScoreFile, read_file
from .tables import read_with

FORMATS = formats.FORMATS
"""The names of all formats."""


class ScoreEntries(NamedTuple):
    """The entries of a file of scores, whose values nobody has looked at."""

    file: ScoreFile
    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scores, in the order of the file."""
        return tuple(dict.fromkeys(entry.name for entry in self.entries))

    def cells(self, names: Iterable[str] | None = None, *, ignore_case: bool = False) -> list[Cell]:
        """Return the scores of these names (default: all), in the order of the file.

        `ignore_case` puts the IDs of evaluations in lower case. Raises `InputError` for a name that is
        not there, and, with the line and the system, for what is no ID and no number.
        """
        wanted = set(self.names if names is None else names)
        missing = sorted(wanted - set(self.names))
        if missing:
            there = some(list(self.names))
            raise InputError(f"{self.file.name}: no score {missing[0]!r}; there are: {there}")
        return [_cell(self.file, entry, ignore_case) for entry in self.entries if entry.name in wanted]


def open_scores(
    path: str, *, format: str | None = None, figure: str = "f", layout: Layout | None = None
) -> ScoreEntries:
    """Read a file of scores.

    `format` is one of `FORMATS`; by default the file's name and content tell it. `figure` is the
    attribute name of the figure to take from a report of our own, and `layout` has the columns of a
    table that no format describes. Raises `InputError`, with the file, the line and the system, for
    what is missing or malformed, and `OptionError` for a format that there is not.
    """
    if format is not None and format not in FORMATS:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    file = read_file(path, figure, layout)
    entries = tuple(_reader(file, format)(file))
    if not entries:
        raise InputError(f"{file.name}: no score in it; check the file and its format")
    return ScoreEntries(file, entries)


def read_scores(
    path: str, *, format: str | None = None, names: Iterable[str] | None = None, figure: str = "f"
) -> list[Cell]:
    """Return the scores of a file, by these names (default: all); see `open_scores` and `cells`."""
    return open_scores(path, format=format, figure=figure).cells(names)


def _reader(file: ScoreFile, format: str | None) -> Callable[[ScoreFile], Iterator[Entry]]:
    if file.layout is not None:
        layout = file.layout
        return lambda file: read_with(file, layout)
    return formats.reader_of(format or formats.format_of(file))


def _cell(file: ScoreFile, entry: Entry, ignore_case: bool) -> Cell:
    if not entry.system.strip():
        raise file.error(entry.line, "the system has no ID; fill it in")
    evaluation = entry.evaluation
    if evaluation is not None and not evaluation.strip():
        raise file.error(entry.line, "the evaluation has no ID; fill it in", entry.system)
    try:
        value = values.number(entry.value)
    except ValueError as error:
        raise file.error(entry.line, f"{entry.name} {error}", entry.system) from error
    if evaluation is not None and ignore_case:
        evaluation = evaluation.lower()
    place = f"{file.name}, line {entry.line}"
    return Cell(entry.system, evaluation, entry.name, value, entry.is_person, place)
