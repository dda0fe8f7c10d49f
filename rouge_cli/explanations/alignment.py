"""The alignment of the tokens of a summary with the text as it was written."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..kernel.plan import Lowering

_WORDS: dict[Lowering, re.Pattern[bytes]] = {
    "ascii": re.compile(rb"[A-Za-z0-9]+"),
    # A word may have signs of Kelvin, and end in a dotted I, as the dot separates.
    "unicode": re.compile(rb"(?:[A-Za-z0-9]|\xe2\x84\xaa)*\xc4\xb0|(?:[A-Za-z0-9]|\xe2\x84\xaa)+"),
}


class Place(NamedTuple):
    """A stretch of a sentence, from byte `start` up to byte `end`."""

    sentence: int
    start: int
    end: int


class AlignedText(NamedTuple):
    """A summary as it was written, with the places of its tokens."""

    sentences: tuple[bytes, ...]
    tokens: tuple[Place, ...]
    """The place of each token of the document, in order."""
    dropped: tuple[Place, ...]
    """The places of what is read but not counted: stop words, or basic elements that the mode leaves out."""
    read: tuple[int, ...]
    """The number of bytes of each sentence that are read under the length limit."""


def align(
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    stop_words: Container[bytes],
    lowering: Lowering = "ascii",
) -> AlignedText:
    """Align a summary of these sentences, of which the length limit leaves `kept`.

    A sentence that is cut keeps its first words; of the last one, only the beginning may be kept.
    """
    pattern = _WORDS[lowering]
    tokens: list[Place] = []
    dropped: list[Place] = []
    read = []
    for number, (sentence, kept_part) in enumerate(zip_longest(sentences, kept, fillvalue=b"")):
        end = 0
        for whole_word, word in zip(pattern.finditer(sentence), pattern.findall(kept_part), strict=False):
            end = whole_word.start() + len(word)
            place = Place(number, whole_word.start(), end)
            (dropped if word.lower() in stop_words else tokens).append(place)
        read.append(len(sentence) if kept_part == sentence else end)
    return AlignedText(tuple(sentences), tuple(tokens), tuple(dropped), tuple(read))


def align_tokens(
    sentences: Sequence[bytes],
    kept: Sequence[bytes],
    read: Sequence[Sequence[bytes]],
    stop_words: Container[bytes],
    most_tokens: int = 0,
    spelling: tuple[str, ...] = (),
) -> AlignedText:
    """Align a summary whose tokens are made by functions.

    Of its sentences the length limit leaves `kept`, of which the tokens `read` are read, at most
    `most_tokens` of them; 0: there is no such limit. The tokens unify the letters that `spelling` names.
    """
    from ..languages.characters import places  # Most texts have tokens of ASCII.

    tokens: list[Place] = []
    dropped: list[Place] = []
    ends = [0] * len(sentences)
    for number, (sentence, kept_part, tokens_read) in enumerate(zip(sentences, kept, read, strict=False)):
        for token, (start, end) in zip(tokens_read, places(kept_part, tokens_read, spelling), strict=True):
            (dropped if token in stop_words else tokens).append(Place(number, start, end))
            ends[number] = end
        is_cut = len(kept_part) < len(sentence) or len(tokens) + len(dropped) == most_tokens > 0
        if not is_cut:
            ends[number] = len(sentence)
    return AlignedText(tuple(sentences), tuple(tokens), tuple(dropped), tuple(ends))


def align_lines(lines: Sequence[bytes], counted: Sequence[bool]) -> AlignedText:
    """Align a summary in which every line that is counted is one token."""
    places = [Place(number, 0, len(line)) for number, line in enumerate(lines)]
    return AlignedText(
        tuple(lines),
        tuple(place for place, counts in zip(places, counted, strict=True) if counts),
        tuple(place for place, counts in zip(places, counted, strict=True) if not counts),
        tuple(map(len, lines)),
    )
