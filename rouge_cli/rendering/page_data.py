"""The data behind the pages of a report: verdicts, charts, the worst evaluations, and what scripts read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import ceil, floor, isfinite, log10, nan
from operator import truediv
from typing import Any, NamedTuple, TypeAlias

from jinja2.utils import htmlsafe_json_dumps

from ..errors import OptionError, readable, shortened, shown
from ..scoring.comparison import Pair, verdicts
from ..scoring.profile import LENGTH, Profile
from ..scoring.results import Results, Worst, worst_and_ties
from ..scoring.scores import Estimate
from . import FIGURES, Output
from .page_templates import DECIMALS
from .presentation import p_text
from .report_view import Standing, standings

EDGES = 360, 44, 8, 348, 316
"""The side of a square chart, and the left, top, right and lower edge of its plotting area."""
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
_UNITS = 10**DECIMALS
"""Scripts have figures as whole numbers of millionths, which are short and quick to read."""


class JudgedDifference(NamedTuple):
    """The difference of a system to a baseline by a measure, with its verdict."""

    estimate: Estimate
    verdict: str
    """`higher` or `lower` than the baseline by a significant difference, `level` with it, `open` where
    evaluations or resamples are too few to decide, or empty where there is no p."""
    p: float
    corrected: float
    """The p corrected by Holm's method."""
    evaluations: int
    """The number of evaluations that both have."""


Judged: TypeAlias = dict[tuple[str, Pair], JudgedDifference]
"""The differences by measure and pair."""
Leaderboard: TypeAlias = dict[str, dict[str, Standing]]
"""The standings by system and measure: the baseline first, then by score, then systems without a summary."""


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


def judged(output: Output, letter: str) -> Judged:
    """Return the differences by recall, precision or F, each with its verdict."""
    verdict_on = verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)
    differences = {}
    for one in output.comparisons:
        difference, of_pair = (
            getattr(one, FIGURES[letter]),
            verdict_on[one.measure, Pair(one.system, one.baseline)],
        )
        verdict = ""
        if of_pair.is_significant:
            verdict = "higher" if difference.estimate.average > 0 else "lower"
        elif isfinite(of_pair.p):
            verdict = "level" if of_pair.is_level else "open"
        differences[one.measure, Pair(one.system, one.baseline)] = JudgedDifference(
            difference.estimate, verdict, difference.p, difference.corrected, one.evaluations
        )
    return differences


def leaderboard(output: Output, letter: str) -> Leaderboard:
    """Return the standings by recall, precision or F, by system and by measure."""
    table: Leaderboard = {}
    for measure, of_systems in standings(output._replace(figure=letter)).items():
        for system, standing in of_systems.items():
            table.setdefault(system, {})[measure] = standing
    return table


def answer(table: Leaderboard, measure: str) -> tuple[list[str], bool]:
    """Return the best systems by a measure, by score, and whether all others are significantly worse."""
    cells = {system: of_system[measure] for system, of_system in table.items()}
    best = [system for system, cell in cells.items() if cell.is_best]
    best.sort(key=lambda system: -cells[system].estimate.average)
    others = [cell for system, cell in cells.items() if system not in best[:1]]
    return best, all(cell.is_worse or not isfinite(cell.estimate.average) for cell in others)


# Charts.


class Scale(NamedTuple):
    """A range of figures, and the step of its ticks."""

    low: float
    high: float
    step: float

    def place(self, value: float, start: float = 0, end: float = 100) -> float:
        """Return the place of a value on a line from `start` to `end` that the scale lies on."""
        share = (value - self.low) / (self.high - self.low)
        return round(start + share * (end - start), 2)

    def ticks(self) -> list[float]:
        """Return the ticks, from the lowest to the highest."""
        count = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(count + 1)]


def scale_for(values: Iterable[float], most_ticks: int) -> Scale:
    """Return a scale from one round number to another that holds all finite values."""
    finite = [value for value in values if isfinite(value)] or [0, 100]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 1, high + 1
    least = (high - low) / (most_ticks - 1)
    power = 10.0 ** floor(log10(least))
    step = next(step * power for step in _STEPS if step * power >= least * (1 - _ROUNDING))
    return Scale(floor(low / step + _ROUNDING) * step, ceil(high / step - _ROUNDING) * step, step)


