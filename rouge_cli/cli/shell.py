"""The side of a command that a shell sees: standard output, terminals, command lines as they are typed."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from errno import EBADF
from typing import TextIO

from ..errors import InputError


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal; a closed one is `None`."""
    return stream is not None and stream.isatty()


def is_coloured() -> bool:
    """Return whether standard output shows colours, and may."""
    # On Windows the bytes that `print_lines` writes bypass the layer that turns escapes into colours.
    return is_terminal(sys.stdout) and os.name == "posix" and not os.environ.get("NO_COLOR")


def print_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output as bytes, so that no platform changes their ends.

    Raises `InputError` where they cannot be written, and `BrokenPipeError` where nobody reads any more.
    """
    if sys.stdout is None:
        raise _no_output(OSError(EBADF, os.strerror(EBADF)))
    _put(sys.stdout.flush)  # What a program has printed before comes first.
    stream = sys.stdout.buffer
    for line in lines:
        _put(stream.write, encoded(line))
    _put(stream.flush)


def encoded(text: str) -> bytes:
    """Return the text as UTF-8; names from bytes that are not UTF-8 come out as they were."""
    return text.encode("utf-8", "surrogateescape")


def _put(write: Callable[..., object], *data: bytes) -> None:
    """Call a method of standard output; its own failures become an `InputError` about it."""
    try:
        write(*data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _no_output(error) from error


def _no_output(error: OSError) -> InputError:
    return InputError(f"standard output: {error.strerror or error}")


def typed(words: Sequence[str]) -> str:
    """Return a command line as it is typed to a shell, which on Windows knows no single quotes."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)
