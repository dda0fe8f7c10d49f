"""Readers of files of scores: separated values, other tables, and JSON.

A reader takes a `ScoreFile` and yields cells whose values are still as the file has them: a number, its text,
a list of these to be averaged, or `None`.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, several, some
from ..measures.scores import FIGURE_NAMES
from ..text.files import named
from .outcomes import Cell

SYSTEM, EVALUATION, PERSON = "system", "evaluation", "person"
_IDS = (SYSTEM, EVALUATION, PERSON)
_WIDE = "systems"
"""The word of `columns` for a table with a column for each system."""
_REPORT = ("measure", "statistic", "value")
"""The columns of our own reports."""
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
_ESCAPE = re.compile(r"\\(?:\\|[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


class Layout(NamedTuple):
    """The columns of a table without a header, counted from 0, or their names in a header."""

    columns: Mapping[str, Sequence[int]]
    """By `system`, `evaluation`, `person` or the name of a score. Several form the ID of an evaluation."""
    skip: int = 0
    """The number of lines before the first row."""
    question: int | None = None
    """The column that extends the name of the score, in tables with a row for each question."""
    names: Mapping[str, Sequence[str]] | None = None
    """In place of `columns`: the same by the names in a header.

    `systems` in place of the system and the scores has the name of the score whose columns are systems.
    """


class Line(NamedTuple):
    """A line of a file, or what it holds, and its place for messages."""

    path: str
    number: int
    text: str = ""
    fields: Mapping[str, Any] = {}
    """The object in JSON that begins in the line."""

    def cell(
        self, system: str, evaluation: str | None, name: str, value: Any, is_person: bool = False
    ) -> Cell:
        """Return a score that the line has."""
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
    layout: Layout | None
    """The columns of a table that no format describes."""
    options: Sequence[str]
    """The names of the options for the format, the columns and the lines to skip, for messages."""

    def lines(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield Line(self.path, number, line.rstrip("\r\n"))

    @property
    def of_columns(self) -> str:
        """The options that describe a table, for messages."""
        return " and ".join(f"`{option}`" for option in self.options[1:])


def separated(file: ScoreFile) -> Iterator[Cell]:
    """Read separated values.

    A layout of the file may have other names for the columns to take. Else the header has `system`, and
    `evaluation` unless the scores are of systems, in any case; `person` tells people from systems, and all
    other columns are scores. A header with `measure`, `statistic` and `value` is from our own reports, and
    has an added column `evaluation`.
    """
    taken = dict(file.layout.names or {}) if file.layout else {}
    (score,) = taken.pop(_WIDE, [""])
    rows = _rows(file)
    line, head = next(rows, (Line(file.path, 1), []))
    names = head if taken else [_column_name(name) for name in head]
    for column in chain.from_iterable(taken.values()):
        if names.count(column) != 1:
            count = "two columns" if column in names else "no column"
            raise line.error(f"{count} {column!r} among {some(names)}; check {file.of_columns}")
    if not taken and SYSTEM not in names:
        message = f"no column {SYSTEM!r} among {some(names)}"
        raise line.error(f"{message}; name it so, or give {file.of_columns}")
    if score or not taken:
        for place, name in enumerate(names):
            if not name or name in names[:place]:
                message = f"two columns {name!r}; rename one of them"
                raise line.error(message if name else f"column {place + 1} has no name; give it one")
        if not set(names).difference(taken.get(EVALUATION, _IDS)):
            raise line.error("no column with scores; add one, or give the file that has them")
    is_report = not taken and {*_REPORT} <= {*names}
    if is_report and EVALUATION not in names:
        message = f"averages of systems, no column {EVALUATION!r}; for the scores of single evaluations write"
        raise line.error(f"{message} --format jsonl")
    columns = {name: [*map(names.index, of)] for name, of in taken.items()} or {
        name: [place] for place, name in enumerate(names)
    }
    for line, row in rows:
        if len(row) != len(names):
            system = row[names.index(SYSTEM)] if SYSTEM in names[: len(row)] else None
            raise line.error(f"{several(len(row), 'column')}, where the header has {len(names)}", system)
        if score:
            for place, system in enumerate(names):
                if place not in columns[EVALUATION]:
                    yield line.cell(system, _evaluation(row, columns), score, row[place])
        elif is_report:
            yield from _of_report(file, line, dict(zip(names, row, strict=True)))
        else:
            yield from _of_row(line, row, columns)


def _rows(file: ScoreFile) -> Iterator[tuple[Line, list[str]]]:
    """Yield the place and the stripped cells of each row that is not blank."""
    skip = file.layout.skip if file.layout else 0
    text = "".join(file.text.splitlines(keepends=True)[skip:])
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text)[0], strict=True)
    try:
        for row in reader:
            if any(cells := [cell.strip() for cell in row]):
                yield Line(file.path, skip + reader.line_num), cells
    except csv.Error as error:
        message = f"malformed ({error}); quote cells as csv does"
        raise Line(file.path, skip + reader.line_num).error(message) from error


def _separator(text: str) -> tuple[str, str]:
    """Return the tab, semicolon or comma between the columns, and the header that has it."""
    head = next(filter(str.strip, text.splitlines()), "")
    return "\t" if "\t" in head else ";" if ";" in head and "," not in head else ",", head


def head_of(text: str) -> list[str]:
    """Return the names of the columns as `separated` takes them, for text that may be anything."""
    separator, head = _separator(text)
    return [_column_name(name.strip('"')) for name in head.split(separator)]


def _column_name(name: str) -> str:
    """Return the name of a column, in lower case if the name has a meaning of its own."""
    name = name.strip()
    return name.lower() if name.lower() in (*_IDS, *_REPORT) else name


def _evaluation(row: Sequence[str], columns: Mapping[str, Sequence[int]]) -> str | None:
    """Return the ID of the evaluation; `None` where systems are scored as wholes."""
    parts = [row[place] for place in columns.get(EVALUATION, ())]
    # A summary of a whole set of documents has no document.
    return ".".join(parts[:1] + [part for part in parts[1:] if part != "-"]) if parts else None


def _of_row(
    line: Line, row: Sequence[str], columns: Mapping[str, Sequence[int]], question: int | None = None
) -> Iterator[Cell]:
    """Yield the scores of a row; `question` is the column that extends their names."""
    system = row[columns[SYSTEM][0]]
    answer = "".join(row[place] for place in columns.get(PERSON, ()))
    if answer.lower() not in _PEOPLE:
        raise line.error(f"{PERSON} {answer!r} is neither yes nor no", system)
    after = "" if question is None else f"_{row[question]}"
    evaluation, is_person = _evaluation(row, columns), _PEOPLE[answer.lower()]
    for name, places in columns.items():
        if name not in _IDS:
            yield line.cell(system, evaluation, name + after, row[places[0]], is_person)


def _of_report(file: ScoreFile, line: Line, cells: Mapping[str, str]) -> Iterator[Cell]:
    """Yield the cell of a row of a report, if it is of the figure that is asked for."""
    measure, statistic, value = map(cells.__getitem__, _REPORT)
    if statistic in (file.figure, file.figure[0].upper()):
        # IDs are escaped as `rendering.program_formats.name_cell` escapes them.
        system, evaluation = (
            _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), id.removeprefix("'"))
            for id in (cells[SYSTEM], cells[EVALUATION])
        )
        yield line.cell(system, evaluation, measure, value)
    elif statistic not in (*FIGURE_NAMES, "R", "P", "F"):
        raise line.error(f"statistic {statistic!r} is none of R, P and F", cells[SYSTEM])


_LETTER = re.compile("[A-Z]")
"""The ID of a person who wrote a summary; IDs of systems are numbers."""


def _published(
    system: int, *evaluation: int, skip: int = 0, question: int | None = None, **scores: int
) -> Layout:
    """Return the layout of a table of NIST."""
    columns = {SYSTEM: [system], EVALUATION: evaluation, **{name: [place] for name, place in scores.items()}}
    return Layout(columns, skip, question)


_PYRAMID = {"modified_pyramid": 2, "scus": 3, "repetitions": 4}
_JUDGED = "jackknifed_pyramid", "linguistic_quality", "responsiveness"
LAYOUTS = {
    "tac-2008-peer": _published(1, 0, **_PYRAMID, **dict(zip(_JUDGED, (6, 7, 8), strict=True))),
    "tac-2008-model": _published(1, 0, scus=2, **dict(zip(_JUDGED, (4, 5, 6), strict=True))),
    "tac-peer": _published(1, 0, **_PYRAMID, **dict(zip(_JUDGED, (7, 8, 9), strict=True))),
    "tac-model": _published(1, 0, scus=2, **dict(zip(_JUDGED, (5, 6, 7), strict=True))),
    "duc-table": _published(3, 0, score=4, skip=6),
    "duc-quality": _published(3, 0, quality=5, skip=7, question=4),
    "duc-pyramid": _published(1, 0, modified_pyramid=2),
    "duc-2002": _published(8, 0, 2, coverage=27, skip=37),
    "duc-2003": _published(8, 0, 2, coverage=28),
    "duc-2004": _published(7, 0, 2, coverage=20, skip=34),
    "duc-2003-responsiveness": _published(2, 0, responsiveness_1=4, responsiveness_2=6),
}
"""The columns of the tables that NIST published for DUC, for TAC 2008 and for TAC 2009 to 2011."""


def read_with(file: ScoreFile, layout: Layout) -> Iterator[Cell]:
    """Read a table without a header."""
    system = layout.columns[SYSTEM][0]
    width = max(*chain.from_iterable(layout.columns.values()), layout.question or 0) + 1
    for line in file.lines():
        if line.number <= layout.skip:
            continue
        if file.layout and "\t" in line.text:
            row = [cell.strip() for cell in line.text.split("\t")]
        elif file.layout and file.path.lower().endswith(".csv"):
            row = [cell.strip() for cell in next(csv.reader([line.text]))]
        else:
            row = line.text.split()
        if len(row) < width:
            message = f"{several(len(row), 'column')}, where {width} are wanted"
            in_line = row[system] if len(row) > system else None
            raise line.error(f"{message}; check the format, or {file.of_columns}", in_line)
        for cell in _of_row(line, row, layout.columns, layout.question):
            is_author = file.layout is None and _LETTER.fullmatch(cell.system) is not None
            yield cell._replace(is_person=True) if is_author else cell


def layout_of(columns: str, skip: int = 0, option: str = "columns") -> Layout:
    """Return the layout that `system=1,evaluation=0,NAME=9` describes; `evaluation=0+2` joins columns.

    Numbers are of a table without a header; with any other word, all words are names in the header.
    `evaluation=doc,systems=NAME` is of a header with a column for each system, whose scores get this name.
    Raises `OptionError`, which names the `option`, for anything else.
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
    if not places.keys() - {*_IDS}:
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
    """Read MTME's `.sys.score` and `.seg.score`: a system and a score a line, segments in blocks of a system.

    The evaluations of segments are their numbers in the block. The score is called after the file. A missing
    score is `None`.
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
    # Where blocks differ in size, no order says which segments are meant.
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


_BEGIN = re.compile(r"[^\s,]")
"""The begin of a value in a list, or the end of the list."""


def objects(file: ScoreFile) -> Iterator[Line]:
    """Yield the lines where objects begin, alone or in a list. Raises `InputError` for anything else."""
    if file.text.lstrip().startswith("["):
        yield from _of_list(file)
        return
    for line in file.lines():
        try:
            value = json.loads(line.text)
        except (ValueError, RecursionError) as error:
            raise line.error(f"no JSON ({error}); each line must be an object") from error
        if not isinstance(value, dict):
            raise line.error("no object in JSON; each line must be one")
        yield line._replace(fields=value)


def _of_list(file: ScoreFile) -> Iterator[Line]:
    decoder, text = json.JSONDecoder(), file.text
    end, number, counted = text.index("[") + 1, 1, 0
    while (begin := _BEGIN.search(text, end)) and begin[0] != "]":
        number, counted = number + text.count("\n", counted, begin.start()), begin.start()
        line = Line(file.path, number)
        try:
            value, end = decoder.raw_decode(text, counted)
        except (ValueError, RecursionError) as error:
            raise line.error(f"no JSON ({error}); mend the file") from error
        if not isinstance(value, dict):
            raise line.error("no object in JSON; the list must have objects")
        yield line._replace(fields=value)


def _flattened(fields: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of nested objects, with names joined by `_` as SacreROUGE joins them."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{prefix}{name}_")
        else:
            yield f"{prefix}{name}", value


def _is_numeric(value: Any) -> bool:
    """Return whether a value is a number or a list of numbers, where `None` is a missing number."""
    values = value if isinstance(value, list) else [value]
    return all(one is None or isinstance(one, int | float) for one in values)


def jsonl(file: ScoreFile) -> Iterator[Cell]:
    """Read `{"system": …, "evaluation": …, NAME: score}`, or what `rouge-eval --format jsonl` writes."""
    for one in objects(file):
        fields = one.fields
        if fields.get("type") == "score" and "measure" in fields:
            ids = one.id("system"), one.id("evaluation"), one.id("measure")
            yield one.cell(*ids, fields.get(file.figure))
        elif fields.get("type") != "comparison":
            system = one.id(SYSTEM)
            evaluation = one.id(EVALUATION) if EVALUATION in fields else None
            person = fields.get(PERSON, False)
            if not isinstance(person, bool):
                raise one.error("field 'person' is neither true nor false", system)
            for name, value in _flattened({name: fields[name] for name in fields if name not in _IDS}):
                yield one.cell(system, evaluation, name, value, person)


def sacrerouge(file: ScoreFile) -> Iterator[Cell]:
    """Read SacreROUGE's `metrics.jsonl`: an object for each instance and summarizer, with nested metrics."""
    for one in objects(file):
        system, evaluation = one.id("summarizer_id"), one.id("instance_id")
        type = one.fields.get("summarizer_type", "peer")
        if type not in ("peer", "reference"):
            message = f"summarizer_type {type!r} is neither 'peer' nor 'reference'"
            raise one.error(message, system)
        for name, value in _flattened(one.mapping("metrics", system)):
            yield one.cell(system, evaluation, name, value, type == "reference")


