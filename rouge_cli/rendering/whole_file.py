"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE, S_ISDIR, S_ISREG
from threading import current_thread, main_thread

from ..errors import InputError

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a process at once; a Ctrl-C is an exception."""
_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
_OWNER_ALONE, _ALL = 0o600, 0o666
"""Modes of a file."""


def write_whole(path: str, data: bytes) -> None:
    """Write a file at once, so that it has either what was there before or all of the data.

    An existing file keeps its mode, and until the new one has that mode only its owner can read it.
    A link stays one and its target is written. A pipe or a terminal cannot be replaced: the data is
    written to it as it comes. Raises `InputError` where the file cannot be written.
    """
    check_target(path)
    try:
        if _is_stream(path):
            with open(path, "ab") as stream:
                stream.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except BrokenPipeError:  # The reader has seen enough.
        raise
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error), "name a file elsewhere") from error


def check_target(path: str) -> None:
    """Raise `InputError` where it is plain, before any work is done, that no file can be written there."""
    if not path:
        raise InputError("the name of the file to write is empty; give its path")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        reason = getattr(error, "strerror", None) or str(error)
        raise _unwritable(path, reason, "name a file elsewhere") from error
    folder = os.path.dirname(os.path.realpath(path))
    if (mode is not None and S_ISDIR(mode)) or path.endswith(("/", os.sep)):
        raise _unwritable(path, "it is a folder", "name a file in it")
    if not os.path.isdir(folder):
        raise _unwritable(path, "its folder does not exist", "make the folder first")
    if mode is not None and not os.access(path, os.W_OK):
        raise _unwritable(path, "it is read-only", "name a file elsewhere")
    if not _is_stream(path) and not os.access(folder, os.W_OK):
        raise _unwritable(path, "its folder is read-only", "name a file elsewhere")


def check_apart(path: str, read: Iterable[str]) -> None:
    """Raise `InputError` where the file to write is one of those that are read; `-` is standard input."""
    try:
        there = os.stat(path)
    except OSError:
        return
    for other in read if S_ISREG(there.st_mode) else ():
        with suppress(OSError, ValueError):  # The reader reports what it cannot read.
            source = os.fstat(_STANDARD_INPUT) if other == "-" else os.stat(other)
            if os.path.samestat(source, there):
                raise _unwritable(path, "it is read in this run", "name another file")


def _replace(path: str, data: bytes) -> None:
    temporary = os.path.join(os.path.dirname(path), f".{os.urandom(8).hex()}.tmp")
    with _undisturbed():
        _write_and_rename(temporary, path, data)


def _write_and_rename(temporary: str, path: str, data: bytes) -> None:
    try:
        with open(temporary, "xb", opener=_open_private) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # Some file systems report a full disk only here.
        os.chmod(temporary, _mode_for(path))
        os.replace(temporary, path)
    except BaseException:  # This includes Ctrl-C.
        with suppress(OSError):
            os.remove(temporary)
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ALONE)


def _mode_for(path: str) -> int:
    """Return the mode of the file that is replaced, or that which any new file gets."""
    with suppress(FileNotFoundError):
        return S_IMODE(os.stat(path).st_mode)
    mask = os.umask(~_OWNER_ALONE & 0o777)  # It can only be read by setting it; this one is the strictest.
    os.umask(mask)
    return _ALL & ~mask


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Make signals that would end the process at once wait, so that no temporary file is left."""
    if current_thread() is not main_thread():  # Only the main thread handles signals.
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda number, _: came.append(number)) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _is_stream(path: str) -> bool:
    """Return whether it is no regular file, or is where standard output goes (`/dev/stdout`, say)."""
    try:
        there = os.stat(path)
    except OSError:
        return False
    try:
        return not S_ISREG(there.st_mode) or os.path.samestat(there, os.fstat(_STANDARD_OUTPUT))
    except OSError:  # Standard output is closed.
        return False


def _unwritable(path: str, reason: str, remedy: str) -> InputError:
    return InputError(f"{path}: cannot be written ({reason}); {remedy}")
