"""Long calls of the compiled kernel let other threads go on, and signals end them within a second.

Ctrl-C is one such signal: its handler raises KeyboardInterrupt.
"""

from __future__ import annotations

import ctypes
import gc
import random
import signal
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from ..support import processes
from ..support.needs import needs
from ..support.plans import plan_of
from . import long_calls
from .bodies import batch_counter, compiled, counter_of, needs_compiled, one_evaluation
from .long_calls import Call

pytestmark = [pytest.mark.slow, needs_compiled, needs("posix")]


class InterruptedByAlarmError(Exception):
    """Raised by the handler of a signal."""


@contextmanager
def _alarm(after: float, *, of_work: bool = False) -> Iterator[None]:
    """A signal after some seconds, or seconds of work of this process, whose handler raises."""

    def interrupt(*ignored: object) -> None:
        raise InterruptedByAlarmError

    real, work = (signal.ITIMER_REAL, signal.SIGALRM), (signal.ITIMER_PROF, signal.SIGPROF)
    timer, number = work if of_work else real
    previous = signal.signal(number, interrupt)
    try:
        signal.setitimer(timer, after)
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, previous)


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _interrupted(call: Call, after: float) -> float | None:
    """Seconds of work from a signal, so much work after the call began, until its exception is here.

    None if the call was over before. Garbage is not collected meanwhile: Python drops the exception of a
    signal that comes during a callback of the collector, and hypothesis has one.
    """
    due = time.process_time() + after
    try:
        with _without_collector(), _alarm(after, of_work=True):
            call()
    except InterruptedByAlarmError:
        return time.process_time() - due
    return None


@pytest.mark.parametrize("name", long_calls.LONG)
def test_a_long_call_answers(name: str) -> None:
    """The limit is a second of work, as a busy machine may leave the process waiting; it has twelve tries.

    A virtual machine takes for work what its host gives to others meanwhile.
    """
    prepare = long_calls.LONG[name]
    size = found = long_calls.size_of_some_seconds(prepare)
    call = prepare(size)
    for after in (0.3, 0.4, 0.5) * 4:
        late = _interrupted(call, after)
        if late is not None and late < 1:
            return
        if late is None and size < 8 * found:  # The size was found while the machine was slow.
            size *= 2
            call = prepare(size)
    pytest.fail("no call answered within a second")


@pytest.mark.parametrize("name", long_calls.LONG)
def test_other_threads_go_on(name: str) -> None:
    """Another thread has its turns during the call and then ends it; if it has none, the call ends by itself.

    The time that passes meanwhile does not matter; a busy machine has five tries.
    """
    prepare = long_calls.LONG[name]
    call = prepare(long_calls.size_of_some_seconds(prepare))
    # Reading needs the GIL and yields it now and then.
    turns = 20 if name in long_calls.WITHOUT_GIL else 1
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
    with _without_collector(), _alarm(600), suppress(InterruptedByAlarmError):
        try:  # The handler stays as long as the other thread.
            begun.set()
            call()
        except InterruptedByAlarmError:
            ended = True
        finally:
            over.set()
            other.join()  # A signal that comes only now ends this instead.
    other.join()
    return ended


def test_an_interrupted_sort_keeps_all_values() -> None:
    """Their order is lost, as they are sorted in place."""
    kinds = [random.random() for _ in range(1000)]
    times = long_calls.size_of_some_seconds(long_calls.sorting) // 100
    values = array("d", kinds) * times
    assert _interrupted(lambda: compiled.sort_samples(values), 0.3) is not None
    compiled.sort_samples(values)
    kept = values.tobytes() == b"".join(pack("d", value) * times for value in sorted(kinds))
    assert kept  # Not the bytes, of which pytest would print hundreds of millions.


def _long_text() -> bytes:
    return long_calls.random_text(long_calls.size_of_some_seconds(long_calls.lcs), 1000)


