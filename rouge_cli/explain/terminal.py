"""An `Explanation` -> text for a terminal, in colour or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ..scoring.measures.base import Measure
from ..scoring.spelling import fixed, number
from . import wording
from .explanation import Compared, Explained, Explanation, System
from .grams import GramMatches
from .marks import Kind
from .sequences import SequenceMatches
from .shown import Piece, shown

_ROWS = 15
"""The rows of a list that are shown."""
_BRACKETS = {
    Kind.PLAIN: "{}",
    Kind.HIT: "[{}]",
    Kind.PARTNER: "<{}>",
    Kind.CLIPPED: "({})",
    Kind.DROPPED: "-{}-",
    Kind.BEYOND: "/{}/",
}
_COLOURS = {Kind.HIT: "green", Kind.PARTNER: "cyan", Kind.CLIPPED: "yellow"}


def listing(explanation: Explanation, *, colour: bool) -> str:
    """Return what the page shows, with marks in brackets and, if wanted, in colour."""
    text = "".join(f"{line}\n" for line in _lines(explanation))
    return text if colour else click.unstyle(text)


def _lines(explanation: Explanation) -> Iterator[str]:
    yield click.style(f"Evaluation {shown(explanation.evaluation)}", bold=True)
    yield "; ".join(wording.choices(explanation.options))
    yield ""
    for name, scores in explanation.figures.items():
        for measure, score in scores:
            recall, precision, f = map(fixed, (score.recall, score.precision, score.f))
            yield f"{shown(name)} {shown(measure.name)} R:{recall} P:{precision} F:{f}"
    left_out = wording.left_out(explanation)
    if left_out:
        yield left_out
    for system in explanation.systems:
        for explained in system.explained:
            yield ""
            title = f"System {shown(system.id)}, {shown(explained.measure.name)}"
            yield click.style(title, bold=True, underline=True)
            yield from _explained(explanation, system, explained)


def _explained(explanation: Explanation, system: System, explained: Explained) -> Iterator[str]:
    measure = explained.measure
    for figure in wording.figures(explained, explanation.options):
        yield f"{figure.name} {click.style(figure.value, bold=True)} = {figure.steps}"
    yield from measure.about()
    yield wording.combination(explained, explanation.options)
    for place, (path, compared) in enumerate(zip(explanation.models, explained.models, strict=True), 1):
        model, peer, hit = map(number, compared.counts)
        yield ""
        counts = f"{hit} hits, {measure.units} of the model: {model}, of the peer: {peer}"
        yield click.style(f"Model {place}: {shown(path)}: {counts}", bold=True)
        yield from _texts(measure, system, path, compared)
        yield from _lists(explanation, measure, compared)


def _texts(measure: Measure, system: System, path: str, compared: Compared) -> Iterator[str]:
    peer, model = compared.pieces()
    for kind, meaning in wording.legend(peer, model):
        yield f"  {_piece(Piece('word', kind), '')} {meaning}"
    for title, name, sentences in (("Peer", system.peer, peer), ("Model", path, model)):
        yield f"{title}: {shown(name)}"
        yield from _numbered(measure, sentences)


def _numbered(measure: Measure, sentences: Sequence[Sequence[Piece]]) -> Iterator[str]:
    for place, sentence in enumerate(sentences, 1):
        text = "".join(_piece(piece, wording.adds(measure, piece.hits)) for piece in sentence)
        yield f"{place:>4}  {text}"


def _piece(piece: Piece, adds: str) -> str:
    text = _BRACKETS[piece.kind].format(piece.text)
    if piece.kind is Kind.PLAIN:
        return text
    if piece.kind not in _COLOURS:
        return click.style(text, dim=True)
    return click.style(text + (adds if piece.hits else ""), fg=_COLOURS[piece.kind], bold=True)


def _lists(explanation: Explanation, measure: Measure, compared: Compared) -> Iterator[str]:
    if compared.matches is None:
        yield wording.TOO_LARGE
    else:
        yield from compared.matches.listed(_TerminalLists(explanation, measure, compared))


class _TerminalLists:
    """The lists of a peer and a model by one measure: `Lists` of lines."""

    def __init__(self, explanation: Explanation, measure: Measure, compared: Compared) -> None:
        self._name = explanation.name
        self._measure = measure
        self._model = compared.model

    def of_sentences(self, matches: SequenceMatches) -> Iterator[str]:
        yield "Sentences of the model, and the LCS of each with sentences of the peer:"
        for place, sentence in enumerate(matches.sentences[:_ROWS], 1):
            common = "; ".join(wording.common(sentence, self._model))
            yield (
                f"{place:>4}  {common}: of {sentence.words} words {sentence.marked} marked,"
                f" {sentence.scored} counted, hits {number(sentence.hits)}"
            )
        yield from filter(None, [wording.more(len(matches.sentences) - _ROWS)])

    def of_grams(self, matches: GramMatches) -> Iterator[str]:
        for (name, meaning), listing in zip(wording.LISTS, matches.lists, strict=True):
            yield f"{name}: {listing.units} {self._measure.units}. {meaning}"
            for row in listing.rows[:_ROWS]:
                gram = wording.spelt(row.gram, self._measure, self._name)
                yield f"{row.units:>6}  {gram}  (model {row.model}, peer {row.peer})"
            yield from filter(None, [wording.more(listing.grams - len(listing.rows[:_ROWS]))])
