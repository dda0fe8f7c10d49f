"""The base of tokenizers, the default tokenizer, and tokenizers of other languages by their names."""

from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from ..options import Options
from ..text.languages.language_table import unknown
from ..text.languages.rules import rules_of
from ..text.languages.tokenizers import TOKENIZERS
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
        self.choices = (bool(use_stemmer),)
        """The options of the tokenizer."""

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text."""
        return _tokenize.tokenize(text, _tokenize.PorterStemmer if self.choices[0] else None)


class NamedTokenizer(Tokenizer):
    """A tokenizer of rouge-eval, which rouge-score itself takes, too.

    `NamedTokenizer("unicode")` finds words in all scripts, and `NamedTokenizer(lang="th")` the words of a
    language, or their stems if the language has a stemmer.
    """

    def __init__(
        self, tokenizer: str | None = None, lang: str | None = None, *, use_stemmer: bool = False
    ) -> None:
        """Choose unicode, character, whitespace or icu, or the tokenizer of the language with a code.

        `use_stemmer` stems English as `DefaultTokenizer` does. Raises `ValueError` for unknown names and for
        languages with another stemmer, and `rouge_cli.InputError` if a package is missing.
        """
        if tokenizer and tokenizer not in TOKENIZERS:
            raise unknown("tokenizer", tokenizer, TOKENIZERS, "functions are given as objects, and the names")
        self.choices = (use_stemmer, tokenizer, lang)
        """The options of the tokenizer."""
        options = Options(profile="rouge-score", tokenizer=tokenizer, language=lang, stem=use_stemmer)
        self._rules = rules_of(options)

    def __reduce__(self) -> tuple[object, ...]:
        use_stemmer, tokenizer, lang = self.choices
        return partial(NamedTokenizer, tokenizer, lang, use_stemmer=use_stemmer), ()

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a text, or their stems."""
        tokens = self._rules.tokenizer.tokens(text.encode("utf-8", "replace").decode())
        return list(map(self._rules.stems_by.apply, tokens)) if self._rules.stems_by else tokens
