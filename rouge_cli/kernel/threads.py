"""Threads that share calls of the kernel, which release the GIL, and threads that prepare tasks for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from itertools import repeat
from typing import TYPE_CHECKING, TypeVar, cast

from ..errors import RougeError

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 2
"""Tasks for each thread that are begun before their results are asked for: enough that no thread waits."""
_PATIENCE = 0.1
"""The seconds after which a wait begins anew: a signal that comes just before a wait does not end it."""


def in_turn(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, stop: bytearray | None = None
) -> Iterator[Result]:
    """Yield the result of each task in the order of the tasks, which `jobs` threads share.

    Tasks are taken as they are needed, a few ahead of the results. With one job all is done in this
    thread. If a task raises an exception, or no more results are wanted, tasks that have not begun are
    dropped, and the first byte of `stop` is set, by which the kernel knows that its work is not wanted.
    Raises `RougeError` where the system starts no more threads.
    """
    if jobs <= 1:
        yield from map(work, tasks)
        return
    from concurrent.futures import ThreadPoolExecutor

    executor = ThreadPoolExecutor(jobs)
    begun: deque[Future[Result]] = deque()

    try:
        for task in tasks:
            begun.append(executor.submit(work, task))
            if len(begun) >= _AHEAD * jobs:
                yield _result(begun.popleft())
        while begun:
            yield _result(begun.popleft())
    except BaseException as error:
        if stop is not None:
            stop[0] = 1
        if "start new thread" in str(error):  # Python has no class of its own for this error.
            raise RougeError(f"no more threads could be started ({error}); use fewer `jobs`") from error
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _result(future: Future[Result]) -> Result:
    """Wait for a task and return its result, or raise its exception."""
    while not future.done():
        with suppress(TimeoutError):
            future.exception(_PATIENCE)
    return future.result()


def at_once(work: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> Generator[Result]:
    """Yield the results of tasks that wait for something, in the order of the tasks; `threads` work at once.

    Tasks are taken as they are needed, a few ahead of the results. An exception that a task raises is
    raised in place of its result. If the system starts fewer threads, these share the tasks; if it starts
    none, each task is done when its result is asked for. If no more results are wanted, tasks that have not
    begun are dropped; tasks that have begun are not waited for, because they may wait for a pipe.
    """
    import threading
    from concurrent.futures import Future
    from queue import SimpleQueue

    todo: SimpleQueue[tuple[Task, Future[Result]] | None] = SimpleQueue()
    begun: deque[Future[Result]] = deque()
    started = 0
    is_over = False

    def do() -> None:
        while (one := todo.get()) and not is_over:
            task, future = one
            try:
                future.set_result(work(task))
            except BaseException as error:
                future.set_exception(error)

    try:
        for task in tasks:
            if started < threads:
                try:
                    threading.Thread(target=do, daemon=True).start()
                    started += 1
                except RuntimeError:
                    threads = started
            if not started:
                yield work(task)
                continue
            begun.append(Future())
            todo.put((task, begun[-1]))
            if len(begun) >= _AHEAD * threads:
                yield _result(begun.popleft())
        while begun:
            yield _result(begun.popleft())
    finally:
        is_over = True
        for _ in range(started):
            todo.put(None)


def made_ahead(tasks: Iterable[Task]) -> Generator[Task]:
    """Yield tasks in their order, while a thread makes the next one, which helps where making it waits.

    An exception that making a task raises is raised in the task's place.
    """
    made, end = iter(tasks), object()
    with closing(at_once(lambda _: next(made, end), repeat(None), 1)) as ahead:
        for task in ahead:
            if task is end:
                return
            yield cast("Task", task)
