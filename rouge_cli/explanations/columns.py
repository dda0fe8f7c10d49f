"""Texts side by side on a terminal, wrapped to its width.

The widths are those of wcwidth: two columns for an East Asian character, none for a combining one or
for an escape sequence that colours a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

_GAP = " │ "
_NARROWEST = 24
"""The narrowest column in which a text can be read; narrower ones are put one below the other."""
_LONG_WORD = re.compile(r"[^\s\x1b]{500,}")
"""A word, without escape sequences, that fills many lines."""


class Column(NamedTuple):
    """A text with a heading of a few lines."""

    heading: Sequence[str]
    lines: Sequence[str]
    """Its lines, each of which may be longer than the column is wide."""
    indent: int = 0
    """The blanks before the further lines that a line is wrapped to."""


def side_by_side(columns: Sequence[Column], width: int) -> Iterator[str]:
    """Yield the lines of texts beside one another or, where there is no room, one below the other."""
    each = (width - len(_GAP) * (len(columns) - 1)) // len(columns)
    if each < _NARROWEST:
        for column in columns:
            yield from (*_wrapped(column.heading, width), *_wrapped(column.lines, width, column.indent))
        return
    from wcwidth import ljust  # Commands that print no columns load this module, too.

    headings = [_wrapped(column.heading, each) for column in columns]
    texts = [_wrapped(column.lines, each, column.indent) for column in columns]
    for row in (*zip_longest(*headings, fillvalue=""), *zip_longest(*texts, fillvalue="")):
        *padded, last = row
        yield _GAP.join([*(ljust(cell, each) for cell in padded), last]).rstrip()


def _wrapped(lines: Sequence[str], width: int, indent: int = 0) -> list[str]:
    """Return the lines that lines are wrapped to, none wider than `width`."""
    from wcwidth import wrap

    wrapped = []
    for line in lines:
        parted = _LONG_WORD.sub(lambda word: _parted(word[0], width - indent), line)
        wrapped += wrap(parted, width, subsequent_indent=" " * indent) or [""]
    return wrapped


def _parted(word: str, width: int) -> str:
    """Return a word with a blank wherever a line ends in it.

    `wrap` measures the rest of a word anew for each line, which takes minutes for a sentence without blanks.
    """
    from wcwidth import iter_graphemes
    from wcwidth import width as columns_of

    parts = [""]
    filled = 0
    for character in iter_graphemes(word):
        columns = columns_of(character)
        if filled + columns > width:
            parts.append("")
            filled = 0
        parts[-1] += character
        filled += columns
    return " ".join(parts)
