"""The evaluations in which systems do worst: by their own figures, or against another system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from math import isnan
from typing import NamedTuple, TypeAlias, TypeVar

from ..errors import InputError, OptionError, some
from ..measures.scores import MeasureScores, Score, figure_name
from .results import Results

T = TypeVar("T")
_Row: TypeAlias = tuple[float, str, int, int]
"""A value, the system, and the place of the evaluation in the scores of this and of the other system."""


class Worst(NamedTuple):
    """One of the evaluations in which a system does worst."""

    evaluation: str
    """The ID of the evaluation."""
    system: str
    value: float
    """The figure; against another system, the figure minus that of the other system."""
    score: Score
    """The score of the system."""
    other: Score | None = None
    """The score of the other system."""


def lowest(values: Iterable[tuple[float, T]], count: int) -> list[T]:
    """Return the items with the lowest values, the lowest first.

    Equal values keep their order, and NaN comes last. Raises `OptionError` for a count below 0.
    """
    if count < 0:
        raise OptionError(f"`count` must be 0 or more, not {count}")

    def rank(pair: tuple[float, T]) -> tuple[bool, float]:
        value = pair[0]
        return (True, 0) if isnan(value) else (False, value)

    return [one for _, one in nsmallest(count, values, key=rank)]


def worst(
    report: Results,
    count: int = 10,
    measure: str | None = None,
    *,
    figure: str = "f",
    systems: str | Iterable[str] | None = None,
    against: str | None = None,
) -> list[Worst]:
    """Return the evaluations in which systems do worst, as `Report.worst` does."""
    return worst_and_ties(report, count, measure, figure=figure, systems=systems, against=against)[0]


def worst_and_ties(
    report: Results,
    count: int,
    measure: str | None,
    *,
    figure: str = "f",
    systems: str | Iterable[str] | None = None,
    against: str | None = None,
) -> tuple[list[Worst], int]:
    """Return what `worst` does, and how many more have the value of the last one."""
    figure = figure_name(figure)
    measure = _measure(report, measure)
    scores = {system: report.systems[system][measure].scores for system in _chosen(report, systems, against)}
    others = None if against is None else report.systems[against][measure].scores

    def rows() -> Iterator[_Row]:
        return _figures(scores, figure) if others is None else _losses(scores, others, figure)

    found = [
        Worst(
            scores[system].evaluations[place],
            system,
            value,
            scores[system][place],
            None if others is None else others[other],
        )
        for value, system, place, other in lowest(((row[0], row) for row in rows()), count)
    ]
    last = [found[-1].value] if found else []
    return found, sum(row[0] in last for row in rows()) - sum(one.value in last for one in found)


def _figures(scores: dict[str, MeasureScores], figure: str) -> Iterator[_Row]:
    for system, of_system in scores.items():
        for place, value in enumerate(getattr(of_system.figures, figure)):
            yield value, system, place, 0


def _losses(scores: dict[str, MeasureScores], others: MeasureScores, figure: str) -> Iterator[_Row]:
    """Yield the evaluations that both systems have and in which a system is below the other system."""
    place_of = {evaluation: place for place, evaluation in enumerate(others.evaluations)}
    of_other = getattr(others.figures, figure)
    for system, of_system in scores.items():
        column = getattr(of_system.figures, figure)
        for place, (evaluation, value) in enumerate(zip(of_system.evaluations, column, strict=True)):
            other = place_of.get(evaluation)
            if other is not None and value < of_other[other]:
                yield value - of_other[other], system, place, other


def _measure(report: Results, measure: str | None) -> str:
    """Return the given measure, or the only one of the report."""
    measures = report.measures
    if measure is None and len(measures) == 1:
        return measures[0]
    if measure not in measures:
        raise OptionError(f"`measure` must be one of: {some(measures)}")
    return measure


def _chosen(report: Results, systems: str | Iterable[str] | None, against: str | None) -> list[str]:
    """Return the systems to rank, by default all but `against`."""
    there = list(report.systems)
    if systems is None:
        asked = [system for system in there if system != against]
    else:
        asked = [systems] if isinstance(systems, str) else list(systems)
    for system in (*asked, *([] if against is None else [against])):
        if system not in report.systems:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(sorted(there))}")
    if against in asked:
        raise InputError(f"system {against} cannot be compared with itself; name another one")
    if not asked:
        raise InputError(f"there is no other system to compare with {against}")
    return asked
