"""SEE, SPL and ISI summaries -> sentences of raw bytes. Text is never decoded."""

from __future__ import annotations

import os
import re

from ..errors import InputError
from ..evaluation import Source, Text

SEE_SENTENCE = (
    rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>'
    rb"([^<\n]+\n?|\n)"
)
ISI_SENTENCE = rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>'
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)  # The latter is of Windows.
_AT_ONCE = 1 << 16


def read_bytes(path: str) -> bytes:
    """The whole file at `path`, which may be a pipe. Raises `InputError` where it cannot be read.

    Files are many and small: the system's own calls take half the time of a file object.
    """
    try:
        file = os.open(path, _FLAGS)
        try:
            pieces = []
            while piece := os.read(file, _AT_ONCE):
                pieces.append(piece)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({reason}); check the path") from error
    return b"".join(pieces)


def read_lines(path: str) -> list[bytes]:
    r"""The non-empty lines of the file at `path`; only `\n` ends a line, a `\r` stays in it."""
    return list(filter(None, read_bytes(path).split(b"\n")))


def read_see(path: str) -> list[bytes]:
    """The sentences of an HTML summary as DUC's SEE tool writes them: one anchored line each."""
    return re.findall(SEE_SENTENCE, read_bytes(path), re.MULTILINE)


def read_isi(path: str) -> list[bytes]:
    """The sentences of an ISI summary: lines that begin with `<S SNTNO="...">text</S>`."""
    return re.findall(ISI_SENTENCE, read_bytes(path), re.MULTILINE)


READERS = {"SPL": read_lines, "SEE": read_see, "ISI": read_isi}


def read_sentences(source: Source) -> list[bytes]:
    """The sentences of a summary, as raw bytes. Raises `InputError` where it cannot be read."""
    if isinstance(source, Text):
        return list(source.sentences)
    return READERS[source.format](source.path)
