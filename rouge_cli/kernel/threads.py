"""Threads that share calls of the kernel, which release the GIL, and threads that prepare tasks for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import repeat
from typing import TypeVar, cast

from ..errors import RougeError

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 2
"""Tasks for each thread that are begun before their results are asked for: enough that no thread waits."""


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
    from concurrent.futures import Future, ThreadPoolExecutor

    executor = ThreadPoolExecutor(jobs)
    begun: deque[Future[Result]] = deque()
    is_done = False
    try:
        for task in tasks:
            begun.append(executor.submit(work, task))
            if len(begun) >= _AHEAD * jobs:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
        is_done = True
    except RuntimeError as error:
        if "start new thread" not in str(error):  # Python has no class of its own for this error.
            raise
        raise RougeError(f"no more threads could be started ({error}); use fewer `jobs`") from error
    finally:
        if stop is not None and not is_done:
            stop[0] = 1
        executor.shutdown(cancel_futures=True)


def at_once(work: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> Generator[Result]:
    """Yield the results of tasks that wait for something, in the order of the tasks; `threads` work at once.

    Tasks are taken as they are needed, a few ahead of the results. An exception that a task raises is
    raised in place of its result. If the system starts fewer threads, these share the tasks; if it starts
    none, each task is done when its result is asked for. If no more results are wanted, tasks that have not
    begun are dropped; tasks that have begun are not waited for, because they may wait for a pipe.
    """
    import threading
    from queue import SimpleQueue

    todo: SimpleQueue[tuple[Task, SimpleQueue[Result | BaseException]] | None] = SimpleQueue()
    begun: deque[SimpleQueue[Result | BaseException]] = deque()
    started = 0
    is_over = False

    def do() -> None:
        while (one := todo.get()) and not is_over:
            task, result = one
            try:
                result.put(work(task))
            except BaseException as error:
                result.put(error)

    def next_result() -> Result:
        result = begun.popleft().get()
        if isinstance(result, BaseException):
            raise result
        return result

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
            begun.append(SimpleQueue())
            todo.put((task, begun[-1]))
            if len(begun) >= _AHEAD * threads:
                yield next_result()
        while begun:
            yield next_result()
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
