"""Objects of packages that keep what they work on: each thread has its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Generic, TypeVar

T = TypeVar("T")


class PerThread(local, Generic[T]):
    """An object that is made anew in each thread that uses it.

    A lock for all threads would be held for ever in a process that is forked while a thread holds it.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Make the object of this thread; `local` calls this in every other thread, too."""
        self.own = make()
