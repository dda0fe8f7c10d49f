"""Resamples by the compiled kernel in one call, for the tests of its figures and of its arguments."""

from __future__ import annotations

from typing import Any


def resampled(series: Any, first: Any, resamples: Any, divisor: Any) -> list[Any]:
    """Return for each series its divided sums, as the definition's `resample` does."""
    from rouge_cli.kernel import compiled

    return compiled.resample(compiled.rows(series), first, resamples, divisor)
