"""SummEval's `model_annotations.aligned.jsonl`: an object for each article and model, with annotations.

In `model_annotations.aligned.scored.jsonl` there are scores of metrics, too, with 1, 6 and 11 references.
"""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Entry, ScoreFile
from .objects import flattened, is_numeric, objects

_METRICS = ("metric_scores_1", "metric_scores_6", "metric_scores_11")
_ANNOTATORS = {"expert_annotations": "expert", "turker_annotations": "turker"}


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries, each with the answers of all annotators: `expert_relevance` and its like.

    The names of metrics are joined, as in `metric_scores_1_rouge_rouge_1_f_score`.
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
            for name, value in flattened(one.mapping(field, system) if field in one.fields else {}):
                if is_numeric(value):
                    yield Entry(one.line, system, evaluation, f"{field}_{name}", value)
