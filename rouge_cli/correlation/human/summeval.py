"""SummEval's `model_annotations.aligned.jsonl`: an object for each article and model, with annotations."""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Entry, ScoreFile
from .objects import objects

_ANNOTATORS = {"expert_annotations": "expert", "turker_annotations": "turker"}


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries, each with the answers of all annotators: `expert_relevance` and its like."""
    for one in objects(file):
        system, evaluation = one.id("model_id"), one.id("id")
        for field, annotators in _ANNOTATORS.items():
            annotations = one.fields.get(field, [])
            if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
                raise file.error(one.line, f"field {field!r} is no list of objects", system)
            for aspect in dict.fromkeys(name for annotation in annotations for name in annotation):
                answers = [annotation.get(aspect) for annotation in annotations]
                yield Entry(one.line, system, evaluation, f"{annotators}_{aspect}", answers)
