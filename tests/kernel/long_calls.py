"""Calls of the compiled kernel that take as long as one likes, each for one reason."""

from __future__ import annotations

import functools
import math
import random
import time
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from rouge_cli.kernel.plan import Document, Item

from ..support.resampling import resampled
from .bodies import compiled, counter_of, one_evaluation, places_of
from .hashes import colliding_bigrams, words_of_equal_hash

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


def random_document(size: int, kinds: int) -> Document:
    return _document(array("i", random.Random(size).choices(range(kinds), k=size)))


def _counting(function: str, models: Sequence[Item], peers: Sequence[Item], *numbers: Any) -> Call:
    """A call that counts one evaluation by one measure."""
    counter, arguments = counter_of(function, *numbers), one_evaluation(models, peers)
    return lambda: counter.count(*arguments)


def lcs(size: int) -> Call:
    text = random_document(size, 1000)
    return _counting("lcs_hits", [text], [text])


def lcs_of_one_word(size: int) -> Call:
    text = _same(size)
    return _counting("lcs_hits", [text], [text])


def lcs_of_sentences_with_nothing_in_common(size: int) -> Call:
    model, peer = _different(size), _different(size, 10**9)
    peer = _document(peer.tokens, range(1, size + 1))
    return _counting("lcs_hits", [model], [peer])


def weighted_lcs(size: int) -> Call:
    text = random_document(size, 50)
    return _counting("weighted_lcs_hits", [text], [text], 1.2)


def longest_lcs(size: int) -> Call:
    text = random_document(size, 1000)
    return _counting("longest_lcs_hits", [text], [text])


def longest_lcs_of_sentences_with_nothing_in_common(size: int) -> Call:
    model, peer = _different(size), _different(size, 10**9)
    peer = _document(peer.tokens, range(1, size + 1))
    return _counting("longest_lcs_hits", [model], [peer])


def weighted_lengths(size: int) -> Call:
    text = random_document(size, 50)
    return _counting("weighted_lengths", [text], [text], 1.2)


def skip_bigrams(size: int) -> Call:
    text = random_document(size, size // 15 + 1)
    return _counting("skip_bigram_hits", [text], [text], -1)


def skip_bigrams_with_nothing_in_common(size: int) -> Call:
    count = math.isqrt(size)  # Time and memory grow with the square of their number.
    models, peers = [_different(1000)] * count, [_different(1000, 5000)] * count
    return _counting("skip_bigram_hits", models, peers, 4)


def ngrams(size: int) -> Call:
    text = _same(2 * size)
    return _counting("ngram_hits", [text], [text], size)


def ngrams_in_one_place_of_the_table(size: int) -> Call:
    """Bigrams whose numbers are looked for in one place; time grows with the square of their number."""
    kinds = 1 << 16
    tokens = array("i", range(kinds))  # so that tokens are numbered as they are
    tokens.extend(colliding_bigrams(kinds, 100 * math.isqrt(size)))
    return _counting("ngram_hits", [_document(tokens)], [_same(2)], 2)


def numbering(size: int) -> Call:
    text = _colliding(size)
    return _counting("ngram_hits", [text], [], 1)


def small_evaluations(size: int) -> Call:
    counter = counter_of("ngram_hits", 1)
    count = 100 * size
    model, peer, ends = array("i", [0]) * count, array("i", [1]) * count, array("i", range(1, count + 1))
    rows = array("i", range(count))
    return lambda: counter.count([b"a b c", b"a c d"], model, ends, peer, ends, rows)


def lines(size: int) -> Call:
    counter = counter_of("lcs_hits")
    text = b"words of a short sentence\n" * (1000 * size)
    return lambda: counter.count([text], *places_of([([0], [])]))


def a_line(size: int) -> Call:
    """It is looked through for sentences, and is in ASCII up to its end."""
    counter = counter_of("ngram_hits", 1)
    text = b"x. y! . ".replace(b" ", b"_") * (5000 * size)
    return lambda: counter.count([text], *places_of([([0], [])]))


def resampling(size: int) -> Call:
    values = [array("d", [1.0]) * size] * 3
    return lambda: resampled(values, [None] * 3, 0, size, 1)


def resampling_in_orders(size: int) -> Call:
    values, orders = [array("d", [1.0]) * size] * 15, [array("i", range(size))] * 15
    return lambda: resampled(values, orders, 0, size, 1)


def sorting(size: int) -> Call:
    values = array("d", [random.random() for _ in range(1000)]) * (size // 100)
    return lambda: compiled.sort_samples(values[:])


def text(size: int) -> Call:
    text = random.Random(1).randbytes(1 << 18) * (size // 100)
    return lambda: compiled.Vocabulary().tokens([text], False)


def sentences(size: int) -> Call:
    text = [b"words of a short sentence %d" % number for number in range(1000)] * (size // 100)
    return lambda: compiled.Vocabulary().tokens(text, True)


def words_in_one_place_of_the_table(size: int) -> Call:
    text = b" ".join(
        words_of_equal_hash(100 * math.isqrt(size))
    )  # whose time grows with the square of their number
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
    longest_lcs,
    longest_lcs_of_sentences_with_nothing_in_common,
    weighted_lengths,
    skip_bigrams,
    skip_bigrams_with_nothing_in_common,
    ngrams,
    ngrams_in_one_place_of_the_table,
    numbering,
    small_evaluations,
    lines,
    a_line,
    resampling,
    resampling_in_orders,
    sorting,
]
LONG = [*WITHOUT_GIL, text, sentences, words_in_one_place_of_the_table, stop_words, exceptions]


def _seconds_at_work(call: Call) -> float:
    """Return the time of the processor, as a pause of a busy machine must not pass for work."""
    began = time.thread_time()
    call()
    return time.thread_time() - began


@functools.cache
def size_of_some_seconds(prepare: Callable[[int], Call]) -> int:
    """A size at which a call takes at least two seconds on this machine, however fast it is."""
    size = 100
    while _seconds_at_work(prepare(size)) < 0.15:
        size *= 2
    return 16 * size
