"""Packages that only some outputs need: where one is missing, a message names the extra that brings it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..errors import RougeError


def load(module: str, extra: str, purpose: str, remedy: str = "install it again") -> ModuleType:
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
