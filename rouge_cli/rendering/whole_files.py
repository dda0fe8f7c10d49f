"""Files and folders that are written whole or not at all, several of them together."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from stat import S_IMODE, S_ISDIR, S_ISREG
from threading import current_thread, main_thread
from typing import NamedTuple, NoReturn

from ..errors import InputError, some

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
"""Signals that end a process at once; a Ctrl-C is an exception."""
_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
_OWNER_ALONE, _ALL = 0o600, 0o666
"""Modes of a file."""
_ANOTHER_FILE, _ANOTHER_FOLDER = "name a file elsewhere", "name a folder elsewhere"
LIST = "files.txt"
"""The file in a folder of pages that lists all other files, so that a later run knows which are its own."""
_HEAD = "Written by rouge-eval, which replaces these files when it runs again:"


def write_whole(path: str, data: bytes) -> None:
    """Write a file at once: it has either its old content or all of the data, at any time.

    An existing file keeps its mode, and until the new file has that mode only its owner can read it. A link
    stays a link, and its target is written. A pipe or a terminal cannot be replaced, so the data is written
    to it directly. Raises `InputError` where the file cannot be written.
    """
    with written_together() as together:
        together.write(path, data)


@contextmanager
def written_together() -> Iterator[Together]:
    """Yield a writer of files and folders, which get their names together as the block ends.

    If an exception, or a signal that ends the process, leaves the block, all stays as it was.
    """
    together = Together()

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended(number)

    # The program's own handlers stay: after them the program may go on and write the files.
    ending = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    try:
        with _handled(ending, end):
            try:
                yield together
                together.rename()
            finally:
                together.clear()
    except _Ended as signalled:
        signal.raise_signal(signalled.args[0])


class _Written(NamedTuple):
    """A file or a folder that is written under a temporary name."""

    path: str
    temporary: str
    target: str
    is_folder: bool
    remedy: str


class Together:
    """Files and folders that are written beside their targets under temporary names, and renamed together."""

    def __init__(self) -> None:
        self._written: list[_Written] = []
        self._streams: list[tuple[str, bytes]] = []
        self._temporaries: list[str] = []

    def write(self, path: str, data: bytes) -> None:
        """Write a file as `write_whole` does; pipes and terminals get their data in `rename`."""

        def make(temporary: str, target: str) -> None:
            with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, _OWNER_ALONE)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # Some file systems report a full disk only here.
            try:
                mode = S_IMODE(os.stat(target).st_mode)
            except FileNotFoundError:
                # The mask can only be read by setting it; meanwhile it is the strictest one.
                mask = os.umask(~_OWNER_ALONE & 0o777)
                os.umask(mask)
                mode = _ALL & ~mask
            os.chmod(temporary, mode)

        check_target(path)
        if _is_stream(path):
            self._streams.append((path, data))
        else:
            self._make(path, make, is_folder=False)

    def write_folder(self, path: str, fill: Callable[[str], None]) -> None:
        """Have `fill` fill a folder at a temporary path, which will replace an existing folder."""

        def make(temporary: str, target: str) -> None:
            os.mkdir(temporary)
            fill(temporary)
            if os.path.isdir(target):
                os.chmod(temporary, S_IMODE(os.stat(target).st_mode))

        self._make(path, make, is_folder=True)

    def _make(self, path: str, make: Callable[[str, str], None], *, is_folder: bool) -> None:
        """Write a file or a folder by `make`, which gets the temporary path and the target."""
        target, remedy = os.path.realpath(path), _ANOTHER_FOLDER if is_folder else _ANOTHER_FILE
        temporary = self._temporary(target)
        try:
            make(temporary, target)
        except OSError as error:
            raise _unwritable(path, error, remedy) from error
        self._written.append(_Written(path, temporary, target, is_folder, remedy))

    def rename(self) -> None:
        """Give all files and folders their names; if that fails, bring back all that was there before.

        A folder or file that cannot be brought back keeps its temporary name, which the error says.
        """
        for path, data in self._streams:  # A stream may wait for its reader, so signals still end the run.
            try:
                with open(path, "ab") as stream:
                    stream.write(data)
            except BrokenPipeError:  # The reader has stopped reading.
                raise
            except OSError as error:
                raise _unwritable(path, error, _ANOTHER_FILE) from error
        lost: list[str] = []
        with _signals_held_back(), ExitStack() as undo:
            for one in self._written:
                try:
                    self._rename(one, undo, lost)
                except OSError as error:
                    undo.close()
                    raise _unwritable(one.path, error, one.remedy + "".join(lost)) from error
            undo.pop_all()

    def _rename(self, one: _Written, undo: ExitStack, lost: list[str]) -> None:
        """Give a file or a folder its name; `undo` takes it away and brings back the old file or folder."""
        replaces = os.path.lexists(one.target)
        keeps = replaces and (one.is_folder or len(self._written) > 1)
        old = self._temporary(one.target, "old") if keeps else ""

        def bring_back() -> None:
            try:
                os.replace(old, one.target)
            except OSError:
                self._temporaries.remove(old)
                lost.append(f"; what was in {one.path} is now {old}")

        if keeps and one.is_folder:
            os.rename(one.target, old)  # A folder cannot be replaced.
            undo.callback(bring_back)
        elif keeps:
            try:
                os.link(one.target, old)
            except OSError:  # Some file systems have no links.
                shutil.copy2(one.target, old)
        os.replace(one.temporary, one.target)
        if one.is_folder or not replaces:
            undo.callback(_remove, one.target)
        elif keeps:
            undo.callback(bring_back)

    def clear(self) -> None:
        """Remove all temporary files and folders."""
        with _signals_held_back():
            for path in self._temporaries:
                _remove(path)

    def _temporary(self, target: str, end: str = "tmp") -> str:
        path = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.{end}")
        self._temporaries.append(path)
        return path


def _remove(path: str) -> None:
    """Remove a file or a folder, if it is there."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            os.remove(path)


