"""The review of single summaries: each file is read once, judged, and kept as a few numbers."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from ..errors import InputError, several
from ..evaluation import Evaluation, File, Source
from ..options import Options
from ..profiles import profile_of
from ..text.doubts import SENTENCE_END, decoded, is_split, is_utf8
from ..text.files import obstacle
from ..text.sentences import ISI_SENTENCE, SEE_SENTENCE, contents, read_elements, read_sentences
from .findings import Findings, Problem

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


def _sentence_ends(line: bytes) -> int:
    """Return the number of places at which a sentence seems to end within a line."""
    ends = len(re.findall(SENTENCE_END, line))
    return ends if line.isascii() else ends + len(_FULL_STOPS.findall(decoded(line)))


def _split_word(data: bytes) -> str:
    """Return the first word with letters outside ASCII, or nothing."""
    return next(filter(is_split, re.findall(r"\w+", decoded(data))), "")


class Content(NamedTuple):
    """The content of a summary that measures see, as numbers."""

    sentences: int
    words: int
    digest: bytes
    """A digest of the words, by which equal summaries are found."""


class Summaries:
    """The contents of all summaries that evaluations name."""

    def __init__(self, evaluations: Iterable[Evaluation], findings: Findings, options: Options) -> None:
        """Read the summaries one after the other, and add what is suspicious about each to the findings.

        The options choose words and sentences.
        """
        self._findings = findings
        profile = profile_of(options)
        rules = profile.rules
        self._tokenizer = profile.tokenizer()
        self._resplit = profile.resplitter()
        self._stems = profile.stems
        self._splits = options.split_sentences
        self._sees_ascii = rules is None or rules.is_rouge
        """Whether words have only the letters a-z and digits."""
        self._wordless = Problem.NO_WORDS if self._sees_ascii else Problem.NO_TOKENS
        self._contents: dict[File | bytes, Content | None] = {}
        """The contents of files, and of other texts by their digests: the texts would fill the memory."""
        for evaluation in evaluations:
            for model in evaluation.models:
                self._read(model, f"a model of {evaluation.id}")
            for system, peer in evaluation.peers.items():
                if peer is not None:
                    self._read(peer, f"the peer of {system} in {evaluation.id}")
        readable = [content for content in self._contents.values() if content is not None]
        self.files = sum(isinstance(key, File) for key in self._contents)
        self.texts = len(self._contents) - self.files
        self.sentences = sum(content.sentences for content in readable)
        self.words = sum(content.words for content in readable)

    def content(self, source: Source) -> Content | None:
        """Return the content of a summary; `None` if it cannot be read."""
        return self._contents[_key(source)]

    def _read(self, source: Source, role: str) -> None:
        key = _key(source)
        if key not in self._contents:
            self._contents[key] = self._judged(source, f"{source.name} ({role})")

    def _judged(self, source: Source, place: str) -> Content | None:
        """Return the content of a summary, and add what is suspicious about it to the findings."""
        format, data = TEXT, b""
        try:
            if isinstance(source, File):
                format, data = source.format, contents(source)
                source = source._replace(data=data)
            else:
                data = b"\n".join(source.sentences)
        except InputError:
            self._findings.add(Problem.UNREADABLE, f"{place}: {obstacle(source.name) or 'unreadable'}")
            return None
        try:
            content, sentences = self._content(source, format)
        except InputError as error:
            line = str(error).removeprefix(f"{source.name}, ")
            self._findings.add(Problem.NO_ELEMENTS, f"{place}: {line}")
            return None
        for problem, detail in self._suspicions(format, data, sentences, content.words):
            self._findings.add(problem, f"{place}: {detail}" if detail else place)
        return content

    def _content(self, source: Source, format: str) -> tuple[Content, list[bytes]]:
        """Return the content of a summary, and its sentences or basic elements.

        Raises `InputError` for a line that is not a basic element.
        """
        if format == "SIMPLE":
            elements = [b"|".join(element[:3]) for element in read_elements(source)]
            return Content(len(elements), len(elements), _digest(b"\n".join(elements))), elements
        sentences = read_sentences(self._resplit(source))
        tokens, _ = self._tokenizer.tokens(sentences, self._stems)
        return Content(len(sentences), len(tokens), _digest(tokens.tobytes())), sentences

    def _suspicions(
        self, format: str, data: bytes, sentences: list[bytes], words: int
    ) -> Iterator[tuple[Problem, str]]:
        """Yield the problems of a summary, each with a detail or an empty string.

        `data` is the file or, in the format `TEXT`, the text; `sentences` and the number of `words` are those
        that are read in its format.
        """
        if b"\0" in data or data.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
            yield Problem.WIDE, ""
            return  # All its words are wrong, so other problems mean nothing.
        if data.startswith(BOM_UTF8):
            yield Problem.BOM, ""
            data = data[len(BOM_UTF8) :]
        if not data.strip():
            yield Problem.EMPTY, ""
            return
        if not self._sees_ascii and not is_utf8(data):
            yield Problem.NOT_UTF8, ""
        if b"\r" in data.strip() and b"\n" not in data:
            yield Problem.CARRIAGE_RETURNS, ""
        if format in ("SPL", TEXT):
            yield from self._of_plain_text(format, data, words)
        elif format in ("SEE", "ISI"):
            yield from self._of_markup(format, data, sentences, words)
        if format != "SIMPLE" and words:
            # Where sentences are found by rules, the rules leave a text of one sentence whole.
            if not self._splits and len(sentences) == 1 and (ends := _sentence_ends(sentences[0])):
                yield Problem.ONE_LINE, f"{ends + 1} sentences, it seems"
            if self._sees_ascii and not data.isascii() and (word := _split_word(b"\n".join(sentences))):
                yield Problem.SPLIT_WORDS, word

    def _of_plain_text(self, format: str, data: bytes, words: int) -> Iterator[tuple[Problem, str]]:
        if not words:
            yield self._wordless, ""
        elif b"<" in data and _MARKUP.search(data):
            yield Problem.MISFIT, "markup"
        elif format == "SPL" and b"|" in data and _ELEMENTS.search(data):
            yield Problem.MISFIT, "basic elements"

    def _of_markup(
        self, format: str, data: bytes, sentences: list[bytes], words: int
    ) -> Iterator[tuple[Problem, str]]:
        all_words = len(self._tokenizer.tokens([_NOT_TEXT.sub(b" ", data)], False)[0])
        if sentences and not words:
            yield self._wordless, ""
        elif not sentences and not all_words:
            yield Problem.EMPTY, "markup alone"
        elif not sentences:
            are = "is" if all_words == 1 else "are"
            yield Problem.NOTHING_READ, f"read as {format}; {several(all_words, 'word')} {are} there"
        elif words * 2 < all_words:
            yield Problem.PARTLY_READ, f"{words} of {all_words} words, read as {format}"


def _key(source: Source) -> File | bytes:
    """Return what a summary is known by: a file, or the digest of a text."""
    return source if isinstance(source, File) else _digest(b"\n".join(source.sentences))


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()
