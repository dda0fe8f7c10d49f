"""Readers of scores in JSON: one object a line, or one list of objects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .score_entries import Entry, ScoreFile

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
        """Return the ID in a field. Raises `InputError` if there is none."""
        value = self.fields.get(field)
        if value is None:
            raise self.file.error(self.line, f"no field {field!r}; add it")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.file.error(self.line, f"field {field!r} is neither a string nor a whole number")
        return str(value)

    def mapping(self, field: str, system: str | None = None) -> dict[str, Any]:
        """Return the object in a field. Raises `InputError` if there is none."""
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
