"""Comparisons of calls with those of another package: what they return, types included, or raise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from operator import methodcaller
from typing import Any

Call = Callable[[], Any]
Case = tuple[object, Call, Call]
"""The subject of a comparison, our call and their call."""


def each(what: object, sides: Iterable[Any], call: Callable[..., Any], *arguments: Any, **named: Any) -> Case:
    """Return the case of a function that is called with our side and with theirs."""
    ours, theirs = (partial(call, side, *arguments, **named) for side in sides)
    return what, ours, theirs


def methods(what: object, sides: Iterable[Any], name: str, *arguments: Any, **named: Any) -> Case:
    """Return the case of a method or function of both sides."""
    return each(what, sides, methodcaller(name, *arguments, **named))


def outcome(call: Call) -> str:
    """Return the `repr` of what a call returns, or the type of what it raises."""
    try:
        return repr(call())
    except Exception as error:
        return type(error).__name__


def main(*comparisons: Callable[[int], Iterable[Case]]) -> None:
    """Run the comparison that the first argument names, with the number of texts in the second argument.

    Prints the number of cases and the first differences, with what was compared, as JSON.
    """
    (comparison,) = (one for one in comparisons if one.__name__ == sys.argv[1])
    outcomes = [
        (what, outcome(ours), outcome(theirs)) for what, ours, theirs in [*comparison(int(sys.argv[2]))]
    ]
    found = [(repr(what), ours, theirs) for what, ours, theirs in outcomes if ours != theirs]
    print(json.dumps({"cases": len(outcomes), "first": found[:3]}))
