"""Tables of tests/data/correlation as cells, and the figures that are expected of them.

The expected figures were computed twice beforehand: by a plain-Python reference, and by SciPy, nlpstats,
and the statistics of SacreROUGE and MTME.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from rouge_cli import Cell, Correlations, correlate

DATA = Path(__file__).parent.parent / "data" / "correlation"
METRICS = ("metric_a", "metric_b")
LEVELS = ("system", "summary", "global")
COEFFICIENTS = ("pearson", "spearman", "kendall")


def cells(file: str, names: Sequence[str]) -> list[Cell]:
    """Return the cells of the named columns of a table."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [
        Cell(row["system"], row["evaluation"], name, float(row[name] or "nan"), False, f"{file}, line {line}")
        for line, row in enumerate(rows, 2)
        for name in names
    ]


def correlated(file: str = "scores.csv", **choices: Any) -> Correlations:
    """Return the correlations of the measures in a file with its human scores."""
    return correlate(cells(file, METRICS), cells(file, ("human",)), **choices)


def matrices() -> dict[str, np.ndarray[Any, Any]]:
    """Return the scores of scores.csv by name: rows are systems, columns are evaluations."""
    names = ("human", *METRICS)
    return {
        name: np.array([cell.value for cell in sorted(cells("scores.csv", (name,)))]).reshape(8, 12)
        for name in names
    }


def expected(file: str) -> Any:
    """Return what a file of expected figures holds."""
    return json.loads((DATA / file).read_text(encoding="utf-8"))


VECTORS: dict[str, Any] = expected("edge-cases.json")["vectors"]
"""Short vectors, and what is expected of them, by name."""


def matrix_cells(name: str, matrix: Any) -> list[Cell]:
    """Return the cells of a matrix of systems and evaluations, which are called after their places."""
    return [
        Cell(f"s{row}", f"d{column}", name, float(value))
        for (row, column), value in np.ndenumerate(np.asarray(matrix, dtype=float))
    ]


def of_matrices(measure: Any, human: Any, **choices: Any) -> Correlations:
    """Return the correlations of the matrix of a measure with the matrix of people, without intervals."""
    scores = matrix_cells("m", measure)
    return correlate(scores, matrix_cells("human", human), **{"interval": "none", **choices})


def close(value: float, wanted: float | None, tolerance: float = 1e-9) -> bool:
    """Return True for two numbers that are equal but for rounding; `None` is a number that there is not."""
    return isnan(value) if wanted is None else abs(value - wanted) <= tolerance


def scores_file(folder: Path, of: Sequence[Cell]) -> str:
    """Write cells, which all have the same systems and evaluations, to a file, and return its path."""
    names = [*dict.fromkeys(cell.name for cell in of)]
    rows: dict[tuple[str, str | None], list[object]] = {}
    for cell in of:
        rows.setdefault((cell.system, cell.evaluation), []).append(cell.value)
    with (folder / "cells.csv").open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines).writerows(
            [["system", "evaluation", *names], *([*ids, *values] for ids, values in rows.items())]
        )
    return "cells.csv"