def summeval(file: ScoreFile) -> Iterator[Cell]:
    """Read SummEval's `model_annotations.aligned.jsonl`: an object for each article and model.

    Each cell has the answers of all annotators, as `expert_relevance` does. `….aligned.scored.jsonl` has
    scores of metrics with 1, 6 and 11 references, too, called `metric_scores_1_rouge_rouge_1_f_score` and the
    like.
    """
    for one in objects(file):
        system, evaluation = one.id("model_id"), one.id("id")
        for annotators in ("expert", "turker"):
            field = f"{annotators}_annotations"
            annotations = one.fields.get(field, [])
            if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
                raise one.error(f"field {field!r} is no list of objects", system)
            for aspect in dict.fromkeys(chain.from_iterable(annotations)):
                answers = [annotation.get(aspect) for annotation in annotations]
                yield one.cell(system, evaluation, f"{annotators}_{aspect}", answers)
        for field in ("metric_scores_1", "metric_scores_6", "metric_scores_11"):
            for name, value in _flattened(one.mapping(field, system) if field in one.fields else {}):
                if _is_numeric(value):
                    yield one.cell(system, evaluation, f"{field}_{name}", value)


def rose(file: ScoreFile) -> Iterator[Cell]:
    """Read RoSE's annotations of every system: `acu`, `normalized_acu` and others, but no labels of units."""
    for one in objects(file):
        evaluation = one.id("example_id")
        for system, annotation in one.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise one.error("the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and _is_numeric(value):
                    yield one.cell(system, evaluation, name, value)
