"""The order of the systems in a table."""

from __future__ import annotations

import re
from math import isnan

from .output import FIGURES, Output


def ordered(output: Output, baseline: str | None) -> list[str]:
    """Return the systems of the report as `output.sort` wants them, a baseline before all others.

    By score they stand by the first measure, the highest first; those without a figure are last.
    """
    systems = list(output.report.systems)
    if output.sort == "id":
        systems.sort(key=_natural)
    elif output.sort == "score":
        systems.sort(key=lambda system: _rank(output, system))
    if baseline is not None:
        systems.sort(key=lambda system: system != baseline)
    return systems


def _natural(id: str) -> list[tuple[bool, int, str]]:
    """Return a key by which `2` stands before `10`, and `sys2` before `sys10`.

    Numbers are compared as digits, since Python refuses to convert thousands of them.
    """
    parts = re.findall("[0-9]+|[^0-9]+", id)
    return [_number(part) if part.isdecimal() else (True, 0, part) for part in parts]


def _number(digits: str) -> tuple[bool, int, str]:
    digits = digits.lstrip("0")
    return False, len(digits), digits


def _rank(output: Output, system: str) -> tuple[bool, float]:
    result = next(iter(output.report.systems[system].values()), None)
    average = getattr(result, FIGURES[output.figure]).average if result and result.scores else float("nan")
    return (True, 0) if isnan(average) else (False, -average)
