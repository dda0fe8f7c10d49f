"""Formats of files of scores: functions from the text of a file to cells.

The values of these cells are as the file has them: a number, its text, a list of numbers to be averaged, or
`None`. `score_files` makes numbers of them.
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

from ..errors import InputError, Message, several, some
from ..text.files import named
from .outcomes import Cell

SYSTEM, EVALUATION, PERSON = IDS = "system", "evaluation", "person"
"""The columns and fields of our own formats that are no scores."""
BY_SYSTEM = "systems"
"""The name in `columns` for a table with a column for each system."""
_REPORT = ("measure", "statistic", "value")
"""The columns of our own reports, which have averages."""
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
_LETTER = re.compile("[A-Z]")
"""The ID of a person who wrote a summary, in the tables of NIST; IDs of systems are numbers there."""
_JSON_VALUE = re.compile(r"[^\s,]")
"""The beginning of a value, or the end of the list of values."""
WMT = ("METRIC", "LP", "TESTSET", "SYSTEM", "SCORE")


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
        """Return the ID in a field. Raises `InputError` if the field has none."""
        value = self.fields.get(field)
        if value is None:
            raise self.error(f"no field {field!r}; add it")
        if type(value) not in (str, int):
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
    """The field of a report of our own: `recall`, `precision` or `f`."""
    options: Sequence[str]
    """The names of the options for the format, the columns and the lines to skip, for messages."""

    def lines(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(StringIO(self.text), 1):
            if line.strip():
                yield Line(self.path, number, line.rstrip("\r\n"))

    def rows(self, skip: int) -> Iterator[tuple[Line, list[str]]]:
        """Yield each row of separated values after `skip` lines; the first row is the header.

        Raises `InputError` for a row with more or fewer cells than the header.
        """
        text = "".join(self.text.splitlines(keepends=True)[skip:])
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator_and_head(text)[0], strict=True)
        head: list[str] = []
        try:
            for row in reader:
                cells, line = [cell.strip() for cell in row], Line(self.path, skip + reader.line_num)
                if not any(cells):
                    continue
                head = head or [column_name(name) for name in cells]
                if len(cells) != len(head):
                    system = cells[head.index(SYSTEM)] if SYSTEM in head[: len(cells)] else None
                    message = f"{several(len(cells), 'column')}, where the header has {len(head)}"
                    raise line.error(message, system)
                yield line, cells
        except csv.Error as error:
            remedy = (
                "leave out the column of long texts" if "limit" in str(error) else "quote cells as csv does"
            )
            line = Line(self.path, skip + reader.line_num)
            raise line.error(f"malformed ({error}); {remedy}") from error

    def objects(self) -> Iterator[Line]:
        """Yield the lines where objects of JSON begin; the objects follow one another or form a list.

        Raises `InputError` for other values and for text that is no JSON.
        """
        decoder, text = json.JSONDecoder(object_pairs_hook=_object), self.text
        is_list = text.lstrip().startswith("[")
        end, number, counted = text.index("[") + 1 if is_list else 0, 1, 0
        while (begin := _JSON_VALUE.search(text, end)) and not (is_list and begin[0] == "]"):
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
    def table_options(self) -> str:
        """The options that describe a table, for messages."""
        return Message(" and ".join(f"`{option}`" for option in self.options[1:]))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object. Raises `ValueError` for two fields of one name, as for two columns."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"two fields {next(name for name in names if names.count(name) > 1)!r}")
    return fields


def separator_and_head(text: str) -> tuple[str, str]:
    """Return the tab, semicolon or comma between the columns, and the line of the header."""
    head = next(filter(str.strip, text.splitlines()), "")
    return "\t" if "\t" in head else ";" if ";" in head and "," not in head else ",", head


def column_name(name: str) -> str:
    """Return the name of a column, in lower case if the name has a meaning of its own."""
    name = name.strip()
    return name.lower() if name.lower() in (*IDS, *_REPORT) else name


# Tables. `columns` has places of columns by `system`, `evaluation`, `person` or the name of a score. Several
# columns form the ID of an evaluation.


def with_header(
    file: ScoreFile, names: Mapping[str, Sequence[str]] | None = None, skip: int = 0
) -> Iterator[Cell]:
    """Read separated values under a header; `names` are columns by their names in the header.

    Without `names`, the header has `system` and, unless whole systems are scored, `evaluation`, in upper or
    lower case. `person` marks people, and all other columns are scores. In `names`, `systems` is the name of
    the score whose columns are systems.
    """
    rows = file.rows(skip)
    line, head = next(rows, (Line(file.path, 1), []))
    if names is None:
        head = [column_name(name) for name in head]
        if SYSTEM not in head:
            message = f"no column {SYSTEM!r} among {some(head)}"
            raise line.error(Message("%s; name it so, or give %s", message, file.table_options))
        _check_header(line, head, IDS)
        if {*_REPORT} <= {*head}:
            raise line.error(
                "averages of a report; for the scores of single evaluations write --format jsonl"
            )
        names = {name: [name] for name in head}
    (score,) = names.get(BY_SYSTEM, [""])
    places = {name: parts for name, parts in names.items() if name != BY_SYSTEM}
    for column in chain.from_iterable(places.values()):
        if head.count(column) != 1:
            count = "two columns" if column in head else "no column"
            raise line.error(
                Message("%s %r among %s; check %s", count, column, some(head), file.table_options)
            )
    columns = {name: [*map(head.index, parts)] for name, parts in places.items()}
    if not score:
        for line, row in rows:
            yield from _row(line, row, columns)
        return
    _check_header(line, head, names[EVALUATION])
    for line, row in rows:
        for place, system in enumerate(head):
            if place not in columns[EVALUATION]:
                yield line.cell(system, _evaluation_id(row, columns), score, row[place])


def _check_header(line: Line, head: Sequence[str], ids: Sequence[str]) -> None:
    """Raise `InputError` unless all columns have different names, and one is none of the IDs."""
    for place, name in enumerate(head):
        if not name or name in head[:place]:
            message = f"two columns {name!r}; rename one of them"
            unnamed = f"column {place + 1} has no name; give it one, or drop it (pandas: to_csv(index=False))"
            raise line.error(message if name else unnamed)
    if not set(head).difference(ids):
        raise line.error("no column with scores; add one, or give the file that has them")


def by_place(
    file: ScoreFile,
    columns: Mapping[str, Sequence[int]],
    skip: int = 0,
    question: int | None = None,
    is_published: bool = False,
) -> Iterator[Cell]:
    """Read a table without a header after `skip` lines; the column `question` extends the name of the score.

    In the tables that NIST published blanks part the columns, and a capital letter is a person.
    """
    system = columns[SYSTEM][0]
    width = max(*chain.from_iterable(columns.values()), question or 0) + 1
    for line in file.lines():
        if line.number <= skip:
            continue
        if "\t" in line.text and not is_published:
            row = [cell.strip() for cell in line.text.split("\t")]
        elif file.path.lower().endswith(".csv") and not is_published:
            row = [cell.strip() for cell in next(csv.reader([line.text]))]
        else:
            row = line.text.split()
        if len(row) < width:
            message = f"{several(len(row), 'column')}, where {width} are wanted"
            in_line = row[system] if len(row) > system else None
            raise line.error(Message("%s; check the format, or %s", message, file.table_options), in_line)
        for cell in _row(line, row, columns, "" if question is None else f"_{row[question]}"):
            is_author = is_published and _LETTER.fullmatch(cell.system) is not None
            yield cell._replace(is_person=True) if is_author else cell


def _row(
    line: Line, row: Sequence[str], columns: Mapping[str, Sequence[int]], suffix: str = ""
) -> Iterator[Cell]:
    """Yield the scores of a row; the suffix extends their names."""
    system = row[columns[SYSTEM][0]]
    answer = "".join(row[place] for place in columns.get(PERSON, ()))
    if answer.lower() not in _PEOPLE:
        raise line.error(f"{PERSON} {answer!r} is neither yes nor no", system)
    evaluation, is_person = _evaluation_id(row, columns), _PEOPLE[answer.lower()]
    for name, places in columns.items():
        if name not in IDS:
            yield line.cell(system, evaluation, name + suffix, row[places[0]], is_person)


def _evaluation_id(row: Sequence[str], columns: Mapping[str, Sequence[int]]) -> str | None:
    """Return the ID of the evaluation, or `None` if whole systems are scored."""
    parts = [row[place] for place in columns.get(EVALUATION, ())]
    # A summary of a whole set of documents has no document.
    return ".".join(parts[:1] + [part for part in parts[1:] if part != "-"]) if parts else None


def published(
    file: ScoreFile, *, ids: Sequence[int], skip: int = 0, question: int | None = None, **scores: int
) -> Iterator[Cell]:
    """Read a table that NIST published; `ids` are the columns of the system and of the evaluation."""
    columns = {SYSTEM: ids[:1], EVALUATION: ids[1:], **{name: [place] for name, place in scores.items()}}
    return by_place(file, columns, skip, question, is_published=True)


def mtme(file: ScoreFile) -> Iterator[Cell]:
    """Read MTME's `.sys.score` and `.seg.score`: each line has a system and a score.

    Segments of a system form a block, and their numbers in the block are the IDs of evaluations. The name of
    the score is the name of the file. A missing score is `None`.
    """
    path = file.path.removesuffix(".gz")
    is_of_segments = not path.endswith(".sys.score")
    name = re.sub(r"\.(seg|sys)\.score$", "", os.path.basename(path))
    last: dict[str, Line] = {}
    segments: Counter[str] = Counter()
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


def nlp_williams(file: ScoreFile) -> Iterator[Cell]:
    """Read scores of systems by nlp-williams and WMT: `METRIC LP TESTSET SYSTEM SCORE`, with a header.

    Where there are several pairs of languages or test sets, they are part of the score's name.
    """
    (head, names), *rows = file.rows(0)
    if len(names) != len(WMT):
        raise head.error(f"{several(len(names), 'column')}, where {' '.join(WMT)} are wanted")
    are_several = len({(pair, test_set) for _, (_, pair, test_set, *_) in rows}) > 1
    for line, (metric, pair, test_set, system, value) in rows:
        name = f"{metric} {pair} {test_set}" if are_several else metric
        yield line.cell(system, None, name, value)


# JSON.


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
    for line in file.objects():
        fields = line.fields
        if fields.get("type") == "score" and "measure" in fields:
            ids = line.id("system"), line.id("evaluation"), line.id("measure")
            yield line.cell(*ids, fields.get(file.figure))
        elif fields.get("type") != "comparison":
            system = line.id(SYSTEM)
            evaluation = line.id(EVALUATION) if EVALUATION in fields else None
            person = fields.get(PERSON, False)
            if not isinstance(person, bool):
                raise line.error("field 'person' is neither true nor false", system)
            for name, value in _flattened({name: fields[name] for name in fields if name not in IDS}):
                yield line.cell(system, evaluation, name, value, person)


def sacrerouge(file: ScoreFile) -> Iterator[Cell]:
    """Read SacreROUGE's `metrics.jsonl`: an object for each instance and summarizer, with nested metrics."""
    for line in file.objects():
        system, evaluation = line.id("summarizer_id"), line.id("instance_id")
        kind = line.fields.get("summarizer_type", "peer")
        if kind not in ("peer", "reference"):
            raise line.error(f"summarizer_type {kind!r} is neither 'peer' nor 'reference'", system)
        for name, value in _flattened(line.mapping("metrics", system)):
            yield line.cell(system, evaluation, name, value, kind == "reference")


