"""The records behind the pages: figures and verdicts of the overview, scores by evaluation (columns, pairs
and rankings), and scripts with the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from math import fsum, isfinite, nan
from statistics import StatisticsError, correlation, median
from typing import NamedTuple, TypeAlias

from ..errors import OptionError, readable
from ..scoring.chosen_measures import LENGTH
from ..scoring.comparison import Comparison, Pair, pair_of, verdicts
from ..scoring.profile import Profile
from ..scoring.results import Results, Worst, worst_and_ties
from ..scoring.scores import Estimate
from . import FIGURES, Output, baseline_of, ordered
from .page_templates import DECIMALS
from .presentation import hundredfold
from .report_view import estimate_of, groups

HIGHER, LOWER, LEVEL, OPEN = "higher", "lower", "level", "open"
_UNITS = 10**DECIMALS
"""Scripts have figures as whole numbers of millionths, which are short and quick to read."""


class PageCell(NamedTuple):
    """A figure of a system by a measure, or a difference, with the verdict of its comparison."""

    estimate: Estimate
    sign: str = "-"
    """"+" shows the sign of positive figures, too."""
    verdict: str = ""
    """`HIGHER` or `LOWER` than the baseline by a significant difference, `LEVEL` with it, `OPEN` where
    evaluations or resamples are too few to decide, or empty where nothing was compared."""
    p: float = nan
    corrected: float = nan
    """The p, and the p corrected by Holm's method; NaN where nothing was compared."""
    letters: str = ""
    """The letters that systems share which do not differ, where all are compared with all."""

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


def points_beside_rouge(output: Output) -> dict[str, list[SystemPoint]]:
    """Return, for density and length if they were measured, the systems with that figure and ROUGE."""
    report = output.report
    points: dict[str, list[SystemPoint]] = {}
    for measure in sorted({"density", LENGTH}.intersection(report.beside_rouge)):
        for system in ordered(output, None):
            beside, of_rouge = (report.systems[system][name] for name in (measure, report.measures[0]))
            figure = getattr(of_rouge, FIGURES[output.figure]).average
            points.setdefault(measure, []).append((system, beside.f.average, figure))
    return points


def figure_table(output: Output, letter: str) -> dict[str, dict[str, PageCell]]:
    """Return recall, precision or F by system and by measure, with verdicts against the baseline, if any.

    Systems come in the order that the output asks for, but the baseline comes first.
    """
    baseline = baseline_of(output)
    compared = {
        (one.system, one.measure): cell for one, cell in judged(output, letter) if baseline is not None
    }
    of_figure = output._replace(figure=letter)
    by_measure = {measure: groups(of_figure, measure) for measure in output.report.measures}
    return {
        system: {
            measure: PageCell(
                estimate_of(result, letter), "-", *compared.get((system, measure), ())[2:]
            )._replace(letters=by_measure[measure].get(system, ""))
            for measure, result in output.report.systems[system].items()
        }
        for system in ordered(output, baseline)
    }


def judged(output: Output, letter: str) -> list[tuple[Comparison, PageCell]]:
    """Return the comparisons in the order of pairs and measures, each with its difference by a figure.

    A difference without a p has no verdict.
    """
    order = {pair: place for place, pair in enumerate(pairs_of(output))}
    found = verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)
    cells = []
    for one in output.comparisons:
        difference, of_pair = getattr(one, FIGURES[letter]), found[one.measure, pair_of(one)]
        verdict = ""
        if of_pair.is_significant:
            verdict = HIGHER if difference.estimate.average > 0 else LOWER
        elif isfinite(of_pair.p):
            verdict = LEVEL if of_pair.is_level else OPEN
        cells.append((one, PageCell(difference.estimate, "+", verdict, difference.p, difference.corrected)))
    return sorted(cells, key=lambda row: order[pair_of(row[0])])


