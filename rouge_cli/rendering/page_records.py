"""The records behind the pages: figures and verdicts by system, the worst evaluations, and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor, isfinite, log10, nan
from typing import NamedTuple, TypeAlias

from ..errors import OptionError, readable, shortened, shown
from ..scoring.chosen_measures import LENGTH
from ..scoring.comparison import Pair, pair_of, verdicts
from ..scoring.profile import Profile
from ..scoring.results import Results, Worst, worst_and_ties
from ..scoring.scores import Estimate
from . import FIGURES, Output, baseline_of
from .presentation import hundredfold
from .report_view import standings

NO_VALUE = hundredfold(nan)
HIGHER, LOWER, LEVEL, OPEN = "higher", "lower", "level", "open"
_LONGEST_NAME = 32
"""The number of characters to which a name in a chart is shortened."""
_STEPS = (1, 2, 2.5, 5, 10)
"""Round steps of a scale, by the power of ten."""
_ROUNDING = 1e-9
"""The part of a step by which a value such as 30.000000000000004 may pass a tick."""
_ALIKE = 2
"""The number of notes that are shown of a kind with more notes."""
_NAMED, _LETTER, _LINE = 8, 6.5, 14
"""The most names in a chart of systems, and the width and height of a letter in it."""


class ShownFigure(NamedTuple):
    """A figure, or a difference of figures, as pages print it."""

    estimate: Estimate
    sign: str = "-"
    """"+" shows the sign of positive figures, too."""

    @property
    def value(self) -> str:
        """The figure as it is printed."""
        return hundredfold(self.estimate.average, self.sign)

    @property
    def interval(self) -> str:
        """The confidence interval as it is printed, or an empty string."""
        bounds = self.estimate[1:]
        low, high = (hundredfold(value, self.sign) for value in bounds)
        return f"[{low}, {high}]" if all(map(isfinite, bounds)) else ""


class JudgedDifference(NamedTuple):
    """The difference of a system to a baseline by a measure, with its verdict."""

    difference: ShownFigure
    verdict: str
    """`HIGHER` or `LOWER` than the baseline by a significant difference, `LEVEL` with it, `OPEN` where
    evaluations or resamples are too few to decide, or empty where there is no p."""
    p: float
    corrected: float
    """The p corrected by Holm's method."""
    evaluations: int
    """The number of evaluations that both have."""


class PageCell(NamedTuple):
    """A figure of a system by a measure, and what comparisons say of it."""

    figure: ShownFigure
    is_best: bool
    is_worse: bool
    """True if the system is significantly worse than the best."""
    letters: str
    """Letters, where all systems are compared: systems that share a letter do not differ."""
    judged: JudgedDifference | None
    """The difference to the baseline of all comparisons, if there is one."""


Leaderboard: TypeAlias = dict[str, dict[str, PageCell]]
"""The cells by system and measure: the baseline first, then by score, then systems without a summary."""

SystemPoint: TypeAlias = tuple[str, float, float]
"""A system, a figure beside ROUGE, and a figure of ROUGE."""


def rouge_alone(output: Output) -> Output:
    """Return the output without the measures beside ROUGE. Raises `OptionError` if no measure is left."""
    report = output.report
    beside = report.beside_rouge
    if not beside:
        return output
    if beside == report.measures:
        raise OptionError("a report in pages is of ROUGE, which needs models: give them")
    systems = {
        system: {measure: result for measure, result in results.items() if measure not in beside}
        for system, results in report.systems.items()
    }
    profile = Profile(replace(report.options, about=()), report.profile.rouge)
    return output._replace(
        report=report._replace(profile=profile, systems=systems, models={}),
        comparisons=tuple(one for one in output.comparisons if one.measure not in beside),
    )


def points_beside_rouge(output: Output, systems: Iterable[str]) -> dict[str, list[SystemPoint]]:
    """Return, for density and length if they were measured, the systems with that figure and ROUGE."""
    report = output.report
    points: dict[str, list[SystemPoint]] = {}
    for measure in sorted({"density", LENGTH}.intersection(report.beside_rouge)):
        for system in systems:
            beside, of_rouge = (report.systems[system][name] for name in (measure, report.measures[0]))
            figure = getattr(of_rouge, FIGURES[output.figure]).average
            points.setdefault(measure, []).append((system, beside.f.average, figure))
    return points


def judged(output: Output, letter: str) -> dict[tuple[str, Pair], JudgedDifference]:
    """Return the differences by a figure, by measure and pair, each with its verdict."""
    verdict_on = verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)
    differences = {}
    for one in output.comparisons:
        difference, of_pair = getattr(one, FIGURES[letter]), verdict_on[one.measure, pair_of(one)]
        verdict = ""
        if of_pair.is_significant:
            verdict = HIGHER if difference.estimate.average > 0 else LOWER
        elif isfinite(of_pair.p):
            verdict = LEVEL if of_pair.is_level else OPEN
        differences[one.measure, pair_of(one)] = JudgedDifference(
            ShownFigure(difference.estimate, "+"),
            verdict,
            difference.p,
            difference.corrected,
            one.evaluations,
        )
    return differences


def leaderboard(output: Output, letter: str) -> Leaderboard:
    """Return recall, precision or F by system and by measure."""
    baseline = baseline_of(output)
    differences = {} if baseline is None else judged(output, letter)
    table: Leaderboard = {}
    for measure, of_systems in standings(output._replace(figure=letter)).items():
        for system, one in of_systems.items():
            difference = differences.get((measure, Pair(system, baseline or "")))
            table.setdefault(system, {})[measure] = PageCell(
                ShownFigure(one.estimate), one.is_best, one.is_worse, one.letters, difference
            )
    return table


class Answer(NamedTuple):
    """The best systems of a leaderboard by its first measure, and the marks that need an explanation."""

    best: list[str]
    """The best system, and the systems that are not significantly worse, by score."""
    is_clear: bool
    """True if all other systems are significantly worse."""
    has_letters: bool
    is_open: bool
    """True where evaluations or resamples are too few to decide on a difference."""


def answer(table: Leaderboard, measure: str, differences: Iterable[JudgedDifference]) -> Answer:
    """Return the best systems by a measure, and the marks of the table that need an explanation."""
    best = [system for system, cells in table.items() if cells[measure].is_best]
    best.sort(key=lambda system: -table[system][measure].figure.estimate.average)
    cells = {system: of_system[measure] for system, of_system in table.items()}
    others = [cell for system, cell in cells.items() if system not in best[:1]]
    return Answer(
        best,
        all(cell.is_worse or cell.figure.value == NO_VALUE for cell in others),
        any(cell.letters for of_system in table.values() for cell in of_system.values()),
        any(one.verdict == OPEN for one in differences),
    )


class Scale(NamedTuple):
    """A range of figures × 100, and the step of its ticks."""

    low: float
    high: float
    step: float

    def share(self, value: float) -> float:
        """Return the place of a value on the scale, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def percent(self, value: float) -> float | None:
        """Return the place of a value on the scale, from 0 to 100, or None for a value that is not finite."""
        return round(100 * self.share(value), 2) if isfinite(value) else None

    def ticks(self) -> list[float]:
        """Return the ticks, from the lowest to the highest."""
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]


def scale_for(values: Iterable[float], *, most_ticks: int = 6) -> Scale:
    """Return a scale from one round number to another that holds all finite values."""
    finite = [value for value in values if isfinite(value)] or [0, 100]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 1, high + 1
    least = (high - low) / (most_ticks - 1)
    power = 10.0 ** floor(log10(least))
    step = next(step * power for step in _STEPS if step * power >= least * (1 - _ROUNDING))
    return Scale(floor(low / step + _ROUNDING) * step, ceil(high / step - _ROUNDING) * step, step)


def whisker_scale(cells: Iterable[PageCell]) -> Scale:
    """Return the scale of figures and intervals by one measure."""
    return scale_for((100 * value for cell in cells for value in cell.figure.estimate), most_ticks=4)


class Edges(NamedTuple):
    """The side of a square chart, and the edges of its plotting area, in the units of the chart."""

    size: int = 360
    left: int = 44
    top: int = 8
    right: int = 348
    low: int = 316


EDGES = Edges()


class NamedDot(NamedTuple):
    """A system in a chart of systems, and where it stands in the units of the chart."""

    system: str
    beside: float
    figure: float
    x: float
    y: float
    label: str
    """Its name, shortened, or "" where there is no room."""


class SystemChart(NamedTuple):
    """A chart of systems by a measure beside ROUGE, across, and a measure of ROUGE, upwards."""

    across: Scale
    up: Scale
    dots: list[NamedDot]


def system_chart(points: Sequence[SystemPoint]) -> SystemChart:
    """Return a dot for each system; the first have names, as many as fit without touching one another."""
    finite = [point for point in points if isfinite(point[1]) and isfinite(point[2])]
    across, up = scale_for(x for _, x, _ in finite), scale_for(100 * y for _, _, y in finite)
    dots: list[NamedDot] = []
    taken: list[tuple[float, float, float]] = []
    """The start, the end and the line of each name."""
    for system, beside, figure in finite:
        x = round(EDGES.left + across.share(beside) * (EDGES.right - EDGES.left), 1)
        y = round(EDGES.low - up.share(100 * figure) * (EDGES.low - EDGES.top), 1)
        label = shortened(readable(system), _LONGEST_NAME)
        reach = len(label) * _LETTER
        start = x - reach if 2 * x > EDGES.left + EDGES.right else x
        touches = any(
            start < end and other < start + reach and abs(y - line) < _LINE for other, end, line in taken
        )
        if touches or len(taken) == _NAMED:
            label = ""
        else:
            taken.append((start, start + reach, y))
        dots.append(NamedDot(system, beside, figure, x, y, label))
    return SystemChart(across, up, dots)


class WorstEvaluations(NamedTuple):
    """The evaluations in which a system does worst, the worst first."""

    worst: list[Worst]
    ties: int
    """The number of further evaluations with the value of the last one."""


Rankings: TypeAlias = dict[tuple[str, str, str | None], WorstEvaluations]
"""By measure, system and rival, the evaluations in which the system does worst.