def summeval(file: ScoreFile) -> Iterator[Cell]:
    """Read SummEval's `model_annotations.aligned.jsonl`: an object for each article and model.

    Each cell has the answers of all annotators, under a name such as `expert_relevance`.
    `….aligned.scored.jsonl` also has scores of metrics with 1, 6 and 11 references, under names such as
    `metric_scores_1_rouge_rouge_1_f_score`.
    """
    for line in file.objects():
        system, evaluation = line.id("model_id"), line.id("id")
        for annotators in ("expert", "turker"):
            field = f"{annotators}_annotations"
            annotations = line.fields.get(field, [])
            if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
                raise line.error(f"field {field!r} is no list of objects", system)
            for aspect in dict.fromkeys(chain.from_iterable(annotations)):
                answers = [annotation.get(aspect) for annotation in annotations]
                yield line.cell(system, evaluation, f"{annotators}_{aspect}", answers)
        for field in ("metric_scores_1", "metric_scores_6", "metric_scores_11"):
            for name, value in _flattened(line.mapping(field, system) if field in line.fields else {}):
                if _is_numeric(value):
                    yield line.cell(system, evaluation, f"{field}_{name}", value)


def rose(file: ScoreFile) -> Iterator[Cell]:
    """Read RoSE's annotations of every system, such as `acu` and `normalized_acu`, but no labels of units."""
    for line in file.objects():
        evaluation = line.id("example_id")
        for system, annotation in line.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise line.error("the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and _is_numeric(value):
                    yield line.cell(system, evaluation, name, value)
