"""The lists that matches are shown in: of grams, and of the sentences of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from ..measures.grams import Gram

T_co = TypeVar("T_co", covariant=True)


class Row(NamedTuple):
    """A row of a listing: a gram."""

    gram: Gram
    model: int
    """The number of times it stands in the model."""
    peer: int
    """The number of times it stands in the peer."""
    units: int
    """The number of times for which it is in this listing."""
    model_places: tuple[tuple[int, ...], ...]
    """The places of its tokens in the model, for the first twenty occurrences."""
    peer_places: tuple[tuple[int, ...], ...]
    """The same in the peer."""


class Listing(NamedTuple):
    """Grams that are matched, missed or extra, the most frequent first."""

    rows: tuple[Row, ...]
    """The first hundred grams."""
    grams: int
    """The number of different grams."""
    units: int
    """The number of all their occurrences."""


class Common(NamedTuple):
    """An LCS of a model sentence with a sentence of the peer."""

    peer_sentence: int
    """The number of the sentence of the peer, or of the other text where both are listed, from 0."""
    model_places: tuple[int, ...]
    """The places of the words of the LCS among all words of the model, in order."""
    peer_places: tuple[int, ...]
    """The same among all words of the peer."""


class Sentence(NamedTuple):
    """A model sentence, and its common subsequences with the sentences of the peer."""

    words: int
    """The number of its words."""
    common: tuple[Common, ...]
    """One for each peer sentence that shares a word with it, the longest first."""
    marked: int
    """The number of its words in the union of these."""
    scored: int
    """The number of those that count."""
    hits: float
    """The hits that these add: their number or, in ROUGE-W, the weights of their runs."""


class Lists(Protocol[T_co]):
    """A way to show the lists of matches."""

    def of_grams(self, listings: Sequence[Listing]) -> T_co:
        """Show the grams that are matched, missed and extra."""

    def of_sentences(self, sentences: Sequence[Sentence]) -> T_co:
        """Show the sentences of the model and their common subsequences."""

    def of_both_sides(self, model: Sequence[Sentence], peer: Sequence[Sentence]) -> T_co:
        """Show the sentences of both texts, each with a common subsequence with one of the other text.

        In those of the peer, model and peer change places.
        """