SystemChart: TypeAlias = tuple[Scale, Scale, list[tuple[str, float, float, float, float, str]]]
"""Both scales; by dot the system, its two figures, its place, and its name, "" where there is no room."""


def system_charts(output: Output, systems: Sequence[str]) -> dict[str, SystemChart]:
    """Return charts of systems by density and length, if they were measured, and by the first measure.

    The measures beside ROUGE go across, ROUGE goes upwards. The first systems have names, as many as fit
    without touching one another.
    """
    report = output.report
    _, left, top, right, lower = EDGES
    charts = {}
    for measure in sorted({"density", LENGTH}.intersection(report.beside_rouge)):
        points = []
        for system in systems:
            of_system = report.systems[system]
            figure = getattr(of_system[report.measures[0]], FIGURES[output.figure])
            point = of_system[measure].f.average, 100 * figure.average
            if all(map(isfinite, point)):
                points.append((system, *point))
        across, up = scale_for((x for _, x, _ in points), 6), scale_for((y for _, _, y in points), 6)
        dots = []
        taken: list[tuple[float, float, float]] = []
        """The start, the end and the line of each name."""
        for system, beside, of_rouge in points:
            x, y = across.place(beside, left, right), up.place(of_rouge, lower, top)
            label = shortened(readable(system), _LONGEST_NAME)
            reach = len(label) * _LETTER
            start = x - reach if 2 * x > left + right else x
            touches = any(
                start < end and other < start + reach and abs(y - line) < _LINE for other, end, line in taken
            )
            if touches or len(taken) == _NAMED:
                label = ""
            else:
                taken.append((start, start + reach, y))
            dots.append((system, beside, of_rouge / 100, x, y, label))
        charts[measure] = across, up, dots
    return charts


# The worst evaluations.


