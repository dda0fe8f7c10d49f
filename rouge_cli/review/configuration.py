"""The IDs of a configuration: those that stand twice, which is legal and hardly ever meant."""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs.xml import Repetition
from .findings import Findings, Kind

_REPEATED = {"EVAL": Kind.REPEATED_EVAL, "P": Kind.REPEATED_PEER, "M": Kind.REPEATED_MODEL}


def review_ids(path: str, repetitions: Iterable[Repetition], findings: Findings) -> None:
    """Add the IDs that are repeated in the configuration at `path` to the findings."""
    for element, id, evaluation, line, first in repetitions:
        where = "" if element == "EVAL" else f" in EVAL {evaluation}"
        findings.add(
            _REPEATED[element],
            f"{path}, line {line}: {element} {id} again{where}; the first is in line {first}",
        )
