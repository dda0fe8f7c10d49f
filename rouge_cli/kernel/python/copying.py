"""The kinds of measures beside ROUGE: what a summary copies from its source, what is new in it, its length.

The source is the model. Each measure is one ratio: its hits by the units of the peer, which is precision.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ..plan import Document, Measure
from .rouge import Comparison, Counts, View, as_read, ngrams


class Fragment(NamedTuple):
    """A run of tokens that a summary shares with its source."""

    summary: int
    """The place of its first token in the summary."""
    source: int
    """The place of its first token in the source."""
    length: int


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
    peer, model = [*summary, object()], [*source, object()]  # No run goes on beyond the ends.
    while start < len(summary):
        best = Fragment(start, 0, 0)
        behind = 0
        for place in places.get(summary[start], ()):
            if place >= behind:
                length = 1
                while peer[start + length] == model[place + length]:
                    length += 1
                behind = place + length
                if length > best.length:
                    best = Fragment(start, place, length)
        if best.length:
            found.append(best)
        start += best.length or 1
    return found


class GramCounts(NamedTuple):
    """The n-grams of a summary, as types or as tokens."""

    all: int
    novel: int
    """The n-grams that the source lacks."""
    repeated: int
    """The n-grams that the summary has more than once."""


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


def _copied(measure: Measure, source: Document, peer: Document) -> Counts:
    lengths = [fragment.length for fragment in fragments(peer.tokens, source.tokens)]
    hits = sum(lengths) if measure.kind == "coverage" else sum(length**2 for length in lengths)
    return len(source.tokens), len(peer.tokens), hits, hits


def _compression(measure: Measure, source: Document, peer: Document) -> Counts:
    return len(source.tokens), len(peer.tokens), len(source.tokens), len(source.tokens)


def _length(measure: Measure, source: Document, peer: Document) -> Counts:
    hits = len(peer.ends if measure.kind == "sentences" else peer.tokens)
    return len(source.tokens), 1, hits, hits


def _grams(measure: Measure, source: Document, peer: Document) -> Counts:
    kind, _, count = str(measure.kind).partition("_")
    counts = count_grams(peer.tokens, source.tokens, measure.number, count)
    hits = counts.novel if kind == "novel" else counts.repeated
    return len(source.tokens), counts.all, hits, hits


KINDS: dict[object, tuple[View, Comparison]] = {
    "coverage": (as_read, _copied),
    "density": (as_read, _copied),
    "compression": (as_read, _compression),
    "length": (as_read, _length),
    "sentences": (as_read, _length),
    **{
        f"{kind}_{count}": (as_read, _grams)
        for kind in ("novel", "repeated")
        for count in ("types", "tokens", "presumm")
    },
}
