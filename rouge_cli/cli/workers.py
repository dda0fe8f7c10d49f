"""Worker processes that share the evaluations of a run."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from ..errors import RougeError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MOST_ON_WINDOWS = 61


@contextmanager
def worker_processes(count: int) -> Iterator[Executor]:
    """An executor of so many processes, which end with the block, at once if it is left by an exception.

    Raises `RougeError` where one of them dies or cannot be started.
    """
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import active_children

    count = min(count, _MOST_ON_WINDOWS) if sys.platform == "win32" else count
    executor = None
    try:
        executor = ProcessPoolExecutor(count, initializer=_begin)
        yield executor
    except BaseException as error:
        for process in active_children():
            process.terminate()
        if isinstance(error, BrokenExecutor):
            raise RougeError("a worker process died, perhaps for lack of memory; use fewer --jobs") from error
        if isinstance(error, OSError):  # The system's refusal; what cannot be read is an InputError.
            raise RougeError(
                f"no worker process could be started ({error.strerror}); use fewer --jobs"
            ) from error
        raise
    finally:
        if executor is not None:
            executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Makes a worker end with the first process, and not before it.

    A Ctrl-C reaches all processes of a terminal; the first of them ends the others. If it is killed,
    they would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
