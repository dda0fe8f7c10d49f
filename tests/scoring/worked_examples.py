"""Figures of rouge-score 0.1.2, recorded from the package.

A row of the file has a reference, a candidate, true if words are stemmed, and (precision, recall, F) by
rouge1, rouge2, rougeL and rougeLsum; `None` stands for the figures of rougeL.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

Figures = tuple[float, float, float]

TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


EXAMPLES: list[tuple[str, str, bool, *tuple[Figures | None, ...]]] = [
    (*row[:3], *(three and tuple(three) for three in row[3:]))
    for row in map(json.loads, Path(__file__).with_suffix(".jsonl").read_bytes().splitlines())
]
CORPUS = [
    ("the cat sat on the mat", "the cat sat"),
    ("the dog ran", "a dog ran fast"),
    ("q", ""),
    ("x z\nw y", "x y z w"),
]
"""References and candidates of the bootstrap's examples."""


def _three(rows: list[list[float]]) -> Any:
    """Return figures as they are compared: tuples in a tuple."""
    return tuple(map(tuple, rows))


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
BOOTSTRAP = {name: _three(rows) for name, rows in _TABLES["all"].items()}
"""Lower ends, medians and upper ends of precision, recall and F under seed 0, of all four types."""
OTHER_BOOTSTRAPS = [(one["level"], one["resamples"], _three(one["figures"])) for one in _TABLES["others"]]
"""The same of rouge1, for other levels of confidence and numbers of resamples."""
