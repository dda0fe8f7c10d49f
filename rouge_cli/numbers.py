"""Numbers as Perl reads them from a command line, and numbers as ROUGE-1.5.5 and its kin print them."""

import re
from collections.abc import Sequence
from math import floor, inf, isfinite, isnan
from typing import ClassVar, Self

from .errors import OptionError

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A number in ASCII digits; `float` alone takes `1_000`, `nan` and digits of other scripts, too."""
_NO_NUMBER = re.compile(r"[+-]?(?:inf|nan|1\.?#)", re.IGNORECASE)
"""Words that Perl takes for infinity or for no number."""
BLANKS = " \t\n\r\f\v"
SIGNIFICANT = 0.05
"""The highest corrected p at which a difference is called significant."""


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
    _least: ClassVar[float] = -inf
    typed: str
    is_misread: bool
    """True where Perl reads another number than the text spells, or the text spells no number."""

    def __new__(cls, typed: str) -> Self:
        stripped = typed.lstrip(BLANKS)
        spelt = _NUMBER.match(stripped)
        value = float(spelt[0]) if spelt else 0.0
        is_whole = issubclass(cls, int)
        if _NO_NUMBER.match(stripped) or (is_whole and not isfinite(value)):
            raise OptionError(f"{typed!r} is not {cls._kind}")
        # A double holds every whole number that a limit or a gap can need.
        value = max(floor(value) if is_whole else value, cls._least)
        self = super().__new__(cls, value)  # type: ignore[call-arg]  # The next class is int or float.
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(BLANKS)) != value
        return self

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


class NaturalAsTyped(WholeAsTyped):
    """The same, or 0 where that is negative."""

    _least = 0


# Figures, counts and probabilities as ROUGE-1.5.5 and its kin print them.

DECIMALS = 5
"""The decimals of a figure of ROUGE-1.5.5."""
WHOLE_IN_FULL = 2**53
"""Doubles hold all whole numbers up to this one."""
_TRUNCATED_IN_FULL = 2**64


def fixed(value: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure with this many decimals, or if None as many as tell it from all other doubles."""
    if decimals is None and isfinite(value):
        return repr(value)
    return f"{value:7.{decimals}f}" if isfinite(value) else f"{_general(value):>7}"


def interval(estimate: tuple[float, float, float], confidence: float, decimals: int | None = DECIMALS) -> str:
    """Return a figure and its confidence interval."""
    average, low, high = (fixed(value, decimals) for value in estimate)
    return f"{average} ({confidence!s}%-conf.int. {low} - {high})"


def number(value: float) -> str:
    """Return a count as the original prints it.

    A whole number is printed in full, and so is a double that is one below 2**53; all else has 15 digits.
    """
    is_whole = isfinite(value) and value == int(value)
    most = _TRUNCATED_IN_FULL if isinstance(value, int) else WHOLE_IN_FULL
    return str(int(value)) if is_whole and value < most else _general(value)


def truncated(value: float) -> str:
    """Return a count without its decimals, in full below 2**64."""
    return str(int(value)) if value < _TRUNCATED_IN_FULL else _general(value)


def short(count: float) -> str:
    """Return a count with two decimals at most."""
    return number(round(count, 2))


def plain(number: float) -> str:
    """Return a number that is the same however it was typed."""
    return repr(float(number)).removesuffix(".0")


def holm(ps: Sequence[float]) -> list[float]:
    """Return each p corrected for their number by Holm's step-down method (1979).

    NaN stays NaN and is not counted.
    """
    corrected = list(ps)
    order = sorted((p, place) for place, p in enumerate(ps) if not isnan(p))
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        corrected[place] = highest
    return corrected


def probability(p: float) -> str:
    """Return a p with four decimals or, where four decimals would hide its size, with a power of ten."""
    if isnan(p):
        return number(p)
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"


def _general(value: float) -> str:
    if isnan(value):
        return "NaN"
    return f"{value:.15g}" if isfinite(value) else "Inf"
