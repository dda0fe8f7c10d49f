"""Words that the compiled body looks for in one place of a table, found by search."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from functools import cache

import numpy

_ALPHABET = b"abcdefghijklmnopqrstuvwxyz0123456789"
START = 0x9E3779B97F4A7C15
_XORS = {one ^ other: (one, other) for one in _ALPHABET for other in _ALPHABET}
"""For each difference of two letters or digits, two that have it."""
# All such differences are zero in the highest and in the third highest bit of a byte.
_ZERO_BITS = 0xA0A0A0A0A0A0A0A0


def _step(state: int, eight: bytes) -> int:
    """The state after eight more bytes."""
    state = (state ^ int.from_bytes(eight, "little")) * 0xFF51AFD7ED558CCD % 2**64
    return state ^ state >> 32


def hash_of(word: bytes) -> int:
    """The hash that slots hold; a test compares it with that of the compiled body."""
    state = START
    for place in range(0, max(len(word), 16), 8):
        state = _step(state, word[place : place + 8].ljust(8, b"\0"))
    return state % 2**32


# Pairs that begin alike, of lengths that are looked up in different ways; tried until two had one hash.
PAIRS = [
    (b"tsgx6gr", b"nkhh8lf"),
    (b"abcdefgh4g7afmnp", b"abcdefgh9pilta7m"),
    (b"internationalizaz45s39", b"internationalizayha890"),
    (b"internationalization%bluzrex4t" % (b"s" * 20), b"internationalization%bo6fk523a" % (b"s" * 20)),
]


def words_of_equal_hash(count: int) -> list[bytes]:
    """Up to 2**17 words of one hash: each sixteen letters have two spellings that lead to the same state."""
    parts = _parts()[: (count - 1).bit_length()]
    return [b"".join(word) for word in itertools.islice(itertools.product(*parts), count)]


def bigrams_of_near_hash(count: int) -> list[tuple[int, int]]:
    """Pairs of the numbers of words that the table of n-grams looks for in a 256th of its slots."""
    pairs: list[tuple[int, int]] = []
    second = numpy.arange(16 * math.isqrt(count) + 256, dtype=numpy.uint64)
    for first in map(int, second):
        keys = numpy.uint64((first + 1) << 32) | second
        hashes = (keys ^ keys >> numpy.uint64(29)) * numpy.uint64(START)
        pairs += [(first, int(number)) for number in second[hashes >> numpy.uint64(56) == 0]]
    return pairs[:count]


@cache
def _parts() -> list[tuple[bytes, bytes]]:
    return list(itertools.islice(_search(), 17))


def _search() -> Iterator[tuple[bytes, bytes]]:
    source = random.Random(1)
    state = START
    while True:
        states: dict[int, tuple[bytes, int]] = {}
        while True:
            first = bytes(source.choices(_ALPHABET, k=8))
            here = _step(state, first)
            other_first, there = states.setdefault(here & _ZERO_BITS, (first, here))
            differences = (here ^ there).to_bytes(8, "little")
            if first != other_first and all(difference in _XORS for difference in differences):
                second, other_second = map(bytes, zip(*map(_XORS.get, differences), strict=True))
                break
        yield first + second, other_first + other_second
        state = _step(here, second)
        assert state == _step(there, other_second)
