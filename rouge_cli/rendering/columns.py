"""Words and lines by the columns that they take in a terminal."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from unicodedata import bidirectional

_SHORT = 16
"""The number of characters of a name that is not broken."""
_LONG_WORD = re.compile(r"\x1b\[[0-9;]*m|[^\s\x1b]{12,}")
"""A colour, which has no width, or a word that may be too wide."""
_MANY = 500
"""The number of characters that fill many lines."""
_WORDS = 24
"""The width beyond which words are broken where room is scarce."""


def width(word: str) -> int:
    """Return the number of terminal columns that a word takes; an East Asian character takes two."""
    if word.isascii() and "\x1b" not in word:
        return len(word)
    import wcwidth  # Most runs have ASCII alone, and save its 70 ms.

    return int(wcwidth.width(word))


def wrapped(texts: Iterable[str], most: int, indent: int = 0) -> list[str]:
    """Return texts as lines of at most `most` columns; the further lines of each are indented.

    Lines end at blanks. A word that is wider than a line is broken behind punctuation, else anywhere.
    """
    lines: list[str] = []
    for text in texts:
        if width(text) <= most:
            lines.append(text)
            continue
        import wcwidth

        text = _LONG_WORD.sub(lambda word: " ".join(_parts(word[0], most, indent)), text)
        lines += wcwidth.wrap(text, most, subsequent_indent=" " * indent, break_on_hyphens=False) or [""]
    return lines


def _parts(word: str, most: int, indent: int) -> list[str]:
    """Return a word; a wide word that has pieces or fills many lines is cut into parts that fill a line."""
    pieces = pieces_of(word)
    # `wrap` breaks any other word well, but measures the rest for each line: minutes for a long text.
    if width(word) <= most or (len(pieces) == 1 and len(word) < _MANY):
        return [word]
    import wcwidth

    most -= indent * (len(pieces) == 1)
    parts, filled = [""], 0
    for piece in pieces:
        for unit in [piece] if width(piece) <= most else wcwidth.iter_graphemes(piece):
            columns = width(unit)
            if filled + columns > most:
                parts.append("")
                filled = 0
            parts[-1] += unit
            filled += columns
    return parts


def pieces_of(word: str) -> list[str]:
    """Return the fields of a signature, or the parts of a long name that end behind punctuation."""
    if len(word) <= _SHORT:
        return [word]
    return re.split(r"(?<=\|)(?=.)" if "|" in word else r"(?<=[-_/])(?=\w)", word)


def widest_piece(column: Iterable[Sequence[str]]) -> int:
    """Return the width of the widest part of names that is not broken."""
    words = (word for lines in column for line in lines for word in line.split(" "))
    return min(max(map(width, chain.from_iterable(map(pieces_of, words)))), _WORDS)


def least_width(column: Sequence[Sequence[str]]) -> int:
    """Return the least width of a column of figures, whose head may be broken between words."""
    (head,), *cells = column
    return min(max(map(width, chain(head.split(" "), *cells))), _WORDS)


def from_left(name: str) -> str:
    """Return a name with a mark behind it if a letter runs leftwards.

    Without the mark, terminals move the figures behind the name.
    """
    runs_left = not name.isascii() and any(bidirectional(letter) in ("R", "AL") for letter in name)
    return name + "\u200e" * runs_left


def padded(cell: str, most: int, is_left: bool = True) -> str:
    blanks = " " * (most - width(cell))
    return cell + blanks if is_left else blanks + cell
