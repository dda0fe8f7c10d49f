"""Comparisons of calls with those of another package: what they return, types included, or raise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Call = Callable[[], Any]
Case = tuple[object, Call, Call]
"""What is compared, our call and theirs."""
Difference = tuple[str, str, str]
"""What was compared, and the two outcomes."""


def outcome(call: Call) -> str:
    """Return what a call returns, as it is printed, or the type of what it raises."""
    try:
        return repr(call())
    except Exception as error:
        return type(error).__name__


def differences(cases: Iterable[Case]) -> list[Difference]:
    """Return the cases whose calls have different outcomes."""
    found = []
    for case, ours, theirs in cases:
        outcomes = outcome(ours), outcome(theirs)
        if outcomes[0] != outcomes[1]:
            found.append((repr(case), *outcomes))
    return found


def main(comparisons: Mapping[str, Callable[[int], Iterable[Case]]]) -> None:
    """Run the comparison that the first argument names, on as many texts as the second says.

    The number of cases and the first differences are printed as JSON.
    """
    cases = list(comparisons[sys.argv[1]](int(sys.argv[2])))
    found = differences(cases)
    print(json.dumps({"cases": len(cases), "differences": len(found), "first": found[:3]}))
