"""Common subsequences: the definition against worked examples, and the compiled body against it."""

from __future__ import annotations

import math
import random
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel.plan import Document
from rouge_cli.kernel.python import hits

from ..support.documents import document
from .bodies import DOCUMENTS, SENTENCES, called

pytestmark = pytest.mark.slow

_EXPONENTS = st.sampled_from([0.01, 0.5, 1, 1.0, 1.2, 2, 2.5, 3, 30, 300.5, 400, 400.5, 1e308])


@given(SENTENCES, SENTENCES)
def test_the_plain_lcs_is_the_one_whose_runs_do_not_weigh(
    models: list[list[int]], peers: list[list[int]]
) -> None:
    """The table in full decides between equal ones, as in ROUGE-1.5.5."""
    for model in models:
        for peer in peers:
            weighted = hits.common_subsequence(model, peer, range(len(model) + 1))
            assert hits.common_subsequence(model, peer, None) == weighted


@settings(max_examples=300)
@given(models=DOCUMENTS, peers=DOCUMENTS, exponent=_EXPONENTS)
def test_bodies_agree(models: list[Document], peers: list[Document], exponent: float) -> None:
    """With doubles in the same order, so that the same ties arise; even where weights are infinite."""
    called("lcs_hits", models, peers)
    called("weighted_lcs_hits", models, peers, exponent)


@pytest.mark.parametrize(
    ("model", "peer", "hits"),
    [
        # Lin (2004), section 3.2: the union over sentences of the peer.
        (document([[1, 2, 3, 4, 5]]), document([[1, 2, 6, 7, 8], [1, 3, 8, 9, 5]]), 4),
        # Each of two model sentences has the peer's one token; ROUGE-1.5.5 clips the second.
        (document([[1, 2], [1, 3]]), document([[1]]), 1),
        # Where tokens and words are stemmed apart, what is counted is another text than what is compared.
        (document([[1, 2, 1]], [1, 2, 3]), document([[1, 1]]), 1),
        (document([[1, 2, 1]]), document([[1, 1]], [2, 3]), 0),
    ],
)
def test_worked_examples(model: Document, peer: Document, hits: int) -> None:
    assert called("lcs_hits", [model], [peer]) == [[hits]]


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
    assert hits.common_subsequence(model, peer, None) == marked


def test_runs_weigh_more_than_scattered_matches() -> None:
    """Lin (2004), section 3.2: A B C D E F G with A B C D H I K and A H B K C I D, f(k) = k**2."""
    model = document([[1, 2, 3, 4, 5, 6, 7]])
    peers = [document([[1, 2, 3, 4, 8, 9, 10]]), document([[1, 8, 2, 10, 3, 9, 4]])]
    # The runs are those of the model's marks: both are A B C D.
    assert called("weighted_lcs_hits", [model], peers, 2) == [[16.0], [16.0]]
    assert called("weighted_lcs_hits", peers, [model], 2) == [[16.0, 4.0]]


@pytest.mark.parametrize(
    ("model", "peer", "weight", "hits"),
    [
        # ROUGE-1.5.5 quirk: the run 1 2 | 2 is not closed where 2, which may score once only, is clipped; it
        # is lost at the end.
        (document([[1, 2], [3, 2]]), document([[1, 2], [3, 2]], [1, 2, 3, 4]), 2, 4),
        (document([[2], [1, 2, 9, 3]]), document([[2], [1, 2], [3]], [1, 2, 3, 4]), 2, 1 + 4),
        # Of a second run 1 2 both are clipped, as the peer has each once.
        (document([[1, 2], [1, 2]]), document([[1, 2], [3]]), 2, 4),
        # The difference of two infinite weights is NaN, which has no order.
        (document([list(map(int, "1122121221121121"))]), document([[2, 2, 1, 1, 2, 2, 2]]), 2000.5, 4),
    ],
)
def test_clipped_runs_and_infinite_weights(
    model: Document, peer: Document, weight: float, hits: float
) -> None:
    assert called("weighted_lcs_hits", [model], [peer], weight) == [[hits]]


