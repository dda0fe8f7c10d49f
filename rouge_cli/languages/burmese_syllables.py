"""Syllables of Burmese, which is written without blanks between words, as multilingual-rouge cuts them.

After Ding et al., "Towards Burmese (Myanmar) Morphological Analysis" (2019): a syllable is a letter with its
dependent signs, with the letter that an asat silences behind it, and with what is stacked below it.
"""

from __future__ import annotations

import re

_ASAT, _DOT_BELOW, _STACKER = "\u103a", "\u1037", "\u1039"
_LONGEST_SILENCED = 3
"""The characters of the longest unit that ends a syllable; one with more is a syllable with a vowel."""
_units = re.compile("(?s:.)[\u102b-\u1032\u1036-\u1038\u103a-\u103e]*").findall


def syllables(text: str) -> list[str]:
    """Return the syllables of a text; blanks are no part of them, and part none."""
    joined: list[str] = []
    was_silenced = False
    for unit in _units("".join(text.split()).replace(_DOT_BELOW + _ASAT, _ASAT + _DOT_BELOW)):
        is_silenced = bool(joined) and _ASAT in unit and len(unit) <= _LONGEST_SILENCED
        # Of several such units in a row only the first ends the syllable before it.
        if is_silenced and not was_silenced:
            joined[-1] += unit
        else:
            joined.append(unit)
        was_silenced = is_silenced
    return " ".join(joined).replace(f" {_STACKER} ", _STACKER).split()
