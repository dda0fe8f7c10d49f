"""The default tokens of rouge-score."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

from .. import kernel
from ..kernel.plan import LONGEST_UNSTEMMED

_TOKEN = re.compile("[a-z0-9]+")


class Stemmer(Protocol):
    """An object with the method of NLTK's stemmers."""

    def stem(self, word: str) -> str:
        """Return the stem of a word."""


def tokenize(text: str, stemmer: Stemmer | None) -> list[str]:
    """Return the tokens of a text; a stemmer stems tokens of more than 3 characters.

    Stems that are no tokens are left out.
    """
    tokens = _tokens(text)
    if not stemmer:
        return tokens
    stems = [stemmer.stem(token) if len(token) > LONGEST_UNSTEMMED else token for token in tokens]
    return [stem for stem in stems if _TOKEN.fullmatch(stem)]


def tokens_of(text: str, *, stem: bool) -> list[str]:
    """Return the tokens of a text, with `stem` the stems of NLTK."""
    tokens = _tokens(text)
    return [_stem(token) if len(token) > LONGEST_UNSTEMMED else token for token in tokens] if stem else tokens


def _tokens(text: str | bytes) -> list[str]:
    """Return the tokens of a text; of bytes, which are UTF-8, only letters of ASCII are lowered."""
    return _TOKEN.findall(as_string(text.lower()))


def as_string(text: object) -> str:
    """Return a string, or bytes decoded as UTF-8; raise `TypeError` for anything else."""
    if isinstance(text, bytes):
        return text.decode()
    if not isinstance(text, str):
        raise TypeError(f"a text must be a string, not {type(text).__name__}")
    return text


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    return kernel.stem(word.encode(), "porter-nltk").decode()