def test_weights_that_rise_ever_more_slowly() -> None:
    """A match may then hold less than its neighbour, so that rows of the table fall."""
    source = random.Random(1)
    for kinds in [2, 3, 5, 9] * 25:
        model, peer = (document([source.choices(range(kinds), k=source.randrange(1, 40))]) for _ in range(2))
        called("weighted_lcs_hits", [model], [peer], source.uniform(0.01, 1))


@pytest.mark.parametrize("kinds", [2, 3, 40])
@pytest.mark.parametrize(("model", "peer"), [(63, 64), (64, 65), (130, 128), (130, 200), (200, 129)])
def test_sentences_cross_the_word_size_of_the_machine(kinds: int, model: int, peer: int) -> None:
    source = random.Random(kinds * model)
    one, other = (document([source.choices(range(kinds), k=size)]) for size in (model, peer))
    called("lcs_hits", [one], [other])
    called("longest_lcs_hits", [one], [other])
    for exponent in (0.5, 1.2):
        called("weighted_lcs_hits", [one], [other], exponent)


def test_a_single_match_is_found_wherever_it_stands() -> None:
    """The walk back starts in the last column and goes left to the match, through whole words of bits."""
    for width in [1, 2, 63, 64, 65, 127, 128, 129, 200]:
        peers = [document([[0] * place + [1] + [0] * (width - 1 - place)]) for place in range(width)]
        for model in ([1], [2, 1], [1, 2], [2, 1, 2]):
            assert called("lcs_hits", [document([model])], peers) == [[1]] * width
            assert called("weighted_lcs_hits", [document([model])], peers, 1.2) == [[1.0]] * width


def test_a_sentence_has_all_its_words_in_common_with_itself() -> None:
    for size in [1, 2, 63, 64, 65, 127, 128, 129, 200]:
        same, alike = document([range(size)]), document([[7] * size])
        assert called("lcs_hits", [same, alike], [same]) == [[size, int(size > 7)]]
        assert called("lcs_hits", [alike], [alike]) == [[size]]
        assert called("longest_lcs_hits", [same, alike], [same]) == [[size, int(size > 7)]]


@pytest.mark.parametrize(("function", "numbers"), [("lcs_hits", ()), ("weighted_lcs_hits", (1.2,))])
def test_rows_of_very_long_sentences_are_made_again(function: str, numbers: tuple[float, ...]) -> None:
    """The compiled body does not keep all rows of so long a table for the walk back; the definition does."""
    source = random.Random(60)
    one, other = (document([source.choices(range(60), k=size)]) for size in (3000, 2900))
    called(function, [one], [other], *numbers)


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


@settings(max_examples=200)
@given(DOCUMENTS, DOCUMENTS)
def test_sentences_have_their_longest_lcs_in_meads_measure(
    models: list[Document], peers: list[Document]
) -> None:
    sums = [[(_longest(model, peer), _longest(peer, model)) for model in models] for peer in peers]
    assert hits.longest_sums(models, peers) == sums
    assert called("longest_lcs_hits", models, peers) == [[of_model for of_model, _ in row] for row in sums]


@settings(max_examples=200)
@given(DOCUMENTS, DOCUMENTS, st.sampled_from([0.5, 1, 1.2, 2, 40]))
def test_texts_have_one_weighted_lcs_in_the_papers_measure(
    models: list[Document], peers: list[Document], weight: float
) -> None:
    lengths = called("weighted_lengths", models, peers, weight)
    for peer, row in zip(peers, lengths, strict=True):
        assert row == pytest.approx([_length([*model.tokens], [*peer.tokens], weight) for model in models])


def test_whole_numbers_beyond_doubles_stay_exact() -> None:
    model = document([[1, 2]])
    assert hits.weighted_lcs_hits([model], [model], [0, 1, 2**53 + 1]) == [[2**53 + 1]]
    assert math.isinf(hits.weighted_lcs_hits([model], [model], array("d", [0, 1, math.inf]))[0][0])
