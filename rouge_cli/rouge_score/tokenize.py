"""The default tokens of rouge-score."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .. import kernel
from ..kernel.plan import LONGEST_UNSTEMMED

SPACES_RE = re.compile(r"\s+")
"""The separators of programs with a tokenizer of their own."""
_TOKEN = re.compile("[a-z0-9]+")


def tokenize(text: str | bytes, stemmer: Any) -> list[str]:
    """Return the tokens of a text. In bytes, which are UTF-8, only letters of ASCII are lowered.

    A stemmer like NLTK's stems tokens of more than 3 characters. Stems that are not tokens are left out.
    """
    tokens: list[str] = _TOKEN.findall(as_string(text.lower()))
    if not stemmer:
        return tokens
    stems = [stemmer.stem(token) if len(token) > LONGEST_UNSTEMMED else token for token in tokens]
    return [stem for stem in stems if _TOKEN.fullmatch(stem)]


def as_string(text: object) -> str:
    """Return a string, or bytes decoded as UTF-8; raise `TypeError` for anything else."""
    if isinstance(text, bytes):
        return text.decode()
    if not isinstance(text, str):
        raise TypeError(f"a text must be a string, not {type(text).__name__}")
    return text


def own_tokens(tokens: Any) -> Any:
    """Return the tokens from a program's own tokenizer, which may return an array of IDs.

    Raises `TypeError` for a mapping, as from Hugging Face's tokenizers: its keys are the same for all texts.
    """
    if isinstance(tokens, Mapping):
        raise TypeError(
            f"a tokenizer must return tokens, not a {type(tokens).__name__}; return a list of them, such as"
            " its input_ids"
        )
    # Items of a tensor are equal to themselves alone.
    return tokens.tolist() if hasattr(tokens, "tolist") else tokens


class PorterStemmer:
    """The stemmer of this name in NLTK, by the kernel."""

    @staticmethod
    @lru_cache(maxsize=1 << 16)
    def stem(word: str) -> str:
        """Return the stem of a token."""
        return kernel.stem(word.encode(), "porter-nltk").decode()
