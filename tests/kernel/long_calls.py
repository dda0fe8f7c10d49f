"""Calls of the compiled kernel that take as long as one likes, each for one reason."""

from __future__ import annotations

import functools
import itertools
import math
import random
import time
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from rouge_cli.kernel.document import Document

from .bodies import compiled

Call = Callable[[], object]


def _document(tokens: array[int], ends: Sequence[int] | None = None) -> Document:
    return Document(tokens, tokens, array("i", [len(tokens)] if ends is None else ends))


def _same(size: int) -> Document:
    return _document(array("i", bytes(4 * size)))


def _different(size: int, first: int = 0) -> Document:
    return _document(array("i", range(first, first + size)))


def _colliding(size: int) -> Document:
    """Tokens that all fall into one place of the table that numbers them."""
    inverse = pow(0x9E3779B1, -1, 2**32)
    numbers = (number * inverse % 2**32 for number in range(size))
    return _document(array("i", [number - 2**32 if number >= 2**31 else number for number in numbers]))


def _random(size: int, kinds: int) -> Document:
    return _document(array("i", random.Random(size).choices(range(kinds), k=size)))


def lcs(size: int) -> Call:
    text = _random(size, 1000)
    return lambda: compiled.lcs_hits([text], [text])


def lcs_of_one_word(size: int) -> Call:
    text = _same(size)
    return lambda: compiled.lcs_hits([text], [text])


def lcs_of_sentences_with_nothing_in_common(size: int) -> Call:
    model, peer = _different(size), _different(size, 10**9)
    peer = _document(peer.tokens, range(1, size + 1))
    return lambda: compiled.lcs_hits([model], [peer])


def weighted_lcs(size: int) -> Call:
    text, weights = _random(size, 50), array("d", range(size + 1))
    return lambda: compiled.weighted_lcs_hits([text], [text], weights)


def skip_bigrams(size: int) -> Call:
    text = _random(size, size // 15 + 1)
    return lambda: compiled.skip_bigram_hits([text], [text], -1)


def skip_bigrams_with_nothing_in_common(size: int) -> Call:
    models, peers = [_different(1000)] * size, [_different(1000, 5000)] * size
    return lambda: compiled.skip_bigram_hits(models, peers, 4)


def ngrams(size: int) -> Call:
    text = _same(2 * size)
    return lambda: compiled.ngram_hits([text], [text], size)


def numbering(size: int) -> Call:
    text = _colliding(size)
    return lambda: compiled.ngram_hits([text], [], 1)


def resampling(size: int) -> Call:
    values = [array("d", [1.0]) * size] * 3
    return lambda: compiled.resample(values, size, 1)


def sorting(size: int) -> Call:
    values = array("d", [random.random() for _ in range(1000)]) * (size // 100)
    return lambda: compiled.sort_samples(values[:])


def text(size: int) -> Call:
    text = random.Random(1).randbytes(1 << 18) * (size // 100)
    return lambda: compiled.Vocabulary().tokens([text], False)


def sentences(size: int) -> Call:
    text = [b"words of a short sentence %d" % number for number in range(1000)] * (size // 100)
    return lambda: compiled.Vocabulary().tokens(text, True)


def words_of_equal_hash(count: int) -> bytes:
    """Up to 2**17 words of 68 letters: after each four letters the hash (FNV-1a) is the same either way."""
    first = [(b"gwzx", b"16cd"), (b"yyao", b"1kia")]  # found by search, as the others
    further = [(b"g3zx", b"1pad"), (b"epvu", b"33ea"), (b"zwfo", b"2uja")] * 5
    return b" ".join(map(b"".join, itertools.islice(itertools.product(*first, *further), count)))


def words_in_one_place_of_the_table(size: int) -> Call:
    text = words_of_equal_hash(100 * math.isqrt(size))  # whose time grows with the square of their number
    return lambda: compiled.Vocabulary().tokens([text], False)


def stop_words(size: int) -> Call:
    words = [b"a long word " * 20 + b"%d" % number for number in range(1000)] * (size // 50)
    return lambda: compiled.Vocabulary(words)


def exceptions(size: int) -> Call:
    items = [(b"word%d" % number, b"stem") for number in range(1000)] * (size // 50)
    return lambda: compiled.Vocabulary((), Mapping(lambda: items))


class Mapping:
    """A mapping whose items are whatever a function returns."""

    def __init__(self, items: Callable[[], Any]) -> None:
        self.items = items


WITHOUT_GIL = [
    lcs,
    lcs_of_one_word,
    lcs_of_sentences_with_nothing_in_common,
    weighted_lcs,
    skip_bigrams,
    skip_bigrams_with_nothing_in_common,
    ngrams,
    numbering,
    resampling,
    sorting,
]
LONG = [*WITHOUT_GIL, text, sentences, words_in_one_place_of_the_table, stop_words, exceptions]


def _seconds(call: Call) -> float:
    began = time.monotonic()
    call()
    return time.monotonic() - began


@functools.cache
def size_of_some_seconds(prepare: Callable[[int], Call]) -> int:
    """A size at which a call takes at least two seconds on this machine, however fast it is."""
    size = 100
    while _seconds(prepare(size)) < 0.15:
        size *= 2
    return 16 * size
