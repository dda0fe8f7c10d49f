"""The data behind the pages of a report: verdicts, charts, the worst evaluations, and what scripts read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, isfinite, log10, nan
from operator import truediv
from typing import Any, NamedTuple, TypeAlias

from jinja2.utils import htmlsafe_json_dumps

from ..errors import OptionError, readable, shortened, shown
from ..scoring.comparison import Difference, Pair, verdicts
from ..scoring.profile import LENGTH, Profile
from ..scoring.results import Results, Worst, worst_and_ties
from . import FIGURES, Output
from .page_templates import DECIMALS
from .presentation import p_text

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
UNITS = 10**DECIMALS
"""Scripts have figures as whole numbers of millionths, which are short and quick to read."""


Judged: TypeAlias = dict[tuple[str, Pair], dict[str, Any]]
"""By measure and pair the `estimate`, `p` and `corrected` p of a difference, its `verdict`, and the number of
`evaluations` that both systems have.

The verdict is `higher` or `lower` than the baseline by a significant difference, `level` with it, `open`
where evaluations or resamples are too few to decide, or empty where there is no p.
"""


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
    differences = {}
    verdict_on = verdicts(output.comparisons, FIGURES[letter], output.report.options.draws)
    for one in output.comparisons:
        difference: Difference = getattr(one, FIGURES[letter])
        pair = Pair(one.system, one.baseline)
        of_pair = verdict_on[one.measure, pair]
        verdict = "level" if of_pair.is_level else "open" if isfinite(of_pair.p) else ""
        if of_pair.is_significant:
            verdict = "higher" if difference.estimate.average > 0 else "lower"
        differences[one.measure, pair] = {
            **difference._asdict(),
            "verdict": verdict,
            "evaluations": one.evaluations,
        }
    return differences


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


def system_charts(output: Output, systems: Sequence[str]) -> dict[str, tuple[Scale, Scale, list[Any]]]:
    """Return charts of systems by density and length, if they were measured, and by the first measure.

    A chart has a scale across, for a measure beside ROUGE, a scale upwards, for ROUGE, and dots. A dot is a
    system with its two figures, its place, and its name, or "" where there is no room: the first systems have
    names, as many as fit without touching one another.
    """
    report = output.report
    _, left, top, right, lower = EDGES
    charts = {}
    for measure in sorted({"density", LENGTH}.intersection(report.beside_rouge)):
        points = []
        for system in systems:
            of_system = report.systems[system]
            figure = getattr(of_system[report.measures[0]], FIGURES[output.figure]).average
            if isfinite(beside := of_system[measure].f.average) and isfinite(figure):
                points.append((system, beside, figure))
        across = scale_for((beside for _, beside, _ in points), 6)
        up = scale_for((100 * figure for _, _, figure in points), 6)
        dots, taken = [], list[tuple[float, float, float]]()
        """The start, the end and the line of each name."""
        for system, beside, figure in points:
            x, y = across.place(beside, left, right), up.place(100 * figure, lower, top)
            label = shortened(readable(system), _LONGEST_NAME)
            reach = len(label) * _LETTER
            start = x - reach if 2 * x > left + right else x
            if len(taken) == _NAMED or any(
                start < end and other < start + reach and abs(y - line) < _LINE for other, end, line in taken
            ):
                label = ""
            else:
                taken.append((start, start + reach, y))
            dots.append((system, beside, figure, x, y, label))
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
    Systems come in the order of the rankings.
    """
    rows = [
        (place, one.evaluation, [system] if rival is None else [rival, system])
        for (_, system, rival), (worst, _) in ranked.items()
        for place, one in enumerate(worst[:count])
    ]
    chosen = set[tuple[str, str]]()
    for _, evaluation, systems in sorted(rows, key=lambda row: row[0]):
        if most is None or len(chosen) < most:
            chosen |= {(evaluation, system) for system in systems}
    wanted = defaultdict[str, dict[str, None]](dict)
    for _, evaluation, systems in rows:
        if chosen.issuperset((evaluation, system) for system in systems):
            wanted[evaluation].update(dict.fromkeys(systems))
    return {evaluation: list(systems) for evaluation, systems in wanted.items()}


