"""The compiled body of the kernel, built from `c`.

Numbers are array('d'), and a plan is a tuple that `Plan.numbers` makes. The functions raise `TypeError`,
`ValueError` or `OverflowError` for anything else, `OverflowError` for more than 2**31 - 1 tokens,
`MemoryError`, and the exceptions of signal handlers. Arguments have no names.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, final

from .plan import Item

_Texts: TypeAlias = tuple[Sequence[Item], Sequence[Item]]
"""The models and the peers of an evaluation."""
_Arrays: TypeAlias = tuple[array[int], array[int], array[int]]
Tile: TypeAlias = tuple[_Arrays, _Arrays, int, int, int, int, int, int, int, bytearray | None]
"""Prepared peers and models; the number of different tokens; the first peer and the end of the peers, and so
of the models; the numbers of the measure and the figure; the byte that stops the call."""

CHECKSUM: int
"""The checksum of the sources; 0: unknown."""

class BatchCounter:
    """Counts batches by a plan; several threads may use one counter at once.

    `words` has the stems of irregular words, and None for stop words. `function` returns the tokens of pieces
    and their stems, for a plan with pieces.
    """

    def __new__(
        cls,
        plan: tuple[object, ...],
        words: Mapping[bytes, bytes | None] = ...,
        function: Callable[[list[bytes]], tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]] = ...,
        /,
    ) -> BatchCounter: ...
    def count(
        self,
        evaluations: Sequence[_Texts],
        stop: bytearray | None = None,
        separators: Sequence[bytes] = (b"\n",),
        /,
    ) -> tuple[bytes, bytes, bytes]:
        """Return the columns, the traits of the texts, and by text its words and its split words (int64).

        An evaluation is its models and its peers. A row stands for each peer, and traits for each text,
        models before peers; an object that stands in several places is read once. The texts of an evaluation
        take the separators in turn.
        """

    def read(
        self, evaluations: Sequence[_Texts], vocabulary: dict[bytes, int], tokens: int, ends: int, /
    ) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """Return the tokens, the ends and the places of texts, and their traits and words as `count` does."""

    def extract(
        self, evaluations: Sequence[_Texts], measures: bytes, most: int, /
    ) -> tuple[bytes, float] | None:
        """Return the peer's sentences that together score best against the models, and their value.

        If the result is None, the caller must score whole extracts. The value adds up the F of the measures
        with the numbers in `measures`. Without measures the rule is PreSumm's; words stand between U+0020.
        """

    def tile(self, tile: Tile, matrix: array[float] | memoryview[float], is_mirrored: bool, /) -> None:
        """Write the figures of a tile to a matrix of all texts."""

    def pairs(self, tile: Tile, at_least: float, later: bool, /) -> bytes:
        """Return the peer, the model and the figure of each pair whose figure is high enough."""

@final
class Rows:
    """The type of what `rows` returns; it has a name for type checkers alone."""

def rows(series: Sequence[array[float]], /) -> Rows: ...
def resample(
    rows: Rows, first: int, resamples: int, divisor: float, state: array[int] | None = None, /
) -> bytes: ...
def sort_samples(samples: array[float], /) -> float: ...
def differences(minuends: array[float], subtrahends: array[float], /) -> bytes: ...
def in_order(values: array[float], order: array[int], /) -> bytes: ...
def stem(word: bytes, is_nltk: bool, /) -> bytes: ...
def scan_rows(
    lines: bytes, place: int, names: tuple[bytes, ...], /
) -> tuple[list[tuple[bytes, bytes] | list[Any] | None], bytes]:
    """Return what the fields with these names have in each row of JSON Lines, and the places of the rows.

    Line ends part the rows. The fields are the evaluation, the system, the peer, the models and the source. A
    row with a peer and a model alone, both strings, becomes a pair; any other row the list of its values, in
    which `...` stands for a field that the row lacks. Strings are bytes in UTF-8. None leaves a row to the
    caller: the wrong and the rare rows. Places are 64-bit integers, the first of them `place`; behind them is
    the place of a next row.
    """
