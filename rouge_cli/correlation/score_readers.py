"""Readers of files of scores: separated values, other tables, and JSON."""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, several, some
from ..measures.scores import FIGURE_NAMES
from .score_entries import Entry, Layout, ScoreFile

SYSTEM, EVALUATION, PERSON = "system", "evaluation", "person"
_MEASURE, _STATISTIC, _VALUE = "measure", "statistic", "value"
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
_ESCAPE = re.compile(r"\\(?:\\|[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def separated(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries.

    A layout of the file may have other names for the columns to take. Else the header has `system`, and
    `evaluation` unless the scores are of systems, in any case; `person` tells people from systems, and all
    other columns are scores. A header with `measure`, `statistic` and `value` is from our own reports, and
    has an added column `evaluation`.
    """
    taken = file.layout.names if file.layout else None
    rows = _rows(file)
    line, head = next(rows, (1, []))
    names = [name.strip() if taken else _column_name(name) for name in head]
    if taken:
        _check_names(file, line, names, taken)
    else:
        _check_head(file, line, names)
    is_report = not taken and {_MEASURE, _STATISTIC, _VALUE} <= set(names)
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
        if taken:
            cells = {name: ".".join(map(cells.__getitem__, columns)) for name, columns in taken.items()}
        yield from _report_entries(file, line, cells) if is_report else _entries(file, line, cells)


def _rows(file: ScoreFile) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row that is not blank."""
    skip = file.layout.skip if file.layout else 0
    text = "".join(file.text.splitlines(keepends=True)[skip:])
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator(text), strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield skip + reader.line_num, row
    except csv.Error as error:
        message = f"malformed ({error}); quote cells as csv does"
        raise file.error(skip + reader.line_num, message) from error


def separator(text: str) -> str:
    """Return the character between the columns: a tab, a semicolon or a comma, as the header has it."""
    head = next(filter(str.strip, text.splitlines()), "")
    return "\t" if "\t" in head else ";" if ";" in head and "," not in head else ","


def head_of(text: str) -> list[str]:
    """Return the names of the columns as `separated` takes them, for text that may be anything."""
    head = next(filter(str.strip, text.splitlines()), "")
    return [_column_name(name.strip('"')) for name in head.split(separator(text))]


def _column_name(name: str) -> str:
    """Return the name of a column, in lower case if the name has a meaning of its own."""
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


def _check_names(file: ScoreFile, line: int, head: Sequence[str], taken: Mapping[str, Sequence[str]]) -> None:
    for column in [column for columns in taken.values() for column in columns]:
        if head.count(column) != 1:
            count = "two columns" if column in head else "no column"
            raise file.error(line, f"{count} {column!r} among {some(head)}; check `columns` and `skip_lines`")


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
    """Return an ID that our reports have escaped (`rendering.program_formats.name_cell`)."""
    return _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), id.removeprefix("'"))


_LETTER = re.compile("[A-Z]")
"""The ID of a person who wrote a summary; IDs of systems are numbers."""
_NOTHING = "-"

_PYRAMID = ("modified_pyramid", 2), ("scus", 3), ("repetitions", 4)


def _judged(column: int) -> tuple[tuple[str, int], ...]:
    """Return the columns of what people judged in TAC, from the jackknifed pyramid on."""
    names = ("jackknifed_pyramid", "linguistic_quality", "responsiveness")
    return tuple((name, column + place) for place, name in enumerate(names))


LAYOUTS = {
    "tac-2008-peer": Layout(1, (0,), (*_PYRAMID, *_judged(6))),
    "tac-2008-model": Layout(1, (0,), (("scus", 2), *_judged(4))),
    "tac-peer": Layout(1, (0,), (*_PYRAMID, *_judged(7))),
    "tac-model": Layout(1, (0,), (("scus", 2), *_judged(5))),
    "duc-table": Layout(3, (0,), (("score", 4),), skip=6),
    "duc-quality": Layout(3, (0,), (("quality", 5),), skip=7, question=4),
    "duc-pyramid": Layout(1, (0,), (("modified_pyramid", 2),)),
    "duc-2002": Layout(8, (0, 2), (("coverage", 27),), skip=37),
    "duc-2003": Layout(8, (0, 2), (("coverage", 28),)),
    "duc-2004": Layout(7, (0, 2), (("coverage", 20),), skip=34),
    "duc-2003-responsiveness": Layout(2, (0,), (("responsiveness_1", 4), ("responsiveness_2", 6))),
}
"""The columns of the tables that NIST published for DUC, for TAC 2008 and for TAC 2009 to 2011."""
_WIDTHS = {33: "duc-2002", 34: "duc-2003", 23: "duc-2004"}
"""The tables that are known by the number of their columns."""


