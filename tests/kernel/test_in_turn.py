"""Threads that share tasks and yield their results in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from rouge_cli.kernel.threads import in_turn


class FailingError(Exception):
    """Raised by a task."""


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    """Though the first tasks take longest."""

    def work(number: int) -> int:
        time.sleep(0.02 / (number + 1))
        return number * number

    assert list(in_turn(work, range(20), jobs)) == [number * number for number in range(20)]
    assert list(in_turn(work, [], jobs)) == []


@pytest.mark.parametrize(("jobs", "most_ahead"), [(1, 1), (2, 4), (3, 6)])
def test_tasks_are_taken_as_they_are_needed(jobs: int, most_ahead: int) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield number

    results = in_turn(lambda number: number, tasks(), jobs)
    assert taken == 0
    for number, result in enumerate(results):
        assert result == number
        assert number + 1 <= taken <= number + most_ahead
    assert taken == 100


def test_threads_share_the_tasks() -> None:
    """Two tasks that wait for one another are done at once."""
    barrier = threading.Barrier(2, timeout=30)
    assert len(list(in_turn(lambda number: barrier.wait(), range(4), 2))) == 4


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_errors_come_through_in_their_turn(jobs: int) -> None:
    done = []

    def work(number: int) -> int:
        if number == 5:
            raise FailingError
        done.append(number)
        return number

    results = in_turn(work, range(1000), jobs)
    assert [next(results) for _ in range(5)] == [*range(5)]
    with pytest.raises(FailingError):
        next(results)
    assert set(range(5)) <= set(done)
    assert len(done) < 5 + 3 * jobs


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_the_tasks_come_through(jobs: int) -> None:
    def tasks() -> Iterator[int]:
        yield from range(5)
        raise FailingError

    stop = bytearray(1)
    with pytest.raises(FailingError):
        list(in_turn(lambda number: number, tasks(), jobs, stop))
    assert stop[0] == (jobs > 1)


def test_work_that_is_under_way_is_told_to_stop() -> None:
    """One task fails while another works on, until it sees that nobody wants its result."""
    stop = bytearray(1)
    begun = threading.Event()

    def work(number: int) -> bool:
        if number == 0:
            assert begun.wait(30)
            raise FailingError
        begun.set()
        end = time.monotonic() + 30
        while not stop[0] and time.monotonic() < end:
            time.sleep(0.001)
        return True

    start = time.monotonic()
    with pytest.raises(FailingError):
        list(in_turn(work, range(2), 2, stop))
    assert time.monotonic() - start < 20
    assert stop[0] == 1


def test_work_stops_when_no_more_results_are_wanted() -> None:
    stop, done = bytearray(1), []
    threads = threading.active_count()
    results = in_turn(lambda number: done.append(number) or number, range(1000), 2, stop)
    assert [next(results), next(results)] == [0, 1]
    assert not stop[0]
    results.close()  # type: ignore[attr-defined]
    assert stop[0] == 1
    assert len(done) < 10
    assert threading.active_count() == threads


def test_nothing_is_stopped_at_the_end() -> None:
    stop = bytearray(1)
    assert list(in_turn(abs, range(9), 2, stop)) == [*range(9)]
    assert not stop[0]
