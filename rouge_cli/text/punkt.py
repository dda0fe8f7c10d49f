"""Sentences as NLTK's English Punkt model finds them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..errors import InputError


@lru_cache(maxsize=1)
def punkt() -> Callable[[str], list[str]]:
    """Return NLTK's splitter of sentences. Raises `InputError` where the model is not installed."""
    from nltk.tokenize import PunktTokenizer, sent_tokenize

    try:
        PunktTokenizer("english")
    except LookupError as error:
        raise InputError(
            "the sentences of rougeLsum are found by NLTK's model punkt_tab, which is not installed; run"
            " python -m nltk.downloader punkt_tab, or choose `types` without rougeLsum"
        ) from error

    def split(text: str) -> list[str]:
        return list(sent_tokenize(text))

    return split
