"""The review of single summaries: each file is read once, judged, and kept as a few numbers."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from ..errors import InputError
from ..evaluation import Evaluation, File, Source
from ..kernel import Vocabulary
from ..text.basic_elements import read_elements
from ..text.files import obstacle
from ..text.formats import contents, read_sentences
from .findings import Findings, Problem
from .texts import suspicions


class Content(NamedTuple):
    """The content of a summary that measures see, as numbers."""

    sentences: int
    words: int
    digest: bytes
    """A digest of the words, by which equal summaries are found."""


class Summaries:
    """The contents of all summaries that evaluations name."""

    def __init__(self, evaluations: Iterable[Evaluation], findings: Findings) -> None:
        """Read the files one after the other, and add what is suspicious about each to the findings."""
        self._findings = findings
        self._vocabulary = Vocabulary()
        self._contents: dict[Source, Content | None] = {}
        for evaluation in evaluations:
            for model in evaluation.models:
                self._read(model, f"a model of {evaluation.id}")
            for system, peer in evaluation.peers.items():
                if peer is not None:
                    self._read(peer, f"the peer of {system} in {evaluation.id}")
        readable = [content for content in self._contents.values() if content is not None]
        self.files = len(self._contents)
        self.sentences = sum(content.sentences for content in readable)
        self.words = sum(content.words for content in readable)

    def content(self, source: Source) -> Content | None:
        """Return the content of a summary; `None` if it cannot be read."""
        return self._contents[source]

    def _read(self, source: Source, role: str) -> None:
        if isinstance(source, File) and source not in self._contents:
            self._contents[source] = self._judged(source, f"{source.path} ({role})")

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
        for problem, detail in suspicions(file.format, contents(file), sentences, content.words):
            self._findings.add(problem, f"{place}: {detail}" if detail else place)
        return content

    def _content(self, file: File) -> tuple[Content, list[bytes]]:
        """Return the content of a file, and its sentences or basic elements.

        Raises `InputError` for a line that is not a basic element.
        """
        if file.format == "SIMPLE":
            elements = [b"|".join(element[:3]) for element in read_elements(file)]
            return _content(len(elements), len(elements), b"\n".join(elements)), elements
        sentences = read_sentences(file)
        tokens, _ = self._vocabulary.tokens(sentences, False)
        return _content(len(sentences), len(tokens), tokens.tobytes()), sentences


def _content(sentences: int, words: int, text: bytes) -> Content:
    return Content(sentences, words, blake2b(text, digest_size=16).digest())
