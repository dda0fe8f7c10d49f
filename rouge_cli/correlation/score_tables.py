"""Readers of tables of scores: separated values, tables of NIST, MTME and WMT, and tables by columns.

A reader takes a `ScoreFile` and yields cells whose values are still texts.
"""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain
from typing import NamedTuple

from ..errors import OptionError, several, some
from ..measures.scores import FIGURE_NAMES
from .outcomes import Cell
from .score_files import EVALUATION, IDS, PERSON, SYSTEM, Line, ScoreFile

_WIDE = "systems"
"""The name in `columns` for a table with a column for each system."""
_REPORT = ("measure", "statistic", "value")
"""The columns of our own reports."""
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
_ESCAPE = re.compile(r"\\(?:\\|[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")

Columns = Mapping[str, Sequence[int]]
"""By `system`, `evaluation`, `person` or the name of a score, the columns, counted from 0.

Several columns form the ID of an evaluation.
"""


class Layout(NamedTuple):
    """The columns of a table without a header, or their names in a header."""

    columns: Columns
    skip: int = 0
    """The number of lines before the first row."""
    question: int | None = None
    """The column that extends the name of the score, in tables with a row for each question."""
    names: Mapping[str, Sequence[str]] | None = None
    """In place of `columns`: the same by the names in a header.

    `systems` in place of the system and the scores has the name of the score whose columns are systems.
    """
    is_published: bool = False
    """True for the tables of NIST: blanks part the columns, and a capital letter is a person."""


def separated(file: ScoreFile) -> Iterator[Cell]:
    """Read separated values under a header.

    The header has `system` and, unless whole systems are scored, `evaluation`, in upper or lower case.
    `person` marks people, and all other columns are scores. A header with `measure`, `statistic` and `value`
    is the header of our own reports, to which `evaluation` was added.
    """
    rows = _rows(file, 0)
    line, head = next(rows, (Line(file.path, 1), []))
    names = [_column_name(name) for name in head]
    if SYSTEM not in names:
        message = f"no column {SYSTEM!r} among {some(names)}"
        raise line.error(f"{message}; name it so, or give {file.column_options}")
    _check_header(line, names, IDS)
    is_report = {*_REPORT} <= {*names}
    if is_report and EVALUATION not in names:
        message = f"averages of systems, no column {EVALUATION!r}; for the scores of single evaluations write"
        raise line.error(f"{message} --format jsonl")
    columns = {name: [place] for place, name in enumerate(names)}
    for line, row in rows:
        if is_report:
            yield from _of_report(file, line, dict(zip(names, row, strict=True)))
        else:
            yield from _of_row(line, row, columns)


def _of_named_columns(file: ScoreFile, names: Mapping[str, Sequence[str]], skip: int) -> Iterator[Cell]:
    """Read the named columns of separated values under a header; see `Layout.names`."""
    rows = _rows(file, skip)
    line, head = next(rows, (Line(file.path, 1), []))
    (score,) = names.get(_WIDE, [""])
    places = {name: of for name, of in names.items() if name != _WIDE}
    for column in chain.from_iterable(places.values()):
        if head.count(column) != 1:
            count = "two columns" if column in head else "no column"
            raise line.error(f"{count} {column!r} among {some(head)}; check {file.column_options}")
    if score:
        _check_header(line, head, names[EVALUATION])
    columns = {name: [*map(head.index, of)] for name, of in places.items()}
    for line, row in rows:
        if score:
            for place, system in enumerate(head):
                if place not in columns[EVALUATION]:
                    yield line.cell(system, _evaluation(row, columns), score, row[place])
        else:
            yield from _of_row(line, row, columns)


def _check_header(line: Line, names: Sequence[str], ids: Sequence[str]) -> None:
    """Raise `InputError` unless all columns have different names, and one is none of the IDs."""
    for place, name in enumerate(names):
        if not name or name in names[:place]:
            message = f"two columns {name!r}; rename one of them"
            raise line.error(message if name else f"column {place + 1} has no name; give it one")
    if not set(names).difference(ids):
        raise line.error("no column with scores; add one, or give the file that has them")


def _rows(file: ScoreFile, skip: int) -> Iterator[tuple[Line, list[str]]]:
    """Yield the line and the stripped cells of each row that is not blank, after `skip` lines.

    The first row is the header. Raises `InputError` for a row with more or fewer cells than the header.
    """
    text = "".join(file.text.splitlines(keepends=True)[skip:])
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text)[0], strict=True)
    head: list[str] = []
    try:
        for row in reader:
            cells, line = [cell.strip() for cell in row], Line(file.path, skip + reader.line_num)
            if not any(cells):
                continue
            head = head or [_column_name(name) for name in cells]
            if len(cells) != len(head):
                system = cells[head.index(SYSTEM)] if SYSTEM in head[: len(cells)] else None
                raise line.error(f"{several(len(cells), 'column')}, where the header has {len(head)}", system)
            yield line, cells
    except csv.Error as error:
        message = f"malformed ({error}); quote cells as csv does"
        raise Line(file.path, skip + reader.line_num).error(message) from error


