"""Prepared texts: the token numbers of many texts in arrays, which both bodies of the kernel take."""

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

from ..kernel.plan import PLACES, Integers, document_at, places_of

if TYPE_CHECKING:
    from ..kernel.compiled import Tile


class Duplicate(NamedTuple):
    """Two texts that resemble each other."""

    first: int
    """The index of the earlier text, from 0; of two lists, the index of the peer."""
    second: int
    """The index of the later text, or of the model."""
    figure: float
    """The figure of the first text with the second one as its model."""


class Block(NamedTuple):
    """A rectangle of a matrix with a row for each peer and a column for each model."""

    peers: range
    models: range


class Wanted(NamedTuple):
    """A figure of a measure: the place of the measure in the profile, and the place in `FIGURE_NAMES`."""

    measure: int
    figure: int


@dataclass(eq=False)
class Pool:
    """The tokens of all texts that were prepared together. A pool only grows, so its places stay valid."""

    vocabulary: dict[bytes, int] = field(default_factory=dict)
    """The numbers of tokens by their bytes."""
    tokens: Integers = field(default_factory=partial(array, "i"))
    ends: Integers = field(default_factory=partial(array, "i"))
    """For each document, the index after the last word of each sentence, from the document's start."""

    def __post_init__(self) -> None:
        self._process, self._lock, self._is_growing = os.getpid(), RLock(), False

    @contextmanager
    def growing(self) -> Iterator[None]:
        """Keep other threads from adding texts, or from asking for the size of the vocabulary.

        A process has its own lock, because it may be forked while a thread holds the lock of its parent.
        Raises `RuntimeError` where the texts that are read, or their tokenizer, add texts themselves.
        """
        if self._process != os.getpid():
            self.__post_init__()
        with self._lock:
            if self._is_growing:
                raise RuntimeError("texts are prepared already by what calls this; prepare one after another")
            self._is_growing = True
            try:
                yield
            finally:
                self._is_growing = False

    def __reduce__(self) -> tuple[object, ...]:
        return Pool, (self.vocabulary, self.tokens, self.ends)


def extended(numbers: Integers, more: Integers) -> Integers:
    """Return the numbers with more behind them: in the same array, unless a thread has a view of it."""
    try:
        numbers.extend(more)
    except BufferError:
        return numbers + more
    return numbers


@dataclass(eq=False)
class Prepared:
    """The documents of texts, in each distinct reading of a profile, as places in a pool."""

    pool: Pool
    places: Integers
    size: int
    """The numbers of a text among the places."""

    def __len__(self) -> int:
        return len(self.places) // self.size

    def places_at(self, texts: Iterable[int]) -> Integers:
        """Return the places of these texts."""
        size = self.size
        if isinstance(texts, range) and texts.step == 1:
            return self.places[texts.start * size : texts.stop * size]
        return array("q", chain.from_iterable(self.places[one * size : (one + 1) * size] for one in texts))

    def add(self, tokens: Integers, ends: Integers, places: Integers) -> None:
        """Append texts. The caller reads the sizes for the places and calls this inside of `Pool.growing`."""
        self.pool.tokens = extended(self.pool.tokens, tokens)
        self.pool.ends = extended(self.pool.ends, ends)
        # Places come last, so that threads find the tokens and ends of each place.
        self.places = extended(self.places, places)

    def arrays(self) -> tuple[Integers, Integers, Integers]:
        """Return the tokens, the ends and the places, as the compiled kernel takes them."""
        places = self.places  # First: the tokens and ends of all these places are there.
        return self.pool.tokens, self.pool.ends, places

    def compact(self) -> "Prepared":
        """Return the same texts in a pool that has only their words."""
        # Places are copied first: the pool has the tokens of all of them, and the vocabulary has all tokens.
        arrays, pool = (self.pool.tokens, self.pool.ends, self.places[:]), Pool()
        documents = (document_at(arrays, one, whole=False) for one in range(len(arrays[2]) // PLACES))
        places = places_of(documents, pool.tokens, pool.ends)
        names, known = list(self.pool.vocabulary), pool.vocabulary
        pool.tokens = array("i", [known.setdefault(names[token], len(known)) for token in pool.tokens])
        return Prepared(pool, places, self.size)

    def joined(self, vocabulary: Mapping[bytes, int]) -> "tuple[Prepared, int]":
        """Return the texts with the numbers of another vocabulary, and the number of kinds of tokens.

        Words outside that vocabulary get the numbers after its last one.
        """
        own = self.compact()
        new = count(len(vocabulary))
        numbers = [vocabulary[word] if word in vocabulary else next(new) for word in own.pool.vocabulary]
        tokens = array("i", map(numbers.__getitem__, own.pool.tokens))
        return Prepared(Pool({}, tokens, own.pool.ends), own.places, self.size), next(new)


class Facing(NamedTuple):
    """Prepared peers and models whose tokens have the numbers of one vocabulary."""

    peers: Prepared
    models: Prepared
    kinds: int
    """The number of kinds of tokens."""
    stop: bytearray | None = None
    """Another thread sets the first byte to end the call."""

    def tile(self, block: Block, figure: Wanted) -> "Tile":
        """Return a block of these texts as the kernel takes it."""
        peers, models = block
        arrays = self.peers.arrays(), self.models.arrays()
        # Texts may have been appended meanwhile, with new kinds of tokens.
        kinds = max(self.kinds, len(self.peers.pool.vocabulary), len(self.models.pool.vocabulary))
        return (*arrays, kinds, peers.start, peers.stop, models.start, models.stop, *figure, self.stop)
