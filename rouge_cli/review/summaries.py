"""The review of single summaries: each file is read once, judged, and kept as a few numbers."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation, File, Source, Text
from ..options import Options
from ..profiles import profile_of
from ..text.documents import contents, read_elements, read_sentences
from ..text.files import obstacle
from .findings import Findings, Problem
from .texts import TEXT, Words, suspicions


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

        Their words and sentences are those of the options.
        """
        self._findings = findings
        profile = profile_of(options)
        rules = profile.rules
        self._tokenizer = profile.tokenizer()
        self._resplit = profile.resplitter()
        self._stems = profile.stems
        self._splits = options.split_sentences
        self._sees_ascii = rules is None or rules.is_rouge
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
            place = f"{source.name} ({role})"
            if isinstance(source, File):
                self._contents[key] = self._judged(source, place)
            else:
                self._contents[key] = self._judged_text(source, place)

    def _judged(self, file: File, place: str) -> Content | None:
        """Return the content of a file, and add what is suspicious about it to the findings."""
        try:
            file = file._replace(data=contents(file))
        except InputError:
            self._findings.add(Problem.UNREADABLE, f"{place}: {obstacle(file.path) or 'unreadable'}")
            return None
        try:
            content, sentences = self._content(file)
        except InputError as error:
            line = str(error).removeprefix(f"{file.path}, ")
            self._findings.add(Problem.NO_ELEMENTS, f"{place}: {line}")
            return None
        self._add(file.format, contents(file), sentences, content, place)
        return content

    def _judged_text(self, text: Text, place: str) -> Content:
        """Return the content of a text, and add what is suspicious about it to the findings."""
        sentences = read_sentences(self._resplit(text))
        content = self._of_sentences(sentences)
        self._add(TEXT, b"\n".join(text.sentences), sentences, content, place)
        return content

    def _add(self, format: str, data: bytes, sentences: list[bytes], content: Content, place: str) -> None:
        words = Words(content.words, self._count, sees_ascii=self._sees_ascii)
        for problem, detail in suspicions(format, data, sentences, words):
            if problem is Problem.ONE_LINE and self._splits:
                continue  # The rules that were asked for leave it whole.
            self._findings.add(problem, f"{place}: {detail}" if detail else place)

    def _content(self, file: File) -> tuple[Content, list[bytes]]:
        """Return the content of a file, and its sentences or basic elements.

        Raises `InputError` for a line that is not a basic element.
        """
        if file.format == "SIMPLE":
            elements = [
                b"|".join((element.head, element.modifier, element.relation))
                for element in read_elements(file)
            ]
            return _content(len(elements), len(elements), b"\n".join(elements)), elements
        sentences = read_sentences(self._resplit(file))
        return self._of_sentences(sentences), sentences

    def _of_sentences(self, sentences: list[bytes]) -> Content:
        tokens, _ = self._tokenizer.tokens(sentences, self._stems)
        return _content(len(sentences), len(tokens), tokens.tobytes())

    def _count(self, text: bytes) -> int:
        """Return the number of the words of a text."""
        return len(self._tokenizer.tokens([text], False)[0])


def _content(sentences: int, words: int, text: bytes) -> Content:
    return Content(sentences, words, _digest(text))


def _key(source: Source) -> File | bytes:
    """Return what a summary is known by: a file, or the digest of a text."""
    return source if isinstance(source, File) else _digest(b"\n".join(source.sentences))


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()
