"""Words in the columns of a terminal, where some characters take two columns and some none."""

from __future__ import annotations


def width(word: str) -> int:
    """Return the columns that a word takes."""
    if word.isascii():
        return len(word)
    import wcwidth  # Most names are ASCII, and it takes a while to load.

    return wcwidth.width(word)


def padded(word: str, columns: int) -> str:
    """Return the word with blanks behind it that fill so many columns."""
    return word + " " * (columns - width(word))
