"""An `Explanation` -> text for a terminal, with or without colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ..measures.base import Measure
from ..measures.spelling import short
from ..reprs import readable, shown
from . import wording
from .explanation import Explanation, MeasureExplanation, PairExplanation, SystemExplanation
from .pieces import Piece, Role

_ROWS = 15
"""The most rows of a list."""
_BRACKETS = {
    Role.PLAIN: "{}",
    Role.HIT: "[{}]",
    Role.PARTNER: "<{}>",
    Role.CLIPPED: "({})",
    Role.DROPPED: "-{}-",
    Role.BEYOND: "/{}/",
}
_COLOURS = {Role.HIT: "green", Role.PARTNER: "cyan", Role.CLIPPED: "yellow"}


def listing(explanation: Explanation, *, colour: bool) -> str:
    """Return the explanation with marks in brackets and, if `colour` is set, in colour."""
    text = "".join(f"{line}\n" for line in _lines(explanation))
    return text if colour else click.unstyle(text)


def _lines(explanation: Explanation) -> Iterator[str]:
    yield click.style(f"Evaluation {readable(explanation.evaluation)}", bold=True)
    yield "; ".join(wording.choices(explanation.options))
    yield ""
    for name, scores in explanation.figures.items():
        for measure, score in scores:
            recall, precision, f = wording.printed(score, explanation.options)
            yield f"{readable(name)} {shown(measure.name)} R:{recall} P:{precision} F:{f}"
    left_out = wording.left_out(explanation)
    if left_out:
        yield left_out
    for system in explanation.systems:
        for of_measure in system.measures:
            yield ""
            title = f"System {readable(system.id)}, {shown(of_measure.measure.name)}"
            yield click.style(title, bold=True, underline=True)
            yield from _measure_lines(explanation, system, of_measure)


def _measure_lines(
    explanation: Explanation, system: SystemExplanation, of_measure: MeasureExplanation
) -> Iterator[str]:
    measure = of_measure.measure
    for figure in wording.figures(of_measure, explanation.options):
        yield f"{figure.name} {click.style(figure.value, bold=True)} = {figure.steps}"
    yield from measure.about()
    yield wording.combination(of_measure, explanation.options)
    yield from wording.with_sets(of_measure)
    for place, (path, pair) in enumerate(zip(explanation.models, of_measure.pairs, strict=True), 1):
        yield ""
        counts = wording.counted(measure, pair.counts)
        yield click.style(f"Model {place}: {shown(path)}: {counts}", bold=True)
        yield from _texts(measure, system, path, pair)
        yield from _lists(explanation, measure, pair)


def _texts(measure: Measure, system: SystemExplanation, path: str, pair: PairExplanation) -> Iterator[str]:
    peer, model = pair.pieces()
    for role, meaning in wording.legend(peer, model):
        yield f"  {marked(Piece('word', role), '')} {meaning}"
    for title, name, sentences in (("Peer", system.peer, peer), ("Model", path, model)):
        yield f"{title}: {shown(name)}"
        yield from numbered(measure, sentences)


def numbered(measure: Measure, sentences: Sequence[Sequence[Piece]]) -> Iterator[str]:
    """Yield the sentences with their numbers, and with brackets and colours around what is marked."""
    for place, sentence in enumerate(sentences, 1):
        text = "".join(marked(piece, wording.adds(measure, piece.hits)) for piece in sentence)
        yield f"{place:>4}  {text}"


def marked(piece: Piece, adds: str) -> str:
    """Return a piece in the brackets and the colour of its role; `adds` says what its mark counts."""
    text = _BRACKETS[piece.role].format(piece.text)
    if piece.role is Role.PLAIN:
        return text
    if piece.role not in _COLOURS:
        return click.style(text, dim=True)
    return click.style(text + (adds if piece.hits else ""), fg=_COLOURS[piece.role], bold=True)


def _lists(explanation: Explanation, measure: Measure, pair: PairExplanation) -> Iterator[str]:
    """Yield the lists of what a peer and a model have in common, and of what only one of them has."""
    if pair.matches is None:
        yield wording.TOO_LARGE
        return
    for (name, meaning), listing in zip(wording.LISTS, pair.matches.listings, strict=False):
        yield f"{name}: {wording.amount(listing.units, measure.units)}. {meaning}"
        for row in listing.rows[:_ROWS]:
            gram = wording.spelt(row.gram, measure, explanation.tokens)
            yield f"{row.units:>6}  {gram}  (model {row.model}, peer {row.peer})"
        yield from filter(None, [wording.more(listing.grams - len(listing.rows[:_ROWS]))])
    for side in pair.matches.sides:
        yield f"Sentences of the {side.name}, and the LCS of each with sentences of the {side.other}:"
        for place, sentence in enumerate(side.sentences[:_ROWS], 1):
            common = "; ".join(wording.common(sentence, pair.text(side.name)))
            words = wording.amount(sentence.words, "words")
            yield (
                f"{place:>4}  {common}: of {words} {sentence.marked} marked,"
                f" {sentence.scored} counted, hits {short(sentence.hits)}"
            )
        yield from filter(None, [wording.more(len(side.sentences) - _ROWS)])
