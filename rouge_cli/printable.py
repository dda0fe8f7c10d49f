"""Names as they can be shown anywhere."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""The text with an escape (`\n`, `\x1b`) for each character that a terminal or a table would obey."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
