"""Long calls of the compiled kernel let other threads go on, and signals end them within a second.

Ctrl-C is one such signal: its handler raises KeyboardInterrupt.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import random
import signal
import sys
import threading
import time
import weakref
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.kernel.document import Document

from ..support import processes
from . import long_calls
from .bodies import compiled, needs_compiled
from .long_calls import Call

pytestmark = [
    pytest.mark.slow,
    needs_compiled,
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a signal after some time"),
]


class InterruptedByAlarmError(Exception):
    """Raised by the handler of a signal."""


@contextmanager
def _alarm(after: float) -> Iterator[None]:
    """A signal after some seconds, whose handler raises."""

    def interrupt(*ignored: object) -> None:
        raise InterruptedByAlarmError

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, after)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _interrupted(call: Call, after: float) -> float:
    """Seconds from a signal, so long after the call began, until its exception is here."""
    due = time.monotonic() + after
    try:
        with _alarm(after):
            call()
    except InterruptedByAlarmError:
        return time.monotonic() - due
    pytest.fail("it was over before it was interrupted")


@pytest.mark.parametrize("prepare", long_calls.LONG, ids=lambda prepare: prepare.__name__)
def test_a_long_call_answers(prepare: Callable[[int], Call]) -> None:
    """The limit is a second; a busy machine has five tries."""
    call = prepare(long_calls.size_of_some_seconds(prepare))
    assert any(_interrupted(call, after) < 1 for after in (0.3, 0.4, 0.5))


@pytest.mark.parametrize("prepare", long_calls.LONG, ids=lambda prepare: prepare.__name__)
def test_other_threads_go_on(prepare: Callable[[int], Call]) -> None:
    """Another thread has its turns during the call and then ends it; if it has none, the call ends by itself.

    The time that passes meanwhile does not matter; a busy machine has five tries.
    """
    call = prepare(long_calls.size_of_some_seconds(prepare))
    # Reading needs the GIL and yields it now and then.
    turns = 20 if prepare in long_calls.WITHOUT_GIL else 1
    assert any(_is_ended_by_a_thread(call, turns) for _ in range(5))


def _is_ended_by_a_thread(call: Call, turns: int) -> bool:
    """Return whether another thread had so many turns during the call, which it then ended."""
    main, begun, over = threading.get_ident(), threading.Event(), threading.Event()

    def take_turns() -> None:
        begun.wait()
        if not any(over.wait(0.001) for _ in range(turns)):
            signal.pthread_kill(main, signal.SIGALRM)

    other = threading.Thread(target=take_turns)
    other.start()
    ended = False
    with _alarm(600), suppress(InterruptedByAlarmError):  # The handler stays as long as the other thread.
        try:
            begun.set()
            call()
        except InterruptedByAlarmError:
            ended = True
        finally:
            over.set()
            other.join()  # A signal that comes only now ends this instead.
    other.join()
    return ended


def test_an_interrupted_sort_changes_nothing() -> None:
    values = array("d", [random.random() for _ in range(1000)])
    values *= long_calls.size_of_some_seconds(long_calls.sorting) // 100
    kept = values[:]
    _interrupted(lambda: compiled.sort_samples(values), 0.3)
    assert values == kept


def test_an_interrupted_vocabulary_can_be_used() -> None:
    """Where it stopped, nothing was half done."""
    vocabulary = compiled.Vocabulary()
    text = b" ".join(b"word%d" % number for number in range(1000)) + b" "
    copies = long_calls.size_of_some_seconds(long_calls.text) * 30 // 100
    _interrupted(lambda: vocabulary.tokens([text * copies], True), 0.3)
    assert vocabulary.tokens([text], False)[0] == array("i", range(1000))


class TestPendingSignals:
    """A signal that comes while a call reads its arguments is handled before the call goes on."""

    @staticmethod
    def _raise() -> Iterator[Any]:
        """An iterator of C functions alone, at whose end a signal is pending."""
        raise_signal = getattr(ctypes.CDLL(None), "raise")
        return map(raise_signal, [signal.SIGALRM])

    def _assert_interrupted(self, call: Callable[[Any], object], *items: Any) -> None:
        with _alarm(60), pytest.raises(InterruptedByAlarmError):
            call(chain(items, self._raise()))

    def test_while_documents_are_read(self) -> None:
        self._assert_interrupted(lambda items: compiled.ngram_hits(items, [], 1), None)
        self._assert_interrupted(lambda items: compiled.lcs_hits([], items), None)

    def test_while_words_are_read(self) -> None:
        long = b"word " * (1 << 19)
        self._assert_interrupted(lambda items: compiled.Vocabulary().tokens(items, True), long, None)
        self._assert_interrupted(lambda items: compiled.Vocabulary(items), long, None)
        pair = (long, b"stem")
        self._assert_interrupted(
            lambda items: compiled.Vocabulary((), long_calls.Mapping(functools.partial(iter, items))),
            pair,
            None,
        )

    def test_within_a_word(self) -> None:
        self._assert_interrupted_before_the_end([b"ab" * (3 << 19)], 0)

    def test_within_words_of_equal_hash(self) -> None:
        """Their letters alone are too few for a look; the places where they are searched for count, too."""
        text = long_calls.words_of_equal_hash(2000)
        assert len(text) < 1 << 18
        self._assert_interrupted_before_the_end([text], 1999)

    def _assert_interrupted_before_the_end(self, sentences: list[bytes], last: int) -> None:
        vocabulary = compiled.Vocabulary()
        self._assert_interrupted(lambda items: vocabulary.tokens(items, False), *sentences)
        with pytest.raises(IndexError):
            vocabulary.name(last)

    @staticmethod
    @contextmanager
    def _signals(handle: Callable[[], object]) -> Iterator[None]:
        """Handle one signal after another, each a thousandth of a second after the one before."""

        over = False

        def handler(*ignored: object) -> None:
            if not over:  # A signal that is handled late must not set the timer again.
                handle()
                signal.setitimer(signal.ITIMER_REAL, 0.001)

        previous = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            yield
        finally:
            over = True
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)

    def test_within_the_stemming_of_a_word(self) -> None:
        """The handler raises once the word has a number, but its stem has none."""
        word = b"ab" * (1 << 22) + b"ing"
        vocabulary = compiled.Vocabulary()

        def has(number: int) -> bool:
            try:
                return bool(vocabulary.name(number))
            except IndexError:
                return False

        def interrupt() -> None:
            if has(0) and not has(1):
                raise InterruptedByAlarmError

        with self._signals(interrupt), pytest.raises(InterruptedByAlarmError):
            vocabulary.tokens([word], True)
        assert vocabulary.stem(word) == word.removesuffix(b"ing")

    def test_handlers_may_use_the_vocabulary_within_a_word(self) -> None:
        """What they add moves the memory of the table and the place behind its text."""
        words = [b"ab" * (1 << 20) + b"ing", b"Cd" * (1 << 20) + b"s"]
        vocabulary = compiled.Vocabulary()
        added: list[bytes] = []

        def add() -> None:
            added.append(b"other%dwords" % len(added) * 500)
            vocabulary.tokens(added[-1:], False)

        with self._signals(add):
            tokens, ends = vocabulary.tokens([b" and ".join(words)] * 3, True)
        assert added
        stems = [words[0].removesuffix(b"ing"), b"and", words[1].removesuffix(b"s").lower()]
        assert [vocabulary.name(number) for number in tokens] == stems * 3
        assert ends == array("i", [3, 6, 9])

    def test_while_lists_are_made(self) -> None:
        """The last reference to a document is gone once it is read; the signal comes with its end."""
        counts: list[int] = []

        class Raising(weakref.ref):  # type: ignore[type-arg]
            _as_parameter_ = int(signal.SIGALRM)

        def lists() -> int:
            return sum(type(one) is list for one in gc.get_objects())

        def interrupt(*ignored: object) -> None:
            counts.append(lists())
            raise InterruptedByAlarmError

        kept: list[Raising] = []

        def peers() -> Iterator[Document]:
            for number in range(500):
                numbers = array("i")
                if number == 0:
                    kept.append(Raising(numbers, getattr(ctypes.CDLL(None), "raise")))
                yield Document(numbers, numbers, numbers)

        previous = signal.signal(signal.SIGALRM, interrupt)
        try:
            before = lists()
            with pytest.raises(InterruptedByAlarmError):
                compiled.ngram_hits([], peers(), 1)
        finally:
            signal.signal(signal.SIGALRM, previous)
        assert counts[0] - before < 100, "all lists were made before the signal was handled"


_RUN = """
import os, sys
import rouge_cli.kernel.compiled as compiled
from rouge_cli.__main__ import run
hits = compiled.weighted_lcs_hits
def announced(*arguments):
    os.write(1, b"scoring")
    return hits(*arguments)
compiled.weighted_lcs_hits = announced
sys.exit(run())
"""


def test_a_whole_run_ends_quietly(tmp_path: Path) -> None:
    source = random.Random(1)
    for name in ("peer", "model"):
        words = (f"w{source.randrange(30)}" for _ in range(120_000))
        (tmp_path / name).write_text(" ".join(words) + "\n")
    (tmp_path / "list").write_text("peer model\n")
    assert any(_seconds_to_end(tmp_path) < 1 for _ in range(3))


def _seconds_to_end(directory: Path) -> float:
    flags = ["-w", "1.2", "-x", "-z", "SPL", "list", "1"]
    process = processes.start([sys.executable, "-c", _RUN, *flags], cwd=directory)
    assert process.stdout is not None
    assert process.stdout.read(7) == b"scoring"
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert (stdout, stderr, process.returncode) == (b"", b"", 130)
    return time.monotonic() - sent
