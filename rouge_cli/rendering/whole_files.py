"""Files and folders that are written whole or not at all: each gets its name when all of it is there."""

import os
import shutil
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG

from ..errors import InputError, some

_STANDARD_INPUT, _STANDARD_OUTPUT = 0, 1
PageFile = tuple[str, bytes]
"""The path of a file in a folder, with `/` between its parts, and its data."""
_ANOTHER_FOLDER = "name a folder elsewhere"
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
    temporary = _temporary(target)
    try:
        if _is_stream(path):
            with open(path, "ab") as stream:
                stream.write(data)
            return
        mode = S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else None
        with open(temporary, "xb", opener=partial(os.open, mode=0o666 if mode is None else mode)) as file:
            if mode is None:  # The mode that this process gives new files.
                mode = S_IMODE(os.fstat(file.fileno()).st_mode)
            os.chmod(temporary, 0o600)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # Some file systems report a full disk only here.
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BrokenPipeError:  # The reader has stopped reading.
        raise
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with suppress(OSError):
            os.remove(temporary)


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


def check_target(path: str) -> None:
    """Raise `InputError` if it is clear, before any work is done, that no file can be written there."""
    if not path:
        raise InputError("the name of the file to write is empty; give its path")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = 0
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unwritable(path, error) from error
    if S_ISDIR(mode) or path.endswith(("/", os.sep)):
        raise _unwritable(path, "it is a folder", "name a file in it")
    if mode and not os.access(path, os.W_OK):
        raise _unwritable(path, "it is read-only")
    parent = os.path.dirname(os.path.realpath(path))
    # `realpath` takes `x/../file` for `file`, even where there is no folder x.
    if not (os.path.isdir(parent) and os.path.isdir(os.path.dirname(path) or os.curdir)):
        raise _unwritable(path, "its folder does not exist", "make the folder first")
    if not os.access(parent, os.W_OK) and not _is_stream(path):
        raise _unwritable(path, "its folder is read-only")


def check_apart(targets: Iterable[str | None], read: Collection[str]) -> None:
    """Raise `InputError` if a file cannot be written, or is among the files to read.

    None stands for no file to write, and `-` among the files to read for standard input.
    """
    for path in targets:
        if path is None:
            continue
        check_target(path)
        for other in read if os.path.isfile(path) else ():
            with suppress(OSError, ValueError):  # Readers report files that cannot be read.
                source = os.fstat(_STANDARD_INPUT) if other == "-" else os.stat(other)
                if os.path.samestat(source, os.stat(path)):
                    raise _unwritable(path, "it is read in this run", "name another file")


def _is_stream(path: str) -> bool:
    """Return whether the path is no regular file, or is standard output, such as `/dev/stdout`."""
    with suppress(OSError):  # There is no such file yet, or standard output is closed.
        there = os.stat(path)
        return not S_ISREG(there.st_mode) or os.path.samestat(there, os.fstat(_STANDARD_OUTPUT))
    return False


def _unwritable(path: str, reason: str | Exception, remedy: str = "name a file elsewhere") -> InputError:
    reason = getattr(reason, "strerror", None) or reason
    return InputError(f"{path}: cannot be written ({reason}); {remedy}")


def check_place(path: str) -> None:
    """Raise `InputError` if a folder can neither be made there nor replace the folder there."""
    if not path:
        raise InputError("the name of the folder to write is empty; give its path")
    try:
        target = os.path.realpath(path)
    except ValueError as error:  # A name with a NUL in it.
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    parent = os.path.dirname(target)
    while not os.path.lexists(parent):  # Missing parents are made.
        parent = os.path.dirname(parent)
    if not os.path.isdir(parent):
        raise _unwritable(path, f"{parent} is no folder", _ANOTHER_FOLDER)
    if not os.access(parent, os.W_OK):
        raise _unwritable(path, f"{parent} is read-only", _ANOTHER_FOLDER)
    if os.path.lexists(target) and not os.path.isdir(target):
        raise _unwritable(path, "it is no folder", _ANOTHER_FOLDER)
    if os.path.ismount(target):
        raise InputError(f"{path}: cannot be replaced (it is a mount); name a folder in it")
    # A shell whose working directory is replaced would stay in the old folder, which is removed.
    if f"{os.path.realpath(os.curdir)}{os.sep}".startswith(f"{target}{os.sep}"):
        raise InputError(f"{path}: cannot be replaced (the working directory is in it); {_ANOTHER_FOLDER}")


def check_folder(path: str) -> None:
    """Raise `InputError` if, before any work is done, it is clear that pages cannot be written to the folder.

    The folder may exist if it is empty or has only files that `write_folder` has written.
    """
    check_place(path)
    folder = Path(os.path.realpath(path))
    if not folder.is_dir():
        return
    try:
        own = _listed(folder)
        if own:
            entries = (
                one
                for one in folder.rglob("*")
                if one.is_symlink() or not (one.is_dir() and any(one.iterdir()))
            )
        else:  # A folder without a list is not searched: it may be a whole disk.
            entries = folder.iterdir()
        others = sorted({one.relative_to(folder).as_posix() for one in entries} - own)
    except OSError as error:
        raise _unwritable(path, error, _ANOTHER_FOLDER) from error
    if others:
        raise InputError(
            f"{path}: has other things in it than pages ({some(others)}); name a new or an empty folder"
        )


def check_outside(path: str, files: Iterable[str]) -> None:
    """Raise `InputError` for a file to write that lies in the folder that will be replaced."""
    for file in files:
        if os.path.realpath(file).startswith(os.path.join(os.path.realpath(path), "")):
            raise InputError(f"{file}: lies in {path}, which is replaced as a whole; name a file elsewhere")


def _listed(folder: Path) -> set[str]:
    """Return the paths that the folder's own list names, or none if `write_folder` has not written it."""
    try:
        head, *lines = (folder / LIST).read_text("utf-8").splitlines()
    except (FileNotFoundError, ValueError):  # No list, an empty one, or one that is not in UTF-8.
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
            place = Path(folder, name)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(data)
        lines = "".join(f"{line}\n" for line in (_HEAD, *sorted(names)))
        Path(folder, LIST).write_text(lines, "utf-8", newline="\n")

    check_folder(path)
    replace_folder(path, fill)
