"""Where the tokens of a summary stand in it as it was written."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import zip_longest
from typing import NamedTuple

_WORD = re.compile(rb"[A-Za-z0-9]+")


class Place(NamedTuple):
    """A stretch of a sentence; `start` and `end` count its bytes."""

    sentence: int
    start: int
    end: int


class Written(NamedTuple):
    """A summary as it was written."""

    sentences: tuple[bytes, ...]
    tokens: tuple[Place, ...]
    """The place of each token of its document, in order."""
    dropped: tuple[Place, ...]
    """What is read and not counted: stop words, or basic elements that the mode leaves out."""
    read: tuple[int, ...]
    """How many bytes of each sentence are read under the length limit."""


def align(sentences: Sequence[bytes], kept: Sequence[bytes], stop_words: Container[bytes]) -> Written:
    """The summary of these sentences, of which the length limit leaves `kept`.

    The words of a sentence that is cut are the first of the whole one's; of the last, a part may
    be left.
    """
    tokens: list[Place] = []
    dropped: list[Place] = []
    read = []
    for number, (sentence, rest) in enumerate(zip_longest(sentences, kept, fillvalue=b"")):
        end = 0
        for written, word in zip(_WORD.finditer(sentence), _WORD.findall(rest), strict=False):
            end = written.start() + len(word)
            place = Place(number, written.start(), end)
            (dropped if word.lower() in stop_words else tokens).append(place)
        read.append(len(sentence) if rest == sentence else end)
    return Written(tuple(sentences), tuple(tokens), tuple(dropped), tuple(read))


def align_lines(lines: Sequence[bytes], counted: Sequence[bool]) -> Written:
    """The summary of lines each of which is one token, if it is counted."""
    places = [Place(number, 0, len(line)) for number, line in enumerate(lines)]
    return Written(
        tuple(lines),
        tuple(place for place, counts in zip(places, counted, strict=True) if counts),
        tuple(place for place, counts in zip(places, counted, strict=True) if not counts),
        tuple(map(len, lines)),
    )
