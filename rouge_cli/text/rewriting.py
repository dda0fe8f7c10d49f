"""Texts whose sentences are found anew, or cut, before anything else is done with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..evaluation import Source, text_of
from ..kernel import Item
from .batches import Batch, item
from .limits import Limit
from .pairs import Texts

Rewriter = Callable[[Item], Item]
"""Returns a text in the sentences that are to be scored."""


def split_all(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return the sentences of a text; one that is given in sentences is put together by line ends first."""
    if isinstance(text, str):
        return split(text)
    if isinstance(text, bytes):
        return split(_decoded(text))
    return split("\n".join(_decoded(one) if isinstance(one, bytes) else str(one) for one in text))


def split_single(text: Item, split: Callable[[str], list[str]]) -> Item:
    """Return the sentences of a text that is a single line or sentence, and any other text as it is."""
    sentences = sentences_in(text)
    return split(_decoded(sentences[0])) if len(sentences) == 1 else text


def cut(text: Item, limit: Limit) -> Item:
    """Return what a limit leaves of a text."""
    return limit.cut(sentences_in(text))[0]


def rewritten_source(source: Source, rewrite: Rewriter) -> Source:
    """Return a summary that has been loaded in the sentences that are to be scored."""
    text = item(source)
    rewritten = rewrite(text)
    return source if rewritten is text else text_of(rewritten)._replace(name=source.name)


def rewritten_batch(batch: Batch, rewrite: Rewriter) -> Batch:
    """Return a batch whose texts are in the sentences that are to be scored."""
    texts = [rewrite(text) for text in batch.lines()]
    return replace(batch, texts=texts, sources=Texts(texts), separators=(b"\n",))


def sentences_in(text: Item) -> list[bytes]:
    """Return the sentences of a text: the lines of a string that are not empty, or the items of a list."""
    return list(text_of(text).sentences)


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")
