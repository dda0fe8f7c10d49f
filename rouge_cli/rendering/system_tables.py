"""A `Report` -> tables for papers: figures × 100 with two decimals, stars, and marks at the best figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, isnan, nan

from ..errors import printable
from ..evaluation import MODELS
from ..measures.scores import Estimate
from ..options import POOLED
from ..scoring.comparison import SIGNIFICANT, Comparison, Difference, Pair, Verdict, compare, verdicts
from ..scoring.results import Result, Results
from . import FIGURES, Output, baseline_of, ordered, table_model
from .table_model import MARK, Cell, Table, hundredfold, p_text, plain

LEVELS = ((0.001, "***"), (0.01, "**"), (SIGNIFICANT, "*"))
"""The greatest corrected p for each number of stars."""


def boxed(output: Output) -> Iterator[str]:
    """Yield the lines of tables in boxes, then of the signature."""
    yield from table_model.boxed(tables(output, f"marked {MARK}"))
    yield f"Signature: {output.report.signature}\n"


def markdown(output: Output) -> Iterator[str]:
    """Yield the lines of tables in Markdown, then of the signature."""
    yield from table_model.markdown(tables(output))
    yield f"Signature: `{output.report.signature}`\n"


def latex(output: Output) -> Iterator[str]:
    """Yield a comment with the signature, then the lines of a `tabular` for each table."""
    yield f"% {output.report.signature}\n"
    yield from table_model.latex(tables(output))


def tables(output: Output, marked: str = "in bold") -> Iterator[Table]:
    """Yield the tables of systems × measures, for ROUGE and beside it, and the table of comparisons, if any.

    `marked` says in the caption how the format marks the best figures.
    """
    beside = output.report.beside_rouge
    if not beside or len(output.report.measures) > len(beside):
        yield _of_systems(output, marked)
    if beside:
        yield of_beside_rouge(output)
    if output.comparisons:
        yield _of_comparisons(output.comparisons, output.figure, output.report)


def _of_systems(output: Output, marked: str) -> Table:
    report, figure = output.report, output.figure
    significance = None
    if (baseline := baseline_of(output)) in report.systems:
        significance = Significance(report, output.comparisons, str(baseline), figure)
    systems = ordered(output, significance.baseline if significance else None)
    measures = [measure for measure in report.measures if measure not in report.beside_rouge]
    rows = [[Cell(printable(system))] for system in systems]
    for measure in measures:
        estimates = {system: estimate_of(report.systems[system].get(measure), figure) for system in systems}
        if significance:
            stars = [significance.stars(system, measure) for system in systems]
            best = significance.best(measure, estimates)
        else:
            stars = [""] * len(systems)
            # A 0 is never best, because nothing matches; nor is the figure of the only system.
            shown = {system: round(100 * one.average, 2) for system, one in estimates.items()}
            highest = max(filter(isfinite, shown.values()), default=0) if len(shown) > 1 else 0
            best = {system for system, value in shown.items() if value == highest > 0}
        room = max(map(len, stars), default=0)
        for row, of_system, system in zip(rows, stars, systems, strict=True):
            average, low, high = map(hundredfold, estimates[system])
            aside = f" [{low}, {high}]" if output.intervals else ""
            row.append(Cell(average, system in best, aside, of_system, room))
    caption = f"{FIGURES[figure].capitalize()} × 100"
    if output.intervals:
        caption += f", with {report.options.confidence!s}% confidence intervals"
    if significance is not None:
        caption += f"; against {printable(significance.baseline)}: {significance.legend()}; {marked}: "
        if significance.least <= SIGNIFICANT:
            caption += f"not significantly worse than the best of each measure (p > {SIGNIFICANT:g})"
        else:
            caption += "the best of each measure"
        caption += "; p by paired bootstrap, two-sided, corrected by Holm's method"
    elif len(report.systems) > 1:
        caption += f"; the best of each measure {marked}"
    return Table(caption, ["System", *measures], rows, 1)


def of_beside_rouge(output: Output) -> Table:
    """Return the table of the measures beside ROUGE, with a row for the models; no figure is best."""
    report = output.report
    named = [(printable(system), report.systems[system]) for system in ordered(output, None)]
    rows = []
    for name, results in (*named, *([(MODELS, report.models)] if report.models else [])):
        row = [Cell(name)]
        for measure in report.beside_rouge:
            average, low, high = map(plain, estimate_of(results.get(measure), output.figure))
            row.append(Cell(average, aside=f" [{low}, {high}]" if output.intervals else ""))
        rows.append(row)
    mean = "counts pooled" if report.options.about_mean == POOLED else "means"
    caption = f"Beside ROUGE, and no ROUGE: {mean} over the evaluations, not × 100"
    if output.intervals:
        caption += f", with {report.options.confidence!s}% confidence intervals"
    return Table(caption, ["System", *report.beside_rouge], rows, 1)


def _of_comparisons(comparisons: Sequence[Comparison], figure: str, report: Results) -> Table:
    caption = (
        f"{FIGURES[figure].capitalize()} × 100, differences by paired bootstrap with"
        f" {report.options.confidence!s}% confidence intervals; p two-sided, then corrected by Holm's method"
    )
    if any(comparison.measure in report.beside_rouge for comparison in comparisons):
        caption += "; measures beside ROUGE are not × 100"
    head = ["System", "Baseline", "Measure", "Evaluations", "Difference", "p", "Corrected p"]
    rows = []
    for one in comparisons:
        difference: Difference = getattr(one, FIGURES[figure])
        shown = plain if one.measure in report.beside_rouge else hundredfold
        average, low, high = (shown(value, "+") for value in difference.estimate)
        row = [Cell(printable(name)) for name in (one.system, one.baseline, one.measure)]
        row += (Cell(str(one.evaluations)), Cell(average, aside=f" [{low}, {high}]"))
        rows.append([*row, Cell(p_text(difference.p)), Cell(p_text(difference.corrected))])
    return Table(caption, head, rows, 3)


def estimate_of(result: Result | None, figure: str) -> Estimate:
    """Return the estimate of a figure, NaN for a system without an evaluation."""
    if result is None or not result.scores:
        return Estimate(nan, nan, nan)
    estimate: Estimate = getattr(result, FIGURES[figure])
    return estimate


_NOT_COMPARED = Verdict(nan, nan)


class Significance:
    """The significance of differences between systems and a baseline, or the best system by a measure."""

    def __init__(
        self, report: Results, comparisons: Sequence[Comparison], baseline: str, figure: str
    ) -> None:
        self.baseline = baseline
        self._report = report
        self._field = FIGURES[figure]
        self._with = {baseline: self._verdicts(comparisons)}
        """By system, the verdicts on all comparisons with it, by measure and pair."""

    def stars(self, system: str, measure: str) -> str:
        """Return the stars of a system's difference to the baseline, or "" where it is not significant."""
        p = self._of(system, measure, self.baseline).p
        return next((stars for level, stars in LEVELS if p <= level), "")

    @property
    def least(self) -> float:
        """The least corrected p that any comparison with the baseline could have."""
        compared = (one.least for one in self._with[self.baseline].values())
        return min((least for least in compared if not isnan(least)), default=1.0)

    def legend(self) -> str:
        """Return the meanings of the stars that can occur here, and the least p if that rules out some."""
        reached = [f"{stars} p ≤ {level:g}" for level, stars in reversed(LEVELS) if self.least <= level]
        legend = ", ".join(reached) or "no stars"
        return legend if len(reached) == len(LEVELS) else f"{legend} (no p can be below {self.least:.2g})"

    def best(self, measure: str, estimates: dict[str, Estimate]) -> set[str]:
        """Return the best system by a measure, and the systems that are not significantly worse.

        A figure of 0 is never best, because nothing matches. Where evaluations or resamples are too few for
        any difference to be significant, no other system counts as equally good.
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
        return {best, *(system for system, one in others.items() if one.is_level)}

    def _of(self, system: str, measure: str, other: str) -> Verdict:
        """Return the verdict on the comparison of a system with another."""
        if other not in self._with:
            self._with[other] = self._verdicts(compare(self._report, other))
        return self._with[other].get((measure, Pair(system, other)), _NOT_COMPARED)

    def _verdicts(self, comparisons: Sequence[Comparison]) -> dict[tuple[str, Pair], Verdict]:
        return verdicts(comparisons, self._field, self._report.options.draws)
