"""The definition of what a summary copies from its source, what is new in it, and what it repeats."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .hits import ngrams


class Fragment(NamedTuple):
    """A run of tokens that a summary shares with its source."""

    summary: int
    """The place of its first token in the summary."""
    source: int
    """The place of its first token in the source."""
    length: int


def tokens_of(name: str, text: str | Sequence[str], case: bool) -> list[str]:
    """Return the tokens of a text, which blanks separate in a string, in lower case or as written.

    Raises `TypeError`, with the name of the text, for anything else than a string or tokens.
    """
    tokens = text.split() if isinstance(text, str) else text
    if isinstance(tokens, bytes) or not isinstance(tokens, Sequence):
        raise TypeError(f"{name} must be a string or a list of tokens, not {type(tokens).__name__}")
    for token in tokens:
        if not isinstance(token, str):
            raise TypeError(
                f"{name} must be a string or a list of tokens, not a list with {type(token).__name__} in it"
            )
    return list(tokens) if case else [token.lower() for token in tokens]


def fragments(summary: Sequence[Hashable], source: Sequence[Hashable]) -> list[Fragment]:
    """Return the extractive fragments of a summary (Grusky, Naaman and Artzi 2018), in its order.

    From the left of the summary, each fragment is the longest run that begins at the token, of equal ones the
    first in the source. Newsroom quirk: the search goes on behind a run, so no run that begins within another
    is found.
    """
    places: dict[Hashable, list[int]] = {}
    for place, token in enumerate(source):
        places.setdefault(token, []).append(place)
    found = []
    start = 0
    while start < len(summary):
        best = Fragment(start, 0, 0)
        behind = 0
        for place in places.get(summary[start], ()):
            if place >= behind:
                length = _common_run(summary, start, source, place)
                behind = place + length
                if length > best.length:
                    best = Fragment(start, place, length)
        if best.length:
            found.append(best)
        start += best.length or 1
    return found


def _common_run(summary: Sequence[Hashable], start: int, source: Sequence[Hashable], place: int) -> int:
    """Return the length of a run, given the places of an equal token."""
    run, most = 1, min(len(summary) - start, len(source) - place)
    while run < most and summary[start + run] == source[place + run]:
        run += 1
    return run


class GramCounts(NamedTuple):
    """The n-grams of a summary, as types or as tokens."""

    all: int
    novel: int
    """Those that the source does not have."""
    repeated: int
    """Those that the summary has more than once."""


def count_grams(summary: Sequence[Hashable], source: Sequence[Hashable], n: int, count: str) -> GramCounts:
    """Count the n-grams (n ≥ 1) of a summary: the distinct ones (`types`), or all of them (`tokens`).

    With `presumm` they are distinct. PreSumm quirk: the last n-gram of every text is left out.
    """
    if count == "presumm":
        summary, source = summary[:-1], source[:-1]
    counts, known = ngrams(summary, n), ngrams(source, n)
    size = sum if count == "tokens" else len
    return GramCounts(
        size(counts.values()),
        size([count for gram, count in counts.items() if gram not in known]),
        size([count for count in counts.values() if count > 1]),
    )
