"""The errors that are raised on purpose, and how names, records and figures print."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import islice
from math import isnan
from shlex import quote
from types import ModuleType
from typing import Self

JOINERS = "\u200c\u200d"
"""Invisible characters that emoji and the words of some scripts need."""
_BLANKS = str.maketrans("\t\n\r\f\v", "     ")
_SPACES = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""Blanks of all widths, which Python counts as not printable."""


class Message(str):
    """A sentence for users that names options, which Python and command lines spell differently.

    Names in backticks in the template are options: `Message("`weight` must be above 0, not %s", -1)`. Values
    are put in as in logging, after options are spelt, so that no name from the input is taken for an option.
    """

    template: str
    values: tuple[object, ...]

    def __new__(cls, template: str, *values: object) -> Self:
        """Return the message with the Python names of options."""
        message = super().__new__(cls, template % values if values else template)
        message.template, message.values = template, values
        return message

    def __reduce__(self) -> "tuple[type[Message], tuple[object, ...]]":
        """Return how `pickle` makes the message again."""
        return Message, (self.template, *self.values)

    def worded(self, spell: Callable[[str], str]) -> str:
        """Return the message with each option as `spell` spells it, in values that are messages, too."""
        template = re.sub("`([a-z_]+)`", lambda option: spell(option[1]), self.template)
        values = tuple(one.worded(spell) if isinstance(one, Message) else one for one in self.values)
        return template % values if values else template


class RougeError(Exception):
    """Base of every error that a user can mend. With values the message is a `Message`."""

    def __init__(self, message: str = "", *values: object) -> None:
        super().__init__(Message(message, *values) if values else message)


class OptionError(RougeError, ValueError):
    """A choice in `Options` is out of range, malformed or at odds with another."""


class InputError(RougeError):
    """An input is missing, unreadable or malformed, or an output cannot be written."""


def some(names: Sequence[str], most: int = 10) -> str:
    """Return the first names for a message and the number of further names, or `none`."""
    more = len(names) - most
    return (", ".join(names[:most]) or "none") + (f" and {more:,} more" if more > 0 else "")


def shortened(text: str, most: int) -> str:
    """Return a text of at most `most` characters; a longer text loses its middle."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name among these that was probably meant, or `None` if all are less alike than `cutoff`."""
    from difflib import get_close_matches  # Most runs have no such error.

    return next(iter(get_close_matches(name, names, n=1, cutoff=cutoff)), None)


def printable(text: str, kept: str = JOINERS) -> str:
    r"""Return the text with an escape (`\n`, `\x1b`) for each character that is neither printable nor kept.

    A terminal or a table would take these characters for commands. Joiners stay, because words need them.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else repr(c)[1:-1] for c in text)


def shown(text: bytes | str) -> str:
    """Return the text with blanks for tabs and line ends, and escapes for characters without a glyph.

    Bytes that are not UTF-8 become U+FFFD.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return printable(text.translate(_BLANKS), JOINERS + _SPACES)


def readable(name: str) -> str:
    """Return a name from the input as `shown` does, or quotes for an empty name, which nobody would see."""
    return shown(name) or "''"


def installing(*packages: str) -> str:
    """Return the command that installs packages for the running Python.

    It names packages instead of extras, because no index need have rouge-eval. The `pip` that a shell finds
    may be of another Python.
    """
    found = (folder for folder in os.get_exec_path() if os.path.exists(os.path.join(folder, "pip")))
    is_own = next(found, None) == os.path.dirname(sys.executable)
    return " ".join(["pip" if is_own else f"{quote(sys.executable)} -m pip", "install", *packages])


def load_extra(module: str, purpose: str, remedy: str = "install it again") -> ModuleType:
    """Return a module of an optional package.

    `purpose` names the feature that needs it. Raises `RougeError` if the package is missing or, with the
    remedy, if it cannot be loaded.
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise RougeError(f"{purpose} needs {package} ({error}); {installing(package)}") from error
    except Exception as error:  # A broken package, or settings that it cannot read, can raise anything.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise RougeError(f"{package} is installed but cannot be loaded ({reason}); {remedy}") from error


# How records and figures print.

_ITEMS = 3
"""The most items of a tuple or a dictionary."""


def short(value: object) -> str:
    """Return the repr of a value; a long one has dots in place of its middle or its last items."""
    if type(value) is tuple or type(value) is dict:
        items = list(islice(value.items() if isinstance(value, dict) else value, _ITEMS))
        shown = [
            f"{short(one[0])}: {short(one[1])}" if isinstance(value, dict) else short(one) for one in items
        ]
        rest = len(value) - _ITEMS
        text = ", ".join(shown) + (f", … {rest:,} more" if rest > 0 else "")
        return f"{{{text}}}" if isinstance(value, dict) else f"({text},)" if len(value) == 1 else f"({text})"
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write a number of more than 4,300 digits.
        return f"<whole number of {int(value).bit_length():,} bits>"  # type: ignore[call-overload]
    return shortened(text, 100 if isinstance(value, str | bytes) else 41 if isinstance(value, int) else 60)


def repr_of(record: object, names: Iterable[str]) -> str:
    """Return the repr of a record with only the named fields."""
    values = ", ".join(f"{name}={short(getattr(record, name))}" for name in names)
    return f"{type(record).__name__}({values})"


def figure(value: float) -> str:
    """Return a figure with four decimals, or a large figure with four digits."""
    return f"{value:.4g}" if abs(value) > 1e6 else f"{value:.4f}"


def estimate(estimate: tuple[float, float, float]) -> str:
    """Return an average, followed by the bounds of its interval if it has bounds."""
    average, low, high = estimate
    has_bounds = isnan(average) or not isnan(low)
    return f"{figure(average)} [{figure(low)}, {figure(high)}]" if has_bounds else figure(average)


def several(count: float, one: str, more: str = "") -> str:
    """Return a number with its noun, `one` or `more`: `1 pair`, `11,490 pairs`."""
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"


_FORGING = re.compile("[\\x00-\\x08\\n-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]")
"""Characters of IDs that would begin a line of their own, or that a terminal obeys."""


def in_one_line(id: str) -> str:
    """Return an ID with escapes for characters that could forge a line; the original prints them."""
    return id if id.isprintable() else _FORGING.sub(lambda match: repr(match[0])[1:-1], id)
