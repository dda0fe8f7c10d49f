"""Sentences of bytes -> a `Document` of numbers, by functions that make tokens of text in any language."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ..errors import printable
from .limits import Limit
from .tokenizers import Tokenizer


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
