"""The differences of two protocols: the evaluations whose figures differ, the reasons in one evaluation, and
both as text for a terminal and as a page of HTML."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from ..errors import readable, several, shown, some
from ..evaluation import Evaluation
from ..explanations.explanation import Explanation, MarkedText, MeasureExplanation, explain
from ..explanations.phrases import weight
from ..explanations.terminal_text import listing, table_lines
from ..numbers import number
from ..options import has_option
from ..rendering.columns import wrapped
from ..rendering.page_templates import rendered
from ..rendering.presentation import hundredfold
from .protocol import ROUNDING, Protocol, figure_pairs, tabulate, traits


class Distance(NamedTuple):
    """The figures of a system in an evaluation by two protocols."""

    evaluation: str
    system: str
    measure: str
    """The name that ROUGE-1.5.5 gives the measure."""
    first: float
    second: float

    @property
    def size(self) -> float:
        """The absolute difference."""
        return abs(self.second - self.first)


class Distances(NamedTuple):
    """The differences between two protocols."""

    largest: Sequence[Distance]
    """For each evaluation that differs, its greatest difference; evaluations with greater ones come first."""
    evaluations: int
    measures: Sequence[str]
    """The measures that both protocols have."""
    notes: Sequence[str]
    """The notes of both runs, each once."""


def distances(
    evaluations: Sequence[Evaluation], first: Protocol, second: Protocol, *, jobs: int
) -> Distances:
    """Return the differences between the figures of two protocols, evaluation by evaluation.

    The files of the evaluations have been read. Raises `InputError` as `evaluate` does.
    """
    # No difference depends on resamples.
    once = [
        protocol._replace(options=replace(protocol.options, resamples=1))
        if has_option(protocol.options.profile, "resamples")
        else protocol
        for protocol in (first, second)
    ]
    table = tabulate(evaluations, once[0], once[1:], jobs=jobs)
    one, two = table.rows[0], table.rows[-1]  # Equal protocols have one row.
    largest: dict[str, Distance] = {}
    for system in table.systems:
        for label in two.columns:
            for id, other, figure in figure_pairs(two, one, label, system):
                distance = Distance(id, system, label, figure, other)
                if id not in largest or distance.size > largest[id].size:
                    largest[id] = distance
    differing = sorted((one for one in largest.values() if one.size), key=lambda one: -one.size)
    notes = list(dict.fromkeys((*one.report.notes, *two.report.notes)))
    return Distances(differing, len(largest), list(two.columns), notes)


Pair = tuple[Protocol, Protocol]
Point = tuple[str, Sequence[str]]
"""A point in which two protocols differ, with a text for each of them."""


class Parting(NamedTuple):
    """The differences of two protocols in one evaluation of a system by a measure."""

    distance: Distance
    points: Sequence[Point]
    explanations: Sequence[Explanation]
    """The explanations of the system by the measure."""


def parting(evaluation: Evaluation, distance: Distance, first: Protocol, second: Protocol) -> Parting:
    """Explain an evaluation, whose files have been read, under both protocols. Raises what `explain` does."""
    explanations = [
        explain(
            evaluation.map(protocol.read),
            *(protocol.options, [distance.system], [protocol.columns()[distance.measure]]),
        )
        for protocol in (first, second)
    ]
    stems = [traits(protocol, several_models=False)["stems"] for protocol in (first, second)]
    points: list[Point] = [("Stems", stems)] if stems[0] != stems[1] else []
    articles = (explanation.systems[distance.system][0] for explanation in explanations)
    points += _points(*articles, is_same_f=weight(first.options) == weight(second.options))
    return Parting(distance, points, explanations)


def _points(first: MeasureExplanation, second: MeasureExplanation, *, is_same_f: bool) -> Iterator[Point]:
    """Yield the points in which the scores of a system part; `is_same_f` is True where F weighs alike."""
    pairs = list(zip(first.pairs, second.pairs, strict=True))
    by_title = {f"model {place}" if pairs[1:] else "the model": pair for place, pair in enumerate(pairs, 1)}
    yield from _words_points("the peer", pairs[0][0].peer, pairs[0][1].peer, first)
    for title, (one, two) in by_title.items():
        yield from _words_points(title, one.model, two.model, first)
    for title, (one, two) in by_title.items():
        if note := one.note or two.note:
            yield f"Matches with {title}", [note, note]
        elif one.matched != two.matched:
            yield f"Matches with {title} that the other does not have", _differences(one.matched, two.matched)
    both = first, second
    points = {
        "Counts": [_counts(of_measure) for of_measure in both],
        "Sets of models without one author's": ["; ".join(of_measure.sets) or "none" for of_measure in both],
        "Models": [of_measure.combination for of_measure in both],
    }
    parted = {title: texts for title, texts in points.items() if texts[0] != texts[1]}
    yield from parted.items()
    is_rounded = not parted.keys() & {"Counts", "Models"} and first.measure.weight == second.measure.weight
    for place, figures in enumerate(zip(first.figures, second.figures, strict=True)):
        name, values = figures[0][0], [of_measure.score[place] for of_measure in both]
        if values[0] == values[1]:
            continue
        if is_rounded and (is_same_f or name != "F"):
            yield f"{name}, by rounding alone", [f"{100 * value:.7g}" for value in values]
        else:
            yield name, [f"{text} = {steps}" for _, text, steps in figures]


def _words_points(
    title: str, one: MarkedText, two: MarkedText, of_measure: MeasureExplanation
) -> Iterator[Point]:
    """Yield the differences in the words of a summary."""
    counts = [Counter(word for word, _ in text.words) for text in (one, two)]
    if counts[0] != counts[1]:
        yield f"Tokens of {title} that the other does not count", _differences(*counts)
    stems = dict(one.words), dict(two.words)
    parted = [word for word in stems[0] if word in stems[1] and stems[0][word] != stems[1][word]]
    if parted:
        yield f"Stems of {title}", [some([f"{word} → {of[word]}" for word in parted]) for of in stems]
    if of_measure.measure.reads_sentences and one.parts != two.parts:
        yield f"Sentences of {title}", [str(one.parts), str(two.parts)]


def _differences(one: Mapping[str, int], two: Mapping[str, int]) -> list[str]:
    """Return what either has and the other has not, each with its number if that is more than 1."""
    return [
        some([f"{word} ×{count}" if count > 1 else word for word, count in own.items()])
        for own in (Counter(one) - Counter(two), Counter(two) - Counter(one))
    ]


def _counts(of_measure: MeasureExplanation) -> str:
    """Return the counts behind a score, in words."""
    counts = of_measure.score.counts
    named = {"of the models": counts.model, "of the peer": counts.peer, "hits": counts.hit}
    if counts.peer_hit != counts.hit:
        named["hits of the peer"] = counts.peer_hit
    return ", ".join(f"{name} {number(count)}" for name, count in named.items())


def parting_text(
    found: Distances, most: int, protocols: Pair, parted: Parting | None, width: int, *, colour: bool
) -> Iterator[str]:
    """Yield the lines for a terminal: the evaluations that differ most, then one of them explained."""
    title, summary, heads, rows = _overview(found, most, protocols)

    def bold(line: str) -> list[str]:
        return wrapped([click.style(line, bold=True) if colour else line], width)

    lines = [*bold(title), *wrapped([summary], width)]
    if rows:
        lines += "", *table_lines("The evaluations whose figures differ most, × 100", heads, rows, 3, width)
    if parted is not None:
        one = parted.distance
        figures = " or ".join(dict.fromkeys(map(hundredfold, (one.first, one.second))))
        of = f"Evaluation {readable(one.evaluation)}, system {readable(one.system)}, {one.measure}"
        lines += "", *bold(f"{of} × 100: {figures}")
        for point, texts in parted.points:
            texts = [f"  {letter}  {text}" for letter, text in zip("AB", texts, strict=True)]
            lines += [*wrapped([f"{point}:"], width), *wrapped(texts, width, 5)]
        for letter, protocol, explanation in zip("AB", protocols, parted.explanations, strict=True):
            lines += "", *bold(f"{letter}: {shown(protocol.name)}")
            lines += listing(explanation, width, colour=colour).splitlines()
    yield from (f"{line}\n" for line in lines)


def parting_page(found: Distances, most: int, protocols: Pair, parted: Parting | None) -> str:
    """Return the lines of `parting_text` as a page, which needs neither network nor script."""
    title, summary, heads, rows = _overview(found, most, protocols)
    return rendered(
        "differ.html",
        rules="",
        title=title,
        summary=summary,
        heads=heads,
        rows=rows,
        parted=parted,
        names=[f"{letter}: {protocol.name}" for letter, protocol in zip("AB", protocols, strict=True)],
    )


def _overview(found: Distances, most: int, protocols: Pair) -> tuple[str, str, list[str], list[list[str]]]:
    """Return the title, a sentence on how many evaluations differ, and the heads and rows of their table.

    Differences by rounding alone cannot be seen in the table, so it leaves them out.
    """
    differing = sum(one.size > ROUNDING for one in found.largest)
    counts = f"{differing:,} differ, and {len(found.largest) - differing:,} more by rounding alone."
    differences = counts if found.largest else "all figures are the same."
    summary = f"{', '.join(found.measures)} in {several(found.evaluations, 'evaluation')}: {differences}"
    letters = [f"{letter} ({one.figure})" for letter, one in zip("AB", protocols, strict=True)]
    rows = [
        [
            *(readable(one.evaluation), readable(one.system), one.measure),
            *(hundredfold(one.first), hundredfold(one.second), hundredfold(one.second - one.first, "+")),
        ]
        for one in found.largest[: min(most, differing)]
    ]
    title = f"A: {shown(protocols[0].name)}, B: {shown(protocols[1].name)}"
    return title, summary, ["Evaluation", "System", "Measure", *letters, "Difference"], rows
