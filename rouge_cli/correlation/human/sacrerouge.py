"""SacreROUGE's `metrics.jsonl`: an object for each instance and summariser, with nested metrics."""

from __future__ import annotations

from collections.abc import Iterator

from .entries import Entry, ScoreFile
from .objects import flattened, objects

_TYPES = {"peer": False, "reference": True}


def read(file: ScoreFile) -> Iterator[Entry]:
    """Yield the entries; lines of the same pair merge, as each name of a metric is one entry."""
    for one in objects(file):
        system, evaluation = one.id("summarizer_id"), one.id("instance_id")
        type = one.fields.get("summarizer_type", "peer")
        if type not in _TYPES:
            message = f"summarizer_type {type!r} is neither 'peer' nor 'reference'"
            raise file.error(one.line, message, system)
        for name, value in flattened(one.mapping("metrics", system)):
            yield Entry(one.line, system, evaluation, name, value, _TYPES[type])
