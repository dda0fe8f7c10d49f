"""Figures of rouge-score 0.1.2, recorded from the package.

A row of the file has a reference, a candidate, true if words are stemmed, and (precision, recall, F) by
rouge1, rouge2, rougeL and rougeLsum; `None` stands for the figures of rougeL.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Figures = tuple[float, float, float]

TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def _rows() -> list[tuple[str, str, bool, *tuple[Figures | None, ...]]]:
    lines = Path(__file__).with_suffix(".jsonl").read_bytes().splitlines()
    rows: list[list[Any]] = list(map(json.loads, lines))
    return [(*row[:3], *(three and tuple(three) for three in row[3:])) for row in rows]


EXAMPLES = _rows()
CORPUS = [
    ("the cat sat on the mat", "the cat sat"),
    ("the dog ran", "a dog ran fast"),
    ("q", ""),
    ("x z\nw y", "x y z w"),
]
"""References and candidates of the bootstrap's examples."""
BOOTSTRAP: dict[str, tuple[Figures, Figures, Figures]] = {
    "rouge1": (
        (0.25, 0.16666666666666666, 0.16666666666666666),
        (0.625, 0.5416666666666666, 0.5595238095238095),
        (1.0, 0.9166666666666666, 0.8928571428571429),
    ),
    "rouge2": (
        (0.08333333333333333, 0.1, 0.1),
        (0.41666666666666663, 0.30833333333333335, 0.32619047619047625),
        (0.8333333333333333, 0.4583333333333333, 0.511904761904762),
    ),
    "rougeL": (
        (0.1875, 0.16666666666666666, 0.16666666666666666),
        (0.5625, 0.5, 0.49702380952380953),
        (0.875, 0.7083333333333333, 0.7083333333333333),
    ),
    "rougeLsum": (
        (0.1875, 0.16666666666666666, 0.16666666666666666),
        (0.5625, 0.47916666666666663, 0.49702380952380953),
        (0.875, 0.7083333333333333, 0.7083333333333333),
    ),
}
"""Lower ends, medians and upper ends of precision, recall and F under seed 0, of all four types."""
OTHER_BOOTSTRAPS: list[tuple[float, int, tuple[Figures, Figures, Figures]]] = [
    (
        *(0.95, 10),
        (
            (0.5, 0.4354166666666667, 0.48154761904761906),
            (0.75, 0.6041666666666665, 0.6071428571428572),
            (0.971875, 0.9531250000000001, 0.9571428571428572),
        ),
    ),
    (
        *(0.5, 3),
        (
            (0.6875, 0.625, 0.6309523809523809),
            (0.875, 0.6666666666666666, 0.7261904761904762),
            (0.9375, 0.8333333333333333, 0.8630952380952381),
        ),
    ),
]
"""The same of rouge1, for other levels of confidence and numbers of resamples."""
