"""Bytes -> characters that can be shown: pieces of sentences, and ranges in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from ..errors import JOINERS
from .alignment import AlignedText, Place
from .marks import Mark, Role

_BLANKS = str.maketrans("\t\n\r\f\v", "     ")


class Piece(NamedTuple):
    """A stretch of a sentence that has one role."""

    text: str
    role: Role
    hits: float = 0
    """The hits that its mark adds; the last piece has those of a mark across the end of a sentence."""


class Range(NamedTuple):
    """A stretch of a sentence as it is shown, in UTF-16 code units."""

    sentence: int
    start: int
    end: int


def shown(text: bytes | str) -> str:
    """Return the text with blanks for tabs and line ends, and escapes for characters without a glyph.

    Bytes that are not UTF-8 become U+FFFD.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.translate(_BLANKS)
    return text if text.isprintable() else "".join(map(_escaped, text))


def readable(name: str) -> str:
    """Return a name from the input as `shown` does, with quotes where it is empty and could not be seen."""
    return shown(name) or "''"


def _escaped(character: str) -> str:
    category = unicodedata.category(character)
    if (category[0] == "C" and character not in JOINERS) or category in ("Zl", "Zp"):
        return repr(character)[1:-1]
    return character


def pieces(aligned: AlignedText, marks: Iterable[Mark]) -> list[list[Piece]]:
    """Return the pieces of each sentence; `marks` are in the order of the text."""
    regions: list[list[tuple[int, int, Role, float]]] = [[] for _ in aligned.sentences]
    for mark in marks:
        for place, hits in _by_sentence(aligned.tokens[mark.start : mark.end], mark.hits):
            regions[place.sentence].append((place.start, place.end, mark.role, hits))
    for place in aligned.dropped:
        regions[place.sentence].append((place.start, place.end, Role.DROPPED, 0))
    sentence_pieces = []
    for sentence, read, in_sentence in zip(aligned.sentences, aligned.read, regions, strict=True):
        in_sentence.append((read, len(sentence), Role.BEYOND, 0))
        sentence_pieces.append(list(_cut(sentence, sorted(in_sentence))))
    return sentence_pieces


def _by_sentence(places: Sequence[Place], hits: float) -> Iterator[tuple[Place, float]]:
    """Yield, for each sentence, the stretch from the first of the places in it to the last, with its hits."""
    stretches = [list(stretch) for _, stretch in groupby(places, attrgetter("sentence"))]
    for stretch in stretches:
        yield stretch[0]._replace(end=stretch[-1].end), hits if stretch is stretches[-1] else 0


def _cut(sentence: bytes, regions: Iterable[tuple[int, int, Role, float]]) -> Iterator[Piece]:
    """Yield the regions of a sentence, which are sorted, and what lies between them."""
    position = 0
    for start, end, role, hits in regions:
        if position <= start < end:  # A stop word between marked words belongs to their piece.
            if position < start:
                yield Piece(shown(sentence[position:start]), Role.PLAIN)
            yield Piece(shown(sentence[start:end]), role, hits)
            position = end
    if position < len(sentence):
        yield Piece(shown(sentence[position:]), Role.PLAIN)


def ranges(aligned: AlignedText) -> list[Range]:
    """Return the range of each token."""
    token_ranges = []
    for sentence, places in groupby(aligned.tokens, attrgetter("sentence")):
        text = aligned.sentences[sentence]
        position = offset = 0
        for place in places:
            start = offset + _units(text[position : place.start])
            offset = start + _units(text[place.start : place.end])
            position = place.end
            token_ranges.append(Range(sentence, start, offset))
    return token_ranges


def _units(text: bytes) -> int:
    """Return the number of UTF-16 code units of a text as it is shown."""
    return len(shown(text).encode("utf-16-le")) // 2
