"""The LCS of ROUGE-L and the weighted LCS of ROUGE-W, with the original's walk back and clipping."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from ..document import Document

Weights = Sequence[float]
"""The weights of runs of 0, 1, 2 … matches, up to at least the longest model sentence; they rise."""


def lcs_hits(models: Sequence[Document], peers: Sequence[Document]) -> list[list[int]]:
    """Return for each peer the hits of ROUGE-L with each model: the number of marks that score."""
    return [[sum(sum(marked.scores) for marked in marks(model, peer)) for model in models] for peer in peers]


def weighted_lcs_hits(
    models: Sequence[Document], peers: Sequence[Document], weights: Weights
) -> list[list[float]]:
    """Return for each peer the hits of ROUGE-W with each model: the summed weights of runs that score."""
    return [[sum_of_runs(marks(model, peer, weights), weights) for model in models] for peer in peers]


class Marked(NamedTuple):
    """A model sentence and the positions that its LCS with any of the peer's sentences marks."""

    sentence: Sequence[int]
    marks: Sequence[int]
    """The marked positions, in order."""
    scores: Sequence[bool]
    """True for each mark that scores: no token scores more often than it stands in both summaries."""


def marks(model: Document, peer: Document, weights: Weights | None = None) -> Iterator[Marked]:
    """Yield each model sentence with the marks of the plain or, with weights, the weighted LCS."""
    left = Counter(model.tokens) & Counter(peer.tokens)
    peer_sentences = [columns(sentence) for sentence in peer.sentences()]
    for sentence in model.sentences():
        union: set[int] = set()
        for other in peer_sentences:
            if not other.bits.keys().isdisjoint(sentence):
                union.update(
                    lcs(sentence, other) if weights is None else weighted_lcs(sentence, other, weights)
                )
        scores = []
        marked = sorted(union)
        for mark in marked:
            token = sentence[mark]
            scores.append(left[token] > 0)
            left[token] -= 1
        yield Marked(sentence, marked, scores)


def sum_of_runs(marked: Iterator[Marked], weights: Weights) -> float:
    """Return the sum of the weights of the runs that score."""
    hit = weights[0]  # It is 0, an integer or a float as the other weights are.
    for _, marks, scores in marked:
        run = 0
        for mark, following, scored in zip(marks, [*marks, None][1:], scores, strict=True):
            if scored:
                run += 1
                # ROUGE-1.5.5 quirk: a run whose last mark is clipped does not end there; it goes on in
                # the next mark that scores, and is lost at the end of the sentence.
                if following != mark + 1:
                    hit += weights[run]
                    run = 0
    return hit


class Columns(NamedTuple):
    """The places of the tokens of a peer sentence, for `lcs` and `weighted_lcs`."""

    bits: dict[int, int]
    """For each token a number whose bit j is set if token j of the sentence is that token."""
    places: dict[int, list[int]]
    """For each token its places, counted from 1."""
    width: int


def columns(sentence: Sequence[int]) -> Columns:
    """Return the columns of a peer sentence."""
    bits: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    for place, token in enumerate(sentence, 1):
        bits[token] = bits.get(token, 0) | 1 << place - 1
        places.setdefault(token, []).append(place)
    return Columns(bits, places, len(sentence))


def lcs(model: Sequence[int], peer: Columns) -> list[int]:
    """Return the positions in `model` of one LCS with a peer sentence, from the last to the first.

    Among several LCS the original's walk back decides: on a match it goes diagonally, else up unless
    the cell to the left is greater. A row of the table is one integer, whose bit j is 0 where the
    length grows from column j to j+1 (Hyyrö 2004); the difference of two rows as numbers then has
    the bits of the columns where the lower row is longer: there the cell to the left is greater.
    """
    every = (1 << peer.width) - 1
    row = every
    steps = []
    bits = peer.bits
    for position, token in enumerate(model):
        match = bits.get(token)
        if match is not None:  # Without a match the row repeats, and the walk goes up through it.
            kept = row & match
            lower = ((row + kept) | (row - kept)) & every
            steps.append((position, match, (lower - row) & every))
            row = lower
    return _walk_back(steps, every)


