"""Packages that are installed with an extra, and the names that a message offers."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from types import ModuleType

from ..errors import InputError

LANGUAGES = "languages"
"""The extra with everything that `table.py` needs but the words of a dictionary."""


def needed(module: str, distribution: str, wanted: str) -> ModuleType:
    """Import a module of a package that the extra `languages` installs.

    `wanted` begins the message of the `InputError` that is raised where the package is missing.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(
            f"{wanted} needs the package {distribution}, which cannot be imported ({error}); run"
            f" pip install 'rouge-eval[{LANGUAGES}]'"
        ) from error


def versioned(rule: str, distribution: str) -> str:
    """Return a rule as a signature shows it, with the version of the package that has it."""
    return f"{rule}({distribution}-{version(distribution)})"


def offered(name: str, names: Iterable[str], kind: str) -> str:
    """Return the end of a message on a name that there is not: all that there are, and the nearest one."""
    known = list(names)
    near = get_close_matches(name, known, n=1)
    return f"the {kind} are {', '.join(known)}" + (f"; did you mean {near[0]}?" if near else "")
