"""Tasks in threads, their order and their end; the kernel in several threads and interpreters."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import evaluate, kernel
from rouge_cli.kernel.threads import at_once, in_turn, made_ahead

from ..support.commands import environment
from ..support.files import configuration, eval_element, write_corpus
from ..support.needs import needs
from ..support.threads import refusing
from .bodies import compiled, needs_compiled

BOTH = pytest.mark.parametrize("function", [in_turn, at_once])


@BOTH
@pytest.mark.parametrize("threads", [1, 2, 3, 50])
@pytest.mark.parametrize("tasks", [0, 1, 2, 20])
def test_results_come_in_the_order_of_the_tasks(function: Any, threads: int, tasks: int) -> None:
    later = [threading.Event() for _ in range(tasks + 1)]

    def work(task: int) -> int:
        if threads > 1 and task % 2 == 0 and task + 1 < tasks:  # The next one is done earlier.
            assert later[task + 1].wait(60)
        later[task].set()
        return task * task

    stop = [bytearray(1)] if function is in_turn else []
    assert list(function(work, range(tasks), threads, *stop)) == [task * task for task in range(tasks)]
    assert stop in ([], [b"\0"])


@pytest.mark.parametrize(
    ("function", "threads", "most"), [(in_turn, 1, 1), (in_turn, 2, 4), (in_turn, 3, 6), (at_once, 3, 6)]
)
def test_tasks_are_taken_a_few_ahead_of_the_results(function: Any, threads: int, most: int) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    results = function(abs, tasks(), threads)
    assert taken == []
    assert [next(results), len(taken)] == [0, most]
    assert [next(results), len(taken)] == [1, most + 1]
    results.close()
    assert len(taken) == most + 1


@BOTH
@pytest.mark.parametrize("most", [0, 1])
def test_fewer_threads_do_all_tasks(function: Any, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "Thread", refusing(most))
    workers = list(function(lambda task: threading.current_thread(), range(9), 4))
    assert len(workers) == 9
    assert len(set(workers)) == 1
    assert (workers[0] is threading.current_thread()) == (most == 0)


@BOTH
@pytest.mark.parametrize("place", [1, 2, 3])
def test_an_interrupt_while_a_thread_starts_ends_the_call(
    function: Any, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread runs, but the caller does not know it."""
    started: list[threading.Thread] = []

    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            started.append(self)
            if len(started) == place:
                raise KeyboardInterrupt

    monkeypatch.setattr(threading, "Thread", Interrupted)
    for _ in range(20):
        started.clear()
        with pytest.raises(KeyboardInterrupt):
            list(function(abs, range(9), 3))
        for thread in started:
            _await_end(thread)


@BOTH
def test_an_exception_keeps_no_task_alive(function: Any) -> None:
    class Kept:
        pass

    def work(task: Kept) -> None:
        raise LookupError("here")

    kept = [Kept() for _ in range(4)]
    alive = [weakref.ref(one) for one in kept]
    gc.disable()
    try:
        with pytest.raises(LookupError):
            list(function(work, iter(kept), 2))
        kept.clear()
        for _ in range(1000):  # The other thread may still have its task.
            if not any(one() for one in alive):
                break
            time.sleep(0.01)
        assert [one() for one in alive] == [None] * 4
    finally:
        gc.enable()


class _Waiting:
    """Work that goes on until it is told to stop, as the kernel does."""

    def __init__(self) -> None:
        self.stop = bytearray(1)
        self.begun = threading.Semaphore(0)
        self.stopped = 0

    def __call__(self, task: int) -> int:
        self.begun.release()
        if task:
            while not self.stop[0]:
                threading.Event().wait(0.001)
            self.stopped += 1
        else:
            self.begun.acquire()
            assert self.begun.acquire(timeout=60)
        return task


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("function", [in_turn, at_once])
def test_a_signal_that_comes_just_before_a_wait_is_not_lost(function: Any) -> None:
    """The thread of the task gets the signal, so that it does not end the wait of the main thread."""
    stop, ended = bytearray(1), threading.Event()

    def work(_: int) -> None:
        time.sleep(0.3)  # The main thread is waiting then.
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        for _ in range(3000):
            if stop[0]:
                return
            time.sleep(0.01)
        ended.set()

    more = [stop] if function is in_turn else []
    results = function(work, range(1), 2 if function is in_turn else 1, *more)
    with pytest.raises(KeyboardInterrupt):
        list(results)
    stop[0] = 1
    assert not ended.is_set()


