"""Words in the columns of a terminal, where some characters take two columns and some none."""

from __future__ import annotations

import unicodedata


def width(word: str) -> int:
    """Return the columns that a word takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word
    )


def padded(word: str, columns: int) -> str:
    """Return the word with blanks behind it that fill so many columns."""
    return word + " " * (columns - width(word))
