"""Comparisons with a baseline -> stars, and the systems that are not significantly worse than the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isnan, nan
from typing import NamedTuple

from ..measures.scores import Estimate
from ..scoring.comparison import SIGNIFICANT, Comparison, compare, holm, least_p
from ..scoring.results import Report
from .output import FIGURES

LEVELS = ((0.001, "***"), (0.01, "**"), (SIGNIFICANT, "*"))
"""The most that a corrected p may be for each number of stars."""


class _Compared(NamedTuple):
    """The p of a comparison."""

    p: float
    """Corrected by Holm's method; NaN where nothing was compared."""
    least: float
    """The least that it could be with so many comparisons, evaluations and resamples."""


_NOT_COMPARED = _Compared(nan, nan)


class Significance:
    """The significance of the differences of systems to a baseline, and to the best by each measure."""

    def __init__(self, report: Report, comparisons: Sequence[Comparison], baseline: str, figure: str) -> None:
        self.baseline = baseline
        self._report = report
        self._field = FIGURES[figure]
        self._with = {baseline: self._compared(comparisons)}
        """By system, measure and other system, the comparisons with the first."""

    def stars(self, system: str, measure: str) -> str:
        """Return the stars of a system's difference to the baseline; none where it is not significant."""
        p = self._of(system, measure, self.baseline).p
        return next((stars for level, stars in LEVELS if p <= level), "")

    @property
    def least(self) -> float:
        """The least corrected p that any comparison with the baseline could have."""
        compared = [
            one.least for of_measure in self._with[self.baseline].values() for one in of_measure.values()
        ]
        return min((least for least in compared if not isnan(least)), default=1.0)

    def legend(self) -> str:
        """Return the meaning of the stars that are possible with these comparisons, and what limits them."""
        reached = [f"{stars} p ≤ {level:g}" for level, stars in reversed(LEVELS) if self.least <= level]
        legend = ", ".join(reached) or "no stars"
        return legend if len(reached) == len(LEVELS) else f"{legend} (no p can be below {self.least:.2g})"

    def best(self, measure: str, estimates: dict[str, Estimate]) -> set[str]:
        """Return the best system by a measure and the others that are not significantly worse.

        A figure of 0 is never best, since it means that nothing matches. Nor is a system called as good as
        the best where evaluations or resamples are too few for any difference to be significant.
        """
        averages = {
            system: estimate.average
            for system, estimate in estimates.items()
            if isfinite(estimate.average) and estimate.average > 0
        }
        if not averages:
            return set()
        best = max(averages, key=averages.__getitem__)
        others = {system: self._of(system, measure, best) for system in averages if system != best}
        return {best, *(system for system, one in others.items() if one.least <= SIGNIFICANT < one.p)}

    def _of(self, system: str, measure: str, other: str) -> _Compared:
        """Return the comparison of a system with another."""
        if other not in self._with:
            self._with[other] = self._compared(compare(self._report, other))
        return self._with[other].get(measure, {}).get(system, _NOT_COMPARED)

    def _compared(self, comparisons: Sequence[Comparison]) -> dict[str, dict[str, _Compared]]:
        resamples = self._report.options.resamples
        by_measure: dict[str, list[tuple[str, float, float]]] = {}
        for one in comparisons:
            p: float = getattr(one, self._field).corrected
            least = nan if isnan(p) else least_p(one.evaluations, resamples)
            by_measure.setdefault(one.measure, []).append((one.system, p, least))
        found: dict[str, dict[str, _Compared]] = {}
        for measure, rows in by_measure.items():
            systems, ps, least_ps = zip(*rows, strict=True)
            found[measure] = dict(zip(systems, map(_Compared, ps, holm(least_ps)), strict=True))
        return found


def significance_of(report: Report, comparisons: Sequence[Comparison], figure: str) -> Significance | None:
    """Return the significance where all comparisons are with one system of the report, the baseline."""
    baselines = {comparison.baseline for comparison in comparisons}
    if len(baselines) != 1:
        return None
    (baseline,) = baselines
    return Significance(report, comparisons, baseline, figure) if baseline in report.systems else None
