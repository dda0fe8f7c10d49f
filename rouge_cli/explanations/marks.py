"""Marks of matches in a text: the tokens they cover, and the hits they add."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain, groupby
from typing import NamedTuple


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
