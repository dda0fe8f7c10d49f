"""Documents for hypothesis, and sums as both bodies must add them up."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from rouge_cli.kernel.plan import Document

from ..support.documents import document

# Few different tokens make many ties and repetitions. Some are large, to fill all bits of a token.
KINDS = st.shared(st.integers(1, 6), key="kinds")
TOKEN = KINDS.flatmap(lambda kinds: st.integers(1, kinds)) | st.sampled_from([2**24, 2**24 + 1, 2**31 - 1])
SENTENCES = st.lists(st.lists(TOKEN, max_size=14), max_size=4)


def _document(sentences: list[list[int]], kinds: int | None) -> Document:
    """A document; with `kinds` its tokens are its words with fewer differences, as stems are."""
    words = [word for sentence in sentences for word in sentence]
    return document(sentences, kinds and [word % kinds for word in words])


DOCUMENT = st.builds(_document, SENTENCES, st.none() | st.integers(2, 5))
DOCUMENTS = st.lists(DOCUMENT, max_size=4)


def added(values: Iterable[float]) -> float:
    """The sum from left to right, each step rounded; `sum` compensates from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total