class TestInTurn:
    def test_running_tasks_are_stopped_and_others_dropped_where_no_more_results_are_wanted(self) -> None:
        work = _Waiting()
        results = in_turn(work, range(4), 2, work.stop)
        assert next(results) == 0
        results.close()  # type: ignore[attr-defined]
        assert work.stop == b"\1"
        assert 1 <= work.stopped <= 3

    def test_the_last_task_is_stopped_where_waiting_for_it_is_interrupted(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As by a Ctrl-C, while a single huge text is counted."""
        work = _Waiting()

        def interrupted(outcome: object) -> None:
            assert work.begun.acquire(timeout=60)
            raise KeyboardInterrupt

        monkeypatch.setattr("rouge_cli.kernel.threads._result", interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(in_turn(work, [1], 2, work.stop))
        assert (work.stop, work.stopped) == (b"\1", 1)

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_errors_are_raised_at_their_turn(self, jobs: int) -> None:
        """Of a task, and of what yields tasks."""
        stop = bytearray(1)
        results = in_turn(lambda task: 1 / (task - 1), range(3), jobs, stop)
        assert next(results) == -1
        with pytest.raises(ZeroDivisionError):
            next(results)
        assert (stop == b"\1") is (jobs > 1)
        with pytest.raises(LookupError, match="here"):
            list(in_turn(abs, _failing(), jobs, stop := bytearray(1)))
        assert (stop == b"\1") is (jobs > 1)


def _failing() -> Iterator[int]:
    yield 1
    raise LookupError("here")


class TestAtOnce:
    def test_an_exception_is_raised_in_its_place(self) -> None:
        later = threading.Event()

        def work(task: int) -> int:
            if task == 3:
                later.set()
                raise LookupError("later")
            if task == 1:
                assert later.wait(60)
                raise LookupError("first")
            return task

        results = at_once(work, range(4), 4)
        assert next(results) == 0
        with pytest.raises(LookupError, match="first"):
            next(results)

    def test_threads_end_where_no_more_results_are_wanted_and_nothing_waits_for_them(self) -> None:
        is_closed = threading.Event()
        done: list[int] = []
        workers: set[threading.Thread] = set()

        def work(task: int) -> None:
            workers.add(threading.current_thread())
            if task:
                assert is_closed.wait(60)
            done.append(task)

        with closing(at_once(work, range(100), 2)) as results:
            next(results)
        is_closed.set()
        for worker in workers:
            _await_end(worker)
        assert len(done) <= 3


def _await_end(thread: threading.Thread) -> None:
    thread.join(60)
    assert not thread.is_alive()


class TestMadeAhead:
    def test_a_thread_makes_one_ahead(self) -> None:
        makers: list[threading.Thread] = []
        made = threading.Semaphore(0)

        def tasks() -> Iterator[int]:
            for task in range(100):
                makers.append(threading.current_thread())
                made.release()
                yield task

        assert list(made_ahead(range(20))) == [*range(20)]
        ahead = made_ahead(tasks())
        assert makers == []
        for task in (0, 1):
            assert next(ahead) == task
            assert made.acquire(timeout=60)
        assert made.acquire(timeout=60)
        ahead.close()
        _await_end(makers[0])
        assert len(makers) == 3
        assert threading.current_thread() not in makers

    def test_the_thread_ends_with_a_run_that_fails(self, tmp_path: Path) -> None:
        """Not only when the traceback, which holds on to the run, is gone."""
        elements = (eval_element(f'ID="{n}"', root=str(tmp_path)) for n in range(9))
        write_corpus(tmp_path, configuration(*elements))
        before = threading.enumerate()
        others: list[threading.Thread] = []

        def fail(total: int, done: int) -> None:
            others.extend(thread for thread in threading.enumerate() if thread not in before)
            raise LookupError("here")

        with pytest.raises(LookupError, match="here") as raised:
            evaluate(tmp_path / "c.xml", progress=fail)
        assert len(others) == (kernel.NAME == "compiled")
        for thread in others:
            _await_end(thread)
        assert raised.tb is not None


_USE = """
import importlib.util
from array import array
spec = importlib.util.spec_from_file_location("compiled", {path!r})
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)
plan = (((True, True, False),), ((0, 0, 0, 1, False, 1.0),), 0, 0, 0, 0, 0, 0, 0.5, 0, False, 0)
counter = compiled.BatchCounter(plan, {{b"the": None}})
block, traits, _ = counter.count([(["the cats"], [b"cat"])])
assert memoryview(block).cast("q").tolist()[:4] == [1, 1, 1, 1] and traits == bytes(2)
assert memoryview(block).cast("d").tolist()[4:] == [1.0, 1.0, 1.0]
rows = compiled.rows([array("d", [2.5])])
assert compiled.resample(rows, 0, 2, 1) == bytes(array("d", [2.5, 2.5]))
assert compiled.stem(b"cats", False) == b"cat"
"""
_IN_INTERPRETERS = """
use = {use!r}
exec(use)
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
    create = lambda: interpreters.create(isolated=True)
    run = interpreters.run_string
else:
    interpreters = _interpreters
    create = lambda: interpreters.create("isolated")
    run = interpreters.exec
for _ in range(3):
    interpreter = create()
    error = run(interpreter, use)
    assert error is None, error
    interpreters.destroy(interpreter)
exec(use)
print("done")
"""


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)


@needs_compiled
@needs("python-3.12")
def test_interpreters_with_a_gil_of_their_own() -> None:
    use = _USE.format(path=compiled.__file__)
    done = _python(_IN_INTERPRETERS.format(use=use))
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


@needs_compiled
@needs("no-gil")
def test_the_gil_stays_off() -> None:
    """Python would switch it on for a module that does not say that it needs none."""
    done = _python(_USE.format(path=compiled.__file__) + "import sys; print(sys._is_gil_enabled())")
    assert (done.stdout, done.stderr) == ("False\n", "")
