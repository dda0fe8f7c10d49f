"""The data of the table of evaluations as scripts: a page opened from a disk can load no other data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from ..explanations.shown import readable
from ..rendering.output import FIGURES
from .aligned import AlignedScores, Pair

DECIMALS = 6
"""The decimals of a figure in the table."""
_UNITS = 10**DECIMALS
"""Figures are whole numbers of so many to one, which are short to write and quick to read."""
_ESCAPES = {"<": r"\u003c", ">": r"\u003e", "&": r"\u0026"}
"""Characters that could end a script or begin a comment where the data stand inside of a page."""


def index(aligned: AlignedScores, pairs: Sequence[Pair], letter: str, pages: Mapping[str, str]) -> str:
    """Return the script that tells evaluations, systems and measures, and which evaluations have a page."""
    places = {system: place for place, system in enumerate(aligned.systems)}
    system, baseline = pairs[0] if pairs else (aligned.systems[0], None)
    data = {
        "evaluations": list(map(readable, aligned.ids)),
        "systems": list(map(readable, aligned.systems)),
        "figure": list(FIGURES).index(letter),
        "system": places[system],
        "baseline": None if baseline is None else places[baseline],
        "pages": {place: pages[id] for place, id in enumerate(aligned.ids) if id in pages},
        "units": _UNITS,
    }
    return f"rougeReport.index = {_json(data)};\n"


def measure(aligned: AlignedScores, place: int) -> str:
    """Return the script with the columns of a measure: by system, recall, precision, F, and two lengths."""
    name = aligned.measures[place]
    columns = [
        [
            *(_figures(aligned.column(system, name, letter)) for letter in FIGURES),
            *(_counts(column) for column in aligned.lengths(system, name)),
        ]
        for system in aligned.systems
    ]
    return f"rougeReport.measures[{place}] = {_json(columns)};\n"


def _figures(column: Iterable[float]) -> list[int | None]:
    return [round(value * _UNITS) if isfinite(value) else None for value in column]


def _counts(column: Iterable[float]) -> list[float | None]:
    return [_short(value) if isfinite(value) else None for value in column]


def _short(value: float) -> float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _json(data: Any) -> str:
    """Return the data as ASCII that is JSON and JavaScript, wherever it stands."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text
