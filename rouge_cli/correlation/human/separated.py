"""Comma or tab separated values with a header: a column for each score, or those that we write."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from ...errors import InputError, some
from ...measures.scores import FIGURE_NAMES
from ...reprs import several
from .entries import Entry, ScoreFile

SYSTEM, EVALUATION, PERSON = "system", "evaluation", "person"
_MEASURE, _STATISTIC, _VALUE = "measure", "statistic", "value"
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
_ESCAPE = re.compile(r"\\(?:\\|[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries.

    The header has `system`, and `evaluation` unless the scores are of systems, in any case; `person`
    tells people from systems. All other columns are scores. A header with `measure`, `statistic` and
    `value` is that of our own reports, to which `evaluation` was added.
    """
    rows = _rows(file)
    line, head = next(rows)
    names = [_told(name) for name in head]
    _check_head(file, line, names)
    is_report = {_MEASURE, _STATISTIC, _VALUE} <= set(names)
    if is_report and EVALUATION not in names:
        raise InputError(
            f"{file.name}, line {line}: averages of systems, no column {EVALUATION!r}; for the scores of"
            " single evaluations write --format jsonl"
        )
    for line, row in rows:
        if len(row) != len(names):
            system = row[names.index(SYSTEM)] if len(row) > names.index(SYSTEM) else None
            raise file.error(
                line, f"{several(len(row), 'column')}, where the header has {len(names)}", system
            )
        cells = dict(zip(names, (cell.strip() for cell in row), strict=True))
        yield from _report_entries(file, line, cells) if is_report else _entries(file, line, cells)


def _rows(file: ScoreFile) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that is not blank."""
    reader = csv.reader(StringIO(file.text, newline=""), delimiter=separator(file.text), strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise file.error(reader.line_num, f"malformed ({error}); quote cells as csv does") from error


def separator(text: str) -> str:
    """Return the character between the columns: a tab, a semicolon or a comma, as the header has it."""
    head = next(filter(str.strip, text.splitlines()), "")
    return "\t" if "\t" in head else ";" if ";" in head and "," not in head else ","


def head_of(text: str) -> list[str]:
    """Return the names of the columns as `read` takes them, for text that may be anything."""
    head = next(filter(str.strip, text.splitlines()), "")
    return [_told(name.strip('"')) for name in head.split(separator(text))]


def _told(name: str) -> str:
    """Return the name of a column; those with a meaning of their own are in lower case."""
    name = name.strip()
    lower = name.lower()
    return lower if lower in (SYSTEM, EVALUATION, PERSON, _MEASURE, _STATISTIC, _VALUE) else name


def _check_head(file: ScoreFile, line: int, names: Sequence[str]) -> None:
    if SYSTEM not in names:
        raise file.error(
            line, f"no column {SYSTEM!r} among {some(names)}; name it so, or give `columns` and `skip_lines`"
        )
    for place, name in enumerate(names):
        if not name:
            raise file.error(line, f"column {place + 1} has no name; give it one")
        if name in names[:place]:
            raise file.error(line, f"two columns {name!r}; rename one of them")
    if not set(names) - {SYSTEM, EVALUATION, PERSON}:
        raise file.error(line, "no column with scores; add one, or give the file that has them")


def _entries(file: ScoreFile, line: int, cells: dict[str, str]) -> Iterator[Entry]:
    system, evaluation = cells[SYSTEM], cells.get(EVALUATION)
    answer = cells.get(PERSON, "").lower()
    if answer not in _PEOPLE:
        raise file.error(line, f"{PERSON} {cells[PERSON]!r} is neither yes nor no", system)
    for name, value in cells.items():
        if name not in (SYSTEM, EVALUATION, PERSON):
            yield Entry(line, system, evaluation, name, value, _PEOPLE[answer])


def _report_entries(file: ScoreFile, line: int, cells: dict[str, str]) -> Iterator[Entry]:
    """Yield the entry of a row of a report, if it is of the figure that is asked for."""
    if cells[_STATISTIC] in (file.figure, file.figure[0].upper()):
        ids = (_unescaped(cells[SYSTEM]), _unescaped(cells[EVALUATION]))
        yield Entry(line, *ids, cells[_MEASURE], cells[_VALUE])
    elif cells[_STATISTIC] not in (*FIGURE_NAMES, "R", "P", "F"):
        raise file.error(line, f"statistic {cells[_STATISTIC]!r} is none of R, P and F", cells[SYSTEM])


def _unescaped(id: str) -> str:
    """Return an ID that our reports have escaped (`rendering.delimited.name_cell`)."""
    return _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), id.removeprefix("'"))
