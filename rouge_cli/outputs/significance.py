"""Comparisons with a baseline -> stars, and the systems that are not significantly worse than the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan

from ..measures.scores import Estimate
from ..scoring.comparison import Comparison, Difference, compare
from ..scoring.results import Report
from .output import FIGURES

LEVELS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
"""The most that a corrected p may be for each number of stars."""
SIGNIFICANT = LEVELS[-1][0]

LEGEND = ", ".join(f"{stars} p ≤ {level:g}" for level, stars in reversed(LEVELS))


class Significance:
    """The significance of the differences of systems to a baseline, and to the best by each measure."""

    def __init__(self, report: Report, comparisons: Sequence[Comparison], baseline: str, figure: str) -> None:
        self.baseline = baseline
        self._report = report
        self._field = FIGURES[figure]
        self._by_best = {baseline: tuple(comparisons)}
        """By system, the comparisons of the others with it."""

    def stars(self, system: str, measure: str) -> str:
        """Return the stars of a system's difference to the baseline; none where it is not significant."""
        p = self._p(system, measure, self.baseline)
        return next((stars for level, stars in LEVELS if p <= level), "")

    def best(self, measure: str, estimates: dict[str, Estimate]) -> set[str]:
        """Return the best system by a measure and those that are not significantly worse.

        A figure of 0 is never best, since it means that nothing matches.
        """
        averages = {
            system: estimate.average
            for system, estimate in estimates.items()
            if isfinite(estimate.average) and estimate.average > 0
        }
        if not averages:
            return set()
        best = max(averages, key=averages.__getitem__)
        return {system for system in averages if self._p(system, measure, best) > SIGNIFICANT}

    def _p(self, system: str, measure: str, other: str) -> float:
        """Return the corrected p of the difference between systems.

        It is 1 of a system and itself, and no number where two have no evaluation in common: they are told
        neither apart nor alike.
        """
        if system == other:
            return 1.0
        if other not in self._by_best:
            self._by_best[other] = compare(self._report, other)
        for comparison in self._by_best[other]:
            if (comparison.system, comparison.measure) == (system, measure):
                difference: Difference = getattr(comparison, self._field)
                return difference.corrected
        return nan


def significance_of(report: Report, comparisons: Sequence[Comparison], figure: str) -> Significance | None:
    """Return the significance where all comparisons are with one system of the report, the baseline."""
    baselines = {comparison.baseline for comparison in comparisons}
    if len(baselines) != 1:
        return None
    (baseline,) = baselines
    return Significance(report, comparisons, baseline, figure) if baseline in report.systems else None
