"""A `Report` -> tab-separated values: the rows of the comma-separated ones."""

from __future__ import annotations

from collections.abc import Iterator

from . import Output
from .comma_separated import separated


def write(output: Output) -> Iterator[str]:
    """The lines, of which the first names the columns."""
    return separated(output, "\t")
