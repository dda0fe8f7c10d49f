"""The base of tokenizers, and the default tokenizer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from . import tokenize as _tokenize


class Tokenizer(ABC):
    """The base of tokenizers; programs derive their own from it."""

    @abstractmethod
    def tokenize(self, text: str) -> Any:
        """Return the tokens of a text: a sequence of hashable objects."""
        raise NotImplementedError("a tokenizer must have a method tokenize()")


class DefaultTokenizer(Tokenizer):
    """The tokenizer of rouge-score: runs of a-z and 0-9 in the text in lower case are tokens."""

    def __init__(self, use_stemmer: bool = False) -> None:
        """Set whether tokens of more than 3 characters are stemmed, as NLTK's `PorterStemmer` does."""
        self.use_stemmer = bool(use_stemmer)

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        return _tokenize.tokens_of(text, stem=self.use_stemmer)