class _Ended(BaseException):
    """The end of the process by a signal, whose number is the argument."""


def check_target(path: str) -> None:
    """Raise `InputError` if it is clear, before any work is done, that no file can be written there."""
    if not path:
        raise InputError("the name of the file to write is empty; give its path")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unwritable(path, error, _ANOTHER_FILE) from error
    if (mode is not None and S_ISDIR(mode)) or path.endswith(("/", os.sep)):
        raise _unwritable(path, "it is a folder", "name a file in it")
    if mode is not None and not os.access(path, os.W_OK):
        raise _unwritable(path, "it is read-only", _ANOTHER_FILE)
    _check_parent(path, _ANOTHER_FILE, is_written=not _is_stream(path))


def _check_parent(path: str, remedy: str, *, is_written: bool = True) -> None:
    """Raise `InputError` if the parent folder of a file or a folder does not exist or is read-only."""
    parent = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(parent):
        raise _unwritable(path, "its folder does not exist", "make the folder first")
    if is_written and not os.access(parent, os.W_OK):
        raise _unwritable(path, "its folder is read-only", remedy)


def check_apart(targets: Iterable[str | None], read: Collection[str]) -> None:
    """Raise `InputError` if a file to write is among the files to read.

    None stands for no file to write, and `-` among the files to read for standard input.
    """
    for path in filter(os.path.isfile, (target for target in targets if target is not None)):
        there = os.stat(path)
        for other in read:
            with suppress(OSError, ValueError):  # Readers report files that cannot be read.
                source = os.fstat(_STANDARD_INPUT) if other == "-" else os.stat(other)
                if os.path.samestat(source, there):
                    raise _unwritable(path, "it is read in this run", "name another file")