def read_with(file: ScoreFile, layout: Layout) -> Iterator[Entry]:
    """Yield the entries of a table."""
    if layout.names:
        yield from separated(file)
        return
    for line, text in file.lines():
        if line <= layout.skip:
            continue
        cells = _cells(file, text)
        if len(cells) < layout.width:
            system = cells[layout.system] if len(cells) > layout.system else None
            message = f"{several(len(cells), 'column')}, where {layout.width} are wanted"
            raise file.error(line, f"{message}; check `columns`, `skip_lines` and the format", system)
        system = cells[layout.system]
        parts = [cells[column] for column in layout.evaluation]
        # A summary of a whole set of documents has no document.
        evaluation = ".".join([*parts[:1], *(part for part in parts[1:] if part != _NOTHING)])
        question = "" if layout.question is None else f"_{cells[layout.question]}"
        for name, column in layout.scores:
            is_person = file.layout is None and _LETTER.fullmatch(system) is not None
            at = evaluation if parts else None
            yield Entry(line, system, at, name + question, cells[column], is_person)


def _cells(file: ScoreFile, text: str) -> list[str]:
    """Return the cells of a line, which blanks part unless it is plain that something else does."""
    if file.layout is not None and "\t" in text:
        return [cell.strip() for cell in text.split("\t")]
    if file.layout is not None and file.path.lower().endswith(".csv"):
        return [cell.strip() for cell in next(csv.reader([text]))]
    return text.split()


def layout_of(columns: str, skip: int = 0) -> Layout:
    """Return the layout that `system=1,evaluation=0,NAME=9` describes; `evaluation=0+2` joins columns.

    Numbers are of a table without a header; with any other word, all words are names in the header.
    Raises `OptionError` for anything else.
    """
    places: dict[str, list[str]] = {}
    for word in columns.split(","):
        name, equals, parts = word.partition("=")
        found = [part.strip() for part in parts.split("+")]
        if not equals or not name.strip() or "" in found:
            raise OptionError(
                f"`columns`: {word!r} is not NAME=COLUMN; a column is a name in the header or a number from 0"
            )
        if name.strip() in places:
            raise OptionError(f"`columns`: {name.strip()} is there twice; drop one")
        places[name.strip()] = found
    if SYSTEM not in places:
        raise OptionError("`columns`: the system is missing; add system=COLUMN")
    scores = {name: place for name, place in places.items() if name not in (SYSTEM, EVALUATION)}
    if not scores.keys() - {PERSON}:
        raise OptionError("`columns`: no score is named; add NAME=COLUMN")
    if any(len(place) > 1 for name, place in places.items() if name != EVALUATION):
        raise OptionError("`columns`: only the evaluation can be made of several columns")
    if skip < 0:
        raise OptionError(f"`skip_lines` must be 0 or more, not {skip}")
    if not all(re.fullmatch("[0-9]+", part) for parts in places.values() for part in parts):
        return Layout(0, (), (), skip, names=places)
    return Layout(
        int(places[SYSTEM][0]),
        tuple(map(int, places.get(EVALUATION, ()))),
        tuple((name, int(place[0])) for name, place in scores.items()),
        skip,
    )


def by_width(file: ScoreFile) -> str | None:
    """Return the format that has as many columns as the last line, if any."""
    last = [text for _, text in file.lines()][-1]
    return _WIDTHS.get(len(last.split()))


SEGMENTS, SYSTEMS = ".seg.score", ".sys.score"


