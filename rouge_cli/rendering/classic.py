"""The classic text of `Results`, byte for byte as ROUGE-1.5.5 prints it, with or without its trace.

The trace stands before each block.
"""

import re
from collections.abc import Iterator

from ..errors import in_one_line, printable
from ..evaluation import MODELS
from ..inputs.streams import Evaluations
from ..numbers import fixed, interval, number, probability, truncated
from ..scoring.profile import Profile
from ..scoring.results import Result
from ..scoring.scores import Estimate
from . import FIGURES, Output, figures_of

_COUNTS = ("M_count", "P_count", "H_count", "PH_count")
"""The names of counts. The last is the name of the peer's hits, which some measures count separately."""
_DETAILS = ("R", "P", "F", "PH")
"""ROUGE-1.5.5 quirk: the counts of a single evaluation have the names of figures."""


def write(output: Output, traced: Evaluations | None = None) -> Iterator[str]:
    """Yield the lines of the report, each with its line end, then the comparisons.

    With the evaluations that were scored, `traced`, the trace of each block stands before it.
    """
    report, profile, beside = output.report, output.report.profile, output.report.beside_rouge
    trace = None
    if traced is not None:
        from .trace import Trace

        trace = Trace(profile, traced)
    for system in sorted(report.systems):  # ROUGE-1.5.5 quirk: systems come in byte order.
        sets = trace.set_scores(system) if trace else {}
        for measure, result in report.systems[system].items():
            if measure not in beside:
                if trace and measure in profile.names:
                    yield from trace.lines(system, measure, result, sets)
                yield from block(system, measure, result, profile, details=output.details)
    # Measures beside ROUGE stand behind the report of the original.
    systems = [*sorted(report.systems.items()), (MODELS, report.models)]
    for system, results in systems if beside else ():
        shown = printable(system)
        for measure in beside:
            if measure in results:
                result = results[measure]
                yield "-" * 45 + "\n"
                yield f"{shown} {measure} (no ROUGE): {_estimate(result.f, profile)}\n"
                for score in result.scores if output.details else ():
                    value = fixed(score.f, profile.rouge.decimals)
                    yield f"{shown} {measure} Eval {printable(score.evaluation)}: {value}\n"
    for comparison in output.comparisons:
        title = printable(f"{comparison.system} {comparison.measure}")
        baseline = printable(comparison.baseline)
        yield "-" * 45 + "\n"
        for letter, field in figures_of(report, comparison.measure).items():
            difference = getattr(comparison, field)
            estimate = interval(difference.estimate, profile.options.confidence)
            yield (
                f"{title} Difference_{letter} to {baseline}: {estimate}"
                f" p={probability(difference.p)} corrected p={probability(difference.corrected)}"
                f" evaluations={comparison.evaluations}\n"
            )


def block(system: str, measure: str, result: Result, profile: Profile, *, details: bool) -> Iterator[str]:
    """Yield the lines of one system and one measure."""
    shown_system, options = in_one_line(system), profile.options
    title = f"{shown_system} {measure}"
    yield "-" * 45 + "\n"
    if options.counting == 2:
        counts = (f"{name}: {truncated(count)}" for name, count in zip(_COUNTS, result.counts, strict=False))
        yield f"{title} {' '.join(counts)}\n"
    else:
        for letter in profile.rouge.figures:
            yield f"{title} Average_{letter}: {_estimate(getattr(result, FIGURES[letter]), profile)}\n"
    if details:
        yield "." * 45 + "\n"
        for score in sorted(result.scores, key=lambda score: _place(score.evaluation, system)):
            if options.counting:
                named = [(name, number(count)) for name, count in zip(_DETAILS, score.counts, strict=False)]
            else:
                named = [
                    (letter, fixed(getattr(score, FIGURES[letter]), profile.rouge.decimals))
                    for letter in profile.rouge.figures
                ]
            shown = " ".join(f"{name}:{value}" for name, value in named)
            yield f"{title} Eval {in_one_line(score.evaluation)}.{shown_system} {shown}\n"


def _estimate(estimate: Estimate, profile: Profile) -> str:
    if not profile.rouge.has_intervals:
        return fixed(estimate.average, profile.rouge.decimals)
    return interval(estimate, profile.options.confidence, profile.rouge.decimals)


def _place(evaluation: str, system: str) -> tuple[str, int, str, str]:
    """Return the sorting key of an evaluation.

    ROUGE-1.5.5 quirk: two IDs are compared as numbers if both begin with a digit, and as bytes otherwise, so
    all IDs that begin with a digit stand together, at the place of "0".
    """
    leading = re.match("[0-9]+", evaluation)
    key = f"{evaluation}.{system}"
    if not leading:
        return key[:1], 0, "", key
    digits = leading.group().lstrip("0")
    return "0", len(digits), digits, key
