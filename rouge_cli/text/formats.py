"""SEE, SPL and ISI summaries -> sentences of raw bytes. Text is never decoded."""

from __future__ import annotations

import re

from ..evaluation import File, Source, Text
from .files import read_bytes

SEE_SENTENCE = (
    rb'^<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>[ \t\r\f\v]+<a href="#[0-9]+" id=[0-9]+>'
    rb"([^<\n]+\n?|\n)"
)
ISI_SENTENCE = rb'^<S SNTNO="[0-9a-z,]+">([^<\n]+)</S>'


def load(source: Source) -> Source:
    """Return the summary with its bytes, so that nothing reads its file again.

    Raises `InputError` where the file cannot be read.
    """
    return source._replace(data=contents(source)) if isinstance(source, File) else source


def contents(file: File) -> bytes:
    """Return the bytes of a file, which is read unless it has been.

    Raises `InputError` where it cannot be read.
    """
    return read_bytes(file.path) if file.data is None else file.data


def read_sentences(source: Source) -> list[bytes]:
    """Return the sentences of a summary. Raises `InputError` where its file cannot be read."""
    if isinstance(source, Text):
        return list(source.sentences)
    return sentences_of(contents(source), source.format)


def sentences_of(data: bytes, format: str) -> list[bytes]:
    """Return the sentences of a file's bytes in one of the formats SPL, SEE and ISI."""
    return _SENTENCES[format](data)


def _lines(data: bytes) -> list[bytes]:
    r"""Return the non-empty lines; only `\n` ends a line, and a `\r` stays in it."""
    return list(filter(None, data.split(b"\n")))


def _anchored(data: bytes) -> list[bytes]:
    """Return the sentences of an HTML summary as DUC's SEE tool writes them: one anchored line each."""
    return re.findall(SEE_SENTENCE, data, re.MULTILINE)


def _numbered(data: bytes) -> list[bytes]:
    """Return the sentences of an ISI summary: lines that begin with `<S SNTNO="...">text</S>`."""
    return re.findall(ISI_SENTENCE, data, re.MULTILINE)


_SENTENCES = {"SPL": _lines, "SEE": _anchored, "ISI": _numbered}
