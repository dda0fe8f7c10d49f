"""Summaries -> documents: the numbers of their tokens, under a length limit.

From here on a token is a small integer; equal integers are equal tokens, whichever summary they
stand in. Strings never reach a measure.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from .. import kernel
from ..errors import printable
from ..evaluation import Source
from ..kernel.plan import Document, Lowering, Reading, Stemmer
from ..kernel.python.words import Vocabulary
from .doubts import Traits, traits_of
from .sentences import Limit, keys, read_elements, read_sentences

_NORMAL_BUT_HYPHEN = bytes(
    byte if byte in b"abcdefghijklmnopqrstuvwxyz0123456789-" else ord(" ")
    for byte in bytes(range(256)).lower()
)


class Tokenizer:
    """Tokens of a-z and 0-9, with one numbering for a whole run."""

    def __init__(
        self,
        limit: Limit | None = None,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        stemmer: Stemmer = "porter-1.5.5",
        lowering: Lowering = "ascii",
    ) -> None:
        """Stop words are dropped before stemming; `exceptions` are stems that win over the stemmer."""
        self.limit = limit or Limit()
        self.stop_words = frozenset(stop_words)
        self.lowering = lowering
        stem = partial(kernel.stem, stemmer=stemmer)
        self._vocabulary = Vocabulary(stem, self.stop_words, exceptions, lowering)

    def document(
        self, sentences: list[bytes], stem: bool, stem_sentences: bool, whole: bool = False
    ) -> Document:
        """Return the document of a summary.

        `stem` is for its tokens, `stem_sentences` for the sentences of ROUGE-L and ROUGE-W; `whole`
        makes one sentence of these.
        """
        together, apart = self.limit.cut(sentences)
        tokens, ends = self.tokens(together, stem)
        words = tokens
        if apart is not together or stem != stem_sentences:
            words, ends = self.tokens(apart, stem_sentences)
        return Document(tokens, words, array("i", [len(words)]) if whole else ends)

    def tokens(self, sentences: list[bytes], stem: bool) -> tuple[array[int], array[int]]:
        """Return the numbers of the tokens of sentences, and the index after the last token of each."""
        return self._vocabulary.tokens(sentences, stem)

    def read(self, sentences: Iterable[bytes]) -> Iterable[Sequence[bytes]] | None:
        """Return the tokens of each sentence as functions make them, stop words among them, up to a limit
        in tokens; `None`: the kernel makes them.
        """
        return None

    def normal_texts(self, sentences: Sequence[bytes]) -> list[str]:
        """Return sentences in normal form, as `-v` shows them: lowered, with `-` as a word of its own."""
        if self.lowering == "none":
            return [_printable(b" ".join(self._vocabulary.split(sentence))) for sentence in sentences]
        normal = [sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN) for sentence in sentences]
        return [b" ".join(sentence.split()).decode("ascii") for sentence in normal]

    def keys(self, keys: Iterable[bytes]) -> Document:
        """Return the document of ready-made keys (basic elements), which are counted as they stand."""
        tokens = array("i", map(self._vocabulary.number, keys))
        return Document(tokens, tokens, array("i", [len(tokens)]))

    def name(self, number: int) -> bytes:
        """Return the token that has this number."""
        return self._vocabulary.name(number)

    def shown(self, number: int) -> str:
        """Return the token that has this number, as `-v` shows it."""
        return self.name(number).decode("utf-8", "surrogateescape")

    def stem(self, word: bytes) -> bytes:
        """Return the stem of a word of any length, as heads and modifiers of basic elements need it."""
        return self._vocabulary.stem(word)


class Words(Protocol):
    """Functions that make tokens of text in any language."""

    def tokens(self, text: bytes) -> list[bytes]:
        """Return the tokens of a text in order."""

    def stem(self, token: bytes) -> bytes:
        """Return the stem of a token."""

    def of_pieces(self, pieces: Sequence[bytes]) -> tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]:
        """Return for each of the pieces of a text its tokens and their stems."""


class LanguageTokenizer(Tokenizer):
    """Tokens and stems that functions make of one sentence after the other."""

    def __init__(self, words: Words, limit: Limit | None = None, stop_words: Iterable[bytes] = ()) -> None:
        super().__init__(limit, stop_words)
        self.words = words

    def tokens(self, sentences: list[bytes], stem: bool) -> tuple[array[int], array[int]]:
        numbers, ends = array("i"), array("i")
        for tokens in self.read(sentences):
            counted = [token for token in tokens if token not in self.stop_words]
            numbers.extend(map(self._vocabulary.number, map(self.words.stem, counted) if stem else counted))
            ends.append(len(numbers))
        return numbers, ends

    def read(self, sentences: Iterable[bytes]) -> Iterator[list[bytes]]:
        left = self.limit.max_tokens
        for sentence in sentences:
            tokens = self.words.tokens(sentence)
            if self.limit.max_tokens:
                tokens = tokens[:left]
                left -= len(tokens)
            yield tokens
            if self.limit.max_tokens and not left:
                return

    def normal_texts(self, sentences: Sequence[bytes]) -> list[str]:
        """Return the tokens of sentences, parted by blanks."""
        return [_printable(b" ".join(tokens)) for tokens in self.read(sentences)]

    def shown(self, number: int) -> str:
        return _printable(self.name(number))

    def stem(self, word: bytes) -> bytes:
        return self.words.stem(word)


def _printable(token: bytes) -> str:
    """Return a token with escapes for what would steer a terminal."""
    return printable(token.decode("utf-8", "surrogatepass"))


class Read(NamedTuple):
    """A summary that has been read."""

    documents: dict[Reading, Document]
    empty: list[Reading]
    """The readings for which there is nothing in it."""
    traits: Traits
    """The traits of its text; none where basic elements alone are read."""


def read_documents(source: Source, readings: Sequence[Reading], tokenizer: Tokenizer) -> Read:
    """Read a summary in every way that is wanted. Raises `InputError` where it cannot be read."""
    sentences = None
    documents: dict[Reading, Document] = {}
    empty = []
    for reading in readings:
        if reading.elements:
            elements = read_elements(source)
            stem = tokenizer.stem if reading.stem else None
            document = tokenizer.keys(keys(elements, reading.elements, stem))
            has_content = bool(elements)
        else:
            if sentences is None:  # Where the models alone are stemmed, a text has several readings.
                sentences = read_sentences(source)
            document = tokenizer.document(sentences, reading.stem, reading.stem_sentences, reading.whole)
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
    tokenizer: Tokenizer

    def text(self) -> str | None:
        """Return what N, S and SU see of it, on one line; `None` where a limit leaves nothing."""
        limit = self.tokenizer.limit
        sentences, _ = limit.cut(read_sentences(self.source))
        if any(limit) and not any(sentences):
            return None
        return " ".join(filter(None, self.tokenizer.normal_texts(sentences)))

    def sentences(self) -> list[str]:
        """Return the sentences that L and W see, in normal form."""
        _, sentences = self.tokenizer.limit.cut(read_sentences(self.source))
        return self.tokenizer.normal_texts(sentences)

    def words(self, tokens: Iterable[int]) -> list[str]:
        """Return the words of token numbers."""
        return list(map(self.tokenizer.shown, tokens))