def reasons(ranked: Rankings, evaluation: str) -> dict[tuple[str, str | None], list[str]]:
    """Return, by system and rival, the measures by which an evaluation is among the worst."""
    measures = defaultdict[tuple[str, str | None], list[str]](list)
    for (measure, system, rival), (worst, _) in ranked.items():
        if evaluation in {one.evaluation for one in worst}:
            measures[system, rival].append(measure)
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


def measure_data(
    report: Results, name: str, systems: Iterable[str], ids: Sequence[str], models: Mapping[int, int]
) -> list[list[list[Any]]]:
    """Return the columns of a measure: by system, recall, precision, F and two lengths.

    Lengths are the units that the measure counts in the peer, and the mean number in the models. `models` has
    the number of models by the place of an evaluation. Counts are sums over models and, under the jackknife,
    over sets of models.
    """
    is_pooled = not report.options.best_model and report.profile.rouge.combination == "pooled"
    divisors = []
    """How often each peer is added up in its counts."""
    for place in range(len(ids)):
        count = models.get(place, 1)
        sets = count if report.options.jackknife else 1
        divisors.append(sets * max(1, count - (sets > 1)) if is_pooled else sets)

    data = []
    for system in systems:
        scores = report.systems[system][name].scores
        columns = []
        for column in (*scores.figures, scores.columns.peer, scores.columns.model):
            values = dict(zip(scores.evaluations, column, strict=True))
            columns.append([values.get(id, nan) for id in ids])
        lengths = (map(_count, map(truediv, column, divisors)) for column in columns[3:])
        data.append([*(list(map(_millionths, column)) for column in columns[:3]), *map(list, lengths)])
    return data


def _millionths(value: float) -> float | None:
    return round(value * UNITS) if isfinite(value) else None


def _count(value: float) -> float | None:
    """Return a count rounded to two decimals, and a whole count without decimals."""
    if not isfinite(value):
        return None
    rounded = round(value, 2)
    return int(rounded) if rounded % 1 == 0 else rounded


def comparison_data(
    measures: Iterable[str], systems: Sequence[str], by_figure: Sequence[Judged]
) -> list[list[Any]]:
    """Return, by measure, the compared pairs: two systems, and the difference by each figure.

    A difference has its average and its bounds, p, corrected p and a verdict.
    """
    data: dict[str, list[Any]] = {name: [] for name in measures}
    for measure, pair in by_figure[0]:
        row: list[Any] = [*map(systems.index, pair)]
        for one in (of_figure[measure, pair] for of_figure in by_figure):
            figures = map(_millionths, one["estimate"])
            row.append([*figures, p_text(one["p"]), p_text(one["corrected"]), one["verdict"]])
        data[measure].append(row)
    return list(data.values())


Pieces: TypeAlias = dict[tuple[bytes, int, int], int]
"""Numbers of the pieces of sentences: a token with what follows it, as written, its length, and its number.

Most pieces recur, so that a script with many summaries is shorter than their texts. Equal numbers of tokens
are equal tokens, so that the page marks what ROUGE counts, whatever the tokenizer.
"""


def cut(text: Any, pieces: Pieces) -> list[list[int]]:
    """Return the pieces of each sentence of a summary that is aligned with its tokens, as numbers."""
    tokens: list[list[tuple[int, int, int]]] = [[] for _ in text.sentences]
    for (sentence, start, end), token in zip(text.tokens, text.document.tokens, strict=False):
        tokens[sentence].append((start, end - start, token))
    found = []
    for sentence, of_sentence in zip(text.sentences, tokens, strict=True):
        if not of_sentence or of_sentence[0][0]:
            of_sentence.insert(0, (0, 0, -1))
        ends = [*(start for start, _, _ in of_sentence[1:]), len(sentence)]
        parts = [
            (sentence[start:end], size, token)
            for (start, size, token), end in zip(of_sentence, ends, strict=True)
        ]
        found.append([pieces.setdefault(part, len(pieces)) for part in parts])
    return found


def table_of(pieces: Pieces) -> list[list[Any]]:
    """Return for each piece its text, the length of its token there in UTF-16, and the token's number."""
    return [
        [shown(text), *([len(shown(text[:size]).encode("utf-16-le")) // 2, token] if token >= 0 else [])]
        for text, size, token in pieces
    ]
