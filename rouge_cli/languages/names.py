"""The error for a name that a table does not have."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import OptionError, nearest, printable


def unknown(option: str, name: str, names: Iterable[str], kind: str, meant: str | None = None) -> OptionError:
    """Return the error, which lists the names that there are, and asks for the one that is meant.

    Without `meant`, that is the nearest of them.
    """
    known = list(names)
    near = meant or nearest(name.lower(), known)
    hint = f"; did you mean {near}?" if near else ""
    return OptionError(f"`{option}` {printable(name)} is not known; {kind} are {', '.join(known)}{hint}")
