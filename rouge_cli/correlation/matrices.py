"""Matrices of scores: cells as tables of systems and evaluations, and measures joined with people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isinf, isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, some
from ..measures.scores import figure_name
from ..rendering import natural
from ..scoring.results import Results
from .coefficients import Numbers
from .levels import Paired, means
from .outcomes import DECIMALS, Cell, mean_of

Cells = NDArray[np.bool_]
LARGEST = 1e100
"""The largest score, beyond which squares and sums would overflow."""

WHOLE = ""
"""The evaluation of cells that have none: scores of whole systems."""

LEAST_SYSTEMS = 3
"""The fewest systems that can be correlated: two always give 1 or -1."""


class ScoreTable(NamedTuple):
    """Scores by name, each a matrix of systems (rows) and evaluations (columns)."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    """`WHOLE` alone where systems were scored as wholes."""
    scores: Mapping[str, Numbers]
    """By name; NaN is a missing cell."""
    people: frozenset[str]
    """The systems that are people."""

    @property
    def has_evaluations(self) -> bool:
        """False where systems have one score each."""
        return self.evaluations != (WHOLE,)

    def differences(self, measure: str, system: str, baseline: str) -> Numbers:
        """Return the differences between two systems in the evaluations that both have.

        They are rounded, as the same difference of other scores can differ in the last bit.
        """
        one, two = (self.scores[measure][self.systems.index(name)] for name in (system, baseline))
        differences: Numbers = np.round((one - two)[~np.isnan(one - two)], DECIMALS)
        return differences


def tabulate(cells: Iterable[Cell], *, average: bool | None = None) -> ScoreTable:
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
    return ScoreTable(tuple(rows), tuple(columns), scores, frozenset(people))


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


class Joined(NamedTuple):
    """Scores of measures and of people as matrices of the same systems and evaluations."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    """The evaluations of either side; `WHOLE` alone where one side has scores of whole systems."""
    measures: Mapping[str, Numbers]
    humans: Mapping[str, Numbers]
    people: tuple[str, ...]
    """The people among the systems that were read, whether they are kept or not."""

    @property
    def has_evaluations(self) -> bool:
        """False where systems have one score each."""
        return self.evaluations != (WHOLE,)


class Kept(NamedTuple):
    """The cells of one or more measures that people judged, and the systems and evaluations left out."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    measures: Mapping[str, Numbers]
    human: Numbers
    present: NDArray[np.bool_]
    """True for cells with all scores."""
    left_out_systems: tuple[str, ...]
    left_out_evaluations: tuple[str, ...]

    @property
    def summaries(self) -> int:
        """The number of cells with all scores."""
        return int(self.present.sum())

    @property
    def missing(self) -> int:
        """The number of cells that lack a score."""
        return self.present.size - self.summaries

    def paired(self, measure: str) -> Paired:
        """Return the scores of a measure and of people."""
        return Paired(self.measures[measure], self.human)


def join(scores: ScoreTable, human: ScoreTable, people: str) -> Joined:
    """Join the scores of measures and of people, with people among the systems or without.

    `people` is `without`, `with` or `only`. If one side has scores of whole systems, the other side is
    averaged. Raises `InputError` where no system or no evaluation is left in common.
    """
    known = scores.people | human.people
    every = sorted({*human.systems, *scores.systems}, key=natural)
    systems = tuple(one for one in every if people == "with" or (one in known) == (people == "only"))
    if not systems:
        raise InputError(_nobody(people))
    if not set(scores.systems).intersection(human.systems).intersection(systems):
        raise InputError(
            "no system has both scores of measures and of people; check the IDs."
            f" Scores: {some(scores.systems)}; people: {some(human.systems)}"
        )
    if scores.has_evaluations != human.has_evaluations:
        scores, human = _averaged(scores), _averaged(human)
    evaluations = tuple(sorted({*human.evaluations, *scores.evaluations}, key=natural))
    if not set(scores.evaluations).intersection(human.evaluations):
        raise InputError(
            "no evaluation has both scores of measures and of people; check the IDs."
            f" Scores: {some(scores.evaluations)}; people: {some(human.evaluations)}"
        )
    return Joined(
        systems,
        evaluations,
        {name: _placed(matrix, scores, systems, evaluations) for name, matrix in scores.scores.items()},
        {name: _placed(matrix, human, systems, evaluations) for name, matrix in human.scores.items()},
        tuple(one for one in every if one in known),
    )


