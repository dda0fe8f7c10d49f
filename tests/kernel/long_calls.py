"""Calls of the compiled kernel that take as long as one likes, each for one reason."""

from __future__ import annotations

import functools
import math
import random
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from rouge_cli.kernel import plan

from ..support.resampling import resampled
from .bodies import batch_counter, compiled, counter_of, one_evaluation, plan_of
from .hashes import bigrams_of_near_hash, words_of_equal_hash

Call = Callable[[], object]


def _words(numbers: Iterable[int]) -> bytes:
    """A text on one line."""
    return b" ".join(b"%d" % number for number in numbers)


def _sentences(numbers: Iterable[int]) -> list[bytes]:
    """A text whose sentences have one word each."""
    return [b"%d" % number for number in numbers]


def random_text(size: int, kinds: int) -> bytes:
    return _words(random.Random(size).choices(range(kinds), k=size))


def _counting(function: str, models: Sequence[plan.Item], peers: Sequence[plan.Item], *numbers: Any) -> Call:
    """A call that counts one evaluation by one measure."""
    counter, arguments = counter_of(function, *numbers), one_evaluation(models, peers)
    return lambda: counter.count(*arguments)


def _of_a_text(function: str, kinds: int, *numbers: Any) -> Callable[[int], Call]:
    """Calls that count a text of so many different words with itself, but for its first and its last word."""

    def prepare(size: int) -> Call:
        text = random_text(size, kinds)
        return _counting(function, [text], [b"first %b last" % text], *numbers)

    return prepare


def _with_nothing_in_common(function: str) -> Callable[[int], Call]:
    return lambda size: _counting(function, [_words(range(size))], [_sentences(range(size, 2 * size))])


lcs = _of_a_text("lcs", 1000)


def skip_bigrams(size: int) -> Call:
    return _of_a_text("skip_bigrams", size // 15 + 1, -1)(size)


def skip_bigrams_with_nothing_in_common(size: int) -> Call:
    count = math.isqrt(size)  # Time and memory grow with the square of their number.
    models, peers = [_words(range(1000))] * count, [_words(range(5000, 6000))] * count
    return _counting("skip_bigrams", models, peers, 4)


def ngrams(size: int) -> Call:
    text = _words([0] * (2 * size))
    return _counting("ngrams", [text], [text], size)


def small_evaluations(size: int) -> Call:
    counter = counter_of("ngrams", 1)
    count = 100 * size
    return lambda: counter.count([([b"a b c"], [b"a c d"])] * count)


def lines(size: int) -> Call:
    return _counting("lcs", [b"words of a short sentence\n" * (1000 * size)], [])


def a_line(size: int) -> Call:
    """It is looked through for sentences, and is in ASCII up to its end."""
    return _counting("ngrams", [b"x._y!_._" * (5000 * size)], [], 1)


def resampling(size: int) -> Call:
    values = [array("d", [1.0]) * size] * 3
    return lambda: resampled(values, 0, size, 1)


def sorting(size: int) -> Call:
    values = array("d", [random.random() for _ in range(1000)]) * (size // 100)
    return lambda: compiled.sort_samples(values[:])


def text(size: int) -> Call:
    return _counting("ngrams", [random.Random(1).randbytes(1 << 18) * (size // 100)], [], 1)


def words_in_one_place_of_the_table(size: int) -> Call:
    """Their time grows with the square of their number."""
    return _counting("ngrams", [b" ".join(words_of_equal_hash(100 * math.isqrt(size)))], [], 1)


def bigrams_in_one_place_of_the_table(size: int) -> Call:
    """Their time grows with the square of their number, too."""
    pairs = bigrams_of_near_hash(100 * math.isqrt(size))
    numbers = [*range(1 + max(map(max, pairs))), *chain.from_iterable(pairs)]
    return _counting("ngrams", [_words(numbers)], [_words([0, 1])], 2)


def words(size: int) -> Call:
    items = [(b"word%d" % number, b"stem") for number in range(1000)] * (size // 50)
    return lambda: batch_counter(plan_of(), Mapping(lambda: items))


class Mapping:
    """A mapping whose items are whatever a function returns."""

    def __init__(self, items: Callable[[], Any]) -> None:
        self.items = items


WITHOUT_GIL = {
    "lcs": lcs,
    "lcs_of_one_word": _of_a_text("lcs", 1),
    "lcs_of_sentences_with_nothing_in_common": _with_nothing_in_common("lcs"),
    "weighted_lcs": _of_a_text("weighted_lcs", 50, 1.2),
    "longest_lcs": _of_a_text("longest_lcs", 1000),
    "longest_lcs_of_sentences_with_nothing_in_common": _with_nothing_in_common("longest_lcs"),
    "weighted_length": _of_a_text("weighted_length", 50, 1.2),
    **{
        prepare.__name__: prepare
        for prepare in [
            *(skip_bigrams, skip_bigrams_with_nothing_in_common, ngrams, small_evaluations, lines, a_line),
            *(resampling, sorting, text, words_in_one_place_of_the_table, bigrams_in_one_place_of_the_table),
        ]
    },
}
LONG = WITHOUT_GIL | {"words": words}


def _seconds_at_work(call: Call) -> float:
    """Return the time of the processor, as a pause of a busy machine must not pass for work."""
    began = time.thread_time()
    call()
    return time.thread_time() - began


@functools.cache
def size_of_some_seconds(prepare: Callable[[int], Call]) -> int:
    """A size at which a call takes at least a second on this machine, however fast it is.

    The faster of two calls decides, because one may wait for memory or for other machines of its host.
    """
    size = 100
    while min(_seconds_at_work(prepare(size)) for _ in range(2)) < 0.15:
        size *= 2
    return 8 * size