def test_an_interrupted_counter_can_be_used() -> None:
    """What the call had in hand is given up; the counter goes on without it."""
    counter, batch = counter_of("lcs"), one_evaluation([b"a b c"], [b"a c"])
    before, text = counter.count(*batch), _long_text()
    call = partial(counter.count, *one_evaluation([text], [b"first %b last" % text]))
    assert _interrupted(call, 0.3) is not None
    assert counter.count(*batch) == before


class TestStop:
    """The first byte of `stop`, which another thread sets where the results are no longer wanted."""

    def test_a_call_is_given_up(self) -> None:
        counter, text = counter_of("lcs"), _long_text()
        batch, stop = one_evaluation([text], [b"first %b last" % text]), bytearray(b"\0\1")
        timer = threading.Timer(0.2, stop.__setitem__, (0, 1))
        timer.start()
        with pytest.raises(RuntimeError, match="the results are no longer wanted"):
            counter.count(*batch, stop)
        timer.join()
        stop.append(0)  # It has been let go.
        assert len(counter.count(*one_evaluation([b"a"], [b"a"]), bytearray(1))[0]) == 56

    def test_it_cannot_be_moved_meanwhile(self) -> None:
        counter, stop = counter_of("lcs"), bytearray(1)

        def texts() -> Iterator[bytes]:
            yield b"a b"
            with pytest.raises(BufferError):
                stop.extend(bytes(100))
            yield b"a"

        counter.count([([], texts())], stop)
        stop.extend(bytes(100))


class TestPendingSignals:
    """A signal that comes while a call reads its arguments is handled before the call goes on."""

    def _assert_interrupted(self, call: Callable[[Any], object], *items: Any) -> None:
        """An iterator of C functions alone gives the items; at its end a signal is pending."""
        raise_signal = getattr(ctypes.CDLL(None), "raise")
        with _alarm(60), pytest.raises(InterruptedByAlarmError):
            call(chain(items, map(raise_signal, [signal.SIGALRM])))

    @pytest.mark.parametrize("text", [b"a", "a", [b"a"]], ids=["bytes", "str", "list"])
    def test_while_texts_are_read(self, text: Any) -> None:
        """What comes last is no text, which would be an error. Collecting garbage would handle it, too."""
        counter = counter_of("ngrams", 1)
        with _without_collector():
            self._assert_interrupted(lambda items: counter.count([([], items)]), *[text] * 1024)
        with _alarm(60), pytest.raises(TypeError, match="a text must be"):
            counter.count([([], [text, None])])

    def test_while_words_are_read(self) -> None:
        def with_words(items: Any) -> object:
            return batch_counter(plan_of(), long_calls.Mapping(lambda: items))

        self._assert_interrupted(with_words, *[(b"word", b"word")] * 1024, None)


_RUN = """
import os, sys
import rouge_cli.kernel.compiled as compiled
from rouge_cli.__main__ import run
class Announced:
    def __init__(self, *arguments):
        self.counter = counter(*arguments)
    def count(self, *arguments):
        os.write(1, b"scoring")
        return self.counter.count(*arguments)
counter = compiled.BatchCounter
compiled.BatchCounter = Announced
sys.exit(run())
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_whole_run_ends_quietly(tmp_path: Path, jobs: int) -> None:
    source = random.Random(1)
    for name in ("peer", "model"):
        words = (f"w{source.randrange(30)}" for _ in range(120_000))
        (tmp_path / name).write_text(" ".join(words) + "\n")
    (tmp_path / "list").write_text("peer model\n")
    # Had it gone on to its end, there would be a report.
    flags = ["-w", "1.2", "-x", "-z", "SPL", "list", "1", "--jobs", str(jobs)]
    process = processes.start([sys.executable, "-c", _RUN, *flags], cwd=tmp_path)
    assert process.stdout is not None
    assert process.stdout.read(7) == b"scoring"
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert (stdout, stderr, process.returncode) == (b"", b"", 130)
