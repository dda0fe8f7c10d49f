"""An `Explanation` -> text for a terminal, in colour or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ..outputs.classic import fixed, number
from ..scoring.measures import Measure
from . import wording
from .explanation import Compared, Explained, Explanation, System
from .grams import Matches
from .marks import Kind
from .sequences import Sequences
from .shown import Piece, shown

_ROWS = 15
"""Of a list, so many are shown."""
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
    """What the page shows, with marks in brackets and, if wanted, in colour."""
    text = "".join(f"{line}\n" for line in _lines(explanation))
    return text if colour else click.unstyle(text)


def _lines(explanation: Explanation) -> Iterator[str]:
    yield click.style(f"Evaluation {shown(explanation.evaluation)}", bold=True)
    yield "; ".join(wording.choices(explanation.options))
    yield ""
    for name, scores in explanation.figures.items():
        for measure, score in scores:
            recall, precision, f = map(fixed, score[2:])
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
    yield from wording.about(measure, explanation.options)
    yield wording.combination(explained, explanation.options)
    for place, (path, compared) in enumerate(zip(explanation.models, explained.models, strict=True), 1):
        model, peer, hit = map(number, compared.counts)
        yield ""
        counts = f"{hit} hits, {wording.units(measure)} of the model: {model}, of the peer: {peer}"
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
    matches = compared.matches
    if matches is None:
        yield wording.TOO_LARGE
    elif isinstance(matches, Sequences):
        yield "Sentences of the model, and the LCS of each with sentences of the peer:"
        for place, sentence in enumerate(matches.sentences[:_ROWS], 1):
            common = "; ".join(wording.common(sentence, compared.model))
            yield (
                f"{place:>4}  {common}: of {sentence.words} words {sentence.marked} marked,"
                f" {sentence.scored} counted, hits {number(sentence.hits)}"
            )
        yield from filter(None, [wording.more(len(matches.sentences) - _ROWS)])
    else:
        yield from _grams(explanation, measure, matches)


def _grams(explanation: Explanation, measure: Measure, matches: Matches) -> Iterator[str]:
    for (name, meaning), found in zip(wording.LISTS, matches[2:], strict=True):
        yield f"{name}: {found.units} {wording.units(measure)}. {meaning}"
        for row in found.rows[:_ROWS]:
            gram = wording.spelt(row.gram, measure, explanation.name)
            yield f"{row.units:>6}  {gram}  (model {row.model}, peer {row.peer})"
        yield from filter(None, [wording.more(found.grams - len(found.rows[:_ROWS]))])
