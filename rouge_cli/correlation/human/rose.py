"""RoSE's examples: an object for each, with the annotations of every system."""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Entry, ScoreFile
from .objects import is_numeric, objects


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries: `acu`, `normalized_acu` and what the protocols gave; labels of units are none."""
    for one in objects(file):
        evaluation = one.id("example_id")
        for system, annotation in one.mapping("annotations").items():
            if not isinstance(annotation, dict):
                raise file.error(one.line, "the annotations of a system must be an object", system)
            for name, value in annotation.items():
                if not name.endswith("labels") and is_numeric(value):
                    yield Entry(one.line, system, evaluation, name, value)
