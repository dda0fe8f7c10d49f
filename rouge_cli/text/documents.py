"""Summaries -> documents: each is read once a run, and kept while the run needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence

from ..evaluation import Evaluation, Source
from ..kernel.document import Document
from ..options import Options
from ..scoring.measures import Reading, Texts
from .formats import read_sentences
from .tokenizers import Tokenizer


class Documents:
    """The documents in use: each summary is read once a run and dropped after its last evaluation."""

    def __init__(
        self,
        evaluations: Iterable[Evaluation],
        systems: Container[str],
        pairs: Sequence[tuple[Reading, Reading]],
        options: Options,
        notes: list[str],
    ) -> None:
        """`pairs` are the readings of models and of peers that are wanted."""
        self._options = options
        self._tokenizer = make_tokenizer(options, notes.append)
        self._notes = notes
        self._readings = list(dict.fromkeys(reading for pair in pairs for reading in pair))
        self._pairs = [(self._readings.index(model), self._readings.index(peer)) for model, peer in pairs]
        self._in_use: dict[Source, list[Document]] = {}
        """Of each source its documents, one for each reading."""
        self._uses = Counter(
            source
            for evaluation in evaluations
            if (peers := evaluation.present(systems))
            for source in (*evaluation.models, *peers.values())
        )

    def texts(self, models: Iterable[Source], peers: Iterable[Source]) -> list[Texts]:
        """The texts of an evaluation, for each pair of readings."""
        ours, theirs = [self._of(model) for model in models], [self._of(peer) for peer in peers]
        return [
            Texts([made[of_model] for made in ours], [made[of_peer] for made in theirs])
            for of_model, of_peer in self._pairs
        ]

    def release(self, sources: Iterable[Source]) -> None:
        """Counts one use of each source as done."""
        for source in sources:
            uses = self._uses[source] = self._uses[source] - 1
            if not uses:
                self._in_use.pop(source, None)

    def _of(self, source: Source) -> list[Document]:
        documents = self._in_use.get(source)
        if documents is None:
            documents, empty = read_documents(source, self._readings, self._tokenizer, self._options)
            self._in_use[source] = documents
            for reading in empty:
                reader = "readBE" if reading.elements else "readText"
                self._notes.append(f"{reader}: {source.name} -> empty text")
        return documents


def read_documents(
    source: Source, readings: Iterable[Reading], tokenizer: Tokenizer, options: Options
) -> tuple[list[Document], list[Reading]]:
    """The documents that readings make of a summary, and the readings for which there is nothing in it."""
    sentences = None
    documents, empty = [], []
    for reading in readings:
        if reading.elements:
            from .basic_elements import keys, read_elements

            elements = read_elements(source)
            stem = tokenizer.stem if reading.stem else None
            document = tokenizer.keys(keys(elements, options.basic_elements or "", stem))
            content = bool(elements)
        else:
            if sentences is None:  # Under -M the same text is read in more than one way.
                sentences = read_sentences(source)
            document = tokenizer.document(sentences, reading.stem, reading.stem_sentences)
            content = bool(document.tokens)
        documents.append(document)
        if not content:
            empty.append(reading)
    return documents, empty


def make_tokenizer(options: Options, note: Callable[[str], object] = lambda note: None) -> Tokenizer:
    """The tokenizer of a run; word lists are loaded only where they are used, and `note` is told of them."""
    stop_words: Iterable[bytes] = ()
    exceptions = None
    if options.remove_stop_words:
        from . import word_lists

        stop_words = word_lists.stop_words(options.data, note)
    if options.stem or options.stem_models:
        from . import word_lists

        exceptions = word_lists.exceptions(options.data, note)
    return Tokenizer(options, stop_words, exceptions)