def mtme(file: ScoreFile) -> Iterator[Entry]:
    """Read MTME's `.sys.score` and `.seg.score`: a system and a score a line, segments in blocks of a system.

    The evaluations of segments are their numbers in the block. The score is called after the file. A missing
    score is `None`.
    """
    is_of_segments = not file.path.removesuffix(".gz").endswith(SYSTEMS)
    name = os.path.basename(file.path).removesuffix(".gz")
    name = name.removesuffix(SEGMENTS).removesuffix(SYSTEMS)
    segments: Counter[str] = Counter()
    before = ""
    for line, text in file.lines():
        system, tab, value = text.partition("\t")
        if not tab or not system.strip():
            raise file.error(line, "no system and score with a tab between them")
        system = system.strip()
        if is_of_segments and system != before and segments[system]:
            raise file.error(line, "a second block of the system; put all its lines together", system)
        before = system
        segments[system] += 1
        yield Entry(line, system, str(segments[system]) if is_of_segments else None, name, value)
    _check_blocks(file, segments)


def _check_blocks(file: ScoreFile, segments: Counter[str]) -> None:
    """Raise `InputError` where the blocks differ in size, so that no order says which segments are meant."""
    usual = Counter(segments.values()).most_common(1)
    for system, count in segments.items():
        if count != usual[0][0]:
            last = max(line for line, text in file.lines() if text.partition("\t")[0].strip() == system)
            message = f"{several(count, 'line')}, where other systems have {usual[0][0]}"
            raise file.error(last, f"{message}; write None for what is missing", system)


WMT_HEAD = ("METRIC", "LP", "TESTSET", "SYSTEM", "SCORE")


def nlp_williams(file: ScoreFile) -> Iterator[Entry]:
    """Read scores of systems by nlp-williams and WMT: `METRIC LP TESTSET SYSTEM SCORE`, with a header.

    Where there are several pairs of languages or test sets, they are part of the score's name.
    """
    rows = []
    for line, text in file.lines():
        cells = tuple(cell.strip() for cell in text.split("\t"))
        if len(cells) != len(WMT_HEAD):
            system = cells[3] if len(cells) > 3 else None
            raise file.error(
                line, f"{several(len(cells), 'column')}, where {' '.join(WMT_HEAD)} are wanted", system
            )
        rows.append((line, cells))
    is_one_of_several = len({(pair, test_set) for _, (_, pair, test_set, _, _) in rows[1:]}) > 1
    for line, (metric, pair, test_set, system, value) in rows[1:]:
        yield Entry(line, system, None, f"{metric} {pair} {test_set}" if is_one_of_several else metric, value)


_GAP = re.compile(r"[\s,]*")
_IDS = ("system", "evaluation", "person")

_IS_PERSON = {"peer": False, "reference": True}
"""The types of summarizers in files of SacreROUGE."""
_METRICS = ("metric_scores_1", "metric_scores_6", "metric_scores_11")
_ANNOTATORS = {"expert_annotations": "expert", "turker_annotations": "turker"}
"""The fields of SummEval: scores of metrics with 1, 6 and 11 references, and people's answers."""


class Placed(NamedTuple):
    """An object and its line."""

    file: ScoreFile
    line: int
    fields: dict[str, Any]

    def id(self, field: str) -> str:
        """Return the ID in a field. Raises `InputError` if the field has none."""
        value = self.fields.get(field)
        if value is None:
            raise self.file.error(self.line, f"no field {field!r}; add it")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.file.error(self.line, f"field {field!r} is neither a string nor a whole number")
        return str(value)

    def mapping(self, field: str, system: str | None = None) -> dict[str, Any]:
        """Return the object in a field. Raises `InputError` if the field has none."""
        value = self.fields.get(field)
        if not isinstance(value, dict):
            raise self.file.error(self.line, f"field {field!r} is missing or no object; add it", system)
        return value


def objects(file: ScoreFile) -> Iterator[Placed]:
    """Yield the objects of a file. Raises `InputError` for anything that is not JSON, or not an object."""
    if file.text.lstrip().startswith("["):
        yield from _of_list(file)
        return
    for number, line in file.lines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise file.error(number, f"no JSON ({error}); each line must be an object") from error
        if not isinstance(value, dict):
            raise file.error(number, "no object in JSON; each line must be one")
        yield Placed(file, number, value)


