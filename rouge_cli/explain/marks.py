"""The marks that matches leave in a text: which tokens, and what they add to the hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a stretch of a text is to a measure."""

    PLAIN = "plain"
    HIT = "hit"
    """Counted as matched."""
    CLIPPED = "clipped"
    """In the other text, too, but not counted: it stands less often there."""
    PARTNER = "partner"
    """The other end of what a hit begins, or of what stands in the model's LCS."""
    DROPPED = "dropped"
    """Read and not counted."""
    BEYOND = "beyond"
    """Beyond the length limit."""


class Mark(NamedTuple):
    """Neighbouring tokens of a text: those from `start` up to `end`."""

    start: int
    end: int
    kind: Kind
    hits: float = 0
    """What the mark adds to the hits."""


def runs(starts: Iterable[int], kind: Kind, width: int = 1) -> Iterator[Mark]:
    """Marks of matches of `width` tokens that begin at `starts`, one for each run of neighbouring starts.

    Where runs overlap, the later one begins behind the earlier.
    """
    end = 0
    for first, last in _neighbours(sorted(starts)):
        yield Mark(max(first, end), last + width, kind, last - first + 1 if kind is Kind.HIT else 0)
        end = last + width


def in_order(*marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks of several kinds in the order of the text."""
    return tuple(sorted(mark for some in marks for mark in some))


def _neighbours(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of numbers without a gap."""
    first = last = None
    for place in places:
        if first is not None and last is not None and place != last + 1:
            yield first, last
            first = place
        first, last = place if first is None else first, place
    if first is not None and last is not None:
        yield first, last
