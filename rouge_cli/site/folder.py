"""A folder of files that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from stat import S_IMODE
from threading import current_thread, main_thread
from typing import NamedTuple, NoReturn

from ..errors import InputError, some

LIST = "files.txt"
"""The file in the folder that lists all others, so that a later run knows them for its own."""
_HEAD = "Written by rouge-eval, which replaces these files when it runs again:"

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that would end the process before it can clear up; a Ctrl-C is an exception."""


class PageFile(NamedTuple):
    """A file of the folder."""

    path: str
    """Its path in the folder, with `/` between its parts."""
    data: bytes


class _Ended(BaseException):
    """A signal that ends the process has come."""

    def __init__(self, number: int) -> None:
        self.number = number


def check_folder(path: str) -> None:
    """Raise `InputError` where it is plain, before any work is done, that the folder cannot be written.

    It may exist if it is empty or has only what `write_folder` has written.
    """
    if not path:
        raise InputError("the name of the folder to write is empty; give its path")
    try:
        target = os.path.realpath(path)
        is_there = os.path.lexists(target)
    except ValueError as error:  # A name with a NUL in it.
        raise _unwritable(path, str(error)) from error
    parent = os.path.dirname(target)
    if not os.path.isdir(parent):
        raise InputError(f"{path}: cannot be written (its folder does not exist); make the folder first")
    if not os.access(parent, os.W_OK):
        raise _unwritable(path, "the folder that it is in is read-only")
    if is_there:
        _check_own(path, target)


def check_outside(path: str, files: Iterable[str]) -> None:
    """Raise `InputError` for a file to write that lies in the folder to write, which will be replaced."""
    target = os.path.realpath(path)
    for file in files:
        if os.path.realpath(file).startswith(os.path.join(target, "")):
            raise InputError(f"{file}: lies in {path}, which is replaced as a whole; name a file elsewhere")


def _check_own(path: str, target: str) -> None:
    """Raise `InputError` for anything but a folder, and for a folder with other things in it."""
    if not os.path.isdir(target):
        raise _unwritable(path, "it is no folder")
    if os.path.ismount(target):
        raise InputError(f"{path}: cannot be replaced (it is a mount); name a folder in it")
    # A shell whose working directory is replaced would stay in the old folder, which is removed.
    if f"{os.path.realpath(os.curdir)}{os.sep}".startswith(f"{target}{os.sep}"):
        raise InputError(
            f"{path}: cannot be replaced (the working directory is in it); name a folder elsewhere"
        )
    try:
        own = _listed(target)
        # Nobody needs to walk through all of a disk to be told that it is no report.
        there = _files_in(target) if own else set(os.listdir(target))
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error
    others = sorted(there - own)
    if others:
        raise InputError(
            f"{path}: has other things in it than pages ({some(others)}); name a new or an empty folder"
        )


def _files_in(target: str) -> set[str]:
    """Return the paths of the files in a folder, and of folders in it that have none; links are files."""
    there = set()
    for folder, folders, files in os.walk(target, onerror=_raise):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        names = [*files, *links] or ([] if folders else [""])
        there |= {os.path.relpath(os.path.join(folder, name), target) for name in names}
    return {name.replace(os.sep, "/") for name in there - {"."}}


def _raise(error: OSError) -> NoReturn:
    raise error


def _listed(target: str) -> set[str]:
    """Return the paths that the list in a folder names, if it is one of ours."""
    try:
        with open(os.path.join(target, LIST), encoding="utf-8") as file:
            head, *lines = file.read().splitlines()
    except (FileNotFoundError, UnicodeDecodeError, ValueError):
        return set()
    return {LIST, *lines} if head == _HEAD else set()


def write_folder(path: str, files: Iterable[PageFile]) -> None:
    """Write a folder at once, so that it has either what was there before or all of the files.

    They are written to a new folder beside it, which then takes its place. Raises `InputError` as
    `check_folder` does, and where a file cannot be written.
    """
    check_folder(path)
    target = os.path.realpath(path)
    unique = os.urandom(8).hex()
    new, old = (os.path.join(os.path.dirname(target), f".{unique}.{end}") for end in ("tmp", "old"))
    try:
        with _signals_raise():
            try:
                _write_files(new, files)
                _swap(target, new, old)
            finally:
                for left in (new, old):
                    shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error
    except _Ended as end:
        signal.raise_signal(end.number)


def _write_files(folder: str, files: Iterable[PageFile]) -> None:
    os.mkdir(folder)
    names = []
    for file in files:
        names.append(file.path)
        place = os.path.join(folder, *file.path.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "xb") as opened:
            opened.write(file.data)
    with open(os.path.join(folder, LIST), "x", encoding="utf-8", newline="\n") as listing:
        listing.write("".join(f"{line}\n" for line in (_HEAD, *sorted(names))))


def _swap(target: str, new: str, old: str) -> None:
    """Put the new folder in the place of the old one, which comes back if that fails."""
    with _signals_wait():
        if not os.path.isdir(target):
            os.rename(new, target)
            return
        os.chmod(new, S_IMODE(os.stat(target).st_mode))
        os.rename(target, old)
        try:
            os.rename(new, target)
        except OSError:
            os.rename(old, target)
            raise


@contextmanager
def _signals_raise() -> Iterator[None]:
    """Make signals that end the process raise `_Ended`, so that what is half written is removed."""

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended(number)

    with _handled(dict.fromkeys(_ENDING, end)):
        yield


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Make these signals, and a Ctrl-C, wait until both folders have their names."""
    came: list[int] = []
    numbers = [*_ENDING, signal.SIGINT]
    with _handled({number: lambda number, frame: came.append(number) for number in numbers}):
        yield
    for number in came:
        signal.raise_signal(number)


@contextmanager
def _handled(handlers: dict[int, object]) -> Iterator[None]:
    if current_thread() is not main_thread():  # Only the main thread handles signals.
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}  # type: ignore[arg-type]
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(TypeError):  # A handler that was not set from Python cannot be set again.
                signal.signal(number, handler)


def _unwritable(path: str, reason: str) -> InputError:
    return InputError(f"{path}: cannot be written ({reason}); name a folder elsewhere")
