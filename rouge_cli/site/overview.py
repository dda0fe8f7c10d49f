"""The records of the overview: estimates of systems by measure, and what comparisons say of them."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, nan
from typing import NamedTuple, TypeAlias

from ..errors import OptionError
from ..measures.beside_rouge import LENGTH
from ..measures.scores import Estimate
from ..rendering.output import FIGURES, Output, ordered
from ..rendering.system_tables import estimate_of
from ..rendering.table_model import hundredfold
from ..scoring.comparison import Comparison, Difference, Verdict, pair_of, verdicts
from .by_evaluation import baseline_of, pairs_of

HIGHER, LOWER, LEVEL, OPEN = "higher", "lower", "level", "open"


class Cell(NamedTuple):
    """A figure of a system by a measure, or a difference, and what a comparison says of it."""

    estimate: Estimate
    sign: str = "-"
    """The sign "+" marks positive figures, too."""
    verdict: str = ""
    """`HIGHER` or `LOWER` than the baseline by a significant difference, `LEVEL` with it, or `OPEN` where too
    few evaluations or resamples allow no decision."""
    p: float = nan
    corrected: float = nan
    """The p, and the same corrected by Holm's method; NaN where nothing was compared."""

    @property
    def value(self) -> str:
        """The figure or the difference as it is printed."""
        return hundredfold(self.estimate.average, self.sign)

    @property
    def interval(self) -> str:
        """The confidence interval as it is printed, or an empty string."""
        bounds = self.estimate[1:]
        low, high = (hundredfold(value, self.sign) for value in bounds)
        return f"[{low}, {high}]" if all(map(isfinite, bounds)) else ""


Point: TypeAlias = tuple[str, float, float]
"""A system, a figure beside ROUGE, and a figure of ROUGE × 100."""


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


def points_beside_rouge(output: Output) -> dict[str, list[Point]]:
    """Return systems by ROUGE and by density or length, as far as there are any."""
    report = output.report
    points: dict[str, list[Point]] = {}
    for measure in sorted({"density", LENGTH}.intersection(report.beside_rouge)):
        for system in ordered(output, None):
            beside, of_rouge = (report.systems[system][name] for name in (measure, report.measures[0]))
            figure = 100 * getattr(of_rouge, FIGURES[output.figure]).average
            points.setdefault(measure, []).append((system, beside.f.average, figure))
    return points


def figure_table(output: Output, letter: str) -> dict[str, dict[str, Cell]]:
    """Return the table of recall, precision or F: by system and by measure, the figures.

    Systems come in the order that the output asks for, but a baseline comes first. Figures are judged against
    a baseline.
    """
    baseline = baseline_of(output)
    compared = {
        (one.system, one.measure): cell for one, cell in judged(output, letter) if baseline is not None
    }
    return {
        system: {
            measure: Cell(estimate_of(result, letter), "-", *compared.get((system, measure), ())[2:])
            for measure, result in output.report.systems[system].items()
        }
        for system in ordered(output, baseline)
    }


def judged(output: Output, letter: str) -> list[tuple[Comparison, Cell]]:
    """Return the comparisons, each with its difference by a figure, in the order of pairs and measures."""
    order = {pair: place for place, pair in enumerate(pairs_of(output))}
    found = verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)
    cells = [
        (one, _judged(getattr(one, FIGURES[letter]), found[one.measure, pair_of(one)]))
        for one in output.comparisons
    ]
    return sorted(cells, key=lambda row: order[pair_of(row[0])])


def _judged(difference: Difference, found: Verdict) -> Cell:
    """Return a difference with its verdict, which is empty where there is no p."""
    verdict = ""
    if found.is_significant:
        verdict = HIGHER if difference.estimate.average > 0 else LOWER
    elif isfinite(found.p):
        verdict = LEVEL if found.is_level else OPEN
    return Cell(difference.estimate, "+", verdict, difference.p, difference.corrected)
