"""The differences of two protocols: the evaluations whose figures differ, the reasons in one evaluation, and
both as text for a terminal and as a page of HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from ..errors import several, shown, some
from ..evaluation import Evaluation, Source
from ..explanations import phrases
from ..explanations.alignment import Role
from ..explanations.explanation import Explanation, MeasureExplanation, SystemExplanation, explain
from ..explanations.page import helpers
from ..explanations.terminal_text import listing
from ..inputs.streams import stream_of
from ..measures.base import Measure
from ..measures.scores import fixed, number
from ..options import has_option
from ..profiles import Profile
from ..rendering.page_templates import rendered
from ..rendering.presentation import Table, text_table
from ..text.documents import read_documents
from ..text.sentences import load
from .protocol import ROUNDING, Protocol, traits


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

    largest: tuple[Distance, ...]
    """For each evaluation that differs, its greatest difference; evaluations with greater ones come first."""
    evaluations: int
    differing: int
    """The number of evaluations that differ by more than rounding to five decimals can cause."""
    measures: tuple[str, ...]
    """The measures that both protocols have."""


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
    one, two = (protocol.figures(protocol.report(evaluations, jobs=jobs)) for protocol in once)
    measures = tuple(label for label in one if label in two)
    largest: dict[str, Distance] = {}
    for system in stream_of(evaluations).systems:
        for label in measures:
            for id, figure, other in one[label].pairs(two[label], system):
                distance = Distance(id, system, label, figure, other)
                if id not in largest or distance.size > largest[id].size:
                    largest[id] = distance
    differing = sorted((one for one in largest.values() if one.size), key=lambda one: -one.size)
    return Distances(tuple(differing), len(largest), sum(one.size > ROUNDING for one in differing), measures)


class Side(NamedTuple):
    """An evaluation under one of two protocols."""

    protocol: Protocol
    explanation: Explanation
    """The explanation of one system by one measure."""

    @property
    def system(self) -> SystemExplanation:
        """The explanation of the system."""
        return self.explanation.systems[0]

    @property
    def of_measure(self) -> MeasureExplanation:
        """The explanation of its score by the measure."""
        return self.system.measures[0]

    @property
    def figure(self) -> float:
        """The figure that the protocol reports."""
        figure: float = getattr(self.of_measure.score, self.protocol.field)
        return figure


class Point(NamedTuple):
    """A point in which two protocols differ, with words for each of them."""

    title: str
    first: str
    second: str


class Parting(NamedTuple):
    """The differences of two protocols in one evaluation of a system by a measure."""

    distance: Distance
    sides: tuple[Side, Side]
    points: tuple[Point, ...]


class _Words(NamedTuple):
    """The words of a summary as a measure counts them."""

    raw: tuple[str, ...]
    stems: tuple[str, ...]
    sentences: int


def parting(evaluation: Evaluation, distance: Distance, first: Protocol, second: Protocol) -> Parting:
    """Explain an evaluation, whose files have been read, under both protocols. Raises what `explain` does."""
    sides = (_side(evaluation, distance, first), _side(evaluation, distance, second))
    return Parting(distance, sides, tuple(_points(evaluation, distance.system, sides)))


def _side(evaluation: Evaluation, distance: Distance, protocol: Protocol) -> Side:
    explained = explain(evaluation.map(protocol.read), protocol.options, [distance.system])
    name = protocol.columns()[distance.measure]
    figures = {
        system: tuple(pair for pair in pairs if pair[0].name == name)
        for system, pairs in explained.figures.items()
    }
    systems = tuple(
        system._replace(measures=tuple(one for one in system.measures if one.measure.name == name))
        for system in explained.systems
    )
    return Side(protocol, explained._replace(figures=figures, systems=systems))


def _points(evaluation: Evaluation, system: str, sides: tuple[Side, Side]) -> Iterator[Point]:
    stems = [traits(side.protocol, several_models=False)["stems"] for side in sides]
    if stems[0] != stems[1]:
        yield Point("Stems", *stems)
    texts = (evaluation.present([system])[system], *evaluation.models)
    several_models = len(evaluation.models) > 1
    titles = ["the peer", *(f"model {n}" if several_models else "the model" for n in range(1, len(texts)))]
    words = [[_words(side, source, is_peer=not n) for side in sides] for n, source in enumerate(texts)]
    for title, (one, two) in zip(titles, words, strict=True):
        yield from _words_points(title, one, two, sides[0].of_measure.measure)
    for place, (title, models) in enumerate(zip(titles[1:], words[1:], strict=True)):
        first, second = (
            _matched(side, place, *of_texts)
            for side, of_texts in zip(sides, zip(words[0], models, strict=True), strict=True)
        )
        if first is None or second is None:
            yield Point(f"Matches with {title}", *[phrases.TOO_LARGE] * 2)
        elif first != second:
            own = _listed(first - second), _listed(second - first)
            yield Point(f"Matches with {title} that the other does not have", *own)
    yield from _counts_points(sides)


def _words(side: Side, source: Source, *, is_peer: bool) -> _Words:
    """Return the words of a summary under a protocol, as its measure reads them."""
    profile, measure = Profile(side.protocol.options), side.of_measure.measure
    reading = measure.peer_reading if is_peer else measure.model_reading
    source = profile.resplitter()(load(side.protocol.read(source)))
    vocabulary = profile.vocabulary()
    unstemmed = reading._replace(stem=False, stem_sentences=False)
    documents = [read_documents(source, [one], vocabulary).documents[one] for one in (unstemmed, reading)]
    raw, stems = (
        tuple(
            shown(vocabulary.name(number))
            for number in (one.words if measure.reads_sentences else one.tokens)
        )
        for one in documents
    )
    return _Words(raw, stems, len(documents[0].ends))


def _words_points(title: str, one: _Words, two: _Words, measure: Measure) -> Iterator[Point]:
    """Yield the differences in the words of a summary."""
    counts = Counter(one.raw), Counter(two.raw)
    if counts[0] != counts[1]:
        own = [_listed(dict(mine - other)) for mine, other in (counts, counts[::-1])]
        yield Point(f"Tokens of {title} that the other does not count", *own)
    stems = dict(zip(one.raw, one.stems, strict=True)), dict(zip(two.raw, two.stems, strict=True))
    parted = [word for word in stems[0] if word in stems[1] and stems[0][word] != stems[1][word]]
    if parted:
        yield Point(
            f"Stems of {title}",
            *(some([f"{word} → {side[word]}" for word in parted]) for side in stems),
        )
    if measure.reads_sentences and one.sentences != two.sentences:
        yield Point(f"Sentences of {title}", str(one.sentences), str(two.sentences))


def _matched(side: Side, place: int, peer: _Words, model: _Words) -> Counter[str] | None:
    """Return the matches with a model in words as they were written; `None` if there are too many."""
    matches = side.of_measure.pairs[place].matches
    if matches is None:
        return None
    if matches.listings:
        found: Counter[str] = Counter()
        for row in matches.listings[0].rows:
            words = [
                " ".join(text.raw[at] for at in places[0])
                for text, places in ((model, row.model_places), (peer, row.peer_places))
            ]
            found[" ~ ".join(dict.fromkeys(words))] += row.units
        return found
    return Counter(
        model.raw[at]
        for mark in matches.model_marks
        if mark.role is Role.HIT
        for at in range(mark.start, mark.end)
    )


def _counts_points(sides: tuple[Side, Side]) -> Iterator[Point]:
    """Yield the differences in counts, models and figures."""
    first, second = (_counts(side) for side in sides)
    same = first == second
    if not same:
        yield Point("Counts", first, second)
    sets = ["; ".join(phrases.with_sets(side.of_measure)) or "none" for side in sides]
    if sets[0] != sets[1]:
        yield Point("Sets of models without one author's", *sets)
    combined = [phrases.combination(side.of_measure, side.protocol.options) for side in sides]
    if combined[0] != combined[1]:
        yield Point("Models", *combined)
    figures = [phrases.figures(side.of_measure, side.protocol.options) for side in sides]
    one, two = (side.protocol.options for side in sides)
    rounded = same and combined[0] == combined[1] and (one.alpha, one.beta) == (two.alpha, two.beta)
    values = [side.of_measure.score[:3] for side in sides]
    for figure, other, *pair in zip(*figures, *values, strict=True):
        if pair[0] != pair[1]:
            title = f"{figure.name}, by rounding alone" if rounded else figure.name
            yield Point(title, *(f"{one.value.strip()} = {one.steps}" for one in (figure, other)))


def _counts(side: Side) -> str:
    """Return the counts behind a score, in words."""
    counts = side.of_measure.score.counts
    named = {"of the models": counts.model, "of the peer": counts.peer, "hits": counts.hit}
    if counts.peer_hit != counts.hit:
        named["hits of the peer"] = counts.peer_hit
    return ", ".join(f"{name} {number(count)}" for name, count in named.items())


def _listed(counts: dict[str, int]) -> str:
    """Return words or matches in one text, each with its number if that is more than 1."""
    return some([f"{word} ×{count}" if count > 1 else word for word, count in counts.items()])


def parting_text(
    found: Distances, most: int, protocols: tuple[Protocol, Protocol], parted: Parting | None, *, colour: bool
) -> Iterator[str]:
    """Yield the lines for a terminal: the evaluations that differ most, then one of them explained."""
    title, summary, heads = _headings(found, protocols)
    rows = [
        [
            *(shown(one.evaluation), shown(one.system), one.measure),
            *(fixed(one.first).strip(), fixed(one.second).strip()),
            f"{one.second - one.first:+.5f}".replace("-", "−"),
        ]
        for one in found.largest[:most]
    ]

    def bold(line: str) -> str:
        return click.style(line, bold=True) if colour else line

    yield f"{bold(title)}\n{summary}\n"
    if rows:
        yield "\n"
        yield from (f"{line}\n" for line in text_table(Table("", heads, rows, 3)))
    if parted is None:
        return
    evaluation, system = shown(parted.distance.evaluation), shown(parted.distance.system)
    one, two = (
        fixed(side.figure, Profile(side.protocol.options).rouge.decimals).strip() for side in parted.sides
    )
    heading = f"Evaluation {evaluation}, system {system}, {parted.distance.measure}: {one} or {two}"
    yield f"\n{bold(heading)}\n"
    for point in parted.points:
        yield f"{point.title}:\n  A  {point.first}\n  B  {point.second}\n"
    for letter, side in zip("AB", parted.sides, strict=True):
        yield f"\n{bold(f'{letter}: {shown(side.protocol.name)}')}\n"
        yield listing(side.explanation, colour=colour)


def parting_page(
    found: Distances, most: int, protocols: tuple[Protocol, Protocol], parted: Parting | None
) -> str:
    """Return the lines of `parting_text` as a page, which needs neither network nor script."""
    title, summary, heads = _headings(found, protocols)
    sides = [] if parted is None else parted.sides
    return rendered(
        "differ.html",
        title=title,
        rules="",
        summary=summary,
        heads=heads,
        rows=found.largest[:most],
        parted=parted,
        names=[f"{letter}: {side.protocol.name}" for letter, side in zip("AB", sides, strict=False)],
        **helpers(),
    )


def _headings(found: Distances, protocols: tuple[Protocol, Protocol]) -> tuple[str, str, list[str]]:
    """Return the title, a sentence on how many evaluations differ, and the heads of their table."""
    rounded = len(found.largest) - found.differing
    summary = f"{', '.join(found.measures)} in {several(found.evaluations, 'evaluation')}: "
    if found.largest:
        summary += f"{found.differing:,} differ, and {rounded:,} more by rounding alone."
    else:
        summary += "all figures are the same."
    letters = [f"{letter} ({one.figure})" for letter, one in zip("AB", protocols, strict=True)]
    title = f"A: {shown(protocols[0].name)}, B: {shown(protocols[1].name)}"
    return title, summary, ["Evaluation", "System", "Measure", *letters, "Difference"]
