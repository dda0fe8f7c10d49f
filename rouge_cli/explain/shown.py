"""Text of any bytes -> characters that can be shown: pieces of sentences, and ranges in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .alignment import Place, Written
from .marks import Kind, Mark

_BLANKS = str.maketrans("\t\n\r\f\v", "     ")
_JOINERS = "\u200c\u200d"  # Without which some scripts, and some pictures, fall apart.


class Piece(NamedTuple):
    """A stretch of a sentence, to be shown in one way."""

    text: str
    kind: Kind
    hits: float = 0
    """What its mark adds to the hits; of a mark across sentence ends the last piece has it."""


class Range(NamedTuple):
    """A stretch of a sentence as it is shown, in UTF-16 code units."""

    sentence: int
    start: int
    end: int


def shown(text: bytes | str) -> str:
    """The text with blanks for what ends lines or fields, and escapes for what has no glyph.

    Bytes that are no UTF-8 become U+FFFD.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.translate(_BLANKS)
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    category = unicodedata.category(character)
    if (category[0] == "C" and character not in _JOINERS) or category in ("Zl", "Zp"):
        return repr(character)[1:-1]
    return character


def pieces(written: Written, marks: Iterable[Mark]) -> list[list[Piece]]:
    """The pieces of each sentence; `marks` are in the order of the text."""
    regions: list[list[tuple[int, int, Kind, float]]] = [[] for _ in written.sentences]
    for mark in marks:
        for place, hits in _by_sentence(written.tokens[mark.start : mark.end], mark.hits):
            regions[place.sentence].append((place.start, place.end, mark.kind, hits))
    for place in written.dropped:
        regions[place.sentence].append((place.start, place.end, Kind.DROPPED, 0))
    for sentence, read, found in zip(written.sentences, written.read, regions, strict=True):
        found.append((read, len(sentence), Kind.BEYOND, 0))
    return [
        list(_cut(sentence, sorted(found)))
        for sentence, found in zip(written.sentences, regions, strict=True)
    ]


def _by_sentence(places: Sequence[Place], hits: float) -> Iterator[tuple[Place, float]]:
    """The stretch in each sentence from the first of the places to the last."""
    first = places[0]
    for place, following in zip(places, [*places[1:], None], strict=True):
        if following is None or following.sentence != place.sentence:
            yield first._replace(end=place.end), 0 if following else hits
            first = following or first


def _cut(sentence: bytes, regions: Iterable[tuple[int, int, Kind, float]]) -> Iterator[Piece]:
    position = 0
    for start, end, kind, hits in regions:
        if position <= start < end:  # A stop word between marked words is in their piece.
            if position < start:
                yield Piece(shown(sentence[position:start]), Kind.PLAIN)
            yield Piece(shown(sentence[start:end]), kind, hits)
            position = end
    if position < len(sentence):
        yield Piece(shown(sentence[position:]), Kind.PLAIN)


def ranges(written: Written) -> list[Range]:
    """The range of each token."""
    found = []
    sentence, position, offset = -1, 0, 0
    for place in written.tokens:
        if place.sentence != sentence:
            sentence, position, offset = place.sentence, 0, 0
        text = written.sentences[sentence]
        start = offset + _units(text[position : place.start])
        offset = start + _units(text[place.start : place.end])
        position = place.end
        found.append(Range(sentence, start, offset))
    return found


def _units(text: bytes) -> int:
    return len(shown(text).encode("utf-16-le")) // 2
