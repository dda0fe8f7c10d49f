"""The inner loops: grams and their overlap, the two LCS with their walk back, sums of resamples.

Pure functions over integers. Everything here is the definition, in readable Python; a compiled
body can stand in for it without any other module knowing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from math import inf
from typing import Any, NamedTuple


class Grams(NamedTuple):
    """A multiset of grams. The second, third … copy of a gram is an element of its own, so that the
    clipped count of what two multisets share is the size of the intersection of two sets."""

    copies: frozenset[object]
    total: int


def ngrams(tokens: Sequence[int], n: int) -> Grams:
    """The n-grams of a token sequence."""
    return _grams(tokens if n == 1 else zip(*(tokens[i:] for i in range(n)), strict=False))


def skip_bigrams(tokens: Sequence[int], gap: int) -> Grams:
    """The pairs of tokens in order with at most `gap` others between them; negative: no limit."""
    reach = len(tokens) if gap < 0 else min(gap + 2, len(tokens))
    return _grams(
        chain.from_iterable(zip(tokens, tokens[distance:], strict=False) for distance in range(1, reach))
    )


def _grams(grams: Iterable[object]) -> Grams:
    counts = Counter(grams)
    copies: set[object] = set(counts)
    for gram, count in counts.items():
        if count > 1:
            copies.update((gram, "copy", copy) for copy in range(1, count))
    return Grams(frozenset(copies), counts.total())


def overlap(one: Grams, other: Grams) -> int:
    """Sum over grams of the smaller of the two counts."""
    return len(one.copies & other.copies)


class Columns(NamedTuple):
    """Where the tokens of a peer sentence stand, for `lcs` and `weighted_lcs`."""

    bits: dict[int, int]
    """Of each token: bit j is set where token j of the sentence is it."""
    places: dict[int, list[int]]
    """Of each token: its places, from 1."""
    width: int


def columns(sentence: Sequence[int]) -> Columns:
    """The columns of a peer sentence."""
    bits: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    for place, token in enumerate(sentence, 1):
        bits[token] = bits.get(token, 0) | 1 << place - 1
        places.setdefault(token, []).append(place)
    return Columns(bits, places, len(sentence))


def lcs(model: Sequence[int], peer: Columns) -> list[int]:
    """The positions in `model` of one LCS with a peer sentence, from the last to the first.

    Of several LCS it is the one of the original's walk back: on a match diagonally, else up unless
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
    """As `lcs`, by the weighted table: a match adds f(k+1) - f(k) to its diagonal neighbour after a run of k.

    `weights[k]` is f(k). A match takes the diagonal even where a neighbour holds more, so that rows
    need not rise; where they do, which is almost always, only columns near a match differ from the row above.
    """
    table = _WeightedTable(peer.width, weights)
    steps = []
    for position, token in enumerate(model):
        places = peer.places.get(token)
        if places:
            steps.append((position, peer.bits[token], table.advance(position, places)))
        elif not table.rises:
            steps.append((position, 0, table.advance(position, [])))
        # Without a match a row that rises repeats, and the walk goes up through it.
    return _walk_back(steps, (1 << peer.width) - 1)


class _WeightedTable:
    """The last row of the weighted LCS table so far; places count from 1, place 0 holds 0."""

    def __init__(self, width: int, weights: Sequence[float]) -> None:
        self._row: list[float] = [0] * (width + 1)
        self._runs: dict[int, int] = {}
        """Of the places that matched in this row: the length of the run of matches that ends there."""
        self._position = -1
        self._weights = weights
        self._finite = weights[-1] < inf
        self.rises = self._finite
        """Whether the row never falls, so that a row without matches repeats it."""

    def advance(self, position: int, places: list[int]) -> int:
        """The row of the model token at `position`, which matches at `places`, becomes the last one.

        Returns the bits of its places whose cell to the left is greater than the cell above.
        """
        if position != self._position + 1:
            self._runs = {}  # A run ends in a row that was passed over.
        self._position = position
        return self._advance_near(places) if self.rises else self._advance_throughout(places)

    def _matched(self, place: int) -> tuple[float, int]:
        run = self._runs.get(place - 1, 0)
        weights = self._weights
        # In this order of operations: ties between floats decide the path.
        return self._row[place - 1] + weights[run + 1] - weights[run], run + 1

    def _advance_near(self, places: list[int]) -> int:
        """Under a rising row: the value of a match spreads until the row above reaches it."""
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
        """Under any row, cell by cell: the definition."""
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
    """The model positions marked on the way from the last cell of a table to its edge.

    Each step is a row: its position in the model, the bits of its matches and those of the cells
    that are left to the left; in all others the walk goes up.
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


def resampled_sums(series: Sequence[Sequence[Any]], draws: Iterable[Sequence[int]]) -> list[list[Any]]:
    """For each series, and for each draw of indices, the sum of the values drawn.

    Values are added in the order drawn, one after the other: compensated or pairwise summation
    (`sum` from Python 3.12 on, NumPy's) rounds differently.
    """
    sums: list[list[Any]] = [[] for _ in series]
    for indices in draws:
        for values, row in zip(series, sums, strict=True):
            total = 0
            for index in indices:
                total += values[index]
            row.append(total)
    return sums
