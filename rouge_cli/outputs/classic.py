"""A `Report` -> the classic text, byte for byte that of ROUGE-1.5.5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite, isnan

from ..api import Report, Result
from ..options import Options
from ..scoring.bootstrap import Estimate
from ..scoring.counting import Score
from . import Output

_WHOLE_IN_FULL = 2**53
_TRUNCATED_IN_FULL = 2**64
_LEADING_NUMBER = re.compile(r"[0-9]+", re.ASCII)


def write(output: Output) -> Iterator[str]:
    """The lines of the classic report and, where they are wanted, of the comparisons."""
    yield from classic(output.report, details=output.details)
    yield from compared(output)


def classic(report: Report, *, details: bool = False) -> Iterator[str]:
    """The lines of the report, each with its end; `details` adds a line for every evaluation (`-d`)."""
    for system, results in report.systems.items():
        for measure, result in results.items():
            yield from block(system, measure, result, report.options, details=details)


def compared(output: Output) -> Iterator[str]:
    """The lines of the comparisons, none where there are none."""
    if output.comparisons:
        from .comparisons import comparisons  # Which the original does not have.

        yield from comparisons(output.comparisons, output.report.options)


def block(system: str, measure: str, result: Result, options: Options, *, details: bool) -> Iterator[str]:
    """The lines of one system by one measure."""
    title = f"{system} {measure}"
    yield "-" * 45 + "\n"
    if options.counting == 2:
        model, peer, hit = map(_truncated, result.counts)
        yield f"{title} M_count: {model} P_count: {peer} H_count: {hit}\n"
    else:
        yield f"{title} Average_R: {interval(result.recall, options)}\n"
        yield f"{title} Average_P: {interval(result.precision, options)}\n"
        yield f"{title} Average_F: {interval(result.f, options)}\n"
    if details:
        yield "." * 45 + "\n"
        for score in sorted(result.scores, key=lambda score: _place(score.evaluation, system)):
            yield f"{title} Eval {score.evaluation}.{system} {_details(score, options)}\n"


def number(value: float) -> str:
    """A count as the original prints it.

    A whole number is printed in full, a double that is one below 2**53 too, all else with 15 digits.
    """
    if isinstance(value, int) and value < _TRUNCATED_IN_FULL:
        return str(int(value))
    if isfinite(value) and value == int(value) and abs(value) < _WHOLE_IN_FULL:
        return str(int(value))
    return _general(value)


def fixed(value: float) -> str:
    """A figure with five decimals."""
    return f"{value:7.5f}" if isfinite(value) else f"{_general(value):>7}"


def interval(estimate: Estimate, options: Options) -> str:
    """A figure and its confidence interval."""
    level = f"{options.confidence!s}%-conf.int."
    return f"{fixed(estimate.average)} ({level} {fixed(estimate.low)} - {fixed(estimate.high)})"


def _details(score: Score, options: Options) -> str:
    if options.counting:
        model, peer, hit = map(number, score.counts)
        return f"R:{model} P:{peer} F:{hit}"
    return f"R:{fixed(score.recall)} P:{fixed(score.precision)} F:{fixed(score.f)}"


def _truncated(value: float) -> str:
    if isfinite(value) and abs(value) < _TRUNCATED_IN_FULL:
        return str(int(value))
    return _general(value)


def _general(value: float) -> str:
    if isnan(value):
        return "NaN"
    return f"{value:.15g}" if isfinite(value) else "Inf"


def _place(evaluation: str, system: str) -> tuple[str, int, str, str]:
    """The sorting key of an evaluation: by leading number where both have one, else by bytes.

    An ID that begins with a digit stands among the others as its first byte does.
    """
    leading = _LEADING_NUMBER.match(evaluation)
    key = f"{evaluation}.{system}"
    if not leading:
        return key[:1], 0, "", key
    digits = leading.group().lstrip("0")
    return "0", len(digits), digits, key
