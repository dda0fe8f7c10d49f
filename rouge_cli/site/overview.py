"""The records of the overview: estimates of systems by measure, and what comparisons say of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import NamedTuple, TypeAlias

from ..errors import OptionError
from ..evaluation import MODELS
from ..measures.beside_rouge import LENGTH
from ..measures.scores import Estimate
from ..rendering.output import FIGURES, Output, ordered
from ..rendering.system_tables import estimate_of, p_text, plain
from ..rendering.table_model import hundredfold
from ..scoring.comparison import Comparison, Difference, Pair, Verdict, pair_of, verdicts
from .by_evaluation import baseline_of, pairs_of

HIGHER, LOWER, LEVEL, OPEN = "higher", "lower", "level", "open"


class Cell(NamedTuple):
    """A figure of a system by a measure, or a difference, as it is printed."""

    value: str
    interval: str
    """The confidence interval, or an empty string."""
    verdict: str = ""
    """`HIGHER` or `LOWER` than the baseline by a significant difference, `LEVEL` with it, or `OPEN` where too
    few evaluations or resamples allow no decision."""
    p: str = ""
    """The corrected p if there is a verdict, or an empty string."""


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
    has_open: bool
    """True if evaluations or resamples are too few to decide on some system."""


class ComparisonRow(NamedTuple):
    """A row of the table of comparisons."""

    pair: Pair
    measure: str
    evaluations: int
    difference: Cell
    p: str
    corrected: str


Point: TypeAlias = tuple[str, float, float]
"""A system, a figure beside ROUGE, and a figure of ROUGE × 100."""


class BesideRouge(NamedTuple):
    """The measures beside ROUGE: a table, and systems by ROUGE and by density or length."""

    measures: tuple[str, ...]
    rows: tuple[tuple[str, list[str]], ...]
    """The systems and the models, with their figures as they are printed."""
    upwards: str
    """The measure and the figure of ROUGE."""
    points: dict[str, list[Point]]
    """By density and length, as far as there are any, a point for each system."""


def rouge_alone(output: Output) -> Output:
    """Return the output without the measures beside ROUGE. Raises `OptionError` where nothing is left."""
    report = output.report
    beside = report.beside_rouge
    if not beside:
        return output
    systems = {
        system: {measure: result for measure, result in results.items() if measure not in beside}
        for system, results in report.systems.items()
    }
    if not all(systems.values()):
        raise OptionError("a report in pages is of ROUGE, which needs models: give them")
    profile = report.profile.of(replace(report.options, about=()))
    return output._replace(
        report=report._replace(profile=profile, systems=systems, models={}),
        comparisons=tuple(one for one in output.comparisons if one.measure not in beside),
    )


def beside_rouge(output: Output) -> BesideRouge | None:
    """Return the figures beside ROUGE, or None if there are none."""
    report = output.report
    measures = report.beside_rouge
    if not measures:
        return None
    first, systems = report.measures[0], ordered(output, None)
    of_models = [(MODELS, report.models)] if report.models else []
    rows = [*((system, report.systems[system]) for system in systems), *of_models]
    points: dict[str, list[Point]] = {}
    for measure in {"density", LENGTH}.intersection(measures):
        for system in systems:
            beside, of_rouge = report.systems[system][measure], report.systems[system][first]
            figure = 100 * getattr(of_rouge, FIGURES[output.figure]).average
            points.setdefault(measure, []).append((system, beside.f.average, figure))
    return BesideRouge(
        measures,
        tuple(
            (name, [plain(results[one].f.average) if one in results else "–" for one in measures])
            for name, results in rows
        ),
        f"{first}, {FIGURES[output.figure]}",
        dict(sorted(points.items())),
    )


def figure_tables(output: Output) -> list[FigureTable]:
    """Return the tables of recall, precision and F.

    Systems come in the order that the output asks for, but a baseline comes first.
    """
    systems = ordered(output, baseline_of(output))
    return [_figure_table(output, letter, systems) for letter in FIGURES]


def _figure_table(output: Output, letter: str, systems: Iterable[str]) -> FigureTable:
    baseline = baseline_of(output)
    compared = {}
    if baseline is not None:
        compared = {(one.system, one.measure): one for one in output.comparisons}
    found = _verdicts(output, letter)
    rows = []
    bars: dict[str, list[Bar]] = {measure.name: [] for measure in output.report.profile.measures}
    for system in systems:
        cells = []
        for measure, result in output.report.systems[system].items():
            estimate = estimate_of(result, letter)
            comparison = compared.get((system, measure))
            cell = _cell(estimate)
            if comparison is not None:
                cell = _judged(cell, difference_of(comparison, letter), found[measure, pair_of(comparison)])
            cells.append(cell)
            bars[measure].append(Bar(system, system == baseline, estimate, cell))
        rows.append(SystemRow(system, system == baseline, tuple(cells)))
    has_open = any(cell.verdict == OPEN for row in rows for cell in row.cells)
    return FigureTable(letter, FIGURES[letter], tuple(rows), bars, has_open)


def _verdicts(output: Output, letter: str) -> dict[tuple[str, Pair], Verdict]:
    return verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)


def difference_of(comparison: Comparison, letter: str) -> Difference:
    """Return the difference of a figure."""
    difference: Difference = getattr(comparison, FIGURES[letter])
    return difference


def comparison_rows(output: Output, letter: str) -> list[ComparisonRow]:
    """Return the rows of the comparisons by a figure, in the order of the pairs and of the measures."""
    order = {pair: place for place, pair in enumerate(pairs_of(output))}
    found = _verdicts(output, letter)
    rows = []
    for comparison in output.comparisons:
        difference, pair = difference_of(comparison, letter), pair_of(comparison)
        cell = _cell(difference.estimate, "+")
        rows.append(
            ComparisonRow(
                pair,
                comparison.measure,
                comparison.evaluations,
                _judged(cell, difference, found[comparison.measure, pair]),
                p_text(difference.p),
                p_text(difference.corrected),
            )
        )
    return sorted(rows, key=lambda row: order[row.pair])


def _cell(estimate: Estimate, sign: str = "-") -> Cell:
    low, high = hundredfold(estimate.low, sign), hundredfold(estimate.high, sign)
    interval = f"[{low}, {high}]" if isfinite(estimate.low) and isfinite(estimate.high) else ""
    return Cell(hundredfold(estimate.average, sign), interval)


def _judged(cell: Cell, difference: Difference, found: Verdict) -> Cell:
    """Return the cell with what its comparison says; nothing where there is no p."""
    if not isfinite(found.p):
        return cell
    verdict = LEVEL if found.is_level else OPEN
    if found.is_significant:
        verdict = HIGHER if difference.estimate.average > 0 else LOWER
    return cell._replace(verdict=verdict, p=p_text(found.p))