class AlignedScores:
    """The columns of all systems, with a place for every evaluation that any system has."""

    def __init__(self, report: Results) -> None:
        """Order the evaluations as in the system with the most evaluations."""
        self._report = report
        self.systems = list(report.systems)
        self.measures = list(report.measures)
        having = [self._evaluations(system) for system in self.systems]
        having.sort(key=len, reverse=True)
        self.ids: list[str] = list(dict.fromkeys(chain.from_iterable(having)))

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each evaluation, by its ID."""
        return {id: place for place, id in enumerate(self.ids)}

    def column(self, system: str, measure: str, letter: str) -> Sequence[float]:
        """Return a figure of a system in all evaluations, NaN where the system is missing."""
        scores = self._report.systems[system][measure].scores
        return self._aligned(system, getattr(scores.figures, FIGURES[letter]))

    def lengths(self, system: str, measure: str) -> tuple[Sequence[float], Sequence[float]]:
        """Return the units that a measure counts in the peer, and in the models."""
        counts = self._report.systems[system][measure].scores.columns
        return self._aligned(system, counts.peer), self._aligned(system, counts.model)

    def _evaluations(self, system: str) -> Sequence[str]:
        return self._report.systems[system][self.measures[0]].scores.evaluations

    def _aligned(self, system: str, column: Sequence[float]) -> Sequence[float]:
        evaluations = self._evaluations(system)
        if list(evaluations) == self.ids:
            return column
        aligned = [nan] * len(self.ids)
        for id, value in zip(evaluations, column, strict=True):
            aligned[self.places[id]] = value
        return aligned


def pairs_of(output: Output) -> list[Pair]:
    """Return the compared pairs in the order of systems; without comparisons, each system with the first."""
    first, *others = systems = list(output.report.systems)
    if not output.comparisons:
        return [Pair(other, first) for other in others]
    compared = set(map(pair_of, output.comparisons))
    return sorted(compared, key=lambda pair: (systems.index(pair.baseline), systems.index(pair.system)))


class Point(NamedTuple):
    """An evaluation that both systems have."""

    evaluation: str
    baseline: float
    system: float


class PairScores(NamedTuple):
    """The scores of two systems by a measure in the evaluations that both have."""

    pair: Pair
    measure: str
    points: tuple[Point, ...]

    @property
    def differences(self) -> list[float]:
        """The system's score minus the baseline's score in each evaluation."""
        return [point.system - point.baseline for point in self.points]

    def summary(self) -> dict[str, float | None]:
        """Return a few statistics of the differences, or none if there are no differences.

        `higher` is the number of evaluations in which the system has the higher score. `correlation` is
        Pearson's, or None where it is not defined.
        """
        if not self.points:
            return {}
        gaps = self.differences
        higher, lower = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
        _, baseline, system = zip(*self.points, strict=True)
        try:
            pearson = correlation(baseline, system)
        except StatisticsError:  # There is one evaluation, or all scores of a system are equal.
            pearson = None
        return {
            "higher": higher,
            "lower": lower,
            "equal": len(gaps) - higher - lower,
            "mean": fsum(gaps) / len(gaps),
            "median": median(gaps),
            "correlation": pearson,
        }


def pair_scores(aligned: AlignedScores, pair: Pair, measure: str, letter: str) -> PairScores:
    """Return the scores of a pair by a measure, without evaluations that have no score."""
    system, baseline = (aligned.column(id, measure, letter) for id in pair)
    points = map(Point, aligned.ids, baseline, system)
    return PairScores(pair, measure, tuple(one for one in points if all(map(isfinite, one[1:]))))


class Ranking(NamedTuple):
    """The evaluations in which a system does worst, the worst first."""

    worst: list[Worst]
    ties: int
    """The number of further evaluations with the value of the last one."""


Rankings: TypeAlias = dict[tuple[str, str, str | None], Ranking]
"""By measure, system and baseline, the evaluations in which the system does worst.

