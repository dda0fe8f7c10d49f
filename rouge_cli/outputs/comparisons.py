"""Comparisons of systems -> lines in the style of the classic report, behind which they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..options import Options
from ..printable import printable
from ..scoring.comparison import Comparison
from ..scoring.spelling import interval, probability
from .output import FIGURES


def comparisons(found: Iterable[Comparison], options: Options) -> Iterator[str]:
    """Yield the lines of the comparisons, each with its end."""
    for comparison in found:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        differences = (comparison.recall, comparison.precision, comparison.f)
        for letter, difference in zip(FIGURES, differences, strict=True):
            estimate = interval(difference.estimate, options.confidence)
            yield (
                f"{title} Difference_{letter} to {baseline}: {estimate}"
                f" p={probability(difference.p)} corrected p={probability(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )
