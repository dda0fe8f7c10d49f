"""Comparisons of systems -> lines in the style of the classic report, behind which they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan

from ..options import Options
from ..printable import printable
from ..scoring.comparison import Comparison
from . import FIGURES
from .classic import interval, number


def comparisons(found: Iterable[Comparison], options: Options) -> Iterator[str]:
    """The lines of the comparisons, each with its end."""
    for comparison in found:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        differences = (comparison.recall, comparison.precision, comparison.f)
        for letter, difference in zip(FIGURES, differences, strict=True):
            yield (
                f"{title} Difference_{letter} to {baseline}: {interval(difference.estimate, options)}"
                f" p={probability(difference.p)} corrected p={probability(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )


def probability(p: float) -> str:
    """A p with four decimals or, where these would not show what it is, with a power of ten."""
    if isnan(p):
        return number(p)
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"
