"""The counts of MEAD's measure and of the paper's ROUGE-W, by plain tables of any documents."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel.document import Document
from rouge_cli.kernel.python.paper_lcs import longest_sums

from .bodies import called
from .documents import DOCUMENTS

pytestmark = pytest.mark.slow


def _length(one: list[int], other: list[int], weight: float) -> float:
    """The last cell of the table of the weighted LCS; with a weight of 1 it is the length of the LCS."""
    cells = {(i, j): (0.0, 0) for i in range(len(one) + 1) for j in range(len(other) + 1)}
    for i, token in enumerate(one, 1):
        for j, against in enumerate(other, 1):
            value, run = cells[i - 1, j - 1]
            if token == against:
                cells[i, j] = value + (run + 1) ** weight - run**weight, run + 1
            else:
                cells[i, j] = max(cells[i - 1, j][0], cells[i, j - 1][0]), 0
    return cells[len(one), len(other)][0]


def _longest(document: Document, other: Document) -> int:
    others = [list(sentence) for sentence in other.sentences()]
    return sum(
        max((int(_length(list(sentence), one, 1)) for one in others), default=0)
        for sentence in document.sentences()
    )


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, DOCUMENTS)
def test_sentences_have_their_longest_lcs(models: list[Document], peers: list[Document]) -> None:
    sums = [[(_longest(model, peer), _longest(peer, model)) for model in models] for peer in peers]
    assert longest_sums(models, peers) == sums
    assert called("longest_lcs_hits", models, peers) == [[of_model for of_model, _ in row] for row in sums]


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, DOCUMENTS, st.sampled_from([0.5, 1, 1.2, 2, 40]))
def test_texts_have_one_weighted_lcs(models: list[Document], peers: list[Document], weight: float) -> None:
    lengths = called("weighted_lengths", models, peers, weight)
    expected = [
        [_length(list(model.tokens), list(peer.tokens), weight) for model in models] for peer in peers
    ]
    assert lengths == [pytest.approx(row) for row in expected]
