"""HTML in which nothing stands unescaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .shown import shown

_EMPTY = ("input", "meta")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: str | bool) -> Html:
    """An element; content that is no `Html` is escaped.

    Of the names of attributes a last `_` is dropped, and `_` stands for `-`; `True` is an attribute
    without a value, `False` and empty text are none.
    """
    words = [name]
    for attribute, value in attributes.items():
        key = attribute.rstrip("_").replace("_", "-")
        if value is True:
            words.append(key)
        elif value:
            words.append(f'{key}="{escape(value)}"')
    if name in _EMPTY:
        return Html(f"<{' '.join(words)}>")
    return Html(f"<{' '.join(words)}>{joined(*content)}</{name}>")


def joined(*content: str) -> Html:
    """The content, one after the other."""
    return Html("".join(part if isinstance(part, Html) else escape(part, quote=False) for part in content))


def named(name: str) -> Html:
    """Text of the user's, whose writing direction is its own."""
    return tag("bdi", shown(name))


def table(caption: str, heads: Iterable[str], rows: Iterable[Html]) -> Html:
    """A table that scrolls by itself where the page is narrow."""
    body = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads))),
        tag("tbody", *rows),
    )
    return tag("div", body, class_="scroll", tabindex="0", role="group", aria_label=caption)