Rankings: TypeAlias = dict[tuple[str, str, str | None], tuple[list[Worst], int]]
"""By measure, system and rival, the evaluations in which the system does worst, the worst first.

Without a rival (None) the scores are ranked, with a rival the differences to its scores. The number is how
many further evaluations have the value of the last one.
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
                ranked[measure, system, against] = [one for one in found if isfinite(one.value)], ties
    return ranked


def systems_to_explain(ranked: Rankings, count: int, most: int | None = None) -> dict[str, list[str]]:
    """Return, for each evaluation to explain, the systems that have it among their `count` worst, and rivals.

    With `most`, about that many summaries are chosen: the first of every ranking, then the second, and so on.
    """
    rows = [
        (place, *key[1:], one)
        for key, (worst, _) in ranked.items()
        for place, one in enumerate(worst[:count])
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
    for (measure, system, rival), (worst, _) in ranked.items():
        if any(one.evaluation == evaluation for one in worst):
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


# What scripts read.


def script(name: str, data: object) -> str:
    """Return a script with data in ASCII that is both JSON and JavaScript, and harmless inside a page."""
    return f"rougeReport.{name} = {htmlsafe_json_dumps(data, separators=(',', ':'), allow_nan=False)};\n"


def evaluation_ids(report: Results) -> list[str]:
    """Return the IDs of all evaluations, in the order of the system that has most of them."""
    having = [next(iter(of.values())).scores.evaluations for of in report.systems.values()]
    having.sort(key=len, reverse=True)
    return list(dict.fromkeys(chain.from_iterable(having)))


def measure_data(
    report: Results, name: str, systems: Iterable[str], ids: Sequence[str], models: Mapping[int, int]
) -> list[list[list[Any]]]:
    """Return the columns of a measure: by system, recall, precision, F and two lengths.

    Lengths are the units that the measure counts in the peer, and the mean number in the models. `models` has
    the number of models by the place of an evaluation. Counts are sums over models and, under the jackknife,
    over sets of models.
    """
    is_pooled = not report.options.best_model and report.profile.rouge.combination == "pooled"

    def times(models: int) -> int:
        """Return how often the peer is added up in its counts, if it has this number of models."""
        if report.options.jackknife and models > 1:
            return models * (models - 1) if is_pooled else models
        return models if is_pooled else 1

    def aligned(column: Sequence[float]) -> list[float]:
        values = dict(zip(scores.evaluations, column, strict=True))
        return [values.get(id, nan) for id in ids]

    divisors = [times(models.get(place, 1)) for place in range(len(ids))]
    data = []
    for system in systems:
        scores = report.systems[system][name].scores
        lengths = map(aligned, (scores.columns.peer, scores.columns.model))
        data.append(
            [
                *(list(map(_millionths, aligned(column))) for column in scores.figures),
                *(list(map(_count, map(truediv, length, divisors))) for length in lengths),
            ]
        )
    return data


def _millionths(value: float) -> float | None:
    return round(value * _UNITS) if isfinite(value) else None


def _count(value: float) -> float | None:
    """Return a count rounded to two decimals, and a whole count without decimals."""
    if not isfinite(value):
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded % 1 == 0 else rounded


def index_data(
    output: Output,
    systems: Sequence[str],
    places: Mapping[str, int],
    rival: str,
    pages: Mapping[str, str],
    wanted: Mapping[str, list[str]],
) -> dict[str, Any]:
    """Return the names of evaluations, systems and measures, and the explained evaluations.

    `places` has the place of each evaluation, `pages` the page of an explained evaluation, and `wanted` its
    systems in the order of the page.
    """
    kinds: dict[str, dict[str, Any]] = {
        one.name: {"kind": str(one.kind), "number": one.number, "whole": one.peer_reading.whole}
        for one in output.report.profile.measures
    }
    no_kind = {"kind": "", "number": 0, "whole": False}
    return {
        "evaluations": list(map(readable, places)),
        "systems": list(map(readable, systems)),
        "measures": [{"name": name} | kinds.get(name, no_kind) for name in output.report.measures],
        "figure": list(FIGURES).index(output.figure),
        "system": int(len(systems) > 1 and systems[0] == rival),
        "baseline": systems.index(rival) if len(systems) > 1 else None,
        "explained": {places[id]: [page, list(map(systems.index, wanted[id]))] for id, page in pages.items()},
        "units": _UNITS,
    }


def comparison_data(output: Output, systems: Sequence[str], by_figure: Iterable[Judged]) -> list[list[Any]]:
    """Return, by measure, the compared pairs: two systems, and the difference by each figure.

    A difference has its average and its bounds, p, corrected p and a verdict.
    """
    data: dict[str, list[Any]] = {name: [] for name in output.report.measures}
    for one in output.comparisons:
        pair = Pair(one.system, one.baseline)
        differences = (of_figure[one.measure, pair] for of_figure in by_figure)
        data[one.measure].append(
            [
                *map(systems.index, pair),
                *(
                    [*map(_millionths, one.estimate), p_text(one.p), p_text(one.corrected), one.verdict]
                    for one in differences
                ),
            ]
        )
    return list(data.values())


class Pieces:
    """Sentences as numbers of pieces, and the table of pieces: a token with what follows it, as written.

    Most pieces recur, so that a script with many summaries is shorter than their texts. Equal numbers of
    tokens are equal tokens, so that the page marks what ROUGE counts, whatever the tokenizer.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[bytes, int, int], int] = {}

    def cut(self, text: Any) -> list[list[int]]:
        """Return the pieces of each sentence of a summary that is aligned with its tokens."""
        tokens: list[list[tuple[int, int, int]]] = [[] for _ in text.sentences]
        for (sentence, start, end), token in zip(text.tokens, text.document.tokens, strict=False):
            tokens[sentence].append((start, end - start, token))
        places, found = self._places, []
        for sentence, of_sentence in zip(text.sentences, tokens, strict=True):
            if not of_sentence or of_sentence[0][0]:
                of_sentence.insert(0, (0, 0, -1))
            ends = [*(start for start, _, _ in of_sentence[1:]), len(sentence)]
            found.append(
                [
                    places.setdefault((sentence[start:end], size, token), len(places))
                    for (start, size, token), end in zip(of_sentence, ends, strict=True)
                ]
            )
        return found

    def table(self) -> list[list[Any]]:
        """Return for each piece its text, the length of its token there in UTF-16, and the token's number."""
        return [
            [shown(text), len(shown(text[:size]).encode("utf-16-le")) // 2, token]
            if token >= 0
            else [shown(text)]
            for text, size, token in self._places
        ]
