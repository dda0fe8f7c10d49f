"""The bytes of files and of standard input, and why a file cannot be read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, tee
from stat import S_IFMT, S_IFREG, S_IRGRP, S_IROTH, S_IRUSR, S_ISBLK, S_ISCHR, S_ISDIR, S_ISREG
from time import perf_counter

from ..errors import InputError
from ..kernel.threads import at_once

STANDARD_INPUT = "-"
"""The name that stands for standard input, where a reader takes it."""

# Windows would otherwise translate the ends of lines.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_AT_ONCE = 1 << 16
# Asking the system whether a file may be read takes as long as asking for its status, and is hardly needed
# where everyone may read it.
_ALL_MAY_READ = S_IRUSR | S_IRGRP | S_IROTH
_READABLE_FILE = S_IFREG | _ALL_MAY_READ
_READABLE_FILE_BITS = S_IFMT(0xFFFF) | _ALL_MAY_READ
_MANY = 1000
"""The files of one folder from which on it is listed, which takes a sixth of the time of asking for each."""
_LISTED = 50_000
"""The most entries of a folder that are listed, because it may hold far more than are asked for."""
_FIRST = 16
"""The files of a group that are read before the others, to find out whether the system has them in memory."""
_WAITED = 3e-5
"""The seconds above which a file was waited for.

One that the system has in memory takes a fifth of that, one on a solid-state disk three times as much.
"""
_MOST_WAITED = 8
"""By how many the files that were waited for may outnumber the others lately."""
_READERS, _SHARE = 32, 16
"""The threads that share the files then, and the files that each of them reads in one go.

