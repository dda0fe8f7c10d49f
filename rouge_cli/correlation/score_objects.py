"""Readers of scores in JSON: our own lines, SacreROUGE, SummEval and RoSE.

A reader takes a `ScoreFile` and yields cells whose values are still as the file has them: a number, its text,
a list of these to be averaged, or `None`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from .outcomes import Cell
from .score_files import EVALUATION, IDS, PERSON, SYSTEM, Line, ScoreFile

_BEGIN = re.compile(r"[^\s,]")
"""The beginning of a value, or the end of the list of values."""


def objects(file: ScoreFile) -> Iterator[Line]:
    """Yield the lines where objects begin; the objects follow one another or form a list.

    Raises `InputError` for other values and for text that is no JSON.
    """
    decoder, text = json.JSONDecoder(object_pairs_hook=_object), file.text
    is_list = text.lstrip().startswith("[")
    end, number, counted = text.index("[") + 1 if is_list else 0, 1, 0
    while (begin := _BEGIN.search(text, end)) and not (is_list and begin[0] == "]"):
        number, counted = number + text.count("\n", counted, begin.start()), begin.start()
        line = Line(file.path, number)
        try:
            value, end = decoder.raw_decode(text, counted)
        except (ValueError, RecursionError) as error:
            raise line.error(f"no JSON ({error}); mend the file") from error
        if not isinstance(value, dict):
            raise line.error("no object in JSON; the file must have only objects")
        yield line._replace(fields=value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object. Raises `ValueError` for two fields of one name, as for two columns."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"two fields {next(name for name in names if names.count(name) > 1)!r}")
    return fields


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
            for name, value in _flattened({name: fields[name] for name in fields if name not in IDS}):
                yield one.cell(system, evaluation, name, value, person)


def sacrerouge(file: ScoreFile) -> Iterator[Cell]:
    """Read SacreROUGE's `metrics.jsonl`: an object for each instance and summarizer, with nested metrics."""
    for one in objects(file):
        system, evaluation = one.id("summarizer_id"), one.id("instance_id")
        type = one.fields.get("summarizer_type", "peer")
        if type not in ("peer", "reference"):
            raise one.error(f"summarizer_type {type!r} is neither 'peer' nor 'reference'", system)
        for name, value in _flattened(one.mapping("metrics", system)):
            yield one.cell(system, evaluation, name, value, type == "reference")


def summeval(file: ScoreFile) -> Iterator[Cell]:
    """Read SummEval's `model_annotations.aligned.jsonl`: an object for each article and model.

    Each cell has the answers of all annotators, under a name such as `expert_relevance`.
    `….aligned.scored.jsonl` also has scores of metrics with 1, 6 and 11 references, under names such as
    `metric_scores_1_rouge_rouge_1_f_score`.
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
    """Read RoSE's annotations of every system, such as `acu` and `normalized_acu`, but no labels of units."""
    for one in objects(file):
        evaluation = one.id("example_id")
        for system, annotation in one.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise one.error("the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and _is_numeric(value):
                    yield one.cell(system, evaluation, name, value)
