"""The review of a single text."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..reprs import several
from ..text.documents import ISI_SENTENCE, SEE_SENTENCE
from ..text.doubts import SENTENCE_END, decoded, is_split, is_utf8
from .findings import Problem

TEXT = "text"
"""In place of a format: the text is not a file, and its sentences may be basic elements."""
_MARKUP = re.compile(
    rb"\A\s*<(?:!doctype html|html|head|body)\b|" + SEE_SENTENCE + b"|" + ISI_SENTENCE,
    re.MULTILINE | re.IGNORECASE,
)
_ELEMENTS = re.compile(rb"\A(?:[^|\n]+\|[^|\n]+\|[^|\n]+(?:\n|\Z))+\Z")
_NOT_TEXT = re.compile(rb"<head\b.*?</head>|<[^<>]*>|\[[0-9]+\]", re.DOTALL | re.IGNORECASE)
_FULL_STOPS = re.compile("[।॥。｡！？؟۔։።፧။]+[^\\w]*(?=\\w)")
"""The full stops of other scripts, which stand in none but sentences, before a further sentence."""


class Words(NamedTuple):
    """The words of a summary, and how words are told."""

    number: int
    """The number of the words that are read in its format."""
    count: Callable[[bytes], int]
    """Returns the number of the words of any text."""
    sees_ascii: bool
    """True where words are of a-z and 0-9 alone."""


def suspicions(
    format: str, data: bytes, sentences: list[bytes], words: Words
) -> Iterator[tuple[Problem, str]]:
    """Yield the problems of a summary, each with a detail or an empty string.

    `data` is the file or, in the format `TEXT`, the text; `sentences` and `words` are those that are read in
    its format.
    """
    if b"\0" in data or data.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        yield Problem.WIDE, ""
        return  # Its words are not those that were meant, so other problems mean nothing.
    if data.startswith(BOM_UTF8):
        yield Problem.BOM, ""
        data = data[len(BOM_UTF8) :]
    if not data.strip():
        yield Problem.EMPTY, ""
        return
    if not words.sees_ascii and not is_utf8(data):
        yield Problem.NOT_UTF8, ""
    if b"\r" in data.strip() and b"\n" not in data:
        yield Problem.CARRIAGE_RETURNS, ""
    if format in ("SPL", TEXT):
        yield from _plain(format, data, words)
    elif format in ("SEE", "ISI"):
        yield from _marked(format, data, sentences, words)
    if format != "SIMPLE" and words.number:
        if len(sentences) == 1 and (ends := _sentence_ends(sentences[0])):
            yield Problem.ONE_LINE, f"{ends + 1} sentences, it seems"
        if words.sees_ascii and not data.isascii() and (word := _split_word(b"\n".join(sentences))):
            yield Problem.SPLIT_WORDS, word


def _plain(format: str, data: bytes, words: Words) -> Iterator[tuple[Problem, str]]:
    if not words.number:
        yield _wordless(words), ""
    elif b"<" in data and _MARKUP.search(data):
        yield Problem.MISFIT, "markup"
    elif format == "SPL" and b"|" in data and _ELEMENTS.search(data):
        yield Problem.MISFIT, "basic elements"


def _marked(format: str, data: bytes, sentences: list[bytes], words: Words) -> Iterator[tuple[Problem, str]]:
    all_words = words.count(_NOT_TEXT.sub(b" ", data))
    if sentences and not words.number:
        yield _wordless(words), ""
    elif not sentences and not all_words:
        yield Problem.EMPTY, "markup alone"
    elif not sentences:
        are = "is" if all_words == 1 else "are"
        yield Problem.NOTHING_READ, f"read as {format}; {several(all_words, 'word')} {are} there"
    elif words.number * 2 < all_words:
        yield Problem.PARTLY_READ, f"{words.number} of {all_words} words, read as {format}"


def _wordless(words: Words) -> Problem:
    return Problem.NO_WORDS if words.sees_ascii else Problem.NO_TOKENS


def _sentence_ends(line: bytes) -> int:
    """Return the number of places at which a sentence seems to end within a line."""
    ends = len(re.findall(SENTENCE_END, line))
    return ends if line.isascii() else ends + len(_FULL_STOPS.findall(decoded(line)))


def _split_word(data: bytes) -> str:
    """Return the first word with letters outside ASCII, or nothing."""
    return next(filter(is_split, re.findall(r"\w+", decoded(data))), "")
