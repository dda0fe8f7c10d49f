"""The figures of the same summaries under several protocols, each compared with one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..evaluation import Evaluation
from ..options import Options
from ..scoring.engine import score_evaluations
from ..scoring.results import Results
from .protocol import Protocol, reasons

ROUNDING = 2e-5
"""The most by which rounding to five decimals moves a figure.

F is made of rounded recall and precision, whose errors it can double, and is rounded again.
"""


class Swap(NamedTuple):
    """Two systems whose order a protocol turns round."""

    above: str
    """The system with the higher figure here, which has the lower one under the base."""
    below: str


class Column(NamedTuple):
    """The figures by a measure under a protocol, and their differences from the base."""

    measure: str
    """The measure's own name."""
    figures: Mapping[str, float]
    """The average of each system."""
    differences: Mapping[str, float]
    evaluations: int
    differing: int
    """The evaluations in which the figure of some system differs by more than `ROUNDING`."""
    in_rounding: int
    """The evaluations in which figures differ, but not by more."""
    swaps: tuple[Swap, ...]


class Row(NamedTuple):
    """A protocol, and its figures by measure."""

    protocol: Protocol
    signature: str
    reasons: tuple[str, ...]
    """The cause of the difference to the base, in words."""
    columns: Mapping[str, Column]


class ProtocolTable(NamedTuple):
    """The figures under all protocols; the first row is the base."""

    rows: tuple[Row, ...]
    systems: tuple[str, ...]
    evaluations: int
    several_models: bool
    """True where an evaluation has more than one model."""
    notes: tuple[str, ...]
    left_out: Mapping[str, str] = {}
    """The reasons for which protocols have no row, by their names."""

    @property
    def base(self) -> Protocol:
        """The protocol with which all others are compared."""
        return self.rows[0].protocol

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the base's measures."""
        return tuple(self.rows[0].columns)


def tabulate(
    evaluations: Sequence[Evaluation], base: Protocol, others: Sequence[Protocol], *, jobs: int = 1
) -> ProtocolTable:
    """Score evaluations, whose files have been read, under each protocol, and compare it with the base.

    A figure is the estimate of its profile, as its program prints it. Measures that the base does not
    have are left out. Raises what `evaluate` raises.
    """
    several = any(len(evaluation.models) > 1 for evaluation in evaluations)
    reports: dict[tuple[Options, bool], Results] = {}

    def report_of(protocol: Protocol) -> Results:
        key = protocol.options, protocol.whole
        if key not in reports:
            texts = [evaluation.map(protocol.read) for evaluation in evaluations]
            reports[key] = score_evaluations(texts, protocol.options, jobs=jobs)
        return reports[key]

    of_base = report_of(base)
    rows = [
        Row(
            protocol,
            report_of(protocol).signature,
            reasons(protocol, base, several_models=several),
            {
                label: _column(label, protocol, report_of(protocol), base, of_base)
                for label in base.columns()
                if label in protocol.columns()
            },
        )
        for protocol in (base, *(one for one in others if one != base))
    ]
    return ProtocolTable(tuple(rows), tuple(of_base.systems), len(evaluations), several, of_base.notes)


def _column(label: str, protocol: Protocol, report: Results, base: Protocol, of_base: Results) -> Column:
    """Return the figures by the measure that ROUGE-1.5.5 calls by this label."""
    measure, base_measure = protocol.columns()[label], base.columns()[label]
    figures = _averages(report, measure, protocol.field)
    of_others = _averages(of_base, base_measure, base.field)
    every: set[str] = set()
    differing: set[str] = set()
    unequal: set[str] = set()
    for system, results in report.systems.items():
        scores = results[measure].scores
        every.update(scores.evaluations)
        others = getattr(of_base.systems[system][base_measure].scores, base.field)
        for id, figure, other in zip(
            scores.evaluations, getattr(scores, protocol.field), others, strict=True
        ):
            if figure != other:
                (differing if abs(figure - other) > ROUNDING else unequal).add(id)
    return Column(
        measure,
        figures,
        {system: figure - of_others[system] for system, figure in figures.items()},
        len(every),
        len(differing),
        len(unequal - differing),
        tuple(_swaps(figures, of_others)),
    )


def _averages(report: Results, measure: str, field: str) -> dict[str, float]:
    return {
        system: getattr(results[measure], field).average
        for system, results in report.systems.items()
        if results[measure].scores
    }


def _swaps(figures: Mapping[str, float], others: Mapping[str, float]) -> list[Swap]:
    swaps = []
    for one, two in combinations(figures, 2):
        here, there = figures[one] - figures[two], others[one] - others[two]
        if here * there < 0:
            swaps.append(Swap(one, two) if here > 0 else Swap(two, one))
    return swaps