def keep(
    joined: Joined, measures: Sequence[str], human: str, *, complete: bool = False, unjudged: bool = False
) -> Kept:
    """Return the cells with scores of people and of all these measures.

    `complete` keeps only evaluations in which all systems have such cells. `unjudged` keeps the scores of
    measures in evaluations that nobody judged, which count in the means of systems.
    Raises `InputError` for fewer than three systems.
    """
    z = joined.humans[human]
    matrices = {measure: joined.measures[measure] for measure in measures}
    present: Cells = ~np.any(np.isnan(np.stack([z, *matrices.values()])), axis=0)
    rows: Cells = np.any(present, axis=1)
    columns: Cells = np.all(present[rows], axis=0) if complete else np.any(present, axis=0)
    present = present & columns
    kept = tuple(np.array(joined.systems, dtype=object)[rows])
    if len(kept) < LEAST_SYSTEMS or not columns.any():
        raise InputError(_too_few(joined, measures, human, kept, complete=complete and not columns.any()))
    shown = columns | np.array([unjudged]) if joined.has_evaluations else columns
    cells = np.ix_(rows, shown)
    masked = {
        measure: np.where(present, matrix, np.nan)[cells] if not unjudged else matrix[cells]
        for measure, matrix in matrices.items()
    }
    return Kept(
        kept,
        _named(joined.evaluations, columns) if joined.has_evaluations else (),
        masked,
        np.where(present, z, np.nan)[cells],
        present[cells],
        _named(joined.systems, ~rows),
        _named(joined.evaluations, ~columns) if joined.has_evaluations else (),
    )


def _nobody(people: str) -> str:
    if people == "only":
        return "no system is a person, so that `people` 'only' leaves none; give another"
    return "all systems are people, whom `people` 'without' leaves out; give 'with' or 'only'"


def _too_few(
    joined: Joined, measures: Sequence[str], human: str, kept: Sequence[str], *, complete: bool
) -> str:
    scores = f"both {measures[0]} and {human}" if len(measures) == 1 else f"{human} and all measures"
    if complete:
        return f"no evaluation has {scores} for all of the {len(kept)} systems; do without `complete`"
    return (
        f"{LEAST_SYSTEMS} systems or more can be correlated; those with {scores}: {some(kept)}"
        f" (of {len(joined.systems)})"
    )


def _named(names: Sequence[str], chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, is_chosen in zip(names, chosen, strict=True) if is_chosen)


def _averaged(table: ScoreTable) -> ScoreTable:
    """Return the table with the mean of each system as its only score."""
    ones = np.ones((1, len(table.evaluations)), np.int64)
    return table._replace(
        evaluations=(WHOLE,), scores={name: means(of, ones).T for name, of in table.scores.items()}
    )


def _placed(
    matrix: Numbers, table: ScoreTable, systems: Sequence[str], evaluations: Sequence[str]
) -> Numbers:
    """Return a matrix with the rows and columns of other systems and evaluations; NaN where it has none."""
    rows = {system: place for place, system in enumerate(table.systems)}
    columns = {evaluation: place for place, evaluation in enumerate(table.evaluations)}
    wider = np.pad(matrix, ((0, 1), (0, 1)), constant_values=np.nan)
    return wider[
        np.ix_([rows.get(one, -1) for one in systems], [columns.get(one, -1) for one in evaluations])
    ]
