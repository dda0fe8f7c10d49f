"""Results of threads in the order of their tasks, how threads stop, and tasks that a thread makes ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import RougeError, evaluate, kernel
from rouge_cli.kernel.threads import at_once, in_turn, made_ahead

from ..support.files import configuration, eval_element, write_corpus

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
@pytest.mark.parametrize("threads", [2, 8])
def test_threads_share_the_tasks(function: Any, threads: int) -> None:
    """Tasks that wait for one another are done at once."""
    barrier = threading.Barrier(threads, timeout=60)
    assert len(list(function(lambda task: barrier.wait(), range(2 * threads), threads))) == 2 * threads


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
        from concurrent import futures

        work = _Waiting()

        class Interrupted:
            """A task that has begun, for whose result nobody can wait."""

            def result(self) -> int:
                assert work.begun.acquire(timeout=60)
                raise KeyboardInterrupt

        class Executor(futures.ThreadPoolExecutor):
            def submit(self, *arguments, **keywords):  # type: ignore[no-untyped-def]
                super().submit(*arguments, **keywords)
                return Interrupted()

        monkeypatch.setattr(futures, "ThreadPoolExecutor", Executor)
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

    def test_other_errors_of_their_kind_stay_as_they_are(self) -> None:
        def work(task: int) -> None:
            raise RuntimeError("the results are no longer wanted")

        with pytest.raises(RuntimeError, match="no longer wanted"):
            list(in_turn(work, [1], 2))

    def test_threads_that_cannot_be_started_are_an_error_that_says_what_to_do(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(thread: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RougeError, match=r"no more threads could be started .*; use fewer `jobs`"):
            list(in_turn(str, [1], 2))


def _failing() -> Iterator[int]:
    yield 1
    raise LookupError("here")


class TestAtOnce:
    def test_no_more_threads_are_started_than_there_are_tasks(self) -> None:
        before = set(threading.enumerate())
        barrier = threading.Barrier(3, timeout=60)
        results = at_once(lambda task: barrier.wait(), range(3), 32)
        next(results)
        assert len(set(threading.enumerate()) - before) <= 3
        assert len(list(results)) == 2

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

    @pytest.mark.parametrize("most", [0, 1])
    def test_fewer_threads_do_all_tasks_if_no_more_start(
        self, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start: Callable[[threading.Thread], None] = threading.Thread.start
        started: list[threading.Thread] = []

        def refusing(self: threading.Thread) -> None:
            if len(started) == most:
                raise RuntimeError("can't start new thread")
            started.append(self)
            start(self)

        monkeypatch.setattr(threading.Thread, "start", refusing)
        workers = list(at_once(lambda task: threading.current_thread(), range(9), 4))
        assert workers == (started or [threading.current_thread()]) * 9


def _await_end(thread: threading.Thread) -> None:
    thread.join(60)
    assert not thread.is_alive()


class TestMadeAhead:
    @pytest.mark.parametrize("tasks", [0, 1, 2, 20])
    def test_tasks_come_in_their_order(self, tasks: int) -> None:
        assert list(made_ahead(range(tasks))) == [*range(tasks)]

    def test_a_thread_makes_one_ahead(self) -> None:
        makers: list[threading.Thread] = []
        made = threading.Semaphore(0)

        def tasks() -> Iterator[int]:
            for task in range(100):
                makers.append(threading.current_thread())
                made.release()
                yield task

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

    def test_the_thread_ends_after_its_task_and_closing_does_not_wait_for_it(self) -> None:
        makers: list[threading.Thread] = []
        is_begun, is_closed = threading.Event(), threading.Event()
        waited: list[bool] = []

        def tasks() -> Iterator[int]:
            makers.append(threading.current_thread())
            yield 1
            is_begun.set()
            waited.append(is_closed.wait(10))
            yield 2

        ahead = made_ahead(tasks())
        assert next(ahead) == 1
        assert is_begun.wait(60)
        ahead.close()
        is_closed.set()
        _await_end(makers[0])
        assert waited == [True]

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
