"""Formats of files of scores: functions from a file to cells, and how a file shows its format.

Human scores and scores of measures have the same formats. The values of cells are as the file has them, until
`checked` makes numbers of them: a number, its text, a list of numbers to be averaged, or `None`.
"""

import csv
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain
from os import PathLike
from typing import Any, NamedTuple

from ..errors import InputError, Message, OptionError, several, some
from ..options import names_of, whole_number
from ..scoring.scores import figure_name
from ..text.files import named
from ..text.word_lists import built_in_lines
from .outcomes import Cell
from .score_files import Line, ScoreFile, checked, is_number, read_text

SYSTEM, EVALUATION, PERSON = IDS = "system", "evaluation", "person"
"""The columns and fields of our own formats that are no scores."""
_BY_SYSTEM = "systems"
"""The name in `columns` for a table with a column for each system."""
_WMT = ("METRIC", "LP", "TESTSET", "SYSTEM", "SCORE")
_PEOPLE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}


# Tables. `columns` has places of columns by `system`, `evaluation`, `person` or the name of a score. Further
# columns are parts of the ID of an evaluation, and of the name of a score.


def _separator_and_head(text: str) -> tuple[str, str]:
    """Return the tab, comma or semicolon between the columns, and the line of the header."""
    head = next(filter(str.strip, text.splitlines()), "")
    return next((mark for mark in "\t," if mark in head), ";"), head


def _rows(file: ScoreFile) -> Iterator[tuple[Line, list[str]]]:
    """Yield the header, which may be empty, and each row, which has as many cells as the header."""
    separator, _ = _separator_and_head(file.text)
    reader = csv.reader(StringIO(file.text, newline=""), delimiter=separator, strict=True)
    head: list[str] = []
    try:
        for row in reader:
            cells, line = [cell.strip() for cell in row], Line(file.path, reader.line_num)
            if not any(cells):
                continue
            head = head or [name.lower() for name in cells]
            if len(cells) != len(head):
                system = cells[head.index("system")] if "system" in head[: len(cells)] else None
                message = f"{several(len(cells), 'column')}, where the header has {len(head)}"
                raise line.error(message, system)
            yield line, cells
        if not head:
            yield Line(file.path, 1), []
    except csv.Error as error:
        is_long = "limit" in str(error)
        remedy = "leave out the column of long texts" if is_long else "quote cells as csv does"
        raise Line(file.path, reader.line_num).error(f"malformed ({error}); {remedy}") from error


def _with_header(file: ScoreFile, names: dict[str, list[str]] | None = None) -> Iterator[Cell]:
    """Read separated values under a header; `names` are columns by their names in the header.

    Without `names`, the header has `system` and, unless whole systems are scored, `evaluation`, in upper or
    lower case. `person` marks people, and all other columns are scores. In `names`, `systems` is the name of
    the score whose columns are systems.
    """
    rows = _rows(file)
    line, head = next(rows)
    if names is None:
        head = [_column_name(name) for name in head]
        if SYSTEM not in head:
            message = f"no column {SYSTEM!r} among {some(head)}"
            raise line.error(Message("%s; name it so, or give %s", message, file.table_options))
        _check_header(line, head, IDS)
        if {"measure", "statistic", "value"} <= {*head}:
            message = "averages of a report; for the scores of single evaluations write --format jsonl"
            raise line.error(message)
        names = {name: [name] for name in head}
    (score,) = names.get(_BY_SYSTEM, [""])
    places = {name: parts for name, parts in names.items() if name != _BY_SYSTEM}
    for column in chain.from_iterable(places.values()):
        if head.count(column) != 1:
            count = "two columns" if column in head else "no column"
            template = "%s %r among %s; check %s"
            raise line.error(Message(template, count, column, some(head), file.table_options))
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


def _column_name(name: str) -> str:
    """Return the name of a column, in lower case if the name has a meaning of its own."""
    name = name.strip()
    return name.lower() if name.lower() in (*IDS, "measure", "statistic", "value") else name


def _check_header(line: Line, head: list[str], ids: Iterable[str]) -> None:
    """Raise `InputError` unless all columns have different names, and one is none of the IDs."""
    for place, name in enumerate(head):
        if not name or name in head[:place]:
            message = f"two columns {name!r}; rename one of them"
            unnamed = f"column {place + 1} has no name; give it one, or drop it (pandas: to_csv(index=False))"
            raise line.error(message if name else unnamed)
    if not set(head).difference(ids):
        raise line.error("no column with scores; add one, or give the file that has them")


