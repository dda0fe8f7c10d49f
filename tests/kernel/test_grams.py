"""Clipped n-grams and skip-bigrams, against counters of tuples and examples worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.kernel.plan import Document, MeasurePlan

from ..support.documents import document
from .bodies import DOCUMENTS, batch_counter, called, needs_compiled, one_evaluation, plan_of, rows_of


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


@needs_compiled
def test_different_ngrams_may_follow_clipped_ones() -> None:
    """Clipped ones number the bigrams of models alone."""
    plan = plan_of(MeasurePlan("ngrams", 0, 0, 2), MeasurePlan("distinct_ngrams", 0, 0, 2))
    block, *_ = batch_counter(plan).count(*one_evaluation(["a b a b"], ["b a b a c"]))
    assert [row[:3] for [row] in rows_of(plan, block)] == [(3, 4, 2), (2, 3, 2)]


def test_hits_stand_by_peer_and_model() -> None:
    models = [document([[1, 2, 3]]), document([[1, 1, 2]])]
    peers = [document([[1, 2, 3, 4]]), document([[1, 1, 1]]), document([[9]])]
    assert called("ngram_hits", models, peers, 1) == [[3, 2], [1, 2], [0, 0]]
    assert called("ngram_hits", models, peers, 2) == [[2, 1], [0, 1], [0, 0]]
    assert called("ngram_hits", models, peers, 3) == [[1, 0], [0, 0], [0, 0]]


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


def _skip_bigrams(tokens: Sequence[int], gap: int) -> Counter[tuple[int, ...]]:
    return Counter(
        (tokens[i], tokens[j])
        for i in range(len(tokens))
        for j in range(i + 1, len(tokens))
        if gap < 0 or j <= i + gap + 1
    )


@pytest.mark.slow
@given(models=DOCUMENTS, peers=DOCUMENTS, gap=st.integers(-2, 8) | st.sampled_from([-(2**70), 2**70]))
def test_pairs_are_the_sum_of_the_smaller_counts(
    models: list[Document], peers: list[Document], gap: int
) -> None:
    expected = [
        [(_skip_bigrams(model.tokens, gap) & _skip_bigrams(peer.tokens, gap)).total() for model in models]
        for peer in peers
    ]
    assert called("skip_bigram_hits", models, peers, gap) == expected


@pytest.mark.slow
@given(models=DOCUMENTS, peers=DOCUMENTS, gap=st.integers(-2, 8))
def test_all_tokens_but_the_last_count_beside_skip_bigrams(
    models: list[Document], peers: list[Document], gap: int
) -> None:
    """As ROUGE-SU has it; the last token of a text, with which no pair begins, is none of its units."""

    def units(document: Document) -> Counter[tuple[int, ...]]:
        return _skip_bigrams(document.tokens, gap) + Counter((token,) for token in document.tokens[:-1])

    expected = [[(units(model) & units(peer)).total() for model in models] for peer in peers]
    assert called("skip_bigram_unigram_hits", models, peers, gap) == expected


@pytest.mark.parametrize(("gap", "hits"), [(-1, 6), (0, 3), (1, 5), (2, 6), (9, 6)])
def test_the_gap_is_the_number_of_tokens_between(gap: int, hits: int) -> None:
    same = document([[1, 2, 3, 4]])
    assert called("skip_bigram_hits", [same], [same], gap) == [[hits]]


def test_pairs_stand_by_peer_and_model() -> None:
    """Lin (2004), section 3.3: `police killed the gunman` with three peers."""
    police, killed, the, gunman, kill = range(5)
    model = document([[police, killed, the, gunman]])
    peers = [
        document([[police, kill, the, gunman]]),
        document([[the, gunman, kill, police]]),
        document([[gunman, the, killed, police]]),
    ]
    assert called("skip_bigram_hits", [model], peers, -1) == [[3], [1], [0]]


@pytest.mark.slow
@pytest.mark.parametrize("gap", [-1, 0, 4, 500])
@pytest.mark.parametrize("kinds", [5, 400, 10_000])
def test_long_documents_are_counted_in_blocks(kinds: int, gap: int) -> None:
    source = random.Random(kinds + gap)
    model, peer = (source.choices(range(kinds), k=size) for size in (600, 800))
    expected = (_skip_bigrams(model, gap) & _skip_bigrams(peer, gap)).total()
    assert called("skip_bigram_hits", [document([model])], [document([peer])], gap) == [[expected]]
