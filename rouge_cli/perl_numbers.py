"""Numbers as Perl reads them from the texts of a command line; they print as they were typed."""

import re
from math import floor, isfinite
from typing import ClassVar, Self

from .errors import OptionError

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A number in ASCII digits; `float` alone takes `1_000`, `nan` and digits of other scripts, too."""
_NO_NUMBER = re.compile(r"[+-]?(?:inf|nan|1\.?#)", re.IGNORECASE)
"""Words that Perl takes for infinity or for no number."""
BLANKS = " \t\n\r\f\v"


def spelt_number(typed: str) -> float | None:
    """Return the number that a text spells, or None if the text is not a number from end to end."""
    return float(typed) if _NUMBER.fullmatch(typed) else None


class AsTyped:
    """A number as Perl reads it from text, which prints as it was typed.

    ROUGE-1.5.5 quirk: Perl skips blanks before a number and ignores anything behind it, but labels keep both:
    after `-2 04` the report names `ROUGE-S04`, after `-2 " 4"` it names `ROUGE-S 4`. A text that does not
    begin with a number is 0. Raises `OptionError` for infinity and NaN spelt out.
    """

    _kind: ClassVar[str]
    typed: str
    is_misread: bool
    """True where Perl reads another number than the text spells, or the text spells no number."""

    def __new__(cls, typed: str) -> Self:
        value = cls._read(typed)
        if value is None:
            raise OptionError(f"{typed!r} is not {cls._kind}")
        self = super().__new__(cls, value)  # type: ignore[call-arg]  # The next class is int or float.
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(BLANKS)) != value
        return self

    @staticmethod
    def _read(typed: str) -> float | None:
        stripped = typed.lstrip(BLANKS)
        if _NO_NUMBER.match(stripped):
            return None
        number = _NUMBER.match(stripped)
        return float(number[0]) if number else 0.0

    def __str__(self) -> str:
        return self.typed

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.typed,)


class RealAsTyped(AsTyped, float):
    """A number. Too many digits make it infinite."""

    _kind = "a number"


class WholeAsTyped(AsTyped, int):
    """The whole number at or below the typed number. Raises `OptionError` for too many digits, too."""

    _kind = "a whole number"

    @staticmethod
    def _read(typed: str) -> int | None:
        # A double holds every whole number that a limit or a gap can need.
        number = AsTyped._read(typed)
        return None if number is None or not isfinite(number) else floor(number)


class NaturalAsTyped(WholeAsTyped):
    """The same, or 0 where that is negative."""

    @staticmethod
    def _read(typed: str) -> int | None:
        number = WholeAsTyped._read(typed)
        return number and max(number, 0)