def _of_list(file: ScoreFile) -> Iterator[Placed]:
    """Yield the objects of one list, each with the line where it begins."""
    decoder, text = json.JSONDecoder(), file.text
    place, line, counted = _after_gap(text, text.index("[") + 1), 1, 0
    while text[place : place + 1] not in ("", "]"):
        line, counted = line + text.count("\n", counted, place), place
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise file.error(line, f"no JSON ({error}); mend the file") from error
        if not isinstance(value, dict):
            raise file.error(line, "no object in JSON; the list must have objects")
        yield Placed(file, line, value)
        place = _after_gap(text, place)


def _after_gap(text: str, place: int) -> int:
    gap = _GAP.match(text, place)
    return gap.end() if gap else place


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


def jsonl(file: ScoreFile) -> Iterator[Entry]:
    """Read `{"system": …, "evaluation": …, NAME: score}`, or what `rouge-eval --format jsonl` writes."""
    for one in objects(file):
        if one.fields.get("type") == "score" and "measure" in one.fields:
            value = one.fields.get(file.figure)
            yield Entry(one.line, one.id("system"), one.id("evaluation"), one.id("measure"), value)
        elif one.fields.get("type") != "comparison":
            yield from _scores(one)


def _scores(one: Placed) -> Iterator[Entry]:
    system = one.id("system")
    evaluation = one.id("evaluation") if "evaluation" in one.fields else None
    person = one.fields.get("person", False)
    if not isinstance(person, bool):
        raise one.file.error(one.line, "field 'person' is neither true nor false", system)
    scores = {name: value for name, value in one.fields.items() if name not in _IDS}
    for name, value in _flattened(scores):
        yield Entry(one.line, system, evaluation, name, value, person)


def sacrerouge(file: ScoreFile) -> Iterator[Entry]:
    """Read SacreROUGE's `metrics.jsonl`: an object for each instance and summarizer, with nested metrics."""
    for one in objects(file):
        system, evaluation = one.id("summarizer_id"), one.id("instance_id")
        type = one.fields.get("summarizer_type", "peer")
        if type not in _IS_PERSON:
            message = f"summarizer_type {type!r} is neither 'peer' nor 'reference'"
            raise file.error(one.line, message, system)
        for name, value in _flattened(one.mapping("metrics", system)):
            yield Entry(one.line, system, evaluation, name, value, _IS_PERSON[type])


def summeval(file: ScoreFile) -> Iterator[Entry]:
    """Read SummEval's `model_annotations.aligned.jsonl`: an object for each article and model.

    Each entry has the answers of all annotators, as `expert_relevance` does. `….aligned.scored.jsonl` has
    scores of metrics, too, called `metric_scores_1_rouge_rouge_1_f_score` and the like.
    """
    for one in objects(file):
        system, evaluation = one.id("model_id"), one.id("id")
        for field, annotators in _ANNOTATORS.items():
            annotations = one.fields.get(field, [])
            if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
                raise file.error(one.line, f"field {field!r} is no list of objects", system)
            for aspect in dict.fromkeys(name for annotation in annotations for name in annotation):
                answers = [annotation.get(aspect) for annotation in annotations]
                yield Entry(one.line, system, evaluation, f"{annotators}_{aspect}", answers)
        for field in _METRICS:
            for name, value in _flattened(one.mapping(field, system) if field in one.fields else {}):
                if _is_numeric(value):
                    yield Entry(one.line, system, evaluation, f"{field}_{name}", value)


def rose(file: ScoreFile) -> Iterator[Entry]:
    """Read RoSE's examples, which have the annotations of every system: `acu`, `normalized_acu` and others.

    Labels of single units are no scores.
    """
    for one in objects(file):
        evaluation = one.id("example_id")
        for system, annotation in one.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise file.error(one.line, "the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and _is_numeric(value):
                    yield Entry(one.line, system, evaluation, name, value)
