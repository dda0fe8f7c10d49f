"""Clipped skip-bigrams, against counters of pairs and against examples worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.kernel.plan import Document

from ..support.documents import document
from .bodies import called
from .documents import DOCUMENTS

pytestmark = pytest.mark.slow


def _skip_bigrams(tokens: Sequence[int], gap: int) -> Counter[tuple[int, ...]]:
    return Counter(
        (tokens[i], tokens[j])
        for i in range(len(tokens))
        for j in range(i + 1, len(tokens))
        if gap < 0 or j <= i + gap + 1
    )


@given(models=DOCUMENTS, peers=DOCUMENTS, gap=st.integers(-2, 8) | st.sampled_from([-(2**70), 2**70]))
def test_hits_are_the_sum_of_the_smaller_counts(
    models: list[Document], peers: list[Document], gap: int
) -> None:
    expected = [
        [(_skip_bigrams(model.tokens, gap) & _skip_bigrams(peer.tokens, gap)).total() for model in models]
        for peer in peers
    ]
    assert called("skip_bigram_hits", models, peers, gap) == expected


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


def test_hits_stand_by_peer_and_model() -> None:
    """Lin (2004), section 3.3: `police killed the gunman` with three peers."""
    police, killed, the, gunman, kill = range(5)
    model = document([[police, killed, the, gunman]])
    peers = [
        document([[police, kill, the, gunman]]),
        document([[the, gunman, kill, police]]),
        document([[gunman, the, killed, police]]),
    ]
    assert called("skip_bigram_hits", [model], peers, -1) == [[3], [1], [0]]


@pytest.mark.parametrize("gap", [-1, 0, 4, 500])
@pytest.mark.parametrize("kinds", [5, 400, 10_000])
def test_long_documents_are_counted_in_blocks(kinds: int, gap: int) -> None:
    source = random.Random(kinds + gap)
    model, peer = (source.choices(range(kinds), k=size) for size in (600, 800))
    expected = (_skip_bigrams(model, gap) & _skip_bigrams(peer, gap)).total()
    assert called("skip_bigram_hits", [document([model])], [document([peer])], gap) == [[expected]]
