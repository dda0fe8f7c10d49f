"""The record that every format takes: a report, and how to show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, overload

from ..inputs.streams import Evaluations
from ..measures.scores import Estimate
from ..scoring.results import Result, Results

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison, Difference

FIGURES = {"R": "recall", "P": "precision", "F": "f"}
"""The letter of each figure, and the field of a result or a comparison that holds it."""

VALUE = "value"
"""The only figure of a measure beside ROUGE."""

ORDERS = ("given", "id", "score")
"""The orders of systems in a table: the order of the input, by ID, and by the first measure."""


class Output(NamedTuple):
    """A report, and how to show it."""

    report: Results
    evaluations: Evaluations = ()
    """The evaluations that were scored, for the trace of the verbose format."""
    details: bool = False
    """True: the score of every evaluation is shown, too."""
    comparisons: tuple[Comparison, ...] = ()
    figure: str = "F"
    """The letter of the figure that a table of systems and measures shows."""
    intervals: bool = False
    """True: a table of systems and measures has the confidence intervals."""
    sort: str = "given"
    """The order of systems in such a table, one of `ORDERS`."""


@overload
def by_letter(figures: Result) -> Iterator[tuple[str, Estimate]]: ...
@overload
def by_letter(figures: Comparison) -> Iterator[tuple[str, Difference]]: ...
def by_letter(figures: Result | Comparison) -> Iterator[tuple[str, Estimate | Difference]]:
    """Yield recall, precision and F of a result or a comparison, each with its letter."""
    for letter, field in FIGURES.items():
        yield letter, getattr(figures, field)


def ordered(output: Output, baseline: str | None) -> list[str]:
    """Return the systems of the report in the order that `output.sort` asks for, a baseline first.

    By score they are sorted by the first measure, the highest first; without a finite figure they are last.
    """
    systems = list(output.report.systems)
    if output.sort == "id":
        systems.sort(key=natural)
    elif output.sort == "score":
        systems.sort(key=lambda system: _rank(output, system))
    if baseline is not None:
        systems.sort(key=lambda system: system != baseline)
    return systems


def natural(id: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Return a sorting key that puts `2` before `10`, and `sys2` before `sys10`; no two IDs share it.

    Numbers are compared as digits, since Python refuses to convert thousands of them.
    """
    parts = re.findall("[0-9]+|[^0-9]+", id)
    return [_number(part) if part.isdecimal() else (True, 0, part) for part in parts], id


def _number(digits: str) -> tuple[bool, int, str]:
    digits = digits.lstrip("0")
    return False, len(digits), digits


def _rank(output: Output, system: str) -> tuple[bool, float]:
    result = next(iter(output.report.systems[system].values()), None)
    average = getattr(result, FIGURES[output.figure]).average if result and result.scores else float("nan")
    return (False, -average) if isfinite(average) else (True, 0)
