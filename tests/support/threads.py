"""Functions that run at once, each in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable


def in_threads(functions: Iterable[Callable[[], object]]) -> None:
    """Run functions in threads that begin together; raise the first of their errors when all have ended."""
    errors: list[BaseException] = []

    def guarded(function: Callable[[], object]) -> None:
        try:
            together.wait()
            function()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(function,), daemon=True) for function in functions]
    together = threading.Barrier(len(threads))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def refusing(left: int) -> type[threading.Thread]:
    """Return a class of threads of which only the first `left` can be started."""

    class Refusing(threading.Thread):
        def start(self) -> None:
            nonlocal left
            if left < 1:
                raise RuntimeError("can't start new thread")
            left -= 1
            super().start()

    return Refusing
