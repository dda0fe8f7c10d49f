"""Names as they can be shown anywhere."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Return the text with an escape (`\n`, `\x1b`) for each character that is not printable.

    A terminal or a table would take such a character for a command.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
