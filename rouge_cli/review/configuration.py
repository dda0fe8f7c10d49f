"""The review of the IDs of a configuration: repeated ones are legal, but hardly ever intended."""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs.xml import Repetition
from .findings import Findings, Problem

_REPEATED = {"EVAL": Problem.REPEATED_EVAL, "P": Problem.REPEATED_PEER, "M": Problem.REPEATED_MODEL}


def review_ids(path: str, repetitions: Iterable[Repetition], findings: Findings) -> None:
    """Add the IDs that are repeated in the configuration at `path` to the findings."""
    for element, id, evaluation, line, first in repetitions:
        where = "" if element == "EVAL" else f" in EVAL {evaluation}"
        findings.add(
            _REPEATED[element],
            f"{path}, line {line}: {element} {id} again{where}; the first is in line {first}",
        )