def _separator(text: str) -> tuple[str, str]:
    """Return the tab, semicolon or comma between the columns, and the line of the header."""
    head = next(filter(str.strip, text.splitlines()), "")
    return "\t" if "\t" in head else ";" if ";" in head and "," not in head else ",", head


def head_of(text: str) -> list[str]:
    """Return the names of the columns as `separated` reads them; the text may be no table at all."""
    separator, head = _separator(text)
    return [_column_name(name.strip('"')) for name in head.split(separator)]


def _column_name(name: str) -> str:
    """Return the name of a column, in lower case if the name has a meaning of its own."""
    name = name.strip()
    return name.lower() if name.lower() in (*IDS, *_REPORT) else name


def _evaluation(row: Sequence[str], columns: Columns) -> str | None:
    """Return the ID of the evaluation; `None` if whole systems are scored."""
    parts = [row[place] for place in columns.get(EVALUATION, ())]
    # A summary of a whole set of documents has no document.
    return ".".join(parts[:1] + [part for part in parts[1:] if part != "-"]) if parts else None


def _of_row(line: Line, row: Sequence[str], columns: Columns, question: int | None = None) -> Iterator[Cell]:
    """Yield the scores of a row; `question` is the column that extends their names."""
    system = row[columns[SYSTEM][0]]
    answer = "".join(row[place] for place in columns.get(PERSON, ()))
    if answer.lower() not in _PEOPLE:
        raise line.error(f"{PERSON} {answer!r} is neither yes nor no", system)
    after = "" if question is None else f"_{row[question]}"
    evaluation, is_person = _evaluation(row, columns), _PEOPLE[answer.lower()]
    for name, places in columns.items():
        if name not in IDS:
            yield line.cell(system, evaluation, name + after, row[places[0]], is_person)


def _of_report(file: ScoreFile, line: Line, cells: Mapping[str, str]) -> Iterator[Cell]:
    """Yield the cell of a row of a report, if the row has the figure that is asked for."""
    measure, statistic, value = map(cells.__getitem__, _REPORT)
    if statistic in (file.figure, file.figure[0].upper()):
        # `rendering.program_formats.name_cell` escapes the IDs.
        system, evaluation = (
            _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), id.removeprefix("'"))
            for id in (cells[SYSTEM], cells[EVALUATION])
        )
        yield line.cell(system, evaluation, measure, value)
    elif statistic not in (*FIGURE_NAMES, "R", "P", "F"):
        raise line.error(f"statistic {statistic!r} is none of R, P and F", cells[SYSTEM])


_LETTER = re.compile("[A-Z]")
"""The ID of a person who wrote a summary; IDs of systems are numbers."""


def published(
    system: int, *evaluation: int, skip: int = 0, question: int | None = None, **scores: int
) -> Callable[[ScoreFile], Iterator[Cell]]:
    """Return the reader of a table that NIST published; all numbers but `skip` are columns."""
    columns = {SYSTEM: [system], EVALUATION: evaluation, **{name: [place] for name, place in scores.items()}}
    return partial(by_layout, layout=Layout(columns, skip, question, is_published=True))


def by_layout(file: ScoreFile, layout: Layout) -> Iterator[Cell]:
    """Read the columns of a table that a layout describes."""
    if layout.names is not None:
        yield from _of_named_columns(file, layout.names, layout.skip)
        return
    system = layout.columns[SYSTEM][0]
    width = max(*chain.from_iterable(layout.columns.values()), layout.question or 0) + 1
    for line in file.lines():
        if line.number <= layout.skip:
            continue
        if layout.is_published:
            row = line.text.split()
        elif "\t" in line.text:
            row = [cell.strip() for cell in line.text.split("\t")]
        elif file.path.lower().endswith(".csv"):
            row = [cell.strip() for cell in next(csv.reader([line.text]))]
        else:
            row = line.text.split()
        if len(row) < width:
            message = f"{several(len(row), 'column')}, where {width} are wanted"
            in_line = row[system] if len(row) > system else None
            raise line.error(f"{message}; check the format, or {file.column_options}", in_line)
        for cell in _of_row(line, row, layout.columns, layout.question):
            is_author = layout.is_published and _LETTER.fullmatch(cell.system) is not None
            yield cell._replace(is_person=True) if is_author else cell


