"""The summaries that measures trace, as far as they need to know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..kernel.plan import Document
from ..text.readings import Reading


class TracedSummary(Protocol):
    """A summary as the trace of `-v` shows it."""

    @property
    def name(self) -> str:
        """The name of its source."""

    def document(self, reading: Reading) -> Document:
        """Return its token numbers."""

    def is_empty(self, reading: Reading) -> bool:
        """Return whether the reading finds nothing in it."""

    def text(self) -> str | None:
        """Return what N, S and SU see of it, on one line; `None` where a limit leaves nothing."""

    def sentences(self) -> list[str]:
        """Return the sentences that L and W see, in normal form."""

    def words(self, tokens: Iterable[int]) -> list[str]:
        """Return the words of token numbers."""