def weighted_lcs(model: Sequence[int], peer: Columns, weights: Sequence[float]) -> list[int]:
    """Return the positions of one weighted LCS, from the last to the first.

    A match after a run of k matches adds f(k+1) - f(k) to the cell diagonally above; `weights[k]` is f(k)
    (Lin 2004, section 3.2). A match takes the diagonal even where a neighbour holds more, so that rows
    need not rise; where they do, which is almost always, only columns near a match differ from the row above.
    """
    table = WeightedTable(peer.width, weights)
    steps = []
    for position, token in enumerate(model):
        places = peer.places.get(token)
        if places:
            steps.append((position, peer.bits[token], table.advance(position, places)))
        elif not table.rises:
            steps.append((position, 0, table.advance(position, [])))
        # Without a match a row that rises repeats, and the walk goes up through it.
    return _walk_back(steps, (1 << peer.width) - 1)


class WeightedTable:
    """The last row so far of the weighted LCS table; places count from 1, and place 0 holds 0."""

    def __init__(self, width: int, weights: Sequence[float]) -> None:
        self._row: list[float] = [0] * (width + 1)
        self._runs: dict[int, int] = {}
        """For each place that matched in this row, the length of the run of matches that ends there."""
        self._position = -1
        self._weights = weights
        # Infinite weights make NaN as their difference, which the search in `_advance_near` cannot order.
        self._finite = weights[-1] < inf
        self.rises = self._finite
        """True where the row never falls, so that a row without matches repeats it."""

    @property
    def last(self) -> float:
        """The last cell of the row."""
        return self._row[-1]

    def advance(self, position: int, places: list[int]) -> int:
        """Make the row of the model token at `position`, which matches at `places`, the last row.

        Returns the bits of the places whose cell to the left is greater than the cell above.
        """
        if position != self._position + 1:
            self._runs = {}  # A run ends in a row that was passed over.
        self._position = position
        return self._advance_near(places) if self.rises else self._advance_throughout(places)

    def _matched(self, place: int) -> tuple[float, int]:
        run = self._runs.get(place - 1, 0)
        weights = self._weights
        # The order of these operations matters, because ties between floats decide the path.
        return self._row[place - 1] + weights[run + 1] - weights[run], run + 1

    def _advance_near(self, places: list[int]) -> int:
        """Make a row below one that rises: the value of a match spreads until the row above reaches it."""
        above = self._row
        row = above[:]
        runs: dict[int, int] = {}
        left = 0
        for place, following in zip(places, [*places[1:], len(row)], strict=True):
            value, runs[place] = self._matched(place)
            if value < row[place - 1]:
                self.rises = False
            row[place] = value
            end = bisect_left(above, value, place + 1, following)
            if end > place + 1:
                row[place + 1 : end] = [value] * (end - place - 1)
                left |= (1 << end - 1) - (1 << place)
        self._row, self._runs = row, runs
        return left

    def _advance_throughout(self, places: list[int]) -> int:
        """Make a row below any row, cell by cell, as the table is defined."""
        row: list[float] = [0]
        runs: dict[int, int] = {}
        left = 0
        for place in range(1, len(self._row)):
            if place in places:
                value, runs[place] = self._matched(place)
            else:
                value = self._row[place]
                if not value >= row[-1]:
                    value = row[-1]
                    left |= 1 << place - 1
            row.append(value)
        self._row, self._runs = row, runs
        self.rises = self._finite and all(one <= other for one, other in pairwise(row))
        return left


def _walk_back(steps: list[tuple[int, int, int]], every: int) -> list[int]:
    """Return the model positions marked on the way from the last cell of a table to its edge.

    Each step is a row: its position in the model, the bits of its matches, and the bits of the cells
    that the walk leaves to the left; from all other cells it goes up.
    """
    marked = []
    ahead = every
    for position, match, left in reversed(steps):
        stop = (match | ~left) & ahead
        if not stop:
            break
        cell = 1 << stop.bit_length() - 1
        if match & cell:
            marked.append(position)
            ahead = cell - 1
        else:
            ahead = (cell << 1) - 1
    return marked


def partners(tokens: Sequence[int], sentence: Sequence[int]) -> list[int]:
    """Return the last places at which tokens stand in a sentence, both from the last to the first."""
    places = iter(reversed(range(len(sentence))))
    return [next(place for place in places if sentence[place] == token) for token in tokens]
