"""Files and folders that are written whole or not at all, several of them together."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE, S_ISDIR, S_ISREG
from threading import current_thread, main_thread
from typing import NoReturn

from ..errors import InputError

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
"""Signals that end a process at once; a Ctrl-C is an exception."""
_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
_OWNER_ALONE, _ALL = 0o600, 0o666
"""Modes of a file."""
_ANOTHER_FILE, _ANOTHER_FOLDER = "name a file elsewhere", "name a folder elsewhere"


def write_whole(path: str, data: bytes) -> None:
    """Write a file at once, so that it has either what was there before or all of the data.

    An existing file keeps its mode, and until the new one has that mode only its owner can read it.
    A link stays one and its target is written. A pipe or a terminal cannot be replaced: the data is
    written to it as it comes. Raises `InputError` where the file cannot be written.
    """
    with written_together() as together:
        together.write(path, data)


@contextmanager
def written_together() -> Iterator[Together]:
    """Yield what writes files and folders, all of which get their names as the block ends, or none.

    If the block is left by an exception, or by a signal that ends the process, all stays as it was.
    """
    together = Together()
    try:
        with _signals_raise():
            try:
                yield together
                together.rename()
            finally:
                together.clear()
    except _Ended as end:
        signal.raise_signal(end.number)


class Together:
    """Files and folders under temporary names, beside the places that they will take."""

    def __init__(self) -> None:
        self._renames: list[_Rename] = []
        self._streams: list[tuple[str, bytes]] = []
        self._temporaries: list[str] = []

    def write(self, path: str, data: bytes) -> None:
        """Write a file as `write_whole` does; pipes and terminals get their data with the other names."""
        check_target(path)
        if _is_stream(path):
            self._streams.append((path, data))
            return
        target = os.path.realpath(path)
        temporary = self._temporary(target)
        try:
            with open(temporary, "xb", opener=_open_private) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # Some file systems report a full disk only here.
            os.chmod(temporary, _mode_for(target))
        except OSError as error:
            raise _unwritable(path, error, _ANOTHER_FILE) from error
        self._renames.append(_Rename(path, temporary, target, is_folder=False))

    def write_folder(self, path: str, fill: Callable[[str], None]) -> None:
        """Make a folder by `fill`, which gets its temporary path; an existing folder is replaced."""
        target = os.path.realpath(path)
        temporary = self._temporary(target)
        try:
            os.mkdir(temporary)
            fill(temporary)
            if os.path.isdir(target):
                os.chmod(temporary, S_IMODE(os.stat(target).st_mode))
        except OSError as error:
            raise _unwritable(path, error, _ANOTHER_FOLDER) from error
        self._renames.append(_Rename(path, temporary, target, is_folder=True))

    def rename(self) -> None:
        """Give all files and folders their names; what was there before comes back if that fails.

        What cannot come back keeps its temporary name, which the error says.
        """
        for path, data in self._streams:  # They may wait for a reader, so signals end the run here.
            _write_stream(path, data)
        with _signals_wait():
            for one in self._renames:
                try:
                    one.old = self._kept(one)
                    os.replace(one.temporary, one.target)
                except OSError as error:
                    raise _unwritable(one.path, error, one.remedy + "".join(self._undo())) from error
                one.is_done = True

    def _undo(self) -> Iterator[str]:
        """Undo all renames, the last first; yield the names under which lost files and folders are kept."""
        for one in reversed(self._renames):
            try:
                one.undo()
            except OSError:
                if one.old is not None:
                    self._temporaries.remove(one.old)
                    yield f"; what was in {one.path} is now {one.old}"

    def clear(self) -> None:
        """Remove all temporary files and folders."""
        for path in self._temporaries:
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.remove(path)

    def _temporary(self, target: str, end: str = "tmp") -> str:
        path = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.{end}")
        self._temporaries.append(path)
        return path

    def _kept(self, one: _Rename) -> str | None:
        """Return a second name for what is replaced, by which it can come back; None if it has none."""
        if one.is_folder and one.replaces:
            old = self._temporary(one.target, "old")
            os.rename(one.target, old)  # A folder cannot be replaced.
            return old
        if one.replaces and len(self._renames) > 1:
            old = self._temporary(one.target, "old")
            try:
                os.link(one.target, old)
            except OSError:  # Some file systems have no links.
                shutil.copy2(one.target, old)
            return old
        return None


class _Rename:
    """A file or folder that is written, but has not got its name yet."""

    def __init__(self, path: str, temporary: str, target: str, *, is_folder: bool) -> None:
        self.path, self.temporary, self.target, self.is_folder = path, temporary, target, is_folder
        self.replaces = os.path.lexists(target)
        self.old: str | None = None
        self.is_done = False

    @property
    def remedy(self) -> str:
        """What a user can do where it cannot be written."""
        return _ANOTHER_FOLDER if self.is_folder else _ANOTHER_FILE

    def undo(self) -> None:
        """Take the new file or folder away, and bring back what was there. Raises `OSError`."""
        if self.is_done and self.is_folder:
            shutil.rmtree(self.target)
        elif self.is_done and not self.replaces:
            os.remove(self.target)
        if self.old is not None and (self.is_done or self.is_folder):
            os.replace(self.old, self.target)


class _Ended(BaseException):
    """A signal that ends the process has come."""

    def __init__(self, number: int) -> None:
        self.number = number


def check_target(path: str) -> None:
    """Raise `InputError` where it is plain, before any work is done, that no file can be written there."""
    if not path:
        raise InputError("the name of the file to write is empty; give its path")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unwritable(path, error, _ANOTHER_FILE) from error
    folder = os.path.dirname(os.path.realpath(path))
    if (mode is not None and S_ISDIR(mode)) or path.endswith(("/", os.sep)):
        raise _unwritable(path, "it is a folder", "name a file in it")
    if not os.path.isdir(folder):
        raise _unwritable(path, "its folder does not exist", "make the folder first")
    if mode is not None and not os.access(path, os.W_OK):
        raise _unwritable(path, "it is read-only", _ANOTHER_FILE)
    if not _is_stream(path) and not os.access(folder, os.W_OK):
        raise _unwritable(path, "its folder is read-only", _ANOTHER_FILE)


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


def _write_stream(path: str, data: bytes) -> None:
    try:
        with open(path, "ab") as stream:
            stream.write(data)
    except BrokenPipeError:  # The reader has seen enough.
        raise
    except OSError as error:
        raise _unwritable(path, error, _ANOTHER_FILE) from error


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
def _signals_raise() -> Iterator[None]:
    """Make signals that end the process raise `_Ended`, so that what is half written is removed.

    A handler of the program's own stays: it may go on, and then the files are written.
    """

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended(number)

    with _handled([number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL], end):
        yield


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Make these signals, and a Ctrl-C, wait until all have their names."""
    came: list[int] = []
    with _handled([*_ENDING, signal.SIGINT], lambda number, frame: came.append(number)):
        yield
    for number in came:
        signal.raise_signal(number)


@contextmanager
def _handled(numbers: Iterable[int], handler: Callable[[int, object], object]) -> Iterator[None]:
    """Handle signals that are not ignored, as SIGHUP is under nohup, in the main thread, which alone can."""
    before = {}
    try:
        if current_thread() is main_thread():
            for number in numbers:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, old in before.items():
            with suppress(TypeError):  # A handler that was not set from Python cannot be set again.
                signal.signal(number, old)


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


def _unwritable(path: str, reason: str | Exception, remedy: str) -> InputError:
    reason = getattr(reason, "strerror", None) or reason
    return InputError(f"{path}: cannot be written ({reason}); {remedy}")
