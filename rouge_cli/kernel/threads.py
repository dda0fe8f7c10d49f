"""Threads that share calls of the kernel, which release the GIL, and threads that prepare tasks for it."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import repeat, takewhile
from queue import Empty, SimpleQueue
from typing import TypeAlias, TypeVar, cast

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the total amount of work and the amount done so far."""
Task = TypeVar("Task")
Result = TypeVar("Result")

Outcome: TypeAlias = SimpleQueue[Result | BaseException]
"""Gets the result of a task, or the exception that it raised."""
_AHEAD = 2
"""Tasks for each thread that are begun before their results are asked for: enough that no thread waits."""


def in_turn(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, stop: bytearray | None = None
) -> Iterator[Result]:
    """Yield the result of each task in the order of the tasks, which `jobs` threads share.

    With one job all is done in this thread, and `stop` is not touched. With more, tasks, threads and
    exceptions are as in `at_once`, but tasks that have begun are waited for. If a task raises an exception,
    or no more results are wanted, the first byte of `stop` is set, which tells the kernel to end.
    """
    if jobs <= 1:
        yield from map(work, tasks)
        return
    threads: list[threading.Thread] = []
    try:
        yield from at_once(work, tasks, jobs, threads)
    except BaseException:
        if stop is not None:
            stop[0] = 1
        raise
    finally:
        for thread in threads:
            thread.join()


def at_once(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    most: int,
    threads: list[threading.Thread] | None = None,
) -> Generator[Result]:
    """Yield the results of tasks that wait for something, in the order of the tasks.

    Tasks are taken as they are needed, a few ahead of the results. An exception that a task raises is
    raised in place of its result. If the system starts fewer threads, these share the tasks; if it starts
    none, each task is done when its result is asked for. If no more results are wanted, tasks that have not
    begun are dropped; tasks that have begun are not waited for, because they may wait for a pipe. `threads`
    gets the threads, for a caller who waits for them.
    """
    todo: SimpleQueue[tuple[Task, Outcome[Result]] | None] = SimpleQueue()
    begun: deque[Outcome[Result]] = deque()
    threads = [] if threads is None else threads
    is_over = False

    def do() -> None:
        while (one := todo.get()) and not is_over:
            task, outcome = one
            try:
                outcome.put(work(task))
            except BaseException as error:
                outcome.put(error)
            del one, task, outcome  # The traceback of an exception holds this frame.
        todo.put(None)  # The next thread ends, too.

    try:
        for task in tasks:
            if len(threads) < most:
                thread = threading.Thread(target=do, daemon=True)
                try:
                    thread.start()
                    threads.append(thread)
                except RuntimeError:
                    most = len(threads)
            if not threads:
                yield work(task)
                continue
            begun.append(SimpleQueue())
            todo.put((task, begun[-1]))
            if len(begun) >= _AHEAD * most:
                yield _result(begun.popleft())
        while begun:
            yield _result(begun.popleft())
    finally:
        is_over = True
        todo.put(None)


def _result(outcome: Outcome[Result]) -> Result:
    """Wait for a task and return its result, or raise its exception."""
    while True:
        with suppress(Empty):  # Python handles a signal that comes just before a wait only after it.
            result = outcome.get(timeout=0.1)
            break
    try:
        if isinstance(result, BaseException):
            raise result
        return result
    finally:
        del result  # The traceback of an exception would hold the exception.


def made_ahead(tasks: Iterable[Task]) -> Generator[Task]:
    """Yield tasks, or raise in the place of a task, while a thread makes the next one, which may wait."""
    made, end = iter(tasks), cast("Task", object())
    with closing(at_once(lambda _: next(made, end), repeat(None), 1)) as ahead:
        yield from takewhile(lambda task: task is not end, ahead)
