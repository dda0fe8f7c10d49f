"""Resamples of columns as they stand, by the compiled kernel in one call or by either body."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def unordered(columns: Iterable[Any]) -> list[tuple[Any, None]]:
    """Return columns as series whose values are drawn as they stand."""
    return [(column, None) for column in columns]


def resampled(columns: Any, first: Any, resamples: Any, divisor: Any) -> list[Any]:
    """Return for each column its divided sums, as the definition's `resample` does."""
    from rouge_cli.kernel import compiled

    return compiled.resample(compiled.rows(unordered(columns)), first, resamples, divisor)
