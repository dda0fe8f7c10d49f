"""A folder of files that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple, NoReturn

from ..errors import InputError, some
from .whole_file import Together, written_together

LIST = "files.txt"
"""The file in the folder that lists all others, so that a later run knows them for its own."""
_HEAD = "Written by rouge-eval, which replaces these files when it runs again:"


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
        place = os.path.realpath(file)
        if place.startswith(os.path.join(target, "")):
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


def write_folder(path: str, files: Iterable[PageFile], together: Together | None = None) -> None:
    """Write a folder at once, so that it has either what was there before or all of the files.

    They are written to a new folder beside it, which then takes its place, together with other files if
    `together` is given. Raises `InputError` as `check_folder` does, and where a file cannot be written.
    """
    check_folder(path)
    with nullcontext(together) if together else written_together() as writer:
        writer.write_folder(path, partial(_fill, files=files))


def _fill(folder: str, files: Iterable[PageFile]) -> None:
    names = []
    for file in files:
        names.append(file.path)
        place = os.path.join(folder, *file.path.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "xb") as opened:
            opened.write(file.data)
    with open(os.path.join(folder, LIST), "x", encoding="utf-8", newline="\n") as listing:
        listing.write("".join(f"{line}\n" for line in (_HEAD, *sorted(names))))


def _unwritable(path: str, reason: str) -> InputError:
    return InputError(f"{path}: cannot be written ({reason}); name a folder elsewhere")