@contextmanager
def _handled(numbers: Iterable[int], handler: Callable[[int, object], object]) -> Iterator[None]:
    """Handle signals if this is the main thread; ignored ones, such as SIGHUP under nohup, stay ignored."""
    before = {}
    try:
        if current_thread() is main_thread():
            for number in numbers:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, old in before.items():
            with suppress(TypeError):  # Python cannot restore a handler that was not set from Python.
                signal.signal(number, old)


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Make a Ctrl-C and signals that end the process wait for the end of the block."""
    came: list[int] = []
    with _handled([*_ENDING, signal.SIGINT], lambda number, frame: came.append(number)):
        yield
    for number in came:
        signal.raise_signal(number)


def _is_stream(path: str) -> bool:
    """Return whether the path is no regular file, or is standard output, such as `/dev/stdout`."""
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


class PageFile(NamedTuple):
    """A file of the folder."""

    path: str
    """Its path in the folder, with `/` between its parts."""
    data: bytes


def check_folder(path: str) -> None:
    """Raise `InputError` if, before any work is done, it is clear that the folder cannot be written.

    The folder may exist if it is empty or has only files that `write_folder` has written.
    """
    if not path:
        raise InputError("the name of the folder to write is empty; give its path")
    try:
        target = os.path.realpath(path)
        is_there = os.path.lexists(target)
    except ValueError as error:  # A name with a NUL in it.
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    _check_parent(path, _ANOTHER_FOLDER)
    if not is_there:
        return
    if not os.path.isdir(target):
        raise _unwritable(path, "it is no folder", _ANOTHER_FOLDER)
    if os.path.ismount(target):
        raise InputError(f"{path}: cannot be replaced (it is a mount); name a folder in it")
    # A shell whose working directory is replaced would stay in the old folder, which is removed.
    if f"{os.path.realpath(os.curdir)}{os.sep}".startswith(f"{target}{os.sep}"):
        raise InputError(
            f"{path}: cannot be replaced (the working directory is in it); name a folder elsewhere"
        )
    try:
        own = _listed(target)
        # A folder without a list is not searched: it may be a whole disk.
        others = sorted((_files_in(target) if own else set(os.listdir(target))) - own)
    except OSError as error:
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    if others:
        raise InputError(
            f"{path}: has other things in it than pages ({some(others)}); name a new or an empty folder"
        )


def check_outside(path: str, files: Iterable[str]) -> None:
    """Raise `InputError` for a file to write that lies in the folder that will be replaced."""
    target = os.path.realpath(path)
    for file in files:
        place = os.path.realpath(file)
        if place.startswith(os.path.join(target, "")):
            raise InputError(f"{file}: lies in {path}, which is replaced as a whole; name a file elsewhere")


def _files_in(target: str) -> set[str]:
    """Return the paths of all files and empty folders in a folder; links count as files."""

    def fail(error: OSError) -> NoReturn:
        raise error

    there = set()
    for folder, folders, files in os.walk(target, onerror=fail):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        names = [*files, *links] or ([] if folders else [""])
        there |= {os.path.relpath(os.path.join(folder, name), target) for name in names}
    return {name.replace(os.sep, "/") for name in there - {"."}}


def _listed(target: str) -> set[str]:
    """Return the paths that the folder's own list names, or none if `write_folder` has not written it."""
    try:
        with open(os.path.join(target, LIST), encoding="utf-8") as file:
            head, *lines = file.read().splitlines()
    except (FileNotFoundError, UnicodeDecodeError, ValueError):
        return set()
    return {LIST, *lines} if head == _HEAD else set()


def write_folder(path: str, files: Iterable[PageFile], together: Together | None = None) -> None:
    """Write a folder at once: it has either its old content or all of the files, at any time.

    The files are written to a new folder beside it, which then takes its place. If `together` is given, that
    happens together with its other files. Raises `InputError` as `check_folder` does, and where a file cannot
    be written.
    """

    def fill(folder: str) -> None:
        names = []
        for file in files:
            names.append(file.path)
            place = os.path.join(folder, *file.path.split("/"))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "xb") as opened:
                opened.write(file.data)
        with open(os.path.join(folder, LIST), "x", encoding="utf-8", newline="\n") as listing:
            listing.write("".join(f"{line}\n" for line in (_HEAD, *sorted(names))))

    check_folder(path)
    with nullcontext(together) if together else written_together() as writer:
        writer.write_folder(path, fill)
