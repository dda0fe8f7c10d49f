"""Tasks that wait for something, which threads share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from rouge_cli.kernel.threads import at_once


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("tasks", [0, 1, 20])
def test_results_are_in_the_order_of_the_tasks(tasks: int, threads: int) -> None:
    later = [threading.Event() for _ in range(tasks + 1)]

    def work(task: int) -> int:
        if threads > 1 and task % 2 == 0 and task + 1 < tasks:  # The next one is done earlier.
            assert later[task + 1].wait(60)
        later[task].set()
        return task * task

    assert list(at_once(work, range(tasks), threads)) == [task * task for task in range(tasks)]


def test_as_many_as_there_are_threads_are_done_at_the_same_time() -> None:
    barrier = threading.Barrier(8, timeout=60)
    assert len(list(at_once(lambda task: barrier.wait(), range(16), 8))) == 16


def test_no_more_threads_are_started_than_there_are_tasks() -> None:
    before = set(threading.enumerate())
    barrier = threading.Barrier(3, timeout=60)
    results = at_once(lambda task: barrier.wait(), range(3), 32)
    next(results)
    assert len(set(threading.enumerate()) - before) <= 3
    assert len(list(results)) == 2


def test_tasks_are_taken_a_few_ahead_of_the_results() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    results = at_once(abs, tasks(), 3)
    assert taken == []
    assert [next(results), len(taken)] == [0, 6]
    assert [next(results), len(taken)] == [1, 7]
    results.close()
    assert len(taken) == 7


def test_an_exception_is_raised_in_its_place() -> None:
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


def test_threads_end_where_no_more_results_are_wanted_and_nothing_waits_for_them() -> None:
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
        worker.join(60)
        assert not worker.is_alive()
    assert len(done) <= 3


@pytest.mark.parametrize("most", [0, 1])
def test_fewer_threads_do_all_tasks_if_no_more_start(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def refusing(self: threading.Thread) -> None:
        if len(started) == most:
            raise RuntimeError("can't start new thread")
        started.append(self)
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refusing)
    workers = list(at_once(lambda task: threading.current_thread(), range(9), 4))
    assert workers == (started or [threading.current_thread()]) * 9