def _by_place(file: ScoreFile, columns: dict[str, list[int]], is_published: bool = False) -> Iterator[Cell]:
    """Read a table without a header; NIST's have blanks between columns, and capital letters for people."""
    system, width = columns[SYSTEM][0], max(chain.from_iterable(columns.values())) + 1
    for place, line in enumerate(file.lines()):
        row = line.text.split()
        if not is_published and "\t" in line.text:
            row = [cell.strip() for cell in line.text.split("\t")]
        elif not is_published and file.path.lower().endswith(".csv"):
            row = [cell.strip() for cell in next(csv.reader([line.text]))]
        if len(row) < width:
            message = f"{several(len(row), 'column')}, where {width} are wanted"
            in_line = row[system] if len(row) > system else None
            raise line.error(Message("%s; check the format, or %s", message, file.table_options), in_line)
        scores = [row[parts[0]] for name, parts in columns.items() if name not in IDS]
        if not (place or is_published or any(map(is_number, scores))):
            remedies = (
                f"name its columns in `{file.options[1]}`",
                *(f"give `{skip_lines}` {line.number}" for skip_lines in file.options[2:]),
            )
            message = f"%r is no number; if this is a header, {' or '.join(remedies)}"
            raise line.error(Message(message, scores[0]))
        for cell in _row(line, row, columns):
            is_author = is_published and re.fullmatch("[A-Z]", cell.system)
            yield cell._replace(is_person=True) if is_author else cell


def _row(line: Line, row: list[str], columns: dict[str, list[int]]) -> Iterator[Cell]:
    system = row[columns[SYSTEM][0]]
    answer = "".join(row[place] for place in columns.get(PERSON, ()))
    if answer.lower() not in _PEOPLE:
        raise line.error(f"{PERSON} {answer!r} is neither yes nor no", system)
    evaluation, is_person = _evaluation_id(row, columns), _PEOPLE[answer.lower()]
    for name, (score, *parts) in columns.items():
        if name not in IDS:
            full_name = "_".join([name, *(row[place] for place in parts)])
            yield line.cell(system, evaluation, full_name, row[score], is_person)


def _evaluation_id(row: list[str], columns: dict[str, list[int]]) -> str | None:
    """Return the ID of the evaluation, or `None` if whole systems are scored."""
    parts = [row[place] for place in columns.get(EVALUATION, ())]
    # A summary of a whole set of documents has no document.
    return ".".join(parts[:1] + [part for part in parts[1:] if part != "-"]) if parts else None


def _published(file: ScoreFile, columns: str) -> Iterator[Cell]:
    """Read a table that NIST published, with the columns of `data/score_tables.txt`."""
    words = (word.partition("=") for word in columns.split(","))
    places = {name: [*map(int, numbers.split("+"))] for name, _, numbers in words}
    return _by_place(file, places, is_published=True)


def _mtme(file: ScoreFile) -> Iterator[Cell]:
    """Read MTME's `.sys.score` and `.seg.score`: lines of a system and a score, named after the file.

    Segments of a system form a block, and their numbers in the block are the IDs of evaluations.
    """
    path = file.path.removesuffix(".gz")
    is_of_segments = not path.endswith(".sys.score")
    name = re.sub(r"\.(seg|sys)\.score$", "", os.path.basename(path))
    blocks: dict[str, list[Line]] = {}
    for line in file.lines():
        system, tab, value = line.text.partition("\t")
        system = system.strip()
        if not tab:
            raise line.error("no system and score with a tab between them")
        if is_of_segments and system in blocks and system != [*blocks][-1]:
            raise line.error("a second block of the system; put all its lines together", system)
        block = blocks.setdefault(system, [])
        block.append(line)
        yield line.cell(system, str(len(block)) if is_of_segments else None, name, value)
    # If a block lacks lines, the numbers of its segments are unknown.
    ((usual, _),) = Counter(map(len, blocks.values())).most_common(1)
    for system, block in blocks.items():
        if len(block) != usual:
            message = f"{several(len(block), 'line')}, where other systems have {usual}"
            raise block[-1].error(f"{message}; write None for what is missing", system)


def _nlp_williams(file: ScoreFile) -> Iterator[Cell]:
    """Read scores of systems by nlp-williams and WMT; several pairs and test sets are parts of names."""
    (head, names), *rows = _rows(file)
    if len(names) != len(_WMT):
        raise head.error(f"{several(len(names), 'column')}, where {' '.join(_WMT)} are wanted")
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


def _jsonl(file: ScoreFile) -> Iterator[Cell]:
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


def _sacrerouge(file: ScoreFile) -> Iterator[Cell]:
    """Read SacreROUGE's `metrics.jsonl`: an object for each instance and summarizer, with nested metrics."""
    for line in file.objects():
        system, evaluation = line.id("summarizer_id"), line.id("instance_id")
        kind = line.fields.get("summarizer_type", "peer")
        if kind not in ("peer", "reference"):
            raise line.error(f"summarizer_type {kind!r} is neither 'peer' nor 'reference'", system)
        for name, value in _flattened(line.mapping("metrics", system)):
            yield line.cell(system, evaluation, name, value, kind == "reference")


