"""Documents of token numbers, for the tests of what counts them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rouge_cli.kernel.plan import Document


def document(sentences: Sequence[Sequence[int]], tokens: Sequence[int] | None = None) -> Document:
    """Return the document of sentences of token numbers; `tokens` replaces the counted tokens."""
    words = array("i", [word for sentence in sentences for word in sentence])
    ends = array("i")
    for sentence in sentences:
        ends.append((ends[-1] if ends else 0) + len(sentence))
    return Document(words if tokens is None else array("i", tokens), words, ends)
