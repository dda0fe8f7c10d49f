"""Marks of matches in a text, and the text cut into pieces at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from ..reprs import shown
from .alignment import AlignedText, Place


class Role(StrEnum):
    """The role that a stretch of a text plays in the count of a measure."""

    PLAIN = "plain"
    HIT = "hit"
    """Counted as matched."""
    CLIPPED = "clipped"
    """Not counted, although the other text has it: it stands there less often."""
    PARTNER = "partner"
    """The second token of a skip-bigram that is a hit, or a word of the peer in an LCS with the model."""
    DROPPED = "dropped"
    """Read, but left out of the count."""
    BEYOND = "beyond"
    """Not read, because it is beyond the length limit."""


class Mark(NamedTuple):
    """A mark on neighbouring tokens of a text, from `start` up to `end`."""

    start: int
    end: int
    role: Role
    hits: float
    """The hits that it adds."""


def runs(starts: Iterable[int], role: Role, width: int = 1) -> Iterator[Mark]:
    """Yield a mark for each run of neighbouring `starts`, at each of which a match of `width` tokens begins.

    If two runs overlap, the mark of the second begins where that of the first ends.
    """
    end = 0
    for first, last in _neighbours(sorted(starts)):
        yield Mark(max(first, end), last + width, role, last - first + 1 if role is Role.HIT else 0)
        end = last + width


def in_order(*marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks in the order of the text."""
    return tuple(sorted(chain.from_iterable(marks)))


def _neighbours(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of each run without a gap."""
    # Within a run, the difference between a number and its rank does not change.
    for _, run in groupby(enumerate(places), lambda ranked: ranked[1] - ranked[0]):
        numbers = [number for _, number in run]
        yield numbers[0], numbers[-1]


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
