"""A `Report` -> tab-separated values: the rows of the comma-separated ones."""

from __future__ import annotations

from collections.abc import Iterator

from .comma_separated import separated
from .output import Output


def write(output: Output) -> Iterator[str]:
    """The lines, of which the first names the columns."""
    return separated(output, "\t")
