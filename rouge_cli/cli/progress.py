"""A progress bar on standard error, for runs that take more than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from ..profiles.estimates import Progress
from .shell import is_terminal

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_DELAY = 1.5
"""Seconds before it appears."""
_PAUSE = 0.1
"""Seconds between two updates of it."""
_WIDTH = len("Resampling")
"""The width of the longest name of work, so that all bars begin in one column."""


def watching(*, quiet: bool) -> AbstractContextManager[Callable[[str], Progress | None]]:
    """Yield what makes, of the name of some work, what shows its progress, on a terminal and if not quiet."""
    return nullcontext(lambda work: None) if quiet or not is_terminal(sys.stderr) else progress_bar()


@contextmanager
def progress_bar() -> Iterator[Callable[[str], Progress]]:
    """Yield what makes, of the name of some work, a function that shows its progress.

    All work is shown in one line; a bar appears only if the run is long.
    """
    bar = _Bar()
    try:
        yield lambda work: partial(bar.show, work)
    finally:
        bar.end()


class _Bar:
    def __init__(self) -> None:
        self._bar: ProgressBar[int] | None = None
        self._work = ""
        self._next = time.monotonic() + _DELAY
        self._shown = False

    def show(self, work: str, total: int, done: int) -> None:
        """Update the bar, if it is time to."""
        if self._bar is None or work != self._work:
            self._begin(work, total)
        assert self._bar is not None
        now = time.monotonic()
        if now >= self._next or (self._shown and done == total):
            self._next = now + _PAUSE
            if not self._shown:
                self._shown = True
                self._bar.__enter__()
            self._bar.update(done - self._bar.pos)

    def _begin(self, work: str, total: int) -> None:
        """Begin with other work, in the place of the work before."""
        # The bar estimates the time that is left from here on.
        bar: ProgressBar[int] = click.progressbar(length=total, label=work.ljust(_WIDTH), file=sys.stderr)
        if self._shown and self._bar is not None:
            bar.max_width = self._bar.max_width  # So much of the line is to be overwritten.
            bar.__enter__()
        self._work, self._bar = work, bar

    def end(self) -> None:
        """End the line of the bar, if there is one."""
        if self._bar is not None and self._shown:
            self._bar.render_finish()
