"""The fonts of pictures: that of matplotlib, and those that are installed for the letters that it lacks."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import printable

FONT = "DejaVu Sans"
"""The font that comes with matplotlib."""
_NOT_FOR_TEXT = ("Last Resort", "STIX", "cm")
"""The beginnings of the names of fonts that have shapes of another kind for letters, or code points of
their own."""


def families(texts: Iterable[str]) -> list[str]:
    """Return the families that a text is set in: matplotlib's, then those that have what it lacks."""
    missing = set("".join(texts)) - _letters(FONT)
    chosen = [FONT]
    for family in _installed() if missing else ():
        letters = _letters(family)
        if missing & letters:
            chosen.append(family)
            missing -= letters
        if not missing:
            break
    return chosen


def lacking(texts: Iterable[str]) -> set[str]:
    """Return the characters of texts that no installed font has."""
    characters = set("".join(texts))
    return characters.difference(*map(_letters, families(characters)))


def note_on(systems: Iterable[str], format: str) -> str:
    """Return a note on the names of systems that cannot be set in a picture of this format, or nothing.

    The text of an svg is set by whoever shows it.
    """
    names = [name for name in map(printable, systems) if format != "svg" and lacking([name])]
    if not names:
        return ""
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return (
        f"no installed font has all letters of {names[0]}{others}, so these are escaped in the picture;"
        " install one, such as a Noto font, or write an .svg"
    )


def _installed() -> list[str]:
    """Return the families that are installed, those of the Noto project first."""
    from matplotlib.font_manager import fontManager

    names = {font.name for font in fontManager.ttflist if not font.name.startswith(_NOT_FOR_TEXT)}
    return sorted(names - {FONT}, key=lambda name: (not name.startswith("Noto Sans"), name))


def _letters(family: str) -> set[str]:
    from matplotlib.font_manager import findfont, get_font

    return set(map(chr, get_font(findfont(family)).get_charmap()))
