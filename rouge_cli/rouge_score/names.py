"""The names of rouge-score's measures: rouge1 to rouge9, rougeL and rougeLsum."""

from __future__ import annotations

import re

from ..profiles.packages import L_OF_SENTENCES, WHOLE_L

ROUGE_L = WHOLE_L
ROUGE_L_SUM = L_OF_SENTENCES
_ROUGE_N = re.compile("rouge[1-9]")


def is_lcs(name: str) -> bool:
    """Return whether it is the name of a measure of common subsequences."""
    return name in (ROUGE_L, ROUGE_L_SUM)


def check_name(name: object) -> None:
    """Raise `ValueError` for an unknown measure, and `TypeError` for a name that is not a string."""
    if not isinstance(name, str):
        raise TypeError(f"a rouge type must be a string, not {type(name).__name__}")
    if not is_lcs(name) and not _ROUGE_N.fullmatch(name):
        raise ValueError(f"Invalid rouge type: {name}; it must be rouge1 to rouge9, rougeL or rougeLsum")