def _summeval(file: ScoreFile) -> Iterator[Cell]:
    """Read SummEval's `model_annotations.aligned.jsonl`: an object for each article and model.

    Each cell has the answers of all annotators (`expert_relevance`). `….aligned.scored.jsonl` also has scores
    of metrics with 1, 6 and 11 references (`metric_scores_1_rouge_rouge_1_f_score`).
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
        fields = [f"metric_scores_{references}" for references in (1, 6, 11)]
        metrics = {field: line.mapping(field, system) for field in fields if field in line.fields}
        for name, value in _flattened(metrics):
            if _is_numeric(value):
                yield line.cell(system, evaluation, name, value)


def _rose(file: ScoreFile) -> Iterator[Cell]:
    """Read RoSE's annotations of every system, such as `acu` and `normalized_acu`, but no labels of units."""
    for line in file.objects():
        evaluation = line.id("example_id")
        for system, annotation in line.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise line.error("the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and _is_numeric(value):
                    yield line.cell(system, evaluation, name, value)


class Format(NamedTuple):
    """A format of files of scores, and how a file shows it."""

    read: Callable[[ScoreFile], Iterator[Cell]]
    ending: str = ""
    """A pattern of the end of the file's name, in lower case."""
    fields: tuple[str, ...] = ()
    """Fields of objects in JSON; one of them is enough."""
    width: int = 0
    """The number of columns in the last line."""
    skip: int = 0
    """The number of lines before the table."""


FORMATS = {
    "csv": Format(_with_header),
    "tsv": Format(_with_header),
    "jsonl": Format(_jsonl),
    "sacrerouge": Format(_sacrerouge, fields=("summarizer_id", "metrics")),
    "summeval": Format(_summeval, fields=("expert_annotations", "turker_annotations")),
    "rose": Format(_rose, fields=("annotations",)),
    "mtme": Format(_mtme, r"\.(seg|sys)\.score"),
    "nlp-williams": Format(_nlp_williams),
    **{
        name: Format(partial(_published, columns=columns), ending.strip("-"), (), int(width), int(skip))
        for name, ending, skip, width, columns in built_in_lines("score_tables.txt")
    },
}
"""The formats by name."""


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
    """Return cells as a file has them, as `read_scores` does; `options` are the names for messages."""
    if format is not None and format not in [*FORMATS]:
        raise OptionError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    if columns is not None and format is not None:
        raise OptionError(Message(f"`{options[1]}` and `{options[0]}` both tell the format: drop one"))
    if columns is None and skip_lines:
        raise OptionError(Message(f"`{options[2]}` goes with `{options[1]}`; give that, too"))
    described = None if columns is None else _described(columns, skip_lines, options[1])
    file = ScoreFile(path, read_text(path), figure, options)
    chosen = described or (FORMATS[format] if format else _shown(file))
    # Blank lines in place of those before the table keep the numbers of lines.
    lines = [*StringIO(file.text, newline="")]
    file = file._replace(text="".join(["\n" * len(lines[: chosen.skip]), *lines[chosen.skip :]]))
    if described and re.match(r'\s*\[?\s*\{\s*"', file.text):
        message = Message(f"JSON, and `{options[1]}` is for tables; drop it, or write the file as csv")
        raise InputError(f"{named(path)}: {message}")
    cells = list(chosen.read(file))
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
        fields = next((line.fields for line in file.objects()), {})
        shown = (format for format in FORMATS.values() if not fields.keys().isdisjoint(format.fields))
        return next(shown, FORMATS["jsonl"])
    separator, line = _separator_and_head(file.text)
    head = [_column_name(column.strip('"')) for column in line.split(separator)]
    if tuple(word.upper() for word in head) == _WMT:
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
        name, _, parts = word.partition("=")
        name, found = name.strip(), [part.strip() for part in parts.split("+")]
        if not name or "" in found:
            message = "is not NAME=COLUMN; a column is a name in the header or a number from 0"
            raise OptionError(f"`{option}`: %r %s", word, message)
        if name in places:
            raise OptionError(f"`{option}`: %s is there twice; drop one", name)
        places[name] = found
    problem = ""
    if _BY_SYSTEM in places and places.keys() != {_BY_SYSTEM, EVALUATION}:
        problem = "systems=NAME goes with evaluation=COLUMN, and with nothing else"
    elif places.keys().isdisjoint((SYSTEM, _BY_SYSTEM)):
        problem = "the system is missing; add system=COLUMN, or systems=NAME for a column a system"
    elif places.keys() <= {*IDS}:
        problem = "no score is named; add NAME=COLUMN"
    elif any(len(parts) > 1 for name, parts in places.items() if name != EVALUATION):
        problem = "only the evaluation can be made of several columns"
    if problem:
        raise OptionError(Message(f"`{option}`: {problem}"))
    skip = whole_number("skip_lines", skip)
    words = chain.from_iterable(places.values())
    if _BY_SYSTEM not in places and all(re.fullmatch("[0-9]+", word) for word in words):
        numbers = {name: [*map(int, parts)] for name, parts in places.items()}
        return Format(partial(_by_place, columns=numbers), skip=skip)
    return Format(partial(_with_header, names=places), skip=skip)
