"""Sentences as NLTK's English Punkt model finds them, in place of those that the input marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..errors import InputError
from ..evaluation import Source, Text
from ..kernel import Item
from .batches import Batch, Sources, item

Splitter = Callable[[str], list[str]]
"""Returns the sentences of a text."""


@lru_cache(maxsize=1)
def punkt() -> Splitter:
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


def split_item(text: Item, split: Splitter) -> list[str]:
    """Return the sentences of a text; one that is given in sentences is put together by line ends first."""
    if isinstance(text, str):
        return split(text)
    if isinstance(text, bytes):
        return split(_decoded(text))
    return split("\n".join(_decoded(one) if isinstance(one, bytes) else str(one) for one in text))


def split_source(source: Source, split: Splitter) -> Source:
    """Return a summary that has been loaded in sentences that are found anew."""
    return Text.of(split_item(item(source), split), source.name)


def split_batch(batch: Batch, split: Splitter) -> Batch:
    """Return a batch whose texts are in sentences that are found anew."""
    texts = [split_item(text, split) for text in batch.lines()]
    return batch._replace(texts=texts, sources=Sources(texts), separators=(b"\n",))


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")
