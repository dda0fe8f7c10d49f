"""The bytes of files and of standard input, and the reasons why a file cannot be read."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice, tee
from stat import S_IRGRP, S_IROTH, S_IRUSR, S_ISBLK, S_ISCHR, S_ISDIR, S_ISREG
from time import perf_counter

from ..errors import InputError, OptionError
from ..kernel.threads import at_once

STANDARD_INPUT = "-"
"""The name that stands for standard input, where a reader takes it."""

# Windows would otherwise translate the ends of lines.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_AT_ONCE = 1 << 16
_ALL_MAY_READ = S_IRUSR | S_IRGRP | S_IROTH
_MANY = 1000
"""From this number of files in a folder on, the folder is listed, which takes a sixth of the time."""
_LISTED = 50_000
"""The most entries of a folder that are listed, as it may have far more files than a run needs."""
_FIRST = 16
"""The number of files of a group that are read first, to see whether the system has them in memory."""
_WAITED = 3e-5
"""The seconds above which a file was waited for.

A file in the system's memory takes a fifth of this time, a file on a solid-state disk three times as long.
"""
_MOST_WAITED = 8
"""The greatest surplus of files that were waited for over other recent files."""
_READERS, _SHARE = 32, 16
"""The threads that then share the files, and the number of files in a share.

A solid-state disk serves 32 threads in a fifth of the time of one thread; more threads gain nothing.
"""
_DEVICE = "a device, which may have no end"


def read_bytes(path: str, *, is_checked: bool = False) -> bytes:
    """Return the bytes of the file at `path`, which may be a pipe.

    Raises `InputError` if it cannot be read. Summaries are many and small, and system calls take half the
    time of a file object. `is_checked` spares one call: the file is known to be no device.
    """
    try:
        file = os.open(path, _FLAGS)
        try:
            if not is_checked and not S_ISREG((status := os.fstat(file)).st_mode):
                _refuse_device(path, status)
            pieces = []
            while piece := os.read(file, _AT_ONCE):  # A pipe has ended only if nothing follows.
                pieces.append(piece)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        raise _unreadable(path, error) from None
    return b"".join(pieces)


def read_groups(groups: Iterable[Sequence[str]], waited_for: float = _WAITED) -> Iterator[list[bytes]]:
    """Yield for each group of paths the bytes of the files, which `obstacles` has checked.

    Raises the errors of `read_bytes`. The first files of each group are timed. If the system had to be waited
    for most of them, more than `waited_for` seconds for each, threads share all further files, and read ahead
    of the group that is asked for. Nothing waits for the threads if no more groups are wanted.
    """
    groups = iter(groups)
    waited = 0
    for paths in groups:
        data = []
        for path in paths[:_FIRST]:
            began = perf_counter()
            data.append(read_bytes(path, is_checked=True))
            waited = waited + 1 if perf_counter() - began > waited_for else max(waited - 1, 0)
            if waited > _MOST_WAITED:
                others = _read_ahead(chain([paths[len(data) :]], groups))
                yield data + next(others)
                yield from others
                return
        yield data + _read(paths[_FIRST:])


def _read_ahead(groups: Iterable[Sequence[str]]) -> Iterator[list[bytes]]:
    """Yield for each group what threads read; only the calling thread takes the groups."""
    groups, to_read = tee(groups)
    paths = chain.from_iterable(to_read)
    shares = iter(lambda: list(islice(paths, _SHARE)), [])
    data = chain.from_iterable(at_once(_read, shares, _READERS))
    return (list(islice(data, len(group))) for group in groups)


def _read(paths: Sequence[str]) -> list[bytes]:
    return [read_bytes(path, is_checked=True) for path in paths]


@contextmanager
def opened(path: str) -> Iterator[tuple[int, os.stat_result]]:
    """Yield the descriptor and the status of a file. Raises `InputError` for a device, and any `OSError`."""
    try:
        file = os.open(path, _FLAGS)
        try:
            status = os.fstat(file)
            if not S_ISREG(status.st_mode):
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
    if _is_device(status):
        raise InputError(f"{path}: cannot be read ({_DEVICE}); name a file")


def read_standard_input() -> bytes:
    """Return the rest of standard input. Raises `InputError` if there is no standard input."""
    return b"".join(standard_input(-1))


def standard_input(at_once: int = _AT_ONCE) -> Iterator[bytes]:
    """Yield the rest of standard input in pieces. Raises `InputError` if there is no standard input."""
    try:
        while piece := sys.stdin.buffer.read(at_once):
            yield piece
            if len(piece) != at_once:  # At a terminal one would have to end the input twice.
                break
    except (AttributeError, OSError, ValueError) as error:  # `sys.stdin` is None if Python starts without it.
        raise InputError("standard input: cannot be read; name a file instead of -") from error


def check_standard_input(paths: Sequence[str]) -> None:
    """Raise `OptionError` if standard input is named more than once."""
    if list(paths).count(STANDARD_INPUT) > 1:
        raise OptionError("standard input (-) can be read only once; name files for the others")


def config_bytes(path: str, *, or_standard_input: bool = False) -> bytes:
    """Return the bytes of a configuration. Raises `InputError` for a file that is empty or cannot be read."""
    if not path:
        raise InputError("the name of the configuration is empty; give its path")
    if os.path.isdir(path):
        remedy = "name the configuration file in it, or give `peers` and `models`"
        raise InputError(f"%s: a folder; {remedy}", path)
    data = read_standard_input() if or_standard_input and path == STANDARD_INPUT else read_bytes(path)
    if not data or data.isspace():
        raise InputError(f"{named(path)}: empty; a configuration or a file list was expected")
    return data


def named(path: str) -> str:
    """Return the name of the file in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def obstacle(path: str) -> str | None:
    """Return why the file at `path` cannot be read, or None if it can."""
    try:
        status = os.stat(path)
    except OSError as error:
        return "missing" if isinstance(error, FileNotFoundError) else error.strerror
    except ValueError:
        return "no file name"
    # To ask the system whether a file may be read takes as long as to ask for its status.
    all_may_read = status.st_mode & _ALL_MAY_READ == _ALL_MAY_READ
    if S_ISREG(status.st_mode) and all_may_read:
        return None  # Nearly all files are like this, and there may be a million.
    if S_ISDIR(status.st_mode):
        return "a folder"
    if _is_device(status):
        return _DEVICE
    return None if all_may_read or os.access(path, os.R_OK) else "unreadable"


