"""The scores of a report by evaluation: columns of all systems, aligned with one another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from math import isfinite, nan
from typing import NamedTuple

from ..rendering.output import FIGURES, Output
from ..scoring.results import Results


class Pair(NamedTuple):
    """A system, and the baseline that it is set against."""

    system: str
    baseline: str


class AlignedScores:
    """The columns of all systems, with a place for every evaluation that one of them has."""

    def __init__(self, report: Results) -> None:
        """Put the evaluations into the order of the system that has most of them."""
        self._report = report
        self.systems = list(report.systems)
        self.measures = list(report.measures)
        having = [self._evaluations(system) for system in self.systems]
        having.sort(key=len, reverse=True)
        self.ids: list[str] = list(dict.fromkeys(chain.from_iterable(having)))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self.ids)}

    def column(self, system: str, measure: str, letter: str) -> Sequence[float]:
        """Return a figure of a system in all evaluations; it is NaN where the system is missing."""
        scores = self._report.systems[system][measure].scores
        return self._aligned(system, getattr(scores.figures, FIGURES[letter]))

    def lengths(self, system: str, measure: str) -> tuple[Sequence[float], Sequence[float]]:
        """Return the units of the peer, and those of the models, that a measure counts."""
        counts = self._report.systems[system][measure].scores.counts
        return self._aligned(system, counts.peer), self._aligned(system, counts.model)

    def _evaluations(self, system: str) -> Sequence[str]:
        return self._report.systems[system][self.measures[0]].scores.evaluations

    def _aligned(self, system: str, column: Sequence[float]) -> Sequence[float]:
        evaluations = self._evaluations(system)
        if len(evaluations) == len(self.ids) and list(evaluations) == self.ids:
            return column
        aligned = [nan] * len(self.ids)
        for id, value in zip(evaluations, column, strict=True):
            aligned[self._places[id]] = value
        return aligned


def pairs_of(output: Output) -> list[Pair]:
    """Return the pairs that are compared or, where none are, every other system with the first.

    They come in the order of the systems.
    """
    first, *others = systems = list(output.report.systems)
    if not output.comparisons:
        return [Pair(other, first) for other in others]
    compared = {Pair(one.system, one.baseline) for one in output.comparisons}
    return sorted(compared, key=lambda pair: (systems.index(pair.baseline), systems.index(pair.system)))


def baseline_of(output: Output) -> str | None:
    """Return the baseline, if all comparisons have the same one."""
    baselines = {one.baseline for one in output.comparisons}
    return baselines.pop() if len(baselines) == 1 else None


def differences(column: Sequence[float], baseline: Sequence[float]) -> list[float]:
    """Return by how much each figure lies above the baseline's; no number where one of them is none."""
    return [
        one - other if isfinite(one) and isfinite(other) else nan
        for one, other in zip(column, baseline, strict=True)
    ]