A solid-state disk serves so many threads in a fifth of the time of one; more gain nothing.
"""
_DEVICE = "a device, which may have no end"


def read_bytes(path: str, *, is_checked: bool = False) -> bytes:
    """Return the whole file at `path`, which may be a pipe.

    Raises `InputError` where it cannot be read. Summaries are many and small, and the system's own calls
    take half the time of a file object. `is_checked` saves one of them: the file is known to be no device.
    """
    try:
        file = os.open(path, _FLAGS)
        try:
            if not is_checked:
                _refuse_device(path, os.fstat(file))
            data = os.read(file, _AT_ONCE)
            # Only where nothing follows has a pipe ended.
            if data and (piece := os.read(file, _AT_ONCE)):
                pieces = [data, piece]
                while piece := os.read(file, _AT_ONCE):
                    pieces.append(piece)
                data = b"".join(pieces)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unreadable(path, error) from None
    return data


def read_groups(groups: Iterable[Sequence[str]]) -> Iterator[list[bytes]]:
    """Yield for each group of paths the whole files, in which `obstacles` has found none.

    Raises `InputError` as `read_bytes` does. Once most of the first files of groups had to be waited for,
    threads share all that follow, and read ahead of the group that is asked for. Nothing waits for them
    if no more groups are wanted.
    """
    groups = iter(groups)
    waited = 0
    for paths in groups:
        data = []
        for path in paths[:_FIRST]:
            began = perf_counter()
            data.append(read_bytes(path, is_checked=True))
            waited = waited + 1 if perf_counter() - began > _WAITED else max(waited - 1, 0)
            if waited > _MOST_WAITED:
                others = _read_ahead(chain([paths[len(data) :]], groups))
                yield data + next(others)
                yield from others
                return
        yield data + _read(paths[_FIRST:])


def _read_ahead(groups: Iterable[Sequence[str]]) -> Iterator[list[bytes]]:
    """Yield what threads read for each group; only this thread takes the groups."""
    groups, to_read = tee(groups)
    paths = chain.from_iterable(to_read)
    shares = iter(lambda: list(islice(paths, _SHARE)), [])
    data = chain.from_iterable(at_once(_read, shares, _READERS))
    return (list(islice(data, len(group))) for group in groups)


def _read(paths: Sequence[str]) -> list[bytes]:
    """Return the whole files at some paths."""
    return [read_bytes(path, is_checked=True) for path in paths]


@contextmanager
def opened(path: str) -> Iterator[tuple[int, os.stat_result]]:
    """Open a file, and yield its descriptor and its status.

    Raises `InputError` where it cannot be opened, is a device that may have no end, or where reading it
    fails: any `OSError` that the body lets out is taken for that.
    """
    try:
        file = os.open(path, _FLAGS)
        try:
            status = os.fstat(file)
            _refuse_device(path, status)
            yield file, status
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"{path}: cannot be read ({reason}); check the path")


def _refuse_device(path: str, status: os.stat_result) -> None:
    if not S_ISREG(status.st_mode) and _is_device(status):
        raise InputError(f"{path}: cannot be read ({_DEVICE}); name a file")


def read_standard_input() -> bytes:
    """Return all that is left of standard input. Raises `InputError` where there is none."""
    return b"".join(standard_input(-1))


def standard_input(at_once: int = _AT_ONCE) -> Iterator[bytes]:
    """Yield what is left of standard input in pieces. Raises `InputError` where there is none."""
    try:
        while piece := sys.stdin.buffer.read(at_once):
            yield piece
            if len(piece) != at_once:  # A terminal would have to be told twice that this is the end.
                break
    except (AttributeError, OSError, ValueError) as error:  # Python has no `stdin` where it starts without.
        raise InputError("standard input: cannot be read; name a file instead of -") from error


def named(path: str) -> str:
    """Return how messages call the file."""
    return "standard input" if path == STANDARD_INPUT else path


def obstacle(path: str) -> str | None:
    """Return why the file at `path` cannot be read, or None where it can."""
    try:
        status = os.stat(path)
    except OSError as error:
        return "missing" if isinstance(error, FileNotFoundError) else error.strerror
    except ValueError:
        return "no file name"
    if status.st_mode & _READABLE_FILE_BITS == _READABLE_FILE:
        return None  # Nearly all files are like this, and there may be a million.
    if S_ISDIR(status.st_mode):
        return "a folder"
    if _is_device(status):
        return _DEVICE
    all_may_read = status.st_mode & _ALL_MAY_READ == _ALL_MAY_READ
    return None if all_may_read or os.access(path, os.R_OK) else "unreadable"


def obstacles(paths: Iterable[str]) -> dict[str, str]:
    """Return the paths among these whose file cannot be read, with the reason that `obstacle` gives.

    Where many files are in one folder, the folder is listed, and its regular files are taken for readable
    without being asked for: one that is not is refused when it is read.
    """
    reasons = {}
    asked: dict[str, int] = {}
    listed: set[str] = set()
    for path in paths:
        if path in listed:
            continue
        folder = path.rpartition("/")[0]
        asked[folder] = asked.get(folder, 0) + 1
        if asked[folder] == _MANY:
            listed.update(_files_in(folder))
        if reason := obstacle(path):
            reasons[path] = reason
    return reasons


def _files_in(folder: str) -> list[str]:
    """Return the paths of the regular files in a folder, or of some where it has very many entries."""
    try:
        with os.scandir(folder) as entries:
            first = islice(entries, _LISTED)
            return [f"{folder}/{entry.name}" for entry in first if entry.is_file(follow_symlinks=False)]
    except (OSError, ValueError):
        return []


def _is_device(status: os.stat_result) -> bool:
    """Return whether reading may never end, as of any device but two: the null device, and a terminal that is
    standard input, as `/dev/stdin` may be.
    """
    if not (S_ISCHR(status.st_mode) or S_ISBLK(status.st_mode)):
        return False
    try:
        if os.stat(os.devnull).st_rdev == status.st_rdev:
            return False
        return not (os.isatty(0) and os.fstat(0).st_rdev == status.st_rdev)
    except OSError:  # Standard input is closed.
        return True
