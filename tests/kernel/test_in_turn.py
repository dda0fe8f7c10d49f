"""Results of threads in the order of their tasks, and how the threads are stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from rouge_cli import RougeError
from rouge_cli.kernel.threads import in_turn


@pytest.mark.parametrize("jobs", [1, 2, 3, 50])
@pytest.mark.parametrize("tasks", [0, 1, 2, 20])
def test_results_come_in_the_order_of_the_tasks(jobs: int, tasks: int) -> None:
    stop = bytearray(1)
    later = [threading.Event() for _ in range(tasks + 1)]

    def work(task: int) -> int:
        if jobs > 1 and task % 2 == 0 and task + 1 < tasks:  # The next one is done earlier.
            assert later[task + 1].wait(60)
        later[task].set()
        return task * task

    assert list(in_turn(work, range(tasks), jobs, stop)) == [task * task for task in range(tasks)]
    assert stop == b"\0"


@pytest.mark.parametrize(("jobs", "most"), [(1, 1), (2, 4), (3, 6)])
def test_tasks_are_taken_a_few_ahead_of_the_results(jobs: int, most: int) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    results = in_turn(lambda task: task, tasks(), jobs)
    assert taken == []
    assert [next(results), len(taken)] == [0, most]
    assert [next(results), len(taken)] == [1, most + 1]
    results.close()  # type: ignore[attr-defined]
    assert len(taken) == most + 1


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


def test_running_tasks_are_stopped_and_others_dropped_where_no_more_results_are_wanted() -> None:
    work = _Waiting()
    results = in_turn(work, range(4), 2, work.stop)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert work.stop == b"\1"
    assert 1 <= work.stopped <= 3


def test_the_last_task_is_stopped_where_waiting_for_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As by a Ctrl-C, while a single huge text is counted."""
    work = _Waiting()

    class Interrupted:
        """A task that has begun, for whose result nobody can wait."""

        def result(self) -> int:
            assert work.begun.acquire(timeout=60)
            raise KeyboardInterrupt

    from concurrent import futures

    class Executor(futures.ThreadPoolExecutor):
        def submit(self, *arguments, **keywords):  # type: ignore[no-untyped-def]
            super().submit(*arguments, **keywords)
            return Interrupted()

    monkeypatch.setattr(futures, "ThreadPoolExecutor", Executor)
    with pytest.raises(KeyboardInterrupt):
        list(in_turn(work, [1], 2, work.stop))
    assert (work.stop, work.stopped) == (b"\1", 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_is_raised_at_its_turn(jobs: int) -> None:
    def work(task: int) -> float:
        return 1 / (task - 1)

    stop = bytearray(1)
    results = in_turn(work, range(3), jobs, stop)
    assert next(results) == -1
    with pytest.raises(ZeroDivisionError):
        next(results)
    assert (stop == b"\1") is (jobs > 1)


def test_other_errors_of_their_kind_stay_as_they_are() -> None:
    def work(task: int) -> None:
        raise RuntimeError("the results are no longer wanted")

    with pytest.raises(RuntimeError, match="no longer wanted"):
        list(in_turn(work, [1], 2))


def test_threads_that_cannot_be_started_are_an_error_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Refusing(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "Thread", Refusing)
    with pytest.raises(RougeError, match=r"no more threads could be started .*; use fewer `jobs`"):
        list(in_turn(str, [1], 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_the_tasks_come_through(jobs: int) -> None:
    def tasks() -> Iterator[int]:
        yield 1
        raise LookupError

    stop = bytearray(1)
    with pytest.raises(LookupError):
        list(in_turn(abs, tasks(), jobs, stop))
    assert (stop == b"\1") is (jobs > 1)


def test_threads_share_the_tasks() -> None:
    """Two tasks that wait for one another are done at once."""
    barrier = threading.Barrier(2, timeout=60)
    assert len(list(in_turn(lambda task: barrier.wait(), range(4), 2))) == 4
