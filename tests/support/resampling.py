"""Resamples by the compiled kernel in one call."""

from __future__ import annotations

from array import array
from typing import Any


def resampled(columns: Any, first: Any, resamples: Any, divisor: Any) -> list[Any]:
    """Return for each column its divided sums, by the compiled kernel."""
    from rouge_cli.kernel import compiled

    return series_of(compiled.resample(compiled.rows(columns), first, resamples, divisor), len(columns))


def series_of(sums: bytes, count: int) -> list[array[float]]:
    """Return the series of sums that a body of the kernel returns one behind the other."""
    size = len(sums) // max(count, 1)
    return [array("d", sums[place * size : (place + 1) * size]) for place in range(count)]
