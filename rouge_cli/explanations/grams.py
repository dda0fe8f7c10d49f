"""Matches of n-grams, skip-bigrams and basic elements: marks in both texts, and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ..kernel.plan import Document
from ..measures.grams import Gram, GramMeasure
from .listings import Listing, Lists, Row
from .marks import Mark, Role, in_order, runs

T = TypeVar("T")

MOST_GRAMS = 300_000
"""The most grams of a text that are listed and marked: the skip-bigrams of 775 words without a limit."""
LISTED = 100
"""The most grams in a list."""
_PLACES = 20
"""The most places in a text that are given for each gram."""


class GramMatches(NamedTuple):
    """The grams that a model and a peer have in common, and those that only one of them has."""

    model_marks: tuple[Mark, ...]
    peer_marks: tuple[Mark, ...]
    matched: Listing
    """The hits: each gram as often as it stands in both."""
    missed: Listing
    """The grams that the model has more often than the peer, which costs recall."""
    extra: Listing
    """The grams that the peer has more often than the model, which costs precision."""

    def listed(self, lists: Lists[T]) -> T:
        """Return these grams as `lists` shows them."""
        return lists.of_grams((self.matched, self.missed, self.extra))


def match_grams(measure: GramMeasure, model: Document, peer: Document) -> GramMatches | None:
    """Match the grams of two documents; `None` where there are too many to list."""
    if max(measure.model_units(model), measure.peer_units(peer)) > MOST_GRAMS:
        return None
    return _match(measure, model.tokens, peer.tokens)


def _match(measure: GramMeasure, model: Sequence[int], peer: Sequence[int]) -> GramMatches:
    model_counts, peer_counts = (
        Counter(gram for gram, _ in measure.grams(tokens)) for tokens in (model, peer)
    )
    hits = model_counts & peer_counts
    listed_counts = (hits, model_counts - peer_counts, peer_counts - model_counts)
    most_common = [counts.most_common(LISTED) for counts in listed_counts]
    listed_grams = {gram for grams in most_common for gram, _ in grams}
    model_places, peer_places = (_places(measure, tokens, listed_grams) for tokens in (model, peer))
    listings = [
        Listing(
            tuple(
                Row(
                    *(gram, model_counts[gram], peer_counts[gram], units),
                    *(model_places[gram], peer_places[gram]),
                )
                for gram, units in grams
            ),
            len(counts),
            counts.total(),
        )
        for grams, counts in zip(most_common, listed_counts, strict=True)
    ]
    return GramMatches(_marks(measure, model, hits), _marks(measure, peer, hits), *listings)


def _marks(measure: GramMeasure, tokens: Sequence[int], hits: Counter[Gram]) -> tuple[Mark, ...]:
    """Mark the first occurrences of each gram, as many as it has hits.

    A gram whose tokens may stand apart is marked where it begins.
    """
    left = Counter(hits)
    begun: Counter[int] = Counter()
    touched: set[int] = set()
    clipped: set[int] = set()
    for gram, places in measure.grams(tokens):
        if left[gram] > 0:
            left[gram] -= 1
            begun[places[0]] += 1
            touched.update(places)
        elif gram in hits:
            clipped.update(places)
    if measure.width is not None:
        matched = runs(begun, Role.HIT, measure.width)
        return in_order(matched, runs(clipped - touched, Role.CLIPPED))
    return in_order(
        (Mark(place, place + 1, Role.HIT, count) for place, count in begun.items()),
        runs(touched - begun.keys(), Role.PARTNER),
        runs(clipped - touched, Role.CLIPPED),
    )


def _places(
    measure: GramMeasure, tokens: Sequence[int], wanted: set[Gram]
) -> dict[Gram, tuple[tuple[int, ...], ...]]:
    """Return the places of the first occurrences of the grams that are wanted."""
    places_of: dict[Gram, list[tuple[int, ...]]] = {gram: [] for gram in wanted}
    for gram, places in measure.grams(tokens):
        if gram in places_of and len(places_of[gram]) < _PLACES:
            places_of[gram].append(places)
    return {gram: tuple(occurrences) for gram, occurrences in places_of.items()}
