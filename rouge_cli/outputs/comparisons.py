"""Comparisons of systems -> lines in the style of the classic report, behind which they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan

from ..comparison import Comparison
from ..options import Options
from ..printable import printable
from .classic import interval, number

_AT_LEAST = 0.0001
"""From here on, four decimals show what p is."""


def comparisons(found: Iterable[Comparison], options: Options) -> Iterator[str]:
    """The lines of the comparisons, each with its end."""
    for comparison in found:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        for letter, difference in zip(
            "RPF", (comparison.recall, comparison.precision, comparison.f), strict=True
        ):
            yield (
                f"{title} Difference_{letter} to {baseline}: {interval(difference.estimate, options)}"
                f" p={_p(difference.p)} corrected p={_p(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )


def _p(p: float) -> str:
    if isnan(p):
        return number(p)
    return f"{p:.4f}" if p >= _AT_LEAST else f"{p:.1e}"
