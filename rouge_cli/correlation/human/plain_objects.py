"""JSON Lines of ours: `{"system": …, "evaluation": …, NAME: score}`, and `rouge-eval --format jsonl`."""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Entry, ScoreFile
from .objects import Placed, flattened, objects

_IDS = ("system", "evaluation", "person")


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries; of a line of a report, the figure that is asked for."""
    for one in objects(file):
        if one.fields.get("type") == "score" and "measure" in one.fields:
            yield Entry(
                one.line,
                one.id("system"),
                one.id("evaluation"),
                one.id("measure"),
                one.fields.get(file.figure),
            )
        elif one.fields.get("type") != "comparison":
            yield from _scores(one)


def _scores(one: Placed) -> Iterator[Entry]:
    system = one.id("system")
    evaluation = one.id("evaluation") if "evaluation" in one.fields else None
    person = one.fields.get("person", False)
    if not isinstance(person, bool):
        raise one.file.error(one.line, "field 'person' is neither true nor false", system)
    scores = {name: value for name, value in one.fields.items() if name not in _IDS}
    for name, value in flattened(scores):
        yield Entry(one.line, system, evaluation, name, value, person)
