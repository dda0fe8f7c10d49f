"""The IDs of a configuration: those that stand twice, which is legal and hardly ever meant."""

from __future__ import annotations

from ..inputs.xml_ids import read_mentions
from .findings import Findings, Kind

_REPEATED = {"EVAL": Kind.REPEATED_EVAL, "P": Kind.REPEATED_PEER, "M": Kind.REPEATED_MODEL}


def review_ids(path: str, findings: Findings) -> None:
    """Finds IDs that stand twice: those of EVAL elements, and in each of these those of P and M.

    Raises `InputError` for what is no configuration.
    """
    evals: dict[tuple[str, str], str] = {}
    parts: dict[tuple[str, str], str] = {}
    for element, id, evaluation, line in read_mentions(path):
        if element == "EVAL":
            parts = {}
        firsts, where = (evals, "") if element == "EVAL" else (parts, f" in EVAL {evaluation}")
        first = firsts.get((element, id), line)
        if (element, id) in firsts:
            findings.add(
                _REPEATED[element],
                f"{path}, line {line}: {element} {id} again{where}; the first is in line {first}",
            )
        firsts[element, id] = first
