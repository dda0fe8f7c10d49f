"""The cuts that a `TokenRule` allows, as `pieces` defines them."""

from __future__ import annotations

import regex

_BLANK = r"[\t\n\v\f\r ]"
_IDEOGRAPH = r"[\p{Unified_Ideograph}ぁ-ゖ]"
_BESIDE = r"[\x00-\x7f、-〃〈-】〔-〛ァ-ヺー！-／：-＠［-］｛-｠]"
_CUTS = {
    "blanks": regex.compile(_BLANK),
    "ideographs": regex.compile(
        rf"{_BLANK}|(?<={_IDEOGRAPH})(?={_IDEOGRAPH}|{_BESIDE})|(?<={_BESIDE})(?={_IDEOGRAPH})"
    ),
}


def cut(text: str, pieces: str) -> list[str]:
    """Return the pieces of a text, as small as the rule allows."""
    return _CUTS[pieces].split(text)