def obstacles(paths: Iterable[str], many: int = _MANY, listed: int = _LISTED) -> dict[str, str]:
    """Return the paths of files that cannot be read, each with the reason that `obstacle` returns.

    A folder with `many` of the files is listed, at most `listed` entries of it, and its regular files count
    as readable: an unreadable one is refused when it is read.
    """
    reasons = {}
    asked: dict[str, int] = {}
    readable: set[str] = set()
    for path in paths:
        if path in readable:
            continue
        folder = path.rpartition("/")[0]
        asked[folder] = asked.get(folder, 0) + 1
        if asked[folder] == many:
            with suppress(OSError, ValueError), os.scandir(folder) as entries:
                first = islice(entries, listed)
                readable.update([f"{folder}/{entry.name}" for entry in first if entry.is_file()])
        if reason := obstacle(path):
            reasons[path] = reason
    return reasons


def _is_device(status: os.stat_result) -> bool:
    """Return True for devices, which may have no end.

    The null device has an end, and so has a terminal that is standard input, as `/dev/stdin` may be.
    """
    if not (S_ISCHR(status.st_mode) or S_ISBLK(status.st_mode)):
        return False
    try:
        if os.stat(os.devnull).st_rdev == status.st_rdev:
            return False
        return not (os.isatty(0) and os.fstat(0).st_rdev == status.st_rdev)
    except OSError:  # There is no null device.
        return True
