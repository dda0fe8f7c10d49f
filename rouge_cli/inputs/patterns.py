"""The names of files -> the parts that they tell: evaluation, and system or model."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from ..errors import OptionError

_FIELD = re.compile(r"(\{[^{}]*\})")


class Pattern:
    """A name, perhaps with folders before it, in which `{eval}` and `{other}` stand for the parts."""

    def __init__(self, text: str, other: str, option: str) -> None:
        """`other` is the name of the second field, which the text need not have.

        Raises `OptionError`, with the option that gives the text, for what is no such pattern.
        """
        text = self.text = text.replace(os.sep, "/")
        self._pieces = tuple(_FIELD.split(text))
        fields = set(self._pieces[1::2])
        known = {"{eval}", f"{{{other}}}"}
        if "{eval}" not in fields or fields - known:
            raise OptionError(
                f"{option}: {text!r} must have {{eval}} and may have {{{other}}}; no other {{}}"
            )
        if {"", ".", ".."} & set(text.split("/")):
            raise OptionError(f"{option}: {text!r} must be a name below the folder, as {{eval}}.txt")
        self.folders = text.count("/")
        """How many folders a name has before that of the file."""

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """The ways to part a name into evaluation and other ("" without a field), the longest first."""
        longest = len(name)
        while longest and (match := _expression(self._pieces, longest).fullmatch(name)):
            yield match["eval"], match.groupdict().get("other", "")
            longest = len(match["eval"]) - 1  # Given the one part, the other is given, too.


@cache
def _expression(pieces: tuple[str, ...], longest: int) -> re.Pattern[str]:
    """Matches a name whose evaluation has at most `longest` characters, and as many as can be."""
    found: dict[str, str] = {}
    expression = ""
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            expression += re.escape(piece)
        elif piece in found:
            expression += f"(?P={found[piece]})"
        elif piece == "{eval}":
            found[piece] = "eval"
            expression += f"(?P<eval>[^/]{{1,{longest}}})"
        else:
            found[piece] = "other"
            expression += "(?P<other>[^/]+?)"
    return re.compile(expression)
