"""The n-grams and skip-bigrams of a text one by one, for those who show them; the kernel counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .measures import NGram, SkipBigram, SkipBigramUnigram

Gram = tuple[int, ...]
GramMeasure = NGram | SkipBigram
"""A measure that counts grams."""


def grams(measure: GramMeasure, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
    """The grams that a measure counts in a text, in its order, each with the places of its tokens."""
    if isinstance(measure, NGram):
        for start in range(len(tokens) - measure.n + 1):
            yield tuple(tokens[start : start + measure.n]), tuple(range(start, start + measure.n))
        return
    size = len(tokens)
    reach = size if measure.gap < 0 else measure.gap + 1
    for first, token in enumerate(tokens):
        # Deliberate: ROUGE-SU leaves the last token out, with which no pair begins.
        if isinstance(measure, SkipBigramUnigram) and first < size - 1:
            yield (token,), (first,)
        for second in range(first + 1, min(first + 1 + reach, size)):
            yield (token, tokens[second]), (first, second)
