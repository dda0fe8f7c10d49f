"""The inner loops: grams and their overlap, the two LCS with their walk back, sums of resamples.

Pure functions over integers. Everything here is the definition, in readable Python; a compiled
body can stand in for it without any other module knowing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, pairwise
from math import inf
from operator import add
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
        copies.update((gram, "copy", copy) for copy in range(1, count))
    return Grams(frozenset(copies), counts.total())


def overlap(one: Grams, other: Grams) -> int:
    """Sum over grams of the smaller of the two counts."""
    return len(one.copies & other.copies)


class Columns(NamedTuple):
    """Where the tokens of a peer sentence stand: bit j of `bits[token]` is set where token j is it."""

    bits: Mapping[int, int]
    width: int


def columns(sentence: Sequence[int]) -> Columns:
    """The columns of a peer sentence, for `lcs` and `weighted_lcs`."""
    bits: dict[int, int] = {}
    for position, token in enumerate(sentence):
        bits[token] = bits.get(token, 0) | 1 << position
    return Columns(bits, len(sentence))


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
    every = (1 << peer.width) - 1
    table = _WeightedTable(peer.width, weights)
    steps = []
    for position, token in enumerate(model):
        match = peer.bits.get(token, 0)
        if match or not table.settled:
            steps.append((position, match, table.advance(match)))
        else:
            table.skip()
    return _walk_back(steps, every)


class _WeightedTable:
    """The current row of the weighted LCS table; columns count from 1, column 0 holds 0."""

    def __init__(self, width: int, weights: Sequence[float]) -> None:
        self._row = [0.0] * (width + 1)
        self._runs: dict[int, int] = {}
        self._weights = weights
        self._finite = weights[-1] < inf
        self.settled = self._finite
        """Whether the row never falls, so that a row without matches repeats it."""

    def skip(self) -> None:
        """Goes one row down where no token matches and the row repeats."""
        self._runs = {}

    def advance(self, match: int) -> int:
        """Goes one row down; returns the bits of the columns where left is greater than above."""
        matches = list(_set_bits(match))
        row, runs, left = (self._near_matches if self.settled else self._throughout)(matches)
        self._row, self._runs = row, runs
        if self._finite:
            self.settled = (
                all(row[column] >= row[column - 1] for column in matches)
                if self.settled
                else all(one <= other for one, other in pairwise(row))
            )
        return left

    def _matched(self, column: int) -> tuple[float, int]:
        run = self._runs.get(column - 1, 0)
        weights = self._weights
        # In this order of operations: ties between floats decide the path.
        return self._row[column - 1] + weights[run + 1] - weights[run], run + 1

    def _near_matches(self, matches: list[int]) -> tuple[list[float], dict[int, int], int]:
        """The next row under a rising one: after a match its value spreads until the row above reaches it."""
        above = self._row
        row = above[:]
        runs: dict[int, int] = {}
        left = 0
        for column, following in zip(matches, [*matches[1:], len(row)], strict=True):
            value, runs[column] = self._matched(column)
            row[column] = value
            end = bisect_left(above, value, column + 1, following)
            row[column + 1 : end] = [value] * (end - column - 1)
            left |= (1 << end - 1) - (1 << column)
        return row, runs, left

    def _throughout(self, matches: list[int]) -> tuple[list[float], dict[int, int], int]:
        """The next row, cell by cell: the definition."""
        row = [0.0]
        runs: dict[int, int] = {}
        left = 0
        matched = set(matches)
        for column in range(1, len(self._row)):
            if column in matched:
                value, runs[column] = self._matched(column)
            else:
                value = self._row[column]
                if not value >= row[-1]:
                    value = row[-1]
                    left |= 1 << column - 1
            row.append(value)
        return row, runs, left


def _set_bits(bits: int) -> Iterator[int]:
    """The places of the set bits, from 1."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length()
        bits ^= lowest


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
            row.append(reduce(add, map(values.__getitem__, indices)))
    return sums
