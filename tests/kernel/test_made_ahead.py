"""Tasks that a thread makes while those before them are worked on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from rouge_cli.kernel.threads import made_ahead


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
    ahead.close()  # type: ignore[attr-defined]
    assert len(makers) == 3
    assert threading.get_ident() not in makers
    assert not any(thread.ident == makers[0] for thread in threading.enumerate())


def test_an_exception_is_raised_in_its_place() -> None:
    def tasks() -> Iterator[int]:
        yield 1
        raise LookupError("here")

    ahead = made_ahead(tasks())
    assert next(ahead) == 1
    with pytest.raises(LookupError, match="here"):
        next(ahead)


def test_where_no_thread_starts_each_is_made_as_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "Thread", Refusing)
    assert list(made_ahead(range(3))) == [0, 1, 2]
