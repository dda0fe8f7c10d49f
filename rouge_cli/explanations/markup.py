"""HTML that is escaped by construction: only `Html` is taken as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from unicodedata import bidirectional

from .shown import readable

_EMPTY = ("input", "meta")
_LEFTWARDS = ("R", "AL")
"""The classes of letters that are written from right to left."""


class Html(str):
    """A string that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str | bool) -> Html:
    """Return an element; content that is not `Html` is escaped.

    In the name of an attribute a trailing `_` is dropped, and any other stands for `-`. `True` gives an
    attribute without a value; `False` or an empty string leaves it out.
    """
    parts = [name]
    for attribute, value in attributes.items():
        key = attribute.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(key)
        elif value:
            parts.append(f'{key}="{escape(value)}"')
    if name in _EMPTY:
        return Html(f"<{' '.join(parts)}>")
    return Html(f"<{' '.join(parts)}>{joined(*content)}</{name}>")


def joined(*content: str) -> Html:
    """Return the pieces of content as one, escaped unless they are `Html`."""
    return Html("".join(part if isinstance(part, Html) else escape(part, quote=False) for part in content))


def named(name: str) -> Html:
    """Return a name from the input, set in a writing direction of its own."""
    return tag("bdi", readable(name))


def direction(*texts: str) -> str:
    """Return the writing direction of texts: `auto`, that of the first letter, if any is written leftwards.

    An empty string, which leaves an attribute out, stands for left to right.
    """
    leftwards = (
        bidirectional(character) in _LEFTWARDS for text in texts if not text.isascii() for character in text
    )
    return "auto" if any(leftwards) else ""


def table(caption: str, heads: Iterable[str], rows: Iterable[Html]) -> Html:
    """Return a table that scrolls on its own if the page is too narrow."""
    body = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads))),
        tag("tbody", *rows),
    )
    return tag("div", body, class_="scroll", tabindex="0", role="group", aria_label=caption)
