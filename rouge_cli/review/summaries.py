"""The summaries themselves: each file is read once, judged, and kept as a few numbers."""

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
from .findings import Findings, Kind
from .texts import suspicions


class Content(NamedTuple):
    """What a summary holds for the measures."""

    sentences: int
    words: int
    digest: bytes
    """Equal for equal words."""


class Summaries:
    """The contents of all files that evaluations name."""

    def __init__(self, evaluations: Iterable[Evaluation], findings: Findings) -> None:
        """Reads the files one after the other, and adds what is suspicious about each to the findings."""
        self._findings = findings
        self._vocabulary = Vocabulary()
        self._contents: dict[Source, Content | None] = {}
        for evaluation in evaluations:
            for model in evaluation.models:
                self._read(model, f"a model of {evaluation.id}")
            for system, peer in evaluation.peers.items():
                if peer is not None:
                    self._read(peer, f"the peer of {system} in {evaluation.id}")
        read = [content for content in self._contents.values() if content is not None]
        self.files = len(self._contents)
        self.sentences = sum(content.sentences for content in read)
        self.words = sum(content.words for content in read)

    def content(self, source: Source) -> Content | None:
        """What the summary holds; `None` where it cannot be read."""
        return self._contents[source]

    def _read(self, source: Source, role: str) -> None:
        if isinstance(source, File) and source not in self._contents:
            self._contents[source] = self._judged(source, f"{source.path} ({role})")

    def _judged(self, file: File, place: str) -> Content | None:
        try:
            file = file._replace(data=contents(file))
        except InputError:
            self._findings.add(Kind.UNREADABLE, f"{place}: {obstacle(file.path) or 'unreadable'}")
            return None
        try:
            content, sentences = self._content(file)
        except InputError as error:
            where = str(error).removeprefix(f"{file.path}, ")
            self._findings.add(Kind.NO_ELEMENTS, f"{place}: {where}")
            return None
        for kind, detail in suspicions(file.format, contents(file), sentences, content.words):
            self._findings.add(kind, f"{place}: {detail}" if detail else place)
        return content

    def _content(self, file: File) -> tuple[Content, list[bytes]]:
        """What the file holds, and its sentences. Raises `InputError` for what is no basic element."""
        if file.format == "SIMPLE":
            elements = [b"|".join(element[:3]) for element in read_elements(file)]
            return _content(len(elements), len(elements), b"\n".join(elements)), elements
        sentences = read_sentences(file)
        tokens, _ = self._vocabulary.tokens(sentences, False)
        return _content(len(sentences), len(tokens), tokens.tobytes()), sentences


def _content(sentences: int, words: int, text: bytes) -> Content:
    return Content(sentences, words, blake2b(text, digest_size=16).digest())
