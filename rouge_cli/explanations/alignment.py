"""Texts as they were written: aligned with their tokens, marked, and cut into pieces that can be shown."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, groupby, zip_longest
from operator import attrgetter
from typing import NamedTuple

from ..errors import shown
from ..kernel.plan import Lowering

_BLANK = (
    rb"(?:[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    rb"|\xe3\x80\x80)"
)
"""A blank of Unicode in UTF-8, by the rules of `str.isspace`."""
_WORDS: dict[Lowering, re.Pattern[bytes]] = {
    "ascii": re.compile(rb"[A-Za-z0-9]+"),
    # The Kelvin sign is a letter of a word. A dotted I ends a word, because its dot separates words.
    "unicode": re.compile(rb"(?:[A-Za-z0-9]|\xe2\x84\xaa)*\xc4\xb0|(?:[A-Za-z0-9]|\xe2\x84\xaa)+"),
    # A sentence of blanks is an empty token, whose place is the blanks.
    "none": re.compile(rb"(?:(?!%b).)+|\A(?:%b)+\Z" % (_BLANK, _BLANK), re.DOTALL),
}


class Place(NamedTuple):
    """A stretch of a sentence, from byte `start` up to byte `end` unless other units are named."""

    sentence: int
    start: int
    end: int


class AlignedText(NamedTuple):
    """A summary in its own words, with the places of its tokens."""

    sentences: tuple[bytes, ...]
    tokens: tuple[Place, ...]
    """The place of each token of the document, in order."""
    dropped: tuple[Place, ...]
    """The places of tokens that are read but not counted: stop words, and basic elements outside the mode."""
    read: tuple[int, ...]
    """The number of bytes that the length limit leaves of each sentence."""


def align(
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    stop_words: Container[bytes],
    lowering: Lowering = "ascii",
) -> AlignedText:
    """Return a summary aligned with its words; the length limit leaves the sentences `kept`.

    A sentence that is cut keeps its first words, and its last word may itself be cut.
    """
    pattern = _WORDS[lowering]
    found = []
    for sentence, part in zip(sentences, kept, strict=False):
        starts = (word.start() for word in pattern.finditer(sentence))
        words = zip(starts, pattern.findall(part), strict=False)
        found.append([(start, start + len(word), word.lower() not in stop_words) for start, word in words])
    return placed(sentences, kept, found)


def placed(
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    found: Sequence[Sequence[tuple[int, int, bool]]],
    most_tokens: int = 0,
) -> AlignedText:
    """Return a summary aligned with its tokens; `found` has their starts, ends and whether they count.

    The length limit leaves the sentences `kept` and at most `most_tokens` tokens (0: no limit of tokens).
    """
    tokens: list[Place] = []
    dropped: list[Place] = []
    read = []
    for number, (sentence, part, of_sentence) in enumerate(zip_longest(sentences, kept, found, fillvalue=())):
        end = 0
        for start, end, counts in of_sentence:
            (tokens if counts else dropped).append(Place(number, start, end))
        is_cut = len(part) < len(sentence) or len(tokens) + len(dropped) == most_tokens > 0
        read.append(end if is_cut else len(sentence))
    return AlignedText(tuple(sentences), tuple(tokens), tuple(dropped), tuple(read))


class Role(StrEnum):
    """The role of a stretch of text in the count of a measure."""

    PLAIN = "plain"
    HIT = "hit"
    """It counts as matched."""
    CLIPPED = "clipped"
    """It stands in both texts, but more often here than there, so it does not count."""
    PARTNER = "partner"
    """It is the second token of a skip-bigram that is a hit, or a word of the peer in an LCS."""
    DROPPED = "dropped"
    """It is read, but left out of the count."""
    BEYOND = "beyond"
    """It is not read, because it is beyond the length limit."""


class Mark(NamedTuple):
    """A mark on neighbouring tokens of a text, from `start` up to `end`."""

    start: int
    end: int
    role: Role
    hits: float
    """The hits that it adds."""


def runs(starts: Iterable[int], role: Role, width: int = 1) -> Iterator[Mark]:
    """Yield a mark for each run of neighbouring `starts`. Each start begins a match of `width` tokens.

    If two runs overlap, the second mark begins at the end of the first.
    """
    end = 0
    # Within a run, the difference between a number and its rank does not change.
    for _, run in groupby(enumerate(sorted(starts)), lambda ranked: ranked[1] - ranked[0]):
        numbers = [number for _, number in run]
        last = numbers[-1]
        yield Mark(max(numbers[0], end), last + width, role, len(numbers) if role is Role.HIT else 0)
        end = last + width


def in_order(*marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return the marks in the order of the text."""
    return tuple(sorted(chain.from_iterable(marks)))


class Piece(NamedTuple):
    """A stretch of a sentence that has one role."""

    text: str
    role: Role
    hits: float = 0
    """The hits that its mark adds. The last piece of a mark that spans several sentences has its hits."""


def pieces(aligned: AlignedText, marks: Iterable[Mark]) -> list[list[Piece]]:
    """Return the pieces of each sentence; `marks` are in the order of the text."""
    regions: list[list[tuple[int, int, Role, float]]] = [[] for _ in aligned.sentences]
    for mark in marks:
        marked = aligned.tokens[mark.start : mark.end]
        for sentence, group in groupby(marked, attrgetter("sentence")):
            places = list(group)
            hits = mark.hits if places[-1] is marked[-1] else 0  # The last sentence has them.
            regions[sentence].append((places[0].start, places[-1].end, mark.role, hits))
    for place in aligned.dropped:
        regions[place.sentence].append((place.start, place.end, Role.DROPPED, 0))
    return [
        list(_cut(sentence, sorted([*in_sentence, (read, len(sentence), Role.BEYOND, 0)])))
        for sentence, read, in_sentence in zip(aligned.sentences, aligned.read, regions, strict=True)
    ]


def _cut(sentence: bytes, regions: Iterable[tuple[int, int, Role, float]]) -> Iterator[Piece]:
    """Yield the regions of a sentence, which are sorted, and the text between them."""
    position = 0
    for start, end, role, hits in regions:
        if position <= start < end:  # A stop word between marked words belongs to their piece.
            if position < start:
                yield Piece(shown(sentence[position:start]), Role.PLAIN)
            yield Piece(shown(sentence[start:end]), role, hits)
            position = end
    if position < len(sentence):
        yield Piece(shown(sentence[position:]), Role.PLAIN)


def ranges(aligned: AlignedText) -> list[Place]:
    """Return the place of each token in the sentences as they are shown, in UTF-16 code units."""
    token_ranges = []
    for sentence, places in groupby(aligned.tokens, attrgetter("sentence")):
        text = aligned.sentences[sentence]
        position = offset = 0
        for place in places:
            start = offset + _units(text[position : place.start])
            offset = start + _units(text[place.start : place.end])
            position = place.end
            token_ranges.append(Place(sentence, start, offset))
    return token_ranges


def _units(text: bytes) -> int:
    """Return the number of UTF-16 code units of a text as it is shown."""
    return len(shown(text).encode("utf-16-le")) // 2
