"""SEE, SPL and ISI summaries -> sentences of raw bytes. Text is never decoded."""

from __future__ import annotations

import re

from .errors import InputError
from .evaluation import Source, Text

_SEE_SENTENCE = re.compile(
    rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>'
    rb"([^<\n]+\n?|\n)",
    re.MULTILINE,
)
_ISI_SENTENCE = re.compile(rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>', re.MULTILINE)


def read_bytes(path: str) -> bytes:
    """The whole file at `path`. Raises `InputError` where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:  # A name with a NUL in it is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({reason}); check the path") from error


def read_lines(path: str) -> list[bytes]:
    r"""The non-empty lines of the file at `path`; only `\n` ends a line, a `\r` stays in it."""
    return [line for line in read_bytes(path).split(b"\n") if line]


def read_see(path: str) -> list[bytes]:
    """The sentences of an HTML summary as DUC's SEE tool writes them: one anchored line each."""
    return _SEE_SENTENCE.findall(read_bytes(path))


def read_isi(path: str) -> list[bytes]:
    """The sentences of an ISI summary: lines that begin with `<S SNTNO="...">text</S>`."""
    return _ISI_SENTENCE.findall(read_bytes(path))


READERS = {"SPL": read_lines, "SEE": read_see, "ISI": read_isi}


def read_sentences(source: Source) -> list[bytes]:
    """The sentences of a summary, as raw bytes. Raises `InputError` where it cannot be read."""
    if isinstance(source, Text):
        return list(source.sentences)
    return READERS[source.format](source.path)
