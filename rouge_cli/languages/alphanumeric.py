"""The tokens of ROUGE-1.5.5, of a str: the runs of a-z and 0-9, once A-Z are lowered.

The kernel makes the same tokens of bytes; this twin serves where a function is wanted.
"""

import re

from .token_rule import TokenRule

_RUNS = re.compile("[A-Za-z0-9]+")


def tokens(text: str) -> list[str]:
    """Return the runs of a-z and 0-9; only ASCII letters are lowered."""
    return [run.lower() for run in _RUNS.findall(text)]


def rule(language: str | None = None, spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule, which is the same for every language."""
    return TokenRule("rouge", tokens, "blanks", plain_ascii=True)
