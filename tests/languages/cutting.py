"""The cuts that a `TokenRule` allows, as `pieces` defines them."""

from __future__ import annotations

import regex

ASCII_BLANKS = "\t\n\v\f\r "
_BLANKS = regex.compile(f"[{ASCII_BLANKS}]")
_IDEOGRAPHS = regex.compile(
    rf"(?<=[\p{{Unified_Ideograph}}ぁ-ゖ])(?=[\p{{Unified_Ideograph}}ぁ-ゖ])|[{ASCII_BLANKS}]"
)


def cut(text: str, pieces: str) -> list[str]:
    """Return the pieces of a text, as small as the rule allows."""
    return (_IDEOGRAPHS if pieces == "ideographs" else _BLANKS).split(text)
