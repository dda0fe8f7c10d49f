"""A `Report` -> the classic text, byte for byte the same as from ROUGE-1.5.5."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import printable
from ..measures.scores import Estimate, Score
from ..measures.spelling import fixed, interval, number, probability, truncated
from ..profile import Profile
from ..scoring.results import Result, Results
from .output import Output, by_letter

_COUNTS = ("M_count", "P_count", "H_count", "PH_count")
"""The names of counts; the last is for the peer's hits, where a measure counts them apart."""
_DETAILS = ("R", "P", "F", "PH")
"""ROUGE-1.5.5 quirk: the counts of a single evaluation are called after the figures."""


def write(output: Output) -> Iterator[str]:
    """Yield the lines of the classic report and of the comparisons, if there are any."""
    yield from classic(output.report, details=output.details)
    yield from compared(output)


def classic(report: Results, *, details: bool = False) -> Iterator[str]:
    """Yield the lines of the report, each with its line end; `details` adds a line for every evaluation."""
    for system in sorted(report.systems):  # ROUGE-1.5.5 quirk: systems come in byte order.
        for measure, result in report.systems[system].items():
            yield from block(system, measure, result, report.profile, details=details)


def compared(output: Output) -> Iterator[str]:
    """Yield a block for each comparison, in the style of the classic report that the blocks follow."""
    for comparison in output.comparisons:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        for letter, difference in by_letter(comparison):
            estimate = interval(difference.estimate, output.report.options.confidence)
            yield (
                f"{title} Difference_{letter} to {baseline}: {estimate}"
                f" p={probability(difference.p)} corrected p={probability(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )


def block(system: str, measure: str, result: Result, profile: Profile, *, details: bool) -> Iterator[str]:
    """Yield the lines of one system and one measure."""
    title, options = f"{system} {measure}", profile.options
    yield "-" * 45 + "\n"
    if options.counting == 2:
        counts = (f"{name}: {truncated(count)}" for name, count in zip(_COUNTS, result.counts, strict=False))
        yield f"{title} {' '.join(counts)}\n"
    else:
        yield f"{title} Average_R: {_estimate(result.recall, profile)}\n"
        yield f"{title} Average_P: {_estimate(result.precision, profile)}\n"
        yield f"{title} Average_F: {_estimate(result.f, profile)}\n"
    if details:
        yield "." * 45 + "\n"
        for score in sorted(result.scores, key=lambda score: _place(score.evaluation, system)):
            yield f"{title} Eval {score.evaluation}.{system} {_details(score, profile)}\n"


def _estimate(estimate: Estimate, profile: Profile) -> str:
    if not profile.has_intervals:
        return fixed(estimate.average, profile.decimals)
    return interval(estimate, profile.options.confidence, profile.decimals)


def _details(score: Score, profile: Profile) -> str:
    if profile.options.counting:
        named = zip(_DETAILS, score.counts, strict=False)
        return " ".join(f"{name}:{number(count)}" for name, count in named)
    recall, precision, f = (fixed(figure, profile.decimals) for figure in score[:3])
    return f"R:{recall} P:{precision} F:{f}"


def _place(evaluation: str, system: str) -> tuple[str, int, str, str]:
    """Return the sorting key of an evaluation.

    ROUGE-1.5.5 quirk: two IDs are compared as numbers if both begin with a digit, and as bytes
    otherwise, so all IDs that begin with a digit stand together where "0" stands.
    """
    leading = re.match("[0-9]+", evaluation)
    key = f"{evaluation}.{system}"
    if not leading:
        return key[:1], 0, "", key
    digits = leading.group().lstrip("0")
    return "0", len(digits), digits, key