Without a rival (None) the scores are ranked, with a rival the differences to its scores.
"""


def rankings(report: Results, rival: str, letter: str, count: int) -> Rankings:
    """Return the `count` worst evaluations of each system, alone and against a rival, without NaN."""
    ranked: Rankings = {}
    for measure in report.measures:
        for system in report.systems:
            for against in (None, rival) if system != rival else (None,):
                found, ties = worst_and_ties(
                    report, count, measure, figure=letter, systems=system, against=against
                )
                kept = [one for one in found if isfinite(one.value)]
                ranked[measure, system, against] = WorstEvaluations(kept, ties)
    return ranked


def systems_to_explain(ranked: Rankings, count: int, most: int | None = None) -> dict[str, list[str]]:
    """Return, for each evaluation to explain, the systems that have it among their `count` worst, and rivals.

    With `most`, about that many summaries are chosen: the first of every ranking, then the second, and so on.
    """
    rows = [
        (place, *key[1:], one)
        for key, ranking in ranked.items()
        for place, one in enumerate(ranking.worst[:count])
    ]
    chosen: set[tuple[str, str | None]] = set()
    for _, system, rival, one in sorted(rows, key=lambda row: row[0]):
        if most is None or len(chosen) < most:
            chosen |= {(one.evaluation, system), (one.evaluation, rival or system)}
    wanted: dict[str, dict[str, None]] = {}
    for _, system, rival, one in rows:
        systems = [system] if rival is None else [rival, system]
        if all((one.evaluation, id) in chosen for id in systems):
            wanted.setdefault(one.evaluation, {}).update(dict.fromkeys(systems))
    return {evaluation: list(systems) for evaluation, systems in wanted.items()}


def reasons(ranked: Rankings, evaluation: str) -> dict[tuple[str, str | None], list[str]]:
    """Return, by system and rival, the measures by which an evaluation is among the worst."""
    measures: dict[tuple[str, str | None], list[str]] = {}
    for (measure, system, rival), ranking in ranked.items():
        if any(one.evaluation == evaluation for one in ranking.worst):
            measures.setdefault((system, rival), []).append(measure)
    return measures


def grouped_notes(notes: Iterable[str]) -> list[str]:
    """Return notes; more than two notes with the same words before a colon become one, with two examples."""
    groups: dict[str, list[str]] = {}
    for note in map(shown, notes):
        groups.setdefault(note.partition(": ")[0], []).append(note)
    grouped = []
    for kind, alike in groups.items():
        if len(alike) > _ALIKE:
            ends = ", ".join(note.removeprefix(f"{kind}: ") for note in alike[:_ALIKE])
            alike = [f"{kind} ({len(alike):,}): {ends} and {len(alike) - _ALIKE:,} more"]
        grouped += alike
    return grouped
