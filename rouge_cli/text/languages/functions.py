"""Functions of users, `MODULE:FUNCTION`, in place of a tokenizer or a stemmer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import reduce
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from ...errors import InputError, OptionError, printable


def quoted(text: str) -> str:
    """Return the beginning of a text for a message."""
    return repr(text[:20])


class FromFile(str):
    """The name of a function that a file names.

    Whoever writes a file must not choose what runs on the machine that reads it. So this name is never
    imported, and its function refuses every text. Users name functions on the command line, and programs in
    `Options`.
    """

    __slots__ = ()


class OwnFunction:
    """A function of the user with its name. Two are equal while they have the same name and function."""

    def __init__(self, name: str, option: str, function: Callable[[str], object] | None) -> None:
        """Take a function that an option names, or None for the function of a `FromFile`."""
        self.name = name
        self._option = option
        self._function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnFunction) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self.name)  # A callable object may have no hash.

    @property
    def _key(self) -> tuple[object, ...]:
        # A bound method is made anew whenever it is looked up.
        function = getattr(self._function, "__func__", self._function)
        return self.name, self._option, id(function), id(getattr(self._function, "__self__", None))

    def __call__(self, text: str) -> object:
        """Call the function with a text. Raises `InputError` where the function raises."""
        if self._function is None:
            raise InputError(
                "%s stands in a file, and a function that a file names is not imported; if you trust"
                f" it, name it by `{self._option}`, too",
                printable(self.name),
            )
        try:
            return self._function(text)
        except (Exception, SystemExit) as error:
            raise InputError(
                f"{self.name} failed for a text that begins with {quoted(text)}: {_reason(error)}"
            ) from error

    def signature(self) -> str:
        """Return the name with a digest of the file of its module, on which figures depend."""
        file = getattr(sys.modules.get(self.name.partition(":")[0]), "__file__", None)
        if file is None or not os.path.isfile(file):
            return self.name
        return f"{self.name}(sha256-{sha256(Path(file).read_bytes()).hexdigest()[:12]})"


def own_function(name: str | None, option: str) -> OwnFunction | None:
    """Return the function `MODULE:FUNCTION`, or None for a name without a colon.

    The module may lie in the current folder. Raises `OptionError`, which names the option, for a name with a
    colon that is no `MODULE:FUNCTION`, and `InputError` if there is no function with this name. The function
    of a `FromFile` raises `InputError` when it is called.
    """
    if name is None or ":" not in name:
        return None
    if isinstance(name, FromFile):
        return OwnFunction(name, option, None)
    module_name, _, path = name.partition(":")
    parts = [*module_name.split("."), *path.split(".")]
    if not all(map(str.isidentifier, parts)):
        raise OptionError(f"`{option}` %r is not MODULE:FUNCTION, such as my_package.texts:words", name)
    try:
        function: object = reduce(getattr, path.split("."), _imported(module_name))
    except AttributeError as error:
        raise InputError(
            f"there is no %s in the module %s that `{option}` names", path, module_name
        ) from error
    if not callable(function):
        raise InputError(f"`{option}` wants a function, but %s is of type %s", name, type(function).__name__)
    return OwnFunction(name, option, function)


def _imported(module: str) -> object:
    """Return a module. A module in the current folder comes after all modules that are installed."""
    if module in sys.modules:
        return sys.modules[module]
    here = os.getcwd()
    is_missing = here not in sys.path  # If the folder is there, the user has chosen its place.
    if is_missing:
        sys.path.append(here)
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:  # A script that is imported may exit.
        raise InputError(
            f"the module {module} cannot be imported ({_reason(error)}); install it, or name its folder in"
            " PYTHONPATH"
        ) from error
    finally:
        if is_missing and here in sys.path:
            sys.path.remove(here)


def _reason(error: BaseException) -> str:
    return printable(f"{type(error).__name__}: {error}")
