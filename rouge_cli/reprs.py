"""Short reprs, numbers with their nouns, and texts without characters that a terminal would obey."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sized
from itertools import islice
from math import inf, isnan
from reprlib import Repr

from .errors import JOINERS

_BLANKS = str.maketrans("\t\n\r\f\v", "     ")
_ITEMS = 3
"""The most items of a tuple or a dictionary."""


class _Short(Repr):
    """Reprs of limited length, which never fail."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = 100
        self.maxother = 60

    def repr_tuple(self, x: tuple[object, ...], level: int) -> str:
        items = [self.repr1(item, level - 1) for item in x[:_ITEMS]]
        if len(x) == 1:
            return f"({items[0]},)"
        return f"({', '.join(items)}{_more(x)})"

    def repr_dict(self, x: dict[object, object], level: int) -> str:
        items = [
            f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}"
            for key, value in islice(x.items(), _ITEMS)
        ]
        return f"{{{', '.join(items)}{_more(x)}}}"

    def repr_int(self, x: int, level: int) -> str:
        try:
            text = repr(x)
        except ValueError:  # Python writes no number of more than 4,300 digits.
            return f"<whole number of {x.bit_length():,} bits>"
        half = self.maxlong // 2
        return text if len(text) <= self.maxlong else f"{text[:half]}…{text[-half:]}"


def _more(items: Sized) -> str:
    rest = len(items) - _ITEMS
    return f", … {rest:,} more" if rest > 0 else ""


_SHORT = _Short()


def short(value: object) -> str:
    """Return the repr of a value, with dots in place of its middle if it is long."""
    return _SHORT.repr(value)


def fields(record: object, names: Iterable[str]) -> str:
    """Return the repr of a record with only the named fields."""
    values = ", ".join(f"{name}={short(getattr(record, name))}" for name in names)
    return f"{type(record).__name__}({values})"


def figure(value: float) -> str:
    """Return a figure with four decimals, or with four digits if it is large."""
    return f"{value:.4g}" if 1e6 < abs(value) < inf else f"{value:.4f}"


def estimate(estimate: tuple[float, float, float]) -> str:
    """Return an average, followed by the bounds of its interval if it has any."""
    average, low, high = estimate
    has_bounds = isnan(average) or not isnan(low)
    return f"{figure(average)} [{figure(low)}, {figure(high)}]" if has_bounds else figure(average)


def several(count: float, one: str, more: str = "") -> str:
    """Return a number with its noun, `one` or `more`: `1 pair`, `11,490 pairs`."""
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"


def shown(text: bytes | str) -> str:
    """Return the text with blanks for tabs and line ends, and escapes for characters without a glyph.

    Bytes that are not UTF-8 become U+FFFD.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.translate(_BLANKS)
    return text if text.isprintable() else "".join(map(_escaped, text))


def readable(name: str) -> str:
    """Return a name from the input as `shown` does, with quotes where it is empty and could not be seen."""
    return shown(name) or "''"


def _escaped(character: str) -> str:
    category = unicodedata.category(character)
    if (category[0] == "C" and character not in JOINERS) or category in ("Zl", "Zp"):
        return repr(character)[1:-1]
    return character
