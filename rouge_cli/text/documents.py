"""Summaries -> documents: the numbers of their tokens, under a length limit.

A token becomes a small integer, and equal integers are equal tokens in all summaries. Measures see no
strings.
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
    """Makes tokens of a-z and 0-9, and numbers them for a whole run."""

    def __init__(
        self,
        limit: Limit | None = None,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        stemmer: Stemmer = "porter-1.5.5",
        lowering: Lowering = "ascii",
    ) -> None:
        """Stop words are dropped before stemming. The stems in `exceptions` win over the stemmer."""
        self.limit = limit or Limit()
        self.stop_words = frozenset(stop_words)
        self.lowering = lowering
        stem = partial(kernel.stem, stemmer=stemmer)
        self._vocabulary = Vocabulary(stem, self.stop_words, exceptions, lowering)

    def document(
        self, sentences: list[bytes], stem: bool, stem_sentences: bool, whole: bool = False
    ) -> Document:
        """Return the document of a summary.

        `stem` stems its tokens, `stem_sentences` the sentences of ROUGE-L and ROUGE-W, and `whole` makes one
        sentence of these sentences.
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
        """Return the tokens of each sentence, with stop words, up to a limit in tokens.

        None: the kernel makes the tokens.
        """
        return None

    def normal_texts(self, sentences: Sequence[bytes]) -> list[str]:
        """Return sentences in normal form, as `-v` shows them: lowered, with `-` as a word of its own."""
        if self.lowering == "none":
            return [_printable(b" ".join(self._vocabulary.split(sentence))) for sentence in sentences]
        normal = [sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN) for sentence in sentences]
        return [b" ".join(sentence.split()).decode("ascii") for sentence in normal]

    def keys(self, keys: Iterable[bytes]) -> Document:
        """Return the document of ready-made keys (basic elements)."""
        tokens = array("i", map(self._vocabulary.number, keys))
        return Document(tokens, tokens, array("i", [len(tokens)]))

    def name(self, number: int) -> bytes:
        """Return the token with this number."""
        return self._vocabulary.name(number)

    def shown(self, number: int) -> str:
        """Return the token with this number, as `-v` shows it."""
        return self.name(number).decode("utf-8", "surrogateescape")

    def stem(self, word: bytes) -> bytes:
        """Return the stem of a word of any length, which may be in a basic element."""
        return self._vocabulary.stem(word)


class Words(Protocol):
    """The tokens and stems of texts in a language."""

    def tokens(self, text: bytes) -> list[bytes]:
        """Return the tokens of a text in order."""

    def stem(self, token: bytes) -> bytes:
        """Return the stem of a token."""

    def of_pieces(self, pieces: Sequence[bytes]) -> tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]:
        """Return, for each piece of a text, its tokens and their stems."""


class LanguageTokenizer(Tokenizer):
    """Makes tokens and stems by functions, one sentence after the other."""

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
        """Return sentences as their tokens with blanks between them."""
        return [_printable(b" ".join(tokens)) for tokens in self.read(sentences)]

    def shown(self, number: int) -> str:
        return _printable(self.name(number))

    def stem(self, word: bytes) -> bytes:
        return self.words.stem(word)


def _printable(token: bytes) -> str:
    """Return a token with escapes in place of characters that control a terminal."""
    return printable(token.decode("utf-8", "surrogatepass"))


class Read(NamedTuple):
    """A summary that has been read."""

    documents: dict[Reading, Document]
    empty: list[Reading]
    """The readings that find nothing in it."""
    traits: Traits
    """The traits of its text; the flags are 0 if only basic elements are read."""


def read_documents(source: Source, readings: Sequence[Reading], tokenizer: Tokenizer) -> Read:
    """Read a summary in several ways. Raises `InputError` if it cannot be read."""
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
            if sentences is None:  # A text has several readings if only the models are stemmed.
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
        """Return the words that N, S and SU see, on one line, or None if a limit leaves nothing."""
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
        """Return the words with these numbers."""
        return list(map(self.tokenizer.shown, tokens))