Without a baseline (None) the scores are ranked, with a baseline the differences to its scores.
"""


def rankings(report: Results, pairs: Sequence[Pair], letter: str, count: int) -> Rankings:
    """Return the `count` worst evaluations of each system and each pair by each measure, without NaN."""
    systems: list[tuple[str, str | None]] = [(system, None) for system in report.systems]
    ranked: Rankings = {}
    for measure in report.measures:
        for system, baseline in [*systems, *pairs]:
            found, ties = worst_and_ties(
                report, count, measure, figure=letter, systems=system, against=baseline
            )
            ranked[measure, system, baseline] = Ranking([one for one in found if isfinite(one.value)], ties)
    return ranked


def systems_to_explain(ranked: Rankings, most: int | None = None) -> dict[str, list[str]]:
    """Return, by evaluation, the systems for which it is among the worst, and the baselines they lose to.

    With `most` there are about as many summaries: the first of every ranking, then the second, and so on.
    """
    rows = [(place, *key[1:], one) for key, found in ranked.items() for place, one in enumerate(found.worst)]
    chosen: set[tuple[str, str | None]] = set()
    for _, system, baseline, one in sorted(rows, key=lambda row: row[0]):
        if most is None or len(chosen) < most:
            chosen |= {(one.evaluation, system), (one.evaluation, baseline or system)}
    wanted: dict[str, dict[str, None]] = {}
    for _, system, baseline, one in rows:
        systems = [system] if baseline is None else [baseline, system]
        if all((one.evaluation, id) in chosen for id in systems):
            wanted.setdefault(one.evaluation, {}).update(dict.fromkeys(systems))
    return {evaluation: list(systems) for evaluation, systems in wanted.items()}


def reasons(ranked: Rankings, evaluation: str) -> dict[tuple[str, str | None], list[str]]:
    """Return, by system and baseline, the measures by which an evaluation is among the worst."""
    measures: dict[tuple[str, str | None], list[str]] = {}
    for (measure, system, baseline), found in ranked.items():
        if any(one.evaluation == evaluation for one in found.worst):
            measures.setdefault((system, baseline), []).append(measure)
    return measures


def index_script(
    aligned: AlignedScores,
    pairs: Sequence[Pair],
    letter: str,
    pages: Mapping[str, str],
    texts: Mapping[int, int],
) -> str:
    """Return the script with the names of evaluations and systems, and the places of pages and texts.

    `pages` has the page of an ID, and `texts` the number of the script with the texts of the evaluation at a
    place.
    """
    places = {system: place for place, system in enumerate(aligned.systems)}
    system, baseline = pairs[0] if pairs else (aligned.systems[0], None)
    data = {
        "evaluations": list(map(readable, aligned.ids)),
        "systems": list(map(readable, aligned.systems)),
        "figure": list(FIGURES).index(letter),
        "system": places[system],
        "baseline": None if baseline is None else places[baseline],
        "pages": {place: pages[id] for place, id in enumerate(aligned.ids) if id in pages},
        "texts": [texts.get(place) for place in range(len(aligned.ids))] if texts else [],
        "units": _UNITS,
    }
    return f"rougeReport.index = {_json(data)};\n"


def measure_script(aligned: AlignedScores, place: int) -> str:
    """Return the script with the columns of a measure: by system, recall, precision, F and two lengths."""
    name = aligned.measures[place]
    columns = [
        [
            *(
                [round(value * _UNITS) if isfinite(value) else None for value in column]
                for column in (aligned.column(system, name, letter) for letter in FIGURES)
            ),
            *(list(map(_count, column)) for column in aligned.lengths(system, name)),
        ]
        for system in aligned.systems
    ]
    return f"rougeReport.measures[{place}] = {_json(columns)};\n"


def texts_script(number: int, texts: Mapping[int, object]) -> str:
    """Return a script with the texts of some evaluations, by their places."""
    return f"rougeReport.texts[{number}] = {_json(texts)};\n"


def _count(value: float) -> float | None:
    """Return a count rounded to two decimals, and a whole count without decimals."""
    if not isfinite(value):
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded % 1 == 0 else rounded


def _json(data: object) -> str:
    """Return the data in ASCII that is both JSON and JavaScript, and harmless inside a page."""
    from jinja2.utils import htmlsafe_json_dumps  # Most runs write no page.

    return htmlsafe_json_dumps(data, separators=(",", ":"), allow_nan=False)
