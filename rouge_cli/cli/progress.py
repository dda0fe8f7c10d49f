"""A progress bar on standard error, for runs that take more than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from ..api import Progress

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_DELAY = 1.5
"""Seconds before it appears."""
_PAUSE = 0.1
"""Seconds between two updates of it."""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a function that shows the progress of a run; a bar appears only if the run is long."""
    bar = _Bar()
    try:
        yield bar.show
    finally:
        bar.end()


class _Bar:
    def __init__(self) -> None:
        self._bar: ProgressBar[int] | None = None
        self._next = time.monotonic() + _DELAY
        self._shown = False

    def show(self, total: int, done: int) -> None:
        """Update the bar, if it is time to."""
        if self._bar is None:  # The bar estimates the time that is left from here on.
            self._bar = click.progressbar(length=total, label="Scoring", file=sys.stderr)
        now = time.monotonic()
        if now >= self._next or (self._shown and done == total):
            self._next = now + _PAUSE
            if not self._shown:
                self._shown = True
                self._bar.__enter__()
            self._bar.update(done - self._bar.pos)

    def end(self) -> None:
        """End the line of the bar, if there is one."""
        if self._bar is not None and self._shown:
            self._bar.render_finish()
