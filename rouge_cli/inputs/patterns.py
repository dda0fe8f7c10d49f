"""The names of files -> the parts that they tell: evaluation, and system or model."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from ..errors import OptionError

_FIELD = re.compile(r"(\{[^{}]*\})")


class Names(Protocol):
    """A way to part the names of files into evaluation, and system or model."""

    text: str
    """The look of the names, for messages."""
    folders: int
    """The number of folders before the name of the file."""

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the ways to part a name into evaluation and system or model, the preferred one first."""

    def is_of_other_side(self, name: str) -> bool:
        """Return whether a name that cannot be parted is that of a summary of the other kind."""


class Pattern:
    """A name, perhaps with folders before it, in which `{eval}` and `{other}` stand for the parts."""

    def __init__(self, text: str, other: str, option: str) -> None:
        """Read a pattern, in which `other` is the name of the second field, which may be left out.

        Raises `OptionError`, with the name of the option that gives the text, for anything that is not
        such a pattern.
        """
        text = self.text = text.replace(os.sep, "/")
        self._pieces = tuple(_FIELD.split(text))
        fields = set(self._pieces[1::2])
        known = {"{eval}", f"{{{other}}}"}
        if "{eval}" not in fields or fields - known:
            raise OptionError(
                f"`{option}`: {text!r} must have {{eval}} and may have {{{other}}}; no other {{}}"
            )
        if {"", ".", ".."} & set(text.split("/")):
            raise OptionError(f"`{option}`: {text!r} must be a name below the folder, as {{eval}}.txt")
        self.folders = text.count("/")
        """The number of folders before the name of the file."""

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the ways to part a name into evaluation and other ("" without a field), longest first."""
        longest = len(name)
        while longest and (match := _expression(self._pieces, longest).fullmatch(name)):
            yield match["eval"], match.groupdict().get("other", "")
            longest = len(match["eval"]) - 1  # The evaluation determines the other part.

    def is_of_other_side(self, name: str) -> bool:
        """Return False: a pattern says nothing of the other folder's files."""
        return False


@cache
def _expression(pieces: tuple[str, ...], longest: int) -> re.Pattern[str]:
    """Return what matches names with the longest evaluation that has at most `longest` characters."""
    groups: dict[str, str] = {}
    expression = ""
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            expression += re.escape(piece)
        elif piece in groups:
            expression += f"(?P={groups[piece]})"
        elif piece == "{eval}":
            groups[piece] = "eval"
            expression += f"(?P<eval>[^/]{{1,{longest}}})"
        else:
            groups[piece] = "other"
            expression += "(?P<other>[^/]+?)"
    return re.compile(expression)
