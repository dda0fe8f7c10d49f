"""A summary -> its documents, one for each way of reading it."""

from collections.abc import Sequence
from typing import NamedTuple

from ..evaluation import Source
from ..kernel.plan import Document
from .doubts import traits_of
from .formats import read_sentences
from .reading import Reading
from .tokenizers import Tokenizer


class Read(NamedTuple):
    """A summary that has been read."""

    documents: dict[Reading, Document]
    empty: list[Reading]
    """The readings for which there is nothing in it."""
    traits: int
    """The traits of its text, as in `kernel.plan`; none where basic elements alone are read."""


def read_documents(source: Source, readings: Sequence[Reading], tokenizer: Tokenizer) -> Read:
    """Read a summary in every way that is wanted. Raises `InputError` where it cannot be read."""
    sentences = None
    documents: dict[Reading, Document] = {}
    empty = []
    for reading in readings:
        if reading.elements:
            from .basic_elements import keys, read_elements  # Few runs need them.

            elements = read_elements(source)
            stem = tokenizer.stem if reading.stem else None
            document = tokenizer.keys(keys(elements, reading.elements, stem))
            has_content = bool(elements)
        else:
            if sentences is None:  # Where the models alone are stemmed, a text has several readings.
                sentences = read_sentences(source)
            document = tokenizer.document(sentences, reading.stem, reading.stem_sentences, reading.whole)
            has_content = bool(document.tokens)
        documents[reading] = document
        if not has_content:
            empty.append(reading)
    if sentences is None:
        return Read(documents, empty, 0)
    has_tokens = all(reading.elements for reading in empty)
    return Read(documents, empty, traits_of(sentences, has_tokens=has_tokens))
