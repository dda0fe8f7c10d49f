"""The errors that are raised on purpose, each with place and remedy, and names as messages show them."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from types import ModuleType

_NAMED = 10
JOINERS = "\u200c\u200d"
"""Invisible characters that the words of some scripts need, and emoji."""


class RougeError(Exception):
    """Base of every error that a user can mend."""


class OptionError(RougeError, ValueError):
    """A choice in `Options` is out of range, malformed or at odds with another."""


class InputError(RougeError):
    """An input is missing, unreadable or malformed, or an output cannot be written."""


def some(names: Sequence[str]) -> str:
    """The names in a message: the first ten, and how many more there are; `none` where there are none."""
    more = len(names) - _NAMED
    return (", ".join(names[:_NAMED]) or "none") + (f" and {more:,} more" if more > 0 else "")


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of these names that was probably meant, or `None`."""
    from difflib import get_close_matches  # Most runs have no such error.

    return next(iter(get_close_matches(name, names, n=1)), None)


def printable(text: str) -> str:
    r"""Return the text with an escape (`\n`, `\x1b`) for each character that is not printable.

    A terminal or a table would take such a character for a command. Joiners stay, as words have them.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in JOINERS else repr(c)[1:-1] for c in text)


def load_extra(module: str, extra: str, purpose: str, remedy: str = "install it again") -> ModuleType:
    """Return a module of an optional package.

    `extra` is the extra that installs the package, `purpose` what needs it. Raises `RougeError` where
    it is missing or, with the remedy, where it cannot be loaded.
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise RougeError(
            f"{purpose} needs {package} ({error}), which the extra rouge-eval[{extra}] brings;"
            f" pip install {package}"
        ) from error
    except Exception as error:  # A broken package, or settings that it cannot read, can raise anything.
        raise RougeError(
            f"{package} is installed but cannot be loaded ({_first_line(error)}); {remedy}"
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
