"""Tasks that a thread makes while those before them are worked on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rouge_cli import evaluate, kernel
from rouge_cli.kernel.threads import made_ahead

from ..support.files import configuration, eval_element, write_corpus


def _await_end(maker: int) -> None:
    for thread in threading.enumerate():
        if thread.ident == maker:
            thread.join(60)
            assert not thread.is_alive()


@pytest.mark.parametrize("tasks", [0, 1, 2, 20])
def test_tasks_come_in_their_order(tasks: int) -> None:
    assert list(made_ahead(range(tasks))) == [*range(tasks)]


def test_a_thread_makes_one_ahead() -> None:
    makers: list[int] = []
    made = threading.Semaphore(0)

    def tasks() -> Iterator[int]:
        for task in range(100):
            makers.append(threading.get_ident())
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
    assert threading.get_ident() not in makers


def test_the_thread_ends_after_its_task_and_closing_does_not_wait_for_it() -> None:
    makers: list[int] = []
    is_begun, is_closed = threading.Event(), threading.Event()
    waited: list[bool] = []

    def tasks() -> Iterator[int]:
        makers.append(threading.get_ident())
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


def test_the_thread_ends_with_a_run_that_fails(tmp_path: Path) -> None:
    """Not only when the traceback, which holds on to the run, is gone."""
    write_corpus(tmp_path, configuration(*(eval_element(f'ID="{n}"', root=str(tmp_path)) for n in range(9))))
    before = threading.enumerate()
    others: list[threading.Thread] = []

    def fail(total: int, done: int) -> None:
        others.extend(thread for thread in threading.enumerate() if thread not in before)
        raise LookupError("here")

    with pytest.raises(LookupError, match="here") as raised:
        evaluate(tmp_path / "c.xml", progress=fail)
    assert len(others) == (kernel.NAME == "compiled")
    for thread in others:
        thread.join(20)
        assert not thread.is_alive()
    assert raised.tb is not None
