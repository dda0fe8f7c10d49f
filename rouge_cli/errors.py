"""The errors that rouge_cli raises on purpose; each message names the place and the remedy."""

from collections.abc import Sequence

_NAMED = 10


class RougeError(Exception):
    """Base of every error that a user can mend."""


class OptionError(RougeError, ValueError):
    """A choice in `Options` is out of range, malformed or at odds with another."""


class InputError(RougeError):
    """What is to be read is missing, unreadable or malformed, or what is to be written cannot be."""


def some(names: Sequence[str]) -> str:
    """The names in a message: the first ten, and how many more there are; `none` where there are none."""
    more = len(names) - _NAMED
    return (", ".join(names[:_NAMED]) or "none") + (f" and {more:,} more" if more > 0 else "")
