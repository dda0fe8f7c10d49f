"""Clipped n-grams, against counters of tuples and against examples worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.kernel.plan import Document

from ..support.documents import document
from .bodies import called
from .documents import DOCUMENTS


def _ngrams(tokens: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tokens[place : place + n]) for place in range(len(tokens) - n + 1))


@given(models=DOCUMENTS, peers=DOCUMENTS, n=st.integers(1, 6) | st.sampled_from([1000, 2**31, 2**70]))
def test_hits_are_the_sum_of_the_smaller_counts(
    models: list[Document], peers: list[Document], n: int
) -> None:
    expected = [
        [(_ngrams(model.tokens, n) & _ngrams(peer.tokens, n)).total() for model in models] for peer in peers
    ]
    assert called("ngram_hits", models, peers, n) == expected


def test_hits_stand_by_peer_and_model() -> None:
    models = [document([[1, 2, 3]]), document([[1, 1, 2]])]
    peers = [document([[1, 2, 3, 4]]), document([[1, 1, 1]]), document([[9]])]
    assert called("ngram_hits", models, peers, 1) == [[3, 2], [1, 2], [0, 0]]
    assert called("ngram_hits", models, peers, 2) == [[2, 1], [0, 1], [0, 0]]
    assert called("ngram_hits", models, peers, 3) == [[1, 0], [0, 0], [0, 0]]


def test_they_cross_the_ends_of_sentences() -> None:
    assert called("ngram_hits", [document([[1], [2]])], [document([[1, 2]])], 2) == [[1]]


def test_tokens_that_differ_in_any_bit_are_different() -> None:
    """Numbers of tokens reach 2**31 - 1; neighbours and numbers with equal low bits must not be mixed up."""
    for bit in range(31):
        one, other = (
            document([[1 << bit, 5]]),
            document([[(1 << bit) + (1 << 30 - bit if bit != 15 else 1), 5]]),
        )
        assert called("ngram_hits", [one], [one, other], 1) == [[2], [1]]
        assert called("ngram_hits", [one], [one, other], 2) == [[1], [0]]


@pytest.mark.slow
def test_long_documents_with_many_different_grams() -> None:
    """So many that tables fill up and searches pass over slots in use."""
    size = 5000
    rising = document([[7 * place for place in range(size)]])
    falling = document([[7 * place for place in reversed(range(size))]])
    assert called("ngram_hits", [rising], [rising, falling], 1) == [[size], [size]]
    assert called("ngram_hits", [rising], [rising, falling], 2) == [[size - 1], [0]]
    assert called("ngram_hits", [rising], [rising, falling], size) == [[1], [0]]
