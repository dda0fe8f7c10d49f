"""The n-grams, skip-bigrams and basic elements of a model and a peer: matched, missed, marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..scoring.grams import Gram, GramMeasure, grams
from ..scoring.measures import NGram
from .marks import Kind, Mark, in_order, runs

LISTED = 100
"""Grams in a list."""
_PLACES = 20
"""Of each of them, the places in a text."""


class Row(NamedTuple):
    """A gram in a list."""

    gram: Gram
    model: int
    """How often it stands in the model."""
    peer: int
    units: int
    """How many of these the list is about."""
    model_places: tuple[tuple[int, ...], ...]
    """The tokens of the gram where it stands in the model: the first twenty times."""
    peer_places: tuple[tuple[int, ...], ...]


class Listing(NamedTuple):
    """Grams of one kind, with the most frequent first."""

    rows: tuple[Row, ...]
    """The first hundred."""
    grams: int
    """How many different ones there are."""
    units: int
    """How many there are in all."""


class Matches(NamedTuple):
    """What a model and a peer have in common by a measure of grams."""

    model_marks: tuple[Mark, ...]
    peer_marks: tuple[Mark, ...]
    matched: Listing
    """The hits: of each gram the smaller of the two counts."""
    missed: Listing
    """What the model has more often than the peer, which costs recall."""
    extra: Listing
    """What the peer has more often than the model, which costs precision."""


def match(measure: GramMeasure, model: Sequence[int], peer: Sequence[int]) -> Matches:
    """Matches the grams of two sequences of tokens."""
    ours, theirs = (Counter(gram for gram, _ in grams(measure, tokens)) for tokens in (model, peer))
    parts = (ours & theirs, ours - theirs, theirs - ours)
    first = [part.most_common(LISTED) for part in parts]
    wanted = {gram for listed in first for gram, _ in listed}
    in_model, in_peer = (_places(measure, tokens, wanted) for tokens in (model, peer))
    listings = [
        Listing(
            tuple(
                Row(gram, ours[gram], theirs[gram], units, in_model[gram], in_peer[gram])
                for gram, units in listed
            ),
            len(part),
            part.total(),
        )
        for listed, part in zip(first, parts, strict=True)
    ]
    return Matches(_marks(measure, model, parts[0]), _marks(measure, peer, parts[0]), *listings)


def _marks(measure: GramMeasure, tokens: Sequence[int], hits: Counter[Gram]) -> tuple[Mark, ...]:
    """Of each gram the first so many are marked as are hits; a pair is marked where it begins."""
    left = Counter(hits)
    begun: Counter[int] = Counter()
    touched: set[int] = set()
    clipped: set[int] = set()
    for gram, places in grams(measure, tokens):
        if left[gram] > 0:
            left[gram] -= 1
            begun[places[0]] += 1
            touched.update(places)
        elif gram in hits:
            clipped.update(places)
    if isinstance(measure, NGram):
        matched = runs(begun, Kind.HIT, measure.n)
        return in_order(matched, runs(clipped - touched, Kind.CLIPPED))
    return in_order(
        (Mark(place, place + 1, Kind.HIT, count) for place, count in begun.items()),
        runs(touched - begun.keys(), Kind.PARTNER),
        runs(clipped - touched, Kind.CLIPPED),
    )


def _places(
    measure: GramMeasure, tokens: Sequence[int], wanted: set[Gram]
) -> dict[Gram, tuple[tuple[int, ...], ...]]:
    """Where the grams that are wanted stand."""
    found: dict[Gram, list[tuple[int, ...]]] = {gram: [] for gram in wanted}
    for gram, places in grams(measure, tokens):
        if gram in found and len(found[gram]) < _PLACES:
            found[gram].append(places)
    return {gram: tuple(places) for gram, places in found.items()}
