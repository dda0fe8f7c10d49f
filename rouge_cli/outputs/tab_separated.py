"""A `Report` -> tab-separated values: the same rows as the comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator

from .comma_separated import separated
from .output import Output


def write(output: Output) -> Iterator[str]:
    """Yield the lines; the first names the columns."""
    return separated(output, "\t")
