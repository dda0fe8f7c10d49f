"""An `Explanation`, or the worst evaluations with their texts side by side -> text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

import click

from ..errors import readable, shown
from ..measures.base import Measure
from ..measures.scores import short
from ..rendering.presentation import Table, text_table
from ..scoring.results import Worst
from . import phrases
from .alignment import Piece, Role
from .explanation import Explanation, MeasureExplanation, PairExplanation, SystemExplanation
from .measure_words import about
from .phrases import Ranking

_GAP = " │ "
_NARROWEST = 24
"""The least width of a column; if there is less room, the texts stand one below the other."""
_LONG_WORD = re.compile(r"[^\s\x1b]{500,}")
"""A word, without escape sequences, that fills many lines."""
_NUMBERS = 6
"""The width of the number of a sentence, by which its further lines are indented."""
_ROWS = 15
"""The greatest number of rows in a list."""
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
    """Return the explanation as lines, with marks in brackets and, if `colour` is set, in colour."""
    text = "".join(f"{line}\n" for line in _lines(explanation))
    return text if colour else click.unstyle(text)


def _lines(explanation: Explanation) -> Iterator[str]:
    yield click.style(f"Evaluation {readable(explanation.evaluation)}", bold=True)
    yield "; ".join(phrases.choices(explanation.options))
    yield ""
    for name, scores in explanation.figures.items():
        for measure, score in scores:
            recall, precision, f = phrases.printed(score, explanation.options)
            yield f"{readable(name)} {shown(measure.name)} R:{recall} P:{precision} F:{f}"
    if left_out := phrases.left_out(explanation):
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
    for figure in phrases.figures(of_measure, explanation.options):
        yield f"{figure.name} {click.style(figure.value, bold=True)} = {figure.steps}"
    yield from about(measure)
    yield phrases.combination(of_measure, explanation.options)
    yield from phrases.with_sets(of_measure)
    names = [of_measure.source] if of_measure.source else explanation.models
    for place, (path, pair) in enumerate(zip(names, of_measure.pairs, strict=True), 1):
        yield ""
        other = "Source" if of_measure.source else "Model"
        counts = phrases.counted(measure, pair.counts, other.lower())
        title = other if of_measure.source else f"Model {place}"
        yield click.style(f"{title}: {shown(path)}: {counts}", bold=True)
        peer, model = pair.pieces()
        yield from _legend(peer, model)
        for title, name, sentences in (("Peer", system.peer, peer), (other, path, model)):
            yield f"{title}: {shown(name)}"
            yield from _numbered(measure, sentences)
        yield from _lists(explanation, measure, pair)


def _legend(*texts: Sequence[Sequence[Piece]]) -> Iterator[str]:
    for role, meaning in phrases.legend(*texts):
        yield f"  {_marked(Piece('word', role), '')} {meaning}"


def _numbered(measure: Measure, sentences: Sequence[Sequence[Piece]]) -> Iterator[str]:
    """Yield the numbered sentences, with brackets and colours around their marks."""
    for place, sentence in enumerate(sentences, 1):
        text = "".join(_marked(piece, phrases.adds(measure, piece.hits)) for piece in sentence)
        yield f"{place:>4}  {text}"


def _marked(piece: Piece, adds: str) -> str:
    """Return a piece in the brackets and the colour of its role, with the hits that its mark adds."""
    text = _BRACKETS[piece.role].format(piece.text)
    if piece.role is Role.PLAIN:
        return text
    if piece.role not in _COLOURS:
        return click.style(text, dim=True)
    return click.style(text + (adds if piece.hits else ""), fg=_COLOURS[piece.role], bold=True)


def _lists(explanation: Explanation, measure: Measure, pair: PairExplanation) -> Iterator[str]:
    """Yield the lists of matched, missed and extra grams, or of common subsequences."""
    if pair.matches is None:
        yield phrases.TOO_LARGE
        return
    for (name, meaning), listing in zip(phrases.LISTS, pair.matches.listings, strict=False):
        yield f"{name}: {phrases.amount(listing.units, measure.units)}. {meaning}"
        for row in listing.rows[:_ROWS]:
            gram = phrases.spelt(row.gram, measure, explanation.tokens)
            yield f"{row.units:>6}  {gram}  (model {row.model}, peer {row.peer})"
        if more := phrases.more(listing.grams - len(listing.rows[:_ROWS])):
            yield more
    for side in pair.matches.sides:
        yield f"Sentences of the {side.name}, and the LCS of each with sentences of the {side.other}:"
        for place, sentence in enumerate(side.sentences[:_ROWS], 1):
            common = "; ".join(phrases.common(sentence, getattr(pair, side.name)))
            words = phrases.amount(sentence.words, "words")
            yield (
                f"{place:>4}  {common}: of {words} {sentence.marked} marked,"
                f" {sentence.scored} counted, hits {short(sentence.hits)}"
            )
        if more := phrases.more(len(side.sentences) - _ROWS):
            yield more


def ranking_listing(ranking: Ranking, width: int, *, colour: bool) -> Iterator[str]:
    """Yield the lines of a ranking, each with its line end; no text is wider than `width`."""
    for line in _ranking_lines(ranking, width):
        yield f"{line if colour else click.unstyle(line)}\n"


def _ranking_lines(ranking: Ranking, width: int) -> Iterator[str]:
    yield click.style(phrases.title(ranking), bold=True)
    if not ranking.places:
        yield "There are none."
        return
    yield "; ".join(phrases.choices(ranking.places[0][1].options))
    yield ""
    rows = phrases.cells(ranking)
    numbered_rows = [[f"{number:>2}", *others] for number, *others in rows]
    yield from text_table(Table("", phrases.heads(ranking), numbered_rows, 3), width)
    if more := phrases.tied(ranking, rows):
        yield more
    for number, (worst, explanation) in enumerate(ranking.places, 1):
        yield ""
        heading = f"{number}. Evaluation {readable(worst.evaluation)}, system {readable(worst.system)}"
        yield click.style(heading, bold=True, underline=True)
        yield from _beside(ranking, worst, explanation, width)


def _beside(ranking: Ranking, worst: Worst, explanation: Explanation, width: int) -> Iterator[str]:
    """Yield the figures of an evaluation, and the texts of the systems side by side.

    The last column is the nearest model or, by a measure beside ROUGE, the source, if there is one.
    """
    by_id = {system.id: system for system in explanation.systems}
    systems = [by_id[id] for id in (worst.system, ranking.against) if id is not None]
    is_rouge = ranking.measure not in explanation.options.about
    scores = [score for score in (worst.score, worst.other) if score is not None]
    explained = [system.copied or system.measures[0] for system in systems]
    if is_rouge:
        explained = [
            next(one for one in system.measures if one.measure.name == ranking.measure) for system in systems
        ]
    for system, score, of_measure in zip(systems, scores, explained, strict=True):
        recall, precision, f = phrases.printed(score, explanation.options)
        figures = f"{shown(ranking.measure)} {f}"
        if is_rouge:
            counts = phrases.counted(of_measure.measure, of_measure.score.counts)
            figures = f"R:{recall} P:{precision} F:{f}; {counts}"
        yield f"{readable(system.id)}: {figures}"
    first, place = explained[0], 0
    if is_rouge:
        # Of pooled models the nearest is the model with the highest recall.
        recalls = [pair.counts.hit / (pair.counts.model or 1) for pair in first.pairs]
        place = recalls.index(max(recalls)) if first.best is None else first.best
    pairs = [one.pairs[place] for one in explained]
    if not is_rouge and not first.source:  # Matches with models are irrelevant to this measure.
        pairs = [pair._replace(matches=None) for pair in pairs]
    texts = [pair.pieces() for pair in pairs]
    yield from _legend(*chain.from_iterable(texts))
    columns = [
        (f"System {readable(system.id)}", system.peer, peer)
        for system, (peer, _) in zip(systems, texts, strict=True)
    ]
    if first.source:
        columns.append(("Source", first.source, texts[0][1]))
    elif is_rouge:
        count = len(explanation.models)
        which = f"Model {place + 1} of {count}, the nearest" if count > 1 else "Model"
        columns.append((which, explanation.models[place], texts[0][1]))
    yield ""
    yield from side_by_side(
        [
            Column(
                [click.style(title, bold=True), click.style(shown(name), dim=True)],
                list(_numbered(first.measure, sentences)) or ["(empty)"],
            )
            for title, name, sentences in columns
        ],
        width,
    )


class Column(NamedTuple):
    """A text with a heading of a few lines."""

    heading: Sequence[str]
    lines: Sequence[str]
    """The lines of the text, which are wrapped to the width of the column."""


def side_by_side(columns: Sequence[Column], width: int) -> Iterator[str]:
    """Yield the lines of texts side by side or, where there is no room, one below the other."""
    each = (width - len(_GAP) * (len(columns) - 1)) // len(columns)
    if each < _NARROWEST:
        for column in columns:
            yield from (*_wrapped(column.heading, width), *_wrapped(column.lines, width, _NUMBERS))
        return
    from wcwidth import ljust  # It takes 20 ms to load, and pages import this module, too.

    headings = [_wrapped(column.heading, each) for column in columns]
    texts = [_wrapped(column.lines, each, _NUMBERS) for column in columns]
    for row in (*zip_longest(*headings, fillvalue=""), *zip_longest(*texts, fillvalue="")):
        *padded, last = row
        yield _GAP.join([*(ljust(cell, each) for cell in padded), last]).rstrip()


def _wrapped(lines: Sequence[str], width: int, indent: int = 0) -> list[str]:
    """Return the lines wrapped to `width`; the further lines of each are indented."""
    from wcwidth import wrap

    wrapped = []
    for line in lines:
        parted = _LONG_WORD.sub(lambda word: _parted(word[0], width - indent), line)
        wrapped += wrap(parted, width, subsequent_indent=" " * indent) or [""]
    return wrapped


def _parted(word: str, width: int) -> str:
    """Return a word with a blank at each place where a line ends.

    `wrap` measures the rest of a word again for each line, which takes minutes for a sentence without blanks.
    """
    import wcwidth

    parts, filled = [""], 0
    for character in wcwidth.iter_graphemes(word):
        columns = wcwidth.width(character)
        if filled + columns > width:
            parts.append("")
            filled = 0
        parts[-1] += character
        filled += columns
    return " ".join(parts)
