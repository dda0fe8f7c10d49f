"""Clipped n-grams and skip-bigrams that models and peers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from ..document import Document


def ngram_hits(models: Sequence[Document], peers: Sequence[Document], n: int) -> list[list[int]]:
    """Return for each peer the number of clipped n-grams (n ≥ 1) that it shares with each model.

    It is the sum over all n-grams of the smaller of the two counts.
    """
    return _overlaps([_ngrams(model, n) for model in models], [_ngrams(peer, n) for peer in peers])


def skip_bigram_hits(models: Sequence[Document], peers: Sequence[Document], gap: int) -> list[list[int]]:
    """Return for each peer the number of clipped skip-bigrams that it shares with each model.

    A skip-bigram is a pair of tokens in their order with at most `gap` others between them, or with
    any number of others if `gap` is negative.
    """
    return _overlaps(
        [_skip_bigrams(model, gap) for model in models], [_skip_bigrams(peer, gap) for peer in peers]
    )


class _Grams(NamedTuple):
    """A multiset of grams as two sets, because intersections of sets are faster than those of counters."""

    kinds: frozenset[object]
    """The different grams."""
    copies: frozenset[object]
    """A pair (gram, k) for the second, third … copy of each gram, with k = 1, 2 …"""


def _ngrams(document: Document, n: int) -> _Grams:
    tokens = document.tokens
    starts = range(min(n, len(tokens) + 1))  # A start beyond the end leaves no n-gram.
    return _grams(tokens if n == 1 else zip(*(tokens[start:] for start in starts), strict=False))


def _skip_bigrams(document: Document, gap: int) -> _Grams:
    tokens = list(document.tokens)
    reach = len(tokens) if gap < 0 else min(gap + 2, len(tokens))
    return _grams(
        chain.from_iterable(zip(tokens, tokens[distance:], strict=False) for distance in range(1, reach))
    )


def _grams(grams: Iterable[object]) -> _Grams:
    counts = Counter(grams)
    copies = [(gram, copy) for gram, count in counts.items() if count > 1 for copy in range(1, count)]
    return _Grams(frozenset(counts), frozenset(copies))


def _overlaps(models: Sequence[_Grams], peers: Sequence[_Grams]) -> list[list[int]]:
    return [
        [len(model.kinds & peer.kinds) + len(model.copies & peer.copies) for model in models]
        for peer in peers
    ]
