"""Comparisons of systems -> lines in the style of the classic report, which they follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import printable
from ..measures.spelling import interval, probability
from ..options import Options
from ..scoring.comparison import Comparison
from .output import by_letter


def comparisons(compared: Iterable[Comparison], options: Options) -> Iterator[str]:
    """Yield the lines of the comparisons, each with its line end."""
    for comparison in compared:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        for letter, difference in by_letter(comparison):
            estimate = interval(difference.estimate, options.confidence)
            yield (
                f"{title} Difference_{letter} to {baseline}: {estimate}"
                f" p={probability(difference.p)} corrected p={probability(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )
