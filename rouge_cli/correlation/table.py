"""Tables of scores: systems by evaluations, as matrices in which a missing cell is NaN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isinf, isnan, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import InputError
from ..measures.scores import figure_name
from ..rendering.output import natural
from .records import Cell, mean_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..scoring.results import Results

    Matrix = NDArray[np.float64]

LARGEST = 1e100
"""The largest score, beyond which squares and sums would overflow."""

WHOLE = ""
"""The evaluation of cells that have none: scores of whole systems."""


class Table(NamedTuple):
    """Scores by name, each a matrix of systems (rows) and evaluations (columns)."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    """`WHOLE` alone where systems were scored as wholes."""
    scores: Mapping[str, Matrix]
    """By name; NaN is a missing cell."""
    people: frozenset[str]
    """Those systems that are people."""

    @property
    def has_evaluations(self) -> bool:
        """False where systems have one score each."""
        return self.evaluations != (WHOLE,)


def tabulate(cells: Iterable[Cell], *, average: bool | None = None) -> Table:
    """Return the table of cells, with systems and evaluations by ID and names as they first appear.

    Draws go by places in the table, so that nothing depends on the order of rows in a file.

    Cells of the same system, evaluation and name are averaged where `average` is true, exactly and to
    `records.DECIMALS`. Where it is false, or `None` because no annotators gave the scores, they raise
    `InputError`, as do infinite scores and those beyond `LARGEST`, cells with an evaluation beside cells
    without, and no cells at all.
    """
    values: dict[str, dict[tuple[str, str], list[float]]] = {}
    places: dict[tuple[str, str, str], str] = {}
    systems: set[str] = set()
    evaluations: set[str] = set()
    people: set[str] = set()
    whole = None
    for cell in cells:
        if whole is None:
            whole = cell.evaluation is None
        _check(cell, whole)
        evaluation = WHOLE if cell.evaluation is None else cell.evaluation
        systems.add(cell.system)
        evaluations.add(evaluation)
        if cell.is_person:
            people.add(cell.system)
        of_cell = values.setdefault(cell.name, {}).setdefault((cell.system, evaluation), [])
        if isnan(cell.value):
            continue
        if of_cell and not average:
            raise InputError(_twice(cell, places[cell.name, cell.system, evaluation], average))
        places.setdefault((cell.name, cell.system, evaluation), cell.place)
        of_cell.append(cell.value)
    if whole is None:
        raise InputError("there are no scores to correlate")
    rows = {system: place for place, system in enumerate(sorted(systems, key=natural))}
    columns = {evaluation: place for place, evaluation in enumerate(sorted(evaluations, key=natural))}
    scores = {}
    for name, of_name in values.items():
        matrix = np.full((len(rows), len(columns)), nan)
        for (system, evaluation), of_cell in of_name.items():
            matrix[rows[system], columns[evaluation]] = mean_of(of_cell)
        scores[name] = matrix
    return Table(tuple(rows), tuple(columns), scores, frozenset(people))


def cells_of(report: Results, figure: str = "f") -> Iterable[Cell]:
    """Yield the scores of a run, by measure and system; `figure` is recall, precision or f, or its letter.

    Raises `OptionError` for another figure.
    """
    name = figure_name(figure)
    for system, results in report.systems.items():
        for measure, result in results.items():
            values = getattr(result.scores, name)
            for evaluation, value in zip(result.scores.evaluations, values, strict=True):
                yield Cell(system, evaluation, measure, value)


def _check(cell: Cell, whole: bool) -> None:
    place = f"{cell.place}: " if cell.place else ""
    if isinf(cell.value):
        raise InputError(
            f"{place}{cell.name} of system {cell.system!r} is infinite;"
            " leave the cell empty if it has no score"
        )
    if abs(cell.value) > LARGEST:
        raise InputError(
            f"{place}{cell.name} of system {cell.system!r} is {cell.value:g}; scores are"
            f" {LARGEST:g} at the most: leave the cell empty if it has no score"
        )
    if (cell.evaluation is None) != whole:
        raise InputError(
            f"{place}scores of whole systems and of single evaluations are mixed; keep them in separate files"
        )


def _twice(cell: Cell, first: str, average: bool | None) -> str:
    place = f"{cell.place}: " if cell.place else ""
    where = f" in evaluation {cell.evaluation!r}" if cell.evaluation is not None else ""
    before = f" (first: {first})" if first else ""
    advice = "" if average is None else ", or average those of several annotators (`average_annotators`)"
    return f"{place}system {cell.system!r} has {cell.name}{where} twice{before}; remove one{advice}"
