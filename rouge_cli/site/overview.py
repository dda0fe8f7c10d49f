"""The records of the overview: estimates of systems by measure, and what comparisons say of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import NamedTuple

from ..measures.scores import Estimate
from ..rendering.output import FIGURES, Output, ordered
from ..rendering.system_tables import estimate_of, p_text
from ..rendering.table_model import hundredfold
from ..scoring.comparison import SIGNIFICANT, Comparison, Difference
from .by_evaluation import Pair, baseline_of, pairs_of

HIGHER, LOWER, LEVEL = "higher", "lower", "level"


class Cell(NamedTuple):
    """A figure of a system by a measure, or a difference, as it is printed."""

    value: str
    interval: str
    """The confidence interval, or nothing where there is none."""
    verdict: str = ""
    """`HIGHER` or `LOWER` than the baseline by a significant difference, or `LEVEL` it."""
    p: str = ""
    """The corrected p, where there is a verdict."""


class SystemRow(NamedTuple):
    """A row of the table of systems and measures."""

    system: str
    is_baseline: bool
    cells: tuple[Cell, ...]
    """A cell for each measure."""


class Bar(NamedTuple):
    """A line of a chart: a system, its estimate and how that is printed."""

    system: str
    is_baseline: bool
    estimate: Estimate
    cell: Cell


class FigureTable(NamedTuple):
    """The table of systems and measures for one figure."""

    letter: str
    name: str
    rows: tuple[SystemRow, ...]
    bars: dict[str, list[Bar]]
    """By measure, the lines of its chart."""


class ComparisonRow(NamedTuple):
    """A row of the table of comparisons."""

    pair: Pair
    measure: str
    evaluations: int
    difference: Cell
    p: str
    corrected: str


def figure_tables(output: Output) -> list[FigureTable]:
    """Return the tables of recall, precision and F.

    Systems come in the order that the output asks for, the baseline, if there is one, before all others.
    """
    baseline = baseline_of(output)
    systems = ordered(output, baseline)
    compared = {(one.system, one.measure): one for one in output.comparisons} if baseline is not None else {}
    return [_figure_table(output, letter, systems, baseline, compared) for letter in FIGURES]


def _figure_table(
    output: Output,
    letter: str,
    systems: Iterable[str],
    baseline: str | None,
    compared: Mapping[tuple[str, str], Comparison],
) -> FigureTable:
    rows = []
    bars: dict[str, list[Bar]] = {measure.name: [] for measure in output.report.profile.measures}
    for system in systems:
        cells = []
        for measure, result in output.report.systems[system].items():
            estimate = estimate_of(result, letter)
            comparison = compared.get((system, measure))
            difference = None if comparison is None else difference_of(comparison, letter)
            cell = _cell(estimate, difference)
            cells.append(cell)
            bars[measure].append(Bar(system, system == baseline, estimate, cell))
        rows.append(SystemRow(system, system == baseline, tuple(cells)))
    return FigureTable(letter, FIGURES[letter], tuple(rows), bars)


def difference_of(comparison: Comparison, letter: str) -> Difference:
    """Return the difference of a figure."""
    difference: Difference = getattr(comparison, FIGURES[letter])
    return difference


def comparison_rows(output: Output, letter: str) -> list[ComparisonRow]:
    """Return the rows of the comparisons by a figure, in the order of the pairs and of the measures."""
    order = {pair: place for place, pair in enumerate(pairs_of(output))}
    rows = []
    for comparison in output.comparisons:
        difference = difference_of(comparison, letter)
        rows.append(
            ComparisonRow(
                Pair(comparison.system, comparison.baseline),
                comparison.measure,
                comparison.evaluations,
                _cell(difference.estimate, difference, "+"),
                p_text(difference.p),
                p_text(difference.corrected),
            )
        )
    return sorted(rows, key=lambda row: order[row.pair])


def _cell(estimate: Estimate, difference: Difference | None, sign: str = "-") -> Cell:
    low, high = hundredfold(estimate.low, sign), hundredfold(estimate.high, sign)
    interval = f"[{low}, {high}]" if isfinite(estimate.low) and isfinite(estimate.high) else ""
    if difference is None or not isfinite(difference.corrected):
        return Cell(hundredfold(estimate.average, sign), interval)
    verdict = LEVEL
    if difference.corrected <= SIGNIFICANT:
        verdict = HIGHER if difference.estimate.average > 0 else LOWER
    return Cell(hundredfold(estimate.average, sign), interval, verdict, p_text(difference.corrected))
