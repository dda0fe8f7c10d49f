"""The n-grams, skip-bigrams and basic elements of a model and a peer: matched, missed, marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..kernel.document import Document
from ..scoring.measures.grams import Gram, GramMeasure
from .marks import Kind, Mark, in_order, runs

if TYPE_CHECKING:
    from .matching import Lists

T = TypeVar("T")

MOST_GRAMS = 300_000
"""The grams of a text beyond which none is listed or marked: skip-bigrams without a limit, of 775 words."""
LISTED = 100
"""The grams in a list."""
_PLACES = 20
"""The places in a text that are given for each of them."""


class Row(NamedTuple):
    """A gram in a list."""

    gram: Gram
    model: int
    """The times it stands in the model."""
    peer: int
    units: int
    """The number of these that the list is about."""
    model_places: tuple[tuple[int, ...], ...]
    """The tokens of the gram where it stands in the model: the first twenty times."""
    peer_places: tuple[tuple[int, ...], ...]


class Listing(NamedTuple):
    """Grams of one kind, with the most frequent first."""

    rows: tuple[Row, ...]
    """The first hundred."""
    grams: int
    """The number of different ones."""
    units: int
    """The number of all."""


class GramMatches(NamedTuple):
    """The grams that a model and a peer have in common, and those they have not."""

    model_marks: tuple[Mark, ...]
    peer_marks: tuple[Mark, ...]
    matched: Listing
    """The hits: of each gram the smaller of the two counts."""
    missed: Listing
    """The grams that the model has more often than the peer, which costs recall."""
    extra: Listing
    """The grams that the peer has more often than the model, which costs precision."""

    def listed(self, lists: Lists[T]) -> T:
        """Return what these lists make of the grams."""
        return lists.of_grams(self)

    @property
    def lists(self) -> tuple[Listing, Listing, Listing]:
        """What is matched, missed and extra."""
        return self.matched, self.missed, self.extra


def match_grams(measure: GramMeasure, model: Document, peer: Document) -> GramMatches | None:
    """Match the grams of two documents; `None` where there are too many to list."""
    if max(measure.model_units(model), measure.peer_units(peer)) > MOST_GRAMS:
        return None
    return _match(measure, model.tokens, peer.tokens)


def _match(measure: GramMeasure, model: Sequence[int], peer: Sequence[int]) -> GramMatches:
    in_models, in_peers = (Counter(gram for gram, _ in measure.grams(tokens)) for tokens in (model, peer))
    parts = (in_models & in_peers, in_models - in_peers, in_peers - in_models)
    first = [part.most_common(LISTED) for part in parts]
    wanted = {gram for listed in first for gram, _ in listed}
    in_model, in_peer = (_places(measure, tokens, wanted) for tokens in (model, peer))
    listings = [
        Listing(
            tuple(
                Row(gram, in_models[gram], in_peers[gram], units, in_model[gram], in_peer[gram])
                for gram, units in listed
            ),
            len(part),
            part.total(),
        )
        for listed, part in zip(first, parts, strict=True)
    ]
    return GramMatches(_marks(measure, model, parts[0]), _marks(measure, peer, parts[0]), *listings)


def _marks(measure: GramMeasure, tokens: Sequence[int], hits: Counter[Gram]) -> tuple[Mark, ...]:
    """Mark the first occurrences of each gram, as many as are hits; a pair is marked where it begins."""
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
        matched = runs(begun, Kind.HIT, measure.width)
        return in_order(matched, runs(clipped - touched, Kind.CLIPPED))
    return in_order(
        (Mark(place, place + 1, Kind.HIT, count) for place, count in begun.items()),
        runs(touched - begun.keys(), Kind.PARTNER),
        runs(clipped - touched, Kind.CLIPPED),
    )


def _places(
    measure: GramMeasure, tokens: Sequence[int], wanted: set[Gram]
) -> dict[Gram, tuple[tuple[int, ...], ...]]:
    """Return the places of the grams that are wanted."""
    found: dict[Gram, list[tuple[int, ...]]] = {gram: [] for gram in wanted}
    for gram, places in measure.grams(tokens):
        if gram in found and len(found[gram]) < _PLACES:
            found[gram].append(places)
    return {gram: tuple(places) for gram, places in found.items()}
