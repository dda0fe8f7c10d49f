"""Matrices of scores: cells as tables of systems and evaluations, measures joined with people, and means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from math import ceil, frexp, fsum, isinf, isnan, nan
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, Message, some
from ..rendering import natural
from ..scoring.results import Results
from ..scoring.scores import figure_name
from .outcomes import Cell

Numbers: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = NDArray[np.bool_]
LARGEST = 1e100
"""The largest score that is taken: squares and sums of larger ones could overflow."""
WHOLE = ""
"""The ID of the evaluation of cells that have none: scores of whole systems."""
LEAST_SYSTEMS = 3
"""The fewest systems that can be correlated: coefficients of two are always 1 or -1."""
DECIMALS = 12
"""The decimals to which means are rounded before they are ranked.

The order of addition can change the last bit of a sum, which would break a tie.
"""
ROUNDING = 10.0**-DECIMALS
"""The largest difference of equal means that were rounded, and of equal figures in units of their spread."""
_BITS = 62
"""The bits of exact sums, of 64: one is the sign and one is spare."""


class ScoreTable(NamedTuple):
    """Scores by name, each a matrix of systems (rows) and evaluations (columns); NaN is a missing cell."""

    systems: tuple[str, ...]
    evaluations: tuple[str, ...]
    """`WHOLE` alone where systems were scored as wholes."""
    scores: Mapping[str, Numbers]
    people: tuple[str, ...] = ()
    """The people among the systems that were read, by ID, whether `join` kept them or not."""
    humans: Mapping[str, Numbers] = {}
    """The human scores, in a table that `join` returns."""

    @property
    def has_evaluations(self) -> bool:
        """False where systems have one score each."""
        return self.evaluations != (WHOLE,)

    def differences(self, measure: str, system: str, baseline: str) -> Numbers:
        """Return the differences between two systems in the evaluations that both have.

        Differences are rounded, because equal differences of different scores can differ in the last bit.
        """
        one, two = (self.scores[measure][self.systems.index(name)] for name in (system, baseline))
        differences: Numbers = np.round((one - two)[~np.isnan(one - two)], DECIMALS)
        return differences


def tabulate(
    scores: Results | Iterable[Cell], figure: str = "f", *, average: bool | None = None
) -> ScoreTable:
    """Return the table of cells, or of a figure of a report.

    Systems and evaluations are sorted by ID, and draws go by places in the table, so that no result depends
    on the order of rows in a file. Names stay in the order of the cells.

    Cells of the same system, evaluation and name are several annotators' scores: `average` takes their mean,
    exact and rounded to `DECIMALS`. Without it they raise `InputError`, whose message names the option unless
    `average` is `None`: measures have no annotators. Infinite scores, scores beyond `LARGEST`, cells with an
    evaluation beside cells without one, and no cells at all raise `InputError`, too.
    """
    cells: dict[str, dict[tuple[str, str], list[Cell]]] = {}
    people: set[str] = set()
    first = None
    for cell in _cells(scores, figure) if isinstance(scores, Results) else scores:
        first = first or cell
        place = f"{cell.place}: " if cell.place else ""
        if abs(cell.value) > LARGEST:
            most = f"{cell.value:g}; scores are {LARGEST:g} at the most:"
            what = f"{cell.name} of system {cell.system!r} is {'infinite;' if isinf(cell.value) else most}"
            raise InputError(f"{place}{what} leave the cell empty if it has no score")
        if (cell.evaluation is None) != (first.evaluation is None):
            raise InputError(
                f"{place}scores of whole systems and of single evaluations are mixed; keep them in separate"
                " files"
            )
        if cell.is_person:
            people.add(cell.system)
        key = cell.system, cell.evaluation or WHOLE
        same = cells.setdefault(cell.name, {}).setdefault(key, [])
        if isnan(cell.value):
            continue
        if same and not average:
            where = f" in evaluation {cell.evaluation!r}" if cell.evaluation is not None else ""
            before = f" (first: {same[0].place})" if same[0].place else ""
            advice = Message(", or average those of several annotators (`average_annotators`)")
            raise InputError(
                "%ssystem %r has %s twice%s; remove one%s",
                *(place, cell.system, f"{cell.name}{where}", before, "" if average is None else advice),
            )
        same.append(cell)
    if first is None:
        raise InputError("there are no scores to correlate")
    keys = {key for places in cells.values() for key in places}
    systems, evaluations = (sorted(set(ids), key=natural) for ids in zip(*keys, strict=True))
    rows, columns = ({id: place for place, id in enumerate(ids)} for ids in (systems, evaluations))
    matrices = {}
    for name, places in cells.items():
        matrices[name] = np.full((len(rows), len(columns)), nan)
        for (system, evaluation), same in places.items():
            matrices[name][rows[system], columns[evaluation]] = mean_of([cell.value for cell in same])
    return ScoreTable(tuple(rows), tuple(columns), matrices, tuple(sorted(people, key=natural)))


def _cells(report: Results, figure: str) -> Iterable[Cell]:
    """Yield the recall, precision or f of a report as cells. Raises `OptionError` for another figure."""
    name = figure_name(figure)
    for system, results in report.systems.items():
        for measure, result in results.items():
            values = getattr(result.scores, name)
            for evaluation, value in zip(result.scores.evaluations, values, strict=True):
                yield Cell(system, evaluation, measure, value)


def join(scores: ScoreTable, human: ScoreTable, people: str) -> ScoreTable:
    """Return one table with the scores of measures and the human scores.

    The table has the systems and evaluations of either side. `people` says whether people among the systems
    stay: `without`, `with` or `only`. If one side has scores of whole systems, the other side is averaged.
    Raises `InputError` if the two sides have no system or no evaluation in common.
    """
    known = {*scores.people, *human.people}
    systems = tuple(
        system
        for system in sorted({*human.systems, *scores.systems}, key=natural)
        if people == "with" or (system in known) == (people == "only")
    )
    if not systems and people == "only":
        raise InputError(Message("no system is a person, so that `people` 'only' leaves none; give another"))
    if not systems:
        raise InputError(
            Message("all systems are people, whom `people` 'without' leaves out; give 'with' or 'only'")
        )
    if not set(scores.systems).intersection(human.systems).intersection(systems):
        raise InputError(
            "no system has both scores of measures and of people; check the IDs."
            f" Scores: {some(scores.systems)}; people: {some(human.systems)}"
        )
    if scores.has_evaluations != human.has_evaluations:
        scores, human = (
            table._replace(
                evaluations=(WHOLE,),
                scores={name: means(matrix).T for name, matrix in table.scores.items()},
            )
            for table in (scores, human)
        )
    evaluations = tuple(sorted({*human.evaluations, *scores.evaluations}, key=natural))
    if not set(scores.evaluations).intersection(human.evaluations):
        raise InputError(
            "no evaluation has both scores of measures and of people; check the IDs."
            f" Scores: {some(scores.evaluations)}; people: {some(human.evaluations)}"
        )
    measures, humans = (_placed(table, systems, evaluations) for table in (scores, human))
    return ScoreTable(systems, evaluations, measures, tuple(sorted(known, key=natural)), humans)


def keep(
    joined: ScoreTable, measures: Sequence[str], human: str, *, complete: bool = False, unjudged: bool = False
) -> ScoreTable:
    """Return the cells that have the human score and scores of all these measures; all others are NaN.

    `complete` keeps only evaluations in which all systems have these scores. `unjudged` keeps the scores of
    measures in evaluations that nobody judged; they count in the means of systems. Raises `InputError` for
    fewer than three systems.
    """
    z = joined.humans[human]
    matrices = [z, *(joined.scores[measure] for measure in measures)]
    present: Cells = ~np.any(np.isnan(np.stack(matrices)), axis=0)
    rows: Cells = np.any(present, axis=1)
    columns: Cells = np.all(present[rows], axis=0) if complete else np.any(present, axis=0)
    systems = tuple(compress(joined.systems, rows))
    scores = f"both {measures[0]} and {human}" if len(measures) == 1 else f"{human} and all measures"
    if complete and not columns.any():
        message = f"no evaluation has {scores} for all of the {len(systems)} systems"
        raise InputError("%s; do without `complete`", message)
    if len(systems) < LEAST_SYSTEMS or not columns.any():
        raise InputError(
            f"{LEAST_SYSTEMS} systems or more can be correlated; those with {scores}: {some(systems)}"
            f" (of {len(joined.systems)})"
        )
    judged = present & columns
    cells = np.ix_(rows, columns | unjudged)
    return ScoreTable(
        systems,
        tuple(compress(joined.evaluations, columns | unjudged)),
        {measure: np.where(judged | unjudged, joined.scores[measure], nan)[cells] for measure in measures},
        humans={human: np.where(judged, z, nan)[cells]},
    )


def mean_of(values: Sequence[float]) -> float:
    """Return the mean, exact and rounded to `DECIMALS`; a single value as it is, and NaN for no value."""
    if len(values) < 2:
        return values[0] if values else nan
    return round(fsum(values) / len(values), DECIMALS)


def means(scores: Numbers, evaluations: NDArray[np.int64] | None = None) -> Numbers:
    """Return the mean of each system (column) in each resample (row).

    `evaluations[k, j]` is how often resample k draws evaluation j; by default there is one sample, which has
    each evaluation once. Scores are added exactly, as whole multiples of a power of two, and means are
    rounded to `DECIMALS`: the same scores have the same mean in any order, so that ties remain ties. The mean
    of a system without a cell is NaN.
    """
    if evaluations is None:
        evaluations = np.ones((1, scores.shape[1]), np.int64)
    present = ~np.isnan(scores)
    whole, unit = quantised(scores, float(evaluations.sum(axis=1).max(initial=1)))
    sums = evaluations @ whole.T
    counts = evaluations @ present.T.astype(np.int64)
    return rounded(sums, counts, unit)


def quantised(scores: Numbers, count: float) -> tuple[NDArray[np.int64], int]:
    """Return scores as whole multiples of 2^unit, and the unit. Sums of `count` scores are then exact.

    The unit is so small that scores of ordinary size lose nothing. NaN becomes 0.
    """
    filled = np.nan_to_num(scores, nan=0.0)
    largest = float(np.abs(filled).max(initial=0))
    exponent = frexp(largest)[1] + ceil(np.log2(max(count, 1))) if largest else 0
    unit = exponent - _BITS
    return np.rint(np.ldexp(filled, -unit)).astype(np.int64), unit


def rounded(sums: NDArray[np.int64], counts: NDArray[np.int64], unit: int) -> Numbers:
    """Return rounded means of sums that are in units of 2^unit; NaN where a count is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        quotients: Numbers = np.ldexp(sums / counts, unit)
        # Above 2^53 / 10^12 a double has fewer than twelve decimals and stays as it is.
        small = np.abs(quotients) < 2.0**53 / 10.0**DECIMALS
        return np.where(small, np.round(np.where(small, quotients, 0), DECIMALS), quotients)


def _placed(table: ScoreTable, systems: Sequence[str], evaluations: Sequence[str]) -> dict[str, Numbers]:
    """Return the matrices of a table with these systems and evaluations as rows and columns."""
    rows = {system: place for place, system in enumerate(table.systems)}
    columns = {evaluation: place for place, evaluation in enumerate(table.evaluations)}
    # The last row and column of the padded matrix, of NaN, serve systems and evaluations that it lacks.
    chosen = np.ix_([rows.get(id, -1) for id in systems], [columns.get(id, -1) for id in evaluations])
    return {
        name: np.pad(matrix, ((0, 1), (0, 1)), constant_values=np.nan)[chosen]
        for name, matrix in table.scores.items()
    }
