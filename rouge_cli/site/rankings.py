"""Rankings of evaluations: the lowest scores of each system, and its greatest losses in each pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import NamedTuple

from ..scoring.results import Results
from ..scoring.worst import worst
from .aligned import Pair


class Ranked(NamedTuple):
    """An evaluation in a ranking."""

    evaluation: str
    value: float
    """The score, or the difference to the baseline."""


class Ranking(NamedTuple):
    """The evaluations in which a system does worst by a measure, the worst first."""

    measure: str
    system: str
    baseline: str | None
    """The system whose scores are subtracted; `None`: the scores themselves are ranked."""
    worst: tuple[Ranked, ...]


def rankings(report: Results, pairs: Sequence[Pair], letter: str, count: int) -> list[Ranking]:
    """Return the `count` worst evaluations of each system and of each pair, by each measure.

    They are those of `Report.worst`, without NaN.
    """
    systems: list[tuple[str, str | None]] = [(system, None) for system in report.systems]
    ranked = []
    for measure in report.measures:
        for system, baseline in [*systems, *pairs]:
            places = worst(report, count, measure, figure=letter, systems=system, against=baseline)
            finite = tuple(Ranked(one.evaluation, one.value) for one in places if isfinite(one.value))
            ranked.append(Ranking(measure, system, baseline, finite))
    return ranked


def systems_to_explain(ranked: Iterable[Ranking]) -> dict[str, list[str]]:
    """Return by evaluation the systems that do worst there, and the baselines that they lose to."""
    wanted: dict[str, dict[str, None]] = {}
    for ranking in ranked:
        systems = [ranking.system] if ranking.baseline is None else [ranking.baseline, ranking.system]
        for one in ranking.worst:
            wanted.setdefault(one.evaluation, {}).update(dict.fromkeys(systems))
    return {evaluation: list(systems) for evaluation, systems in wanted.items()}


class Reason(NamedTuple):
    """A reason to explain an evaluation: in some rankings of a system it is among the worst."""

    system: str
    baseline: str | None
    measures: tuple[str, ...]


def reasons(ranked: Iterable[Ranking], evaluation: str) -> list[Reason]:
    """Return why an evaluation is explained, the measures of a system or a pair together."""
    measures: dict[tuple[str, str | None], list[str]] = {}
    for ranking in ranked:
        if any(one.evaluation == evaluation for one in ranking.worst):
            measures.setdefault((ranking.system, ranking.baseline), []).append(ranking.measure)
    return [Reason(*names, tuple(of_names)) for names, of_names in measures.items()]