def layout_of(columns: str, skip: int = 0, option: str = "columns") -> Layout:
    """Return the layout that `system=1,evaluation=0,NAME=9` describes; `evaluation=0+2` joins columns.

    If all words are numbers, the table has no header; otherwise all words are names in the header.
    `evaluation=doc,systems=NAME` describes a header with a column for each system, whose scores get this
    name. Raises `OptionError`, which names the `option`, for other descriptions.
    """
    places: dict[str, list[str]] = {}
    for word in columns.split(","):
        name, equals, parts = word.partition("=")
        found = [part.strip() for part in parts.split("+")]
        if not equals or not name.strip() or "" in found:
            message = "is not NAME=COLUMN; a column is a name in the header or a number from 0"
            raise OptionError(f"`{option}`: {word!r} {message}")
        if name.strip() in places:
            raise OptionError(f"`{option}`: {name.strip()} is there twice; drop one")
        places[name.strip()] = found
    if _WIDE in places and places.keys() != {_WIDE, EVALUATION}:
        raise OptionError(f"`{option}`: systems=NAME goes with evaluation=COLUMN, and with nothing else")
    if not places.keys() & {SYSTEM, _WIDE}:
        raise OptionError(
            f"`{option}`: the system is missing; add system=COLUMN, or systems=NAME for a column a system"
        )
    if not places.keys() - {*IDS}:
        raise OptionError(f"`{option}`: no score is named; add NAME=COLUMN")
    if any(len(place) > 1 for name, place in places.items() if name != EVALUATION):
        raise OptionError(f"`{option}`: only the evaluation can be made of several columns")
    if skip < 0:
        raise OptionError(f"`skip_lines` must be 0 or more, not {skip}")
    words = [*chain.from_iterable(places.values())]
    if _WIDE not in places and all(re.fullmatch("[0-9]+", word) for word in words):
        return Layout({name: [*map(int, parts)] for name, parts in places.items()}, skip)
    return Layout({}, skip, names=places)


_SEGMENTS, _SYSTEMS = ".seg.score", ".sys.score"


def mtme(file: ScoreFile) -> Iterator[Cell]:
    """Read MTME's `.sys.score` and `.seg.score`: each line has a system and a score.

    Segments of a system form a block, and their numbers in the block are the IDs of evaluations. The name of
    the score is the name of the file. A missing score is `None`.
    """
    path = file.path.removesuffix(".gz")
    is_of_segments = not path.endswith(_SYSTEMS)
    name = os.path.basename(path).removesuffix(_SEGMENTS).removesuffix(_SYSTEMS)
    segments: Counter[str] = Counter()
    last: dict[str, Line] = {}
    before = ""
    for line in file.lines():
        system, tab, value = line.text.partition("\t")
        system = system.strip()
        if not tab or not system:
            raise line.error("no system and score with a tab between them")
        if is_of_segments and system != before and system in segments:
            raise line.error("a second block of the system; put all its lines together", system)
        before, last[system] = system, line
        segments[system] += 1
        yield line.cell(system, str(segments[system]) if is_of_segments else None, name, value)
    # If a block lacks lines, the numbers of its segments are unknown.
    ((usual, _),) = Counter(segments.values()).most_common(1)
    for system, count in segments.items():
        if count != usual:
            message = f"{several(count, 'line')}, where other systems have {usual}"
            raise last[system].error(f"{message}; write None for what is missing", system)


WMT_HEAD = ("METRIC", "LP", "TESTSET", "SYSTEM", "SCORE")


def nlp_williams(file: ScoreFile) -> Iterator[Cell]:
    """Read scores of systems by nlp-williams and WMT: `METRIC LP TESTSET SYSTEM SCORE`, with a header.

    Where there are several pairs of languages or test sets, they are part of the score's name.
    """
    rows = [(line, [cell.strip() for cell in line.text.split("\t")]) for line in file.lines()]
    for line, cells in rows:
        if len(cells) != len(WMT_HEAD):
            message = f"{several(len(cells), 'column')}, where {' '.join(WMT_HEAD)} are wanted"
            raise line.error(message, cells[3] if len(cells) > 3 else None)
    is_one_of_several = len({(cells[1], cells[2]) for _, cells in rows[1:]}) > 1
    for line, (metric, pair, test_set, system, value) in rows[1:]:
        name = f"{metric} {pair} {test_set}" if is_one_of_several else metric
        yield line.cell(system, None, name, value)
