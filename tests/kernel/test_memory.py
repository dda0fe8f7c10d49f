"""No reference and no memory is lost, whether calls of the compiled kernel return or raise."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from rouge_cli.kernel.document import Document

from ..support.commands import environment
from ..support.documents import document
from .bodies import compiled, needs_compiled

pytestmark = [pytest.mark.slow, needs_compiled]

Call = Callable[[], object]


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield document([[1]])
    raise FailingError


def _calls() -> tuple[list[Any], list[Call]]:
    """Objects, and calls with them, of which some fail at different places."""
    source = random.Random(1)
    words = array("i", source.choices(range(900), k=2000))
    good = Document(words, words, array("i", [500, 500, 1200, 2000]))
    unended = Document(words, words, array("i", [500, 499, 2000]))
    doubles = array("d", [source.random() for _ in range(2001)])
    few = array("d", [0, 1])
    text = b" ".join(b"words%d relationally" % source.randrange(10**6) for _ in range(200))
    stop_words, exceptions = [b"the", b"a"], {b"axes": b"axis"}
    unsound: list[Any] = [b"word", None]
    wrong: Any = "text"

    def used() -> None:
        vocabulary = compiled.Vocabulary(stop_words, exceptions)
        vocabulary.tokens([text, text], True)
        vocabulary.name(vocabulary.number(text))
        vocabulary.stem(text)
        vocabulary.tokens([text, wrong], True)

    objects: list[Any] = [
        words,
        good,
        good.ends,
        unended,
        unended.ends,
        doubles,
        few,
        text,
        stop_words,
        exceptions,
    ]
    objects += [*exceptions, *exceptions.values(), *stop_words, unsound, wrong]
    objects += [array, compiled, compiled.Vocabulary, Document, TypeError, ValueError, MemoryError]
    return objects, [
        lambda: compiled.ngram_hits([good], [good, good], 2),
        lambda: compiled.ngram_hits([good], [unended], 2),
        lambda: compiled.ngram_hits([good], [wrong], 2),
        lambda: compiled.ngram_hits([good], _failing(), 2),
        lambda: compiled.skip_bigram_hits([good], [good], 4),
        lambda: compiled.skip_bigram_hits([good, unended], [good], 4),
        lambda: compiled.lcs_hits([good], [good]),
        lambda: compiled.lcs_hits([good, (words, wrong, words)], [good]),
        lambda: compiled.weighted_lcs_hits([good], [good], doubles),
        lambda: compiled.weighted_lcs_hits([good], [good], few),
        lambda: compiled.weighted_lcs_hits([good], [good], wrong),
        lambda: compiled.resample([doubles, doubles], 100, 3),
        lambda: compiled.resample([doubles, few], 100, 3),
        lambda: compiled.resample([doubles, wrong], 100, 3),
        lambda: compiled.resample([doubles], -1, 3),
        lambda: compiled.sort_samples(doubles),
        lambda: compiled.sort_samples(wrong),
        lambda: compiled.Vocabulary(unsound),
        lambda: compiled.Vocabulary(stop_words, {b"a": wrong}),
        used,
    ]


def _called(call: Call) -> None:
    with suppress(TypeError, ValueError, FailingError):
        call()


def test_references_are_given_back() -> None:
    objects, calls = _calls()
    for call in calls:
        _called(call)
        gc.collect()  # what other tests left, too
        before = [sys.getrefcount(one) for one in objects]
        for _ in range(20):
            _called(call)
        gc.collect()
        assert [sys.getrefcount(one) for one in objects] == before


def grown(rounds: int) -> tuple[int, int]:
    """How many KiB, and how many blocks of Python's, are held or were at most, after many calls."""
    import resource

    _, calls = _calls()

    def measured(rounds: int) -> tuple[int, int]:
        for _ in range(rounds):
            for call in calls:
                _called(call)
        gc.collect()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak // 1024 if sys.platform == "darwin" else peak, sys.getallocatedblocks()

    (first, blocks), (last, more) = measured(50), measured(rounds)
    return last - first, more - blocks


class TestMemory:
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak of memory so")
    def test_memory_does_not_grow(self) -> None:
        """In a process of its own, whose peak is not that of other tests; a text here takes 8 KiB."""
        script = "from tests.kernel.test_memory import grown; print(*grown(1000))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        kibibytes, blocks = map(int, done.stdout.split())
        assert kibibytes < 4096
        assert blocks < 200
