"""The inner loops against their definitions, written out here in the plainest way."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import kernel

# Few different tokens make many ties and repetitions.
_TOKENS = st.integers(2, 5).flatmap(lambda kinds: st.lists(st.integers(1, kinds), max_size=24))
_GAPS = st.integers(-2, 8)
_EXPONENTS = st.sampled_from([0.01, 0.5, 1, 1.2, 2, 3, 30, 300, 400, 1e308])


def _power(base: int, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _walk(choices: Sequence[Sequence[str]]) -> list[int]:
    """From the last cell of a table to its edge; the model positions of the matches on the way."""
    marked = []
    i, j = len(choices) - 1, len(choices[0]) - 1
    while i and j:
        if choices[i][j] == "match":
            marked.append(i - 1)
            i, j = i - 1, j - 1
        elif choices[i][j] == "up":
            i -= 1
        else:
            j -= 1
    return marked


def _table(model: Sequence[int], peer: Sequence[int], weights: Sequence[float]) -> list[int]:
    """The weighted table of section 7 in full; with the weights 0, 1, 2 … it is the plain one."""
    rows, columns = len(model) + 1, len(peer) + 1
    c = [[0.0] * columns for _ in range(rows)]
    run = [[0] * columns for _ in range(rows)]
    choices = [[""] * columns for _ in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            if model[i - 1] == peer[j - 1]:
                k = run[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + weights[k + 1] - weights[k]
                run[i][j] = k + 1
                choices[i][j] = "match"
            elif c[i - 1][j] >= c[i][j - 1]:
                c[i][j], choices[i][j] = c[i - 1][j], "up"
            else:
                c[i][j], choices[i][j] = c[i][j - 1], "left"
    return _walk(choices)


@settings(max_examples=300)
@given(_TOKENS, _TOKENS)
def test_lcs_marks_what_the_full_table_marks(model: list[int], peer: list[int]) -> None:
    weights = range(len(model) + len(peer) + 2)
    assert kernel.lcs(model, kernel.columns(peer)) == _table(model, peer, weights)


@settings(max_examples=500)
@given(_TOKENS, _TOKENS, _EXPONENTS)
def test_weighted_lcs_marks_what_the_full_table_marks(
    model: list[int], peer: list[int], exponent: float
) -> None:
    """With doubles in the same order, so that the same ties arise; even where f is infinite."""
    weights = [_power(run, exponent) for run in range(min(len(model), len(peer)) + 2)]
    assert kernel.weighted_lcs(model, kernel.columns(peer), weights) == _table(model, peer, weights)


@given(st.lists(st.integers(1, 3), min_size=60, max_size=90), st.lists(st.integers(1, 3), min_size=60))
@settings(max_examples=25)
def test_long_sentences_cross_the_word_size_of_the_machine(model: list[int], peer: list[int]) -> None:
    columns = kernel.columns(peer)
    assert kernel.lcs(model, columns) == _table(model, peer, range(len(model) + 2))
    weights = [_power(run, 1.2) for run in range(len(model) + 2)]
    assert kernel.weighted_lcs(model, columns, weights) == _table(model, peer, weights)


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
    assert kernel.lcs(model, kernel.columns(peer)) == marked


def _ngrams(tokens: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tokens[place : place + n]) for place in range(len(tokens) - n + 1))


def _skip_bigrams(tokens: Sequence[int], gap: int) -> Counter[tuple[int, int]]:
    return Counter(
        (tokens[i], tokens[j])
        for i in range(len(tokens))
        for j in range(i + 1, len(tokens))
        if gap < 0 or j <= i + gap + 1
    )


@given(_TOKENS, _TOKENS, st.integers(1, 6))
def test_ngrams_are_counted_and_clipped(model: list[int], peer: list[int], n: int) -> None:
    ours, theirs = kernel.ngrams(model, n), kernel.ngrams(peer, n)
    assert kernel.overlap(ours, theirs) == (_ngrams(model, n) & _ngrams(peer, n)).total()
    assert (ours.total, theirs.total) == (max(0, len(model) - n + 1), max(0, len(peer) - n + 1))


@given(_TOKENS, _TOKENS, _GAPS)
def test_skip_bigrams_are_counted_and_clipped(model: list[int], peer: list[int], gap: int) -> None:
    expected = [_skip_bigrams(tokens, gap) for tokens in (model, peer)]
    ours, theirs = kernel.skip_bigrams(model, gap), kernel.skip_bigrams(peer, gap)
    assert kernel.overlap(ours, theirs) == (expected[0] & expected[1]).total()
    assert (ours.total, theirs.total) == (expected[0].total(), expected[1].total())


def test_resampled_sums_are_added_in_the_order_drawn() -> None:
    """Plainly from left to right, as doubles round: 1e16 + 1 + 1 is 1e16, and 1 + 1 + 1e16 is not."""
    series = [[1e16, 1.0, -1e16], [1.0, 10.0, 100.0]]
    draws = [[0, 1, 1, 2], [1, 1, 0, 2], [], [2]]
    assert kernel.resampled_sums(series, draws) == [
        [0.0, 2.0, 0, -1e16],
        [121.0, 121.0, 0, 100.0],
    ]
    assert kernel.resampled_sums([], [[0]]) == []
