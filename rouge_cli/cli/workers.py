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


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """Yield an executor of `count` processes, which end with the block.

    They end at once if an exception leaves the block. Raises `RougeError` if a process dies or cannot be
    started.
    """
    count = min(count, _MOST_ON_WINDOWS) if sys.platform == "win32" else count
    executor = ProcessPoolExecutor(count, initializer=_begin)
    try:
        try:
            executor.submit(int)  # The first task has the processes started.
        except (OSError, RuntimeError) as error:  # Of a process and of a thread.
            raise RougeError(f"no worker process could be started ({error}); use fewer --jobs") from error
        yield executor
    except BaseException as error:
        for process in active_children():
            process.kill()
        if isinstance(error, BrokenExecutor):
            raise RougeError("a worker process died, perhaps for lack of memory; use fewer --jobs") from error
        raise
    finally:
        with suppress(RuntimeError):  # The executor waits for a thread that could not be started.
            executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Make a worker end with the first process, and not before it.

    A Ctrl-C reaches all processes of a terminal, and the first process ends the others. If the first process
    is killed, the others would wait for work for ever.
    """

    def end_with_parent() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
