"""The evaluations in which the figures of two protocols differ most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..evaluation import Evaluation, all_systems
from ..measures.scores import Columns
from ..profiles import profile_of
from ..scoring.counting import Tally, count
from ..scoring.engine import check_evaluations
from .protocol import Protocol
from .table import ROUNDING


class Distance(NamedTuple):
    """The figures of a system in an evaluation by two protocols."""

    evaluation: str
    system: str
    measure: str
    """The name that ROUGE-1.5.5 gives the measure."""
    first: float
    second: float

    @property
    def size(self) -> float:
        """The absolute difference."""
        return abs(self.second - self.first)


class Distances(NamedTuple):
    """The evaluations in which figures differ, those that differ most first."""

    largest: tuple[Distance, ...]
    """For each evaluation that differs, the system and measure with the greatest difference."""
    evaluations: int
    differing: int
    """The number of evaluations that differ by more than rounding to five decimals can cause."""
    measures: tuple[str, ...]
    """The measures that both protocols have."""


def distances(
    evaluations: Sequence[Evaluation], first: Protocol, second: Protocol, *, jobs: int = 1
) -> Distances:
    """Compare the figures of two protocols, evaluation by evaluation; nothing is resampled.

    The files of the evaluations have been read. Raises `InputError` as `evaluate` does.
    """
    one, two = (_tally(evaluations, protocol, jobs) for protocol in (first, second))
    of_first, of_second = _places(first), _places(second)
    measures = tuple(label for label in of_first if label in of_second)
    largest: dict[str, Distance] = {}
    for system, ids in one.evaluations.items():
        for label in measures:
            figures = _figures(one.columns[system][of_first[label]], first)
            others = _figures(two.columns[system][of_second[label]], second)
            for id, figure, other in zip(ids, figures, others, strict=True):
                distance = Distance(id, system, label, figure, other)
                if id not in largest or distance.size > largest[id].size:
                    largest[id] = distance
    differing = sorted((one for one in largest.values() if one.size), key=lambda one: -one.size)
    return Distances(tuple(differing), len(largest), sum(one.size > ROUNDING for one in differing), measures)


def _tally(evaluations: Sequence[Evaluation], protocol: Protocol, jobs: int) -> Tally:
    texts = [evaluation.map(protocol.read) for evaluation in evaluations]
    profile = profile_of(protocol.options)
    systems = all_systems(evaluations)
    check_evaluations(texts, systems, profile)
    return count(texts, systems, profile, jobs=jobs)


def _places(protocol: Protocol) -> dict[str, int]:
    """Return the place of each measure in the profile, by the name that ROUGE-1.5.5 gives it."""
    names = [measure.name for measure in profile_of(protocol.options).measures]
    return {label: names.index(name) for label, name in protocol.columns().items()}


def _figures(columns: Columns, protocol: Protocol) -> Sequence[float]:
    figures: Sequence[float] = getattr(columns.figures, protocol.field)
    return figures
