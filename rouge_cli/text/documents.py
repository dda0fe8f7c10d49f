"""Summaries -> documents: the numbers of their tokens, which are equal for equal tokens in all summaries."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..errors import printable
from ..evaluation import Source
from ..kernel.plan import Document, Reading
from ..kernel.python.traits import Traits, traits_of
from ..kernel.python.words import Vocabulary
from .sentences import keys, read_elements, read_sentences

_NORMAL_BUT_HYPHEN = bytes(
    byte if byte in b"abcdefghijklmnopqrstuvwxyz0123456789-" else ord(" ")
    for byte in bytes(range(256)).lower()
)


class Read(NamedTuple):
    """A summary that has been read."""

    documents: dict[Reading, Document]
    empty: list[Reading]
    """The readings that find nothing in it."""
    traits: Traits
    """The traits of its text; the flags are 0 if only basic elements are read."""


def read_documents(source: Source, readings: Sequence[Reading], vocabulary: Vocabulary) -> Read:
    """Read a summary in several ways. Raises `InputError` if it cannot be read."""
    sentences = None
    documents: dict[Reading, Document] = {}
    empty = []
    for reading in readings:
        if reading.elements:
            elements = read_elements(source)
            stem = vocabulary.stem if reading.stem else None
            tokens = array("i", map(vocabulary.number, keys(elements, reading.elements, stem)))
            document = Document(tokens, tokens, array("i", [len(tokens)]))
            has_content = bool(elements)
        else:
            if sentences is None:  # A text has several readings if only the models are stemmed.
                sentences = read_sentences(source)
            document = vocabulary.document(sentences, reading)
            has_content = bool(document.tokens)
        documents[reading] = document
        if not has_content:
            empty.append(reading)
    if sentences is None:
        return Read(documents, empty, Traits(0))
    has_tokens = all(reading.elements for reading in empty)
    return Read(documents, empty, traits_of(sentences, has_tokens=has_tokens))


class TracedSummary(NamedTuple):
    """A summary as the trace of `-v` shows it."""

    source: Source
    documents: Mapping[Reading, Document]
    empty: Sequence[Reading]
    """The readings that find nothing in it."""
    vocabulary: Vocabulary
    in_ascii: bool
    """True where words have a-z and 0-9 alone; then a text is shown lowered, with `-` as a word."""

    def text(self) -> str | None:
        """Return the words that N, S and SU see, on one line, or None if a limit leaves nothing."""
        limit = self.vocabulary.limit
        sentences, _ = limit.cut(read_sentences(self.source))
        if any(limit) and not any(sentences):
            return None
        return " ".join(filter(None, self._normal(sentences)))

    def sentences(self) -> list[str]:
        """Return the sentences that L and W see, in normal form."""
        _, sentences = self.vocabulary.limit.cut(read_sentences(self.source))
        return self._normal(sentences)

    def _normal(self, sentences: Sequence[bytes]) -> list[str]:
        if not self.in_ascii:
            read = self.vocabulary.read(sentences)
            return [printable(b" ".join(words).decode("utf-8", "surrogateescape")) for words in read]
        normal = [sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN) for sentence in sentences]
        return [b" ".join(sentence.split()).decode("ascii") for sentence in normal]

    def words(self, tokens: Iterable[int]) -> list[str]:
        """Return the words with these numbers."""
        words = [self.vocabulary.name(token).decode("utf-8", "surrogateescape") for token in tokens]
        return words if self.in_ascii else list(map(printable, words))
