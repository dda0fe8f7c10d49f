"""Summaries -> documents: each is read once a run, and kept while the run needs it."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from ..evaluation import Evaluation, Source
from ..kernel.document import Document
from .doubts import NO_DOUBT, Doubt, Doubts, judge
from .formats import read_sentences
from .tokenizers import Tokenizer


class Reading(NamedTuple):
    """The way in which a measure wants a summary to be turned into a document."""

    elements: str | None
    """The mode of basic elements to read; `None`: tokens are wanted."""
    stem: bool
    stem_sentences: bool
    """True where the sentences of ROUGE-L and ROUGE-W are stemmed; `stem` is for the counted tokens."""


Readings = tuple[Reading, Reading]
"""The readings of models and of peers."""


class Documents:
    """The documents in use: each summary is read once a run and dropped after its last evaluation."""

    def __init__(
        self,
        evaluations: Iterable[Evaluation],
        systems: Container[str],
        readings: Iterable[Readings],
        tokenizer: Tokenizer,
        notes: list[str],
        doubts: Doubts,
    ) -> None:
        """`notes` and `doubts` are added to as summaries are read."""
        self._tokenizer = tokenizer
        self._notes = notes
        self._doubts = doubts
        self._readings = list(dict.fromkeys(reading for pair in readings for reading in pair))
        self._in_use: dict[Source, Read] = {}
        self._uses = Counter(
            source
            for evaluation in evaluations
            if (peers := evaluation.present(systems))
            for source in (*evaluation.models, *peers.values())
        )

    def of(self, source: Source, evaluation: str) -> dict[Reading, Document]:
        """Return the documents of a summary of an evaluation, by reading.

        Empty summaries are noted, but for those in other scripts without a limit: they are doubts.
        """
        read = self._in_use.get(source)
        if read is None:
            read = self._in_use[source] = read_documents(source, self._readings, self._tokenizer)
            for reading in read.empty:
                if reading.elements or not read.doubt.is_wordless or any(self._tokenizer.limit):
                    reader = "readBE" if reading.elements else "readText"
                    self._notes.append(f"{reader}: {source.name} -> empty text")
        self._doubts.count(read.doubt, evaluation)
        return read.documents

    def release(self, sources: Iterable[Source]) -> None:
        """Count one use of each source as done."""
        for source in sources:
            uses = self._uses[source] = self._uses[source] - 1
            if not uses:
                self._in_use.pop(source, None)


class Read(NamedTuple):
    """A summary that has been read."""

    documents: dict[Reading, Document]
    empty: list[Reading]
    """The readings for which there is nothing in it."""
    doubt: Doubt


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
            document = tokenizer.document(sentences, reading.stem, reading.stem_sentences)
            has_content = bool(document.tokens)
        documents[reading] = document
        if not has_content:
            empty.append(reading)
    if sentences is None:
        return Read(documents, empty, NO_DOUBT)
    has_tokens = not empty or all(reading.elements for reading in empty)
    return Read(documents, empty, judge(sentences, has_tokens=has_tokens))
