"""Files and folders that are written whole or not at all: each gets its name when all of it is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import NoReturn

from ..errors import InputError, some

_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
_OWNER_ALONE, _ALL = 0o600, 0o666
"""Modes of a file."""
PageFile = tuple[str, bytes]
"""The path of a file in a folder, with `/` between its parts, and its data."""
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
    check_target(path)
    target = os.path.realpath(path)
    try:
        if _is_stream(path):
            with open(path, "ab") as stream:
                stream.write(data)
            return
        temporary = _temporary(target)
        try:
            with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, _OWNER_ALONE)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # Some file systems report a full disk only here.
            os.chmod(temporary, _mode_for(target))
            os.replace(temporary, target)
        except BaseException:  # This includes Ctrl-C.
            with suppress(OSError):
                os.remove(temporary)
            raise
    except BrokenPipeError:  # The reader has stopped reading.
        raise
    except OSError as error:
        raise _unwritable(path, error, _ANOTHER_FILE) from error


def replace_folder(path: str, fill: Callable[[str], None]) -> None:
    """Have `fill` fill a folder at a temporary path, which then takes the place of the folder at `path`.

    Missing parents are made. Raises `InputError` as `check_place` does, and where the folder cannot be
    written.
    """
    check_place(path)
    target = os.path.realpath(path)
    temporary, old = _temporary(target), _temporary(target)
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.mkdir(temporary)
        fill(temporary)
        if os.path.isdir(target):
            os.chmod(temporary, S_IMODE(os.stat(target).st_mode))
            os.rename(target, old)  # A folder cannot be replaced.
        os.rename(temporary, target)
    except OSError as error:
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if os.path.lexists(target):
            shutil.rmtree(old, ignore_errors=True)
        else:
            with suppress(OSError):
                os.rename(old, target)


def _temporary(target: str) -> str:
    return os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.tmp")


def _mode_for(target: str) -> int:
    """Return the mode of an existing file, or the mode that this process gives new files."""
    try:
        return S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        # The mask can only be read by setting it; meanwhile it is the strictest one.
        mask = os.umask(~_OWNER_ALONE & 0o777)
        os.umask(mask)
        return _ALL & ~mask


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
    parent = os.path.dirname(os.path.realpath(path))
    # `realpath` takes `x/../file` for `file`, even where there is no folder x.
    if not (os.path.isdir(parent) and os.path.isdir(os.path.dirname(path) or os.curdir)):
        raise _unwritable(path, "its folder does not exist", "make the folder first")
    if not os.access(parent, os.W_OK) and not _is_stream(path):
        raise _unwritable(path, "its folder is read-only", _ANOTHER_FILE)


def check_apart(targets: Iterable[str | None], read: Collection[str]) -> None:
    """Raise `InputError` if a file cannot be written, or is among the files to read.

    None stands for no file to write, and `-` among the files to read for standard input.
    """
    written = [target for target in targets if target is not None]
    for path in written:
        check_target(path)
    for path in filter(os.path.isfile, written):
        there = os.stat(path)
        for other in read:
            with suppress(OSError, ValueError):  # Readers report files that cannot be read.
                source = os.fstat(_STANDARD_INPUT) if other == "-" else os.stat(other)
                if os.path.samestat(source, there):
                    raise _unwritable(path, "it is read in this run", "name another file")


def _is_stream(path: str) -> bool:
    """Return whether the path is no regular file, or is standard output, such as `/dev/stdout`."""
    with suppress(OSError):  # There is no such file yet, or standard output is closed.
        there = os.stat(path)
        return not S_ISREG(there.st_mode) or os.path.samestat(there, os.fstat(_STANDARD_OUTPUT))
    return False


def _unwritable(path: str, reason: str | Exception, remedy: str) -> InputError:
    reason = getattr(reason, "strerror", None) or reason
    return InputError(f"{path}: cannot be written ({reason}); {remedy}")


def check_place(path: str) -> None:
    """Raise `InputError` if a folder can neither be made there nor replace the folder there."""
    if not path:
        raise InputError("the name of the folder to write is empty; give its path")
    try:
        target = os.path.realpath(path)
        is_there = os.path.lexists(target)
    except ValueError as error:  # A name with a NUL in it.
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    parent = os.path.dirname(target)
    while not os.path.lexists(parent):  # Missing parents are made.
        parent = os.path.dirname(parent)
    if not os.path.isdir(parent):
        raise _unwritable(path, f"{parent} is no folder", _ANOTHER_FOLDER)
    if not os.access(parent, os.W_OK):
        raise _unwritable(path, f"{parent} is read-only", _ANOTHER_FOLDER)
    if is_there and not os.path.isdir(target):
        raise _unwritable(path, "it is no folder", _ANOTHER_FOLDER)
    if os.path.ismount(target):
        raise InputError(f"{path}: cannot be replaced (it is a mount); name a folder in it")
    # A shell whose working directory is replaced would stay in the old folder, which is removed.
    if f"{os.path.realpath(os.curdir)}{os.sep}".startswith(f"{target}{os.sep}"):
        raise InputError(
            f"{path}: cannot be replaced (the working directory is in it); name a folder elsewhere"
        )


def check_folder(path: str) -> None:
    """Raise `InputError` if, before any work is done, it is clear that pages cannot be written to the folder.

    The folder may exist if it is empty or has only files that `write_folder` has written.
    """
    check_place(path)
    target = os.path.realpath(path)
    if not os.path.isdir(target):
        return
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


def write_folder(path: str, files: Iterable[PageFile]) -> None:
    """Write a folder at once: it has either its old content or all of the files, at any time.

    Raises `InputError` as `check_folder` does, and where a file cannot be written.
    """

    def fill(folder: str) -> None:
        names = []
        for name, data in files:
            names.append(name)
            place = os.path.join(folder, *name.split("/"))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "xb") as opened:
                opened.write(data)
        with open(os.path.join(folder, LIST), "x", encoding="utf-8", newline="\n") as listing:
            listing.write("".join(f"{line}\n" for line in (_HEAD, *sorted(names))))

    check_folder(path)
    replace_folder(path, fill)
