"""Worker processes that share the evaluations of a run."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, parent_process

from ..errors import RougeError

_MOST_ON_WINDOWS = 61
_STACK = 1 << 18
"""The stack of a thread that only waits, in bytes."""


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """Yield an executor of `count` processes, which end with the block.

    They end at once if an exception leaves the block. Raises `RougeError` if a process dies or cannot be
    started.
    """
    count = min(count, _MOST_ON_WINDOWS) if sys.platform == "win32" else count
    executor = None
    try:
        _check_room(count)
        with _interrupts_held_back():
            executor = ProcessPoolExecutor(count, initializer=_begin)
            executor.submit(int)  # The first task has the processes started.
        yield executor
    except BaseException as error:
        for process in active_children():
            process.kill()  # A worker that has just begun still ignores SIGTERM where this process does.
        if isinstance(error, BrokenExecutor):
            raise RougeError("a worker process died, perhaps for lack of memory; use fewer --jobs") from error
        # A refused process is an OSError; an unreadable file would be an InputError. Python has no class of
        # its own for a refused thread.
        refused_thread = isinstance(error, RuntimeError) and "start new thread" in str(error)
        if isinstance(error, OSError) or refused_thread:
            reason = getattr(error, "strerror", None) or error
            raise RougeError(f"no worker process could be started ({reason}); use fewer --jobs") from error
        raise
    finally:
        if executor is not None:
            with suppress(RuntimeError):  # The executor waits for a thread that could not be started.
                executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Make a Ctrl-C wait for the end of the block.

    Python calls functions of some modules around a fork and ignores their exceptions, so a Ctrl-C in one of
    them would be lost.
    """
    if sys.platform == "win32":  # There is no fork.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _check_room(count: int) -> None:
    """Raise `RuntimeError` if the system would not start this number of workers.

    A limit of processes counts threads, too. A worker has two, the executor has two in this process, and some
    ways to start processes need two more. An executor whose later threads cannot be started waits for ever,
    so as many threads are tried first.
    """
    done = threading.Event()
    before = threading.stack_size(_STACK)
    threads: list[threading.Thread] = []
    try:
        for _ in range(2 * count + 4):
            thread = threading.Thread(target=done.wait, daemon=True)
            thread.start()
            threads.append(thread)
    finally:
        threading.stack_size(before)
        done.set()
        for thread in threads:
            thread.join()


def _begin() -> None:
    """Make a worker end with the first process, and not before it.

    A Ctrl-C reaches all processes of a terminal, and the first process ends the others. If the first process
    is killed, the others would wait for work for ever.
    """

    def end_with_parent() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # The first process may ignore it.
    try:
        threading.Thread(target=end_with_parent, daemon=True).start()
    except RuntimeError:  # The executor notices that the process has ended.
        os._exit(1)
