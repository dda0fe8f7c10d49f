"""ROUGE-L's hits, against full tables and against examples worked out by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from rouge_cli.kernel.document import Document
from rouge_cli.kernel.python import lcs

from ..support.documents import document
from . import plain_lcs
from .bodies import called
from .documents import DOCUMENTS

pytestmark = pytest.mark.slow


@settings(max_examples=300, deadline=None)
@given(models=DOCUMENTS, peers=DOCUMENTS)
def test_hits_are_those_of_the_full_table(models: list[Document], peers: list[Document]) -> None:
    expected = [[plain_lcs.hits(model, peer) for model in models] for peer in peers]
    assert called("lcs_hits", models, peers) == expected


def test_the_union_over_sentences_of_the_peer() -> None:
    """Lin (2004), section 3.2: w1 w2 w3 w4 w5 with w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5 has four hits."""
    peer = document([[1, 2, 6, 7, 8], [1, 3, 8, 9, 5]])
    assert called("lcs_hits", [document([[1, 2, 3, 4, 5]])], [peer]) == [[4]]


def test_no_token_scores_more_often_than_it_stands_in_both() -> None:
    """Each of two model sentences has the peer's one token; ROUGE-1.5.5 clips the second."""
    assert called("lcs_hits", [document([[1, 2], [1, 3]])], [document([[1]])]) == [[1]]
    # Under a limit in bytes what is counted may be another text than what is compared.
    assert called("lcs_hits", [document([[1, 2, 1]], [1, 2])], [document([[1, 1]])]) == [[1]]
    assert called("lcs_hits", [document([[1, 2, 1]])], [document([[1, 1]], [2])]) == [[0]]


@pytest.mark.parametrize(
    ("model", "peer", "marked"),
    [
        # Of the two LCS of ab and ba the walk from the last cell goes up first: a is marked.
        ([1, 2], [2, 1], [0]),
        ([1, 2, 1], [1], [2]),
        ([1, 2, 3], [4], []),
        ([], [1], []),
        ([1], [], []),
    ],
)
def test_ties_go_up(model: list[int], peer: list[int], marked: list[int]) -> None:
    [(_, marks, _)] = lcs.marks(document([model]), document([peer]))
    assert marks == marked


@pytest.mark.parametrize("kinds", [2, 3, 40])
@pytest.mark.parametrize(("model", "peer"), [(63, 64), (64, 65), (130, 128), (130, 200), (200, 129)])
def test_sentences_cross_the_word_size_of_the_machine(kinds: int, model: int, peer: int) -> None:
    source = random.Random(kinds * model)
    one, other = (document([source.choices(range(kinds), k=size)]) for size in (model, peer))
    assert called("lcs_hits", [one], [other]) == [[plain_lcs.hits(one, other)]]


@pytest.mark.parametrize("width", [1, 2, 63, 64, 65, 127, 128, 129, 200])
def test_a_single_match_is_found_wherever_it_stands(width: int) -> None:
    """The walk back starts in the last column and goes left to the match, through whole words of bits."""
    peers = [document([[0] * place + [1] + [0] * (width - 1 - place)]) for place in range(width)]
    for model in ([1], [2, 1], [1, 2], [2, 1, 2]):
        assert called("lcs_hits", [document([model])], peers) == [[1]] * width
        assert called("weighted_lcs_hits", [document([model])], peers, 1.2) == [[1.0]] * width


@pytest.mark.parametrize("size", [1, 2, 63, 64, 65, 127, 128, 129, 200])
def test_a_sentence_has_all_its_words_in_common_with_itself(size: int) -> None:
    same, alike = document([range(size)]), document([[7] * size])
    assert called("lcs_hits", [same, alike], [same]) == [[size, int(size > 7)]]
    assert called("lcs_hits", [alike], [alike]) == [[size]]


@pytest.mark.parametrize("kinds", [60, 1000])
def test_rows_of_very_long_sentences_are_made_again(kinds: int) -> None:
    """The compiled body does not keep all rows of so long a table for the walk back; the definition does."""
    source = random.Random(kinds)
    one, other = (document([source.choices(range(kinds), k=size)]) for size in (3000, 2900))
    called("lcs_hits", [one], [other])
    called("lcs_hits", [other], [one])
