"""Tasks that wait for something, each in a thread of its own."""

from __future__ import annotations

import threading

import pytest

from rouge_cli.kernel.threads import at_once


@pytest.mark.parametrize("tasks", [0, 1, 20])
def test_results_are_in_the_order_of_the_tasks(tasks: int) -> None:
    assert at_once(lambda task: task * task, range(tasks)) == [task * task for task in range(tasks)]


def test_all_tasks_are_done_at_the_same_time() -> None:
    barrier = threading.Barrier(8, timeout=60)
    assert len(at_once(lambda task: barrier.wait(), range(8))) == 8


def test_the_exception_of_the_first_task_that_has_one_is_raised() -> None:
    later = threading.Event()

    def work(task: int) -> None:
        if task == 3:
            later.set()
            raise LookupError("later")
        if task == 1:
            assert later.wait(60)
            raise LookupError("first")

    with pytest.raises(LookupError, match="first"):
        at_once(work, range(4))


def test_where_no_thread_starts_all_is_done_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "Thread", Refusing)
    assert at_once(lambda task: threading.current_thread(), [1, 2]) == [threading.main_thread()] * 2
