"""The lengths and weights of common subsequences in the measures of papers: MEAD's LCS, and Lin's ROUGE-W."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..document import Document
from .lcs import Columns, WeightedTable, Weights, columns, lcs, partners


def longest_sums(models: Sequence[Document], peers: Sequence[Document]) -> list[list[tuple[int, int]]]:
    """Return for each peer and model the sums of the longest LCS of the model's and of the peer's sentences.

    That of a sentence is its LCS with whichever sentence of the other document has the longest.
    """
    return [[(_longest_of(model, peer), _longest_of(peer, model)) for model in models] for peer in peers]


def _longest_of(document: Document, other: Document) -> int:
    sentences = [columns(sentence) for sentence in other.sentences()]
    return sum(
        max((lcs_length(sentence, peer) for peer in sentences), default=0)
        for sentence in document.sentences()
    )


class LongestCommon(NamedTuple):
    """The longest LCS of a sentence with any of another document."""

    other: int
    """The number of the other sentence, from 0: the first of equals."""
    places: Sequence[int]
    """The places of its words in the sentence, in order."""
    partners: Sequence[int]
    """The places of these words in the other sentence, in order."""


def longest_common(document: Document, other: Document) -> Iterator[LongestCommon]:
    """Yield, for each sentence of a document, its longest LCS with any sentence of the other."""
    others = other.sentences()
    tables = [columns(sentence) for sentence in others]
    for sentence in document.sentences():
        lengths = [lcs_length(sentence, table) for table in tables]
        if not any(lengths):
            yield LongestCommon(0, (), ())
            continue
        best = lengths.index(max(lengths))
        places = lcs(sentence, tables[best])
        yield LongestCommon(
            best, places[::-1], partners([sentence[place] for place in places], others[best])[::-1]
        )


def lcs_length(model: Sequence[int], peer: Columns) -> int:
    """Return the length of the LCS of a sentence with one whose columns are given, as `lcs` finds it."""
    every = (1 << peer.width) - 1
    row = every
    for token in model:
        match = peer.bits.get(token)
        if match is not None:
            kept = row & match
            row = ((row + kept) | (row - kept)) & every
    return peer.width - row.bit_count()


def weighted_lengths(
    models: Sequence[Document], peers: Sequence[Document], weights: Weights
) -> list[list[float]]:
    """Return for each peer the weighted LCS of its tokens with those of each model, sentence ends ignored."""
    rows = []
    for peer in peers:
        of_peer = columns(peer.tokens)
        rows.append([_weighted_length(model.tokens, of_peer, weights) for model in models])
    return rows


def _weighted_length(model: Sequence[int], peer: Columns, weights: Weights) -> float:
    """Return the last cell of the table of `weighted_lcs`."""
    table = WeightedTable(peer.width, weights)
    for position, token in enumerate(model):
        places = peer.places.get(token, [])
        if places or not table.rises:
            table.advance(position, places)
    return weights[0] + table.last  # The first is 0, an integer or a float as the other weights are.


def weighted_path(model: Sequence[int], peer: Sequence[int], weights: Weights) -> list[list[tuple[int, int]]]:
    """Return the runs of a weighted LCS: the places of their matches in the model and in the peer.

    It is the path through the table that Lin (2004, section 4) defines: a match goes back diagonally,
    any other cell to the greater of its neighbours, and to the left where they are equal.
    """
    table = [[0.0] * (len(peer) + 1)]
    lengths = [[0] * (len(peer) + 1)]
    for token in model:
        row, length = [0.0], [0]
        for place, other in enumerate(peer):
            run = lengths[-1][place]
            if token == other:
                row.append(table[-1][place] + weights[run + 1] - weights[run])
                length.append(run + 1)
            else:
                row.append(max(table[-1][place + 1], row[-1]))
                length.append(0)
        table.append(row)
        lengths.append(length)
    runs: list[list[tuple[int, int]]] = []
    i, j = len(model), len(peer)
    while i and j:
        if lengths[i][j]:
            run = lengths[i][j]
            runs.append([(i - back, j - back) for back in range(run, 0, -1)])
            i, j = i - run, j - run
        elif table[i - 1][j] > table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return runs[::-1]
