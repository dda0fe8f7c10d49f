"""Summaries -> documents: each is read once a run, and kept while the run needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from .evaluation import Evaluation, Source, Text
from .kernel.words import Document
from .measures import Reading
from .options import Options
from .summaries import read_sentences
from .tokens import Tokenizer


class Documents:
    """The documents in use: each summary is read once a run and dropped after its last evaluation."""

    def __init__(
        self, evaluations: Iterable[Evaluation], systems: Iterable[str], options: Options, notes: list[str]
    ) -> None:
        self._options = options
        self._notes = notes
        self._tokenizer = make_tokenizer(options, notes.append)
        self._documents: dict[Source, dict[Reading, Document]] = {}
        self._texts: dict[Source, Text] = {}
        self._uses = Counter(
            source
            for evaluation in evaluations
            if (peers := evaluation.present(systems))
            for source in (*evaluation.models, *peers.values())
        )

    def get(self, source: Source, reading: Reading) -> Document:
        """The document that the reading makes of the source."""
        readings = self._documents.setdefault(source, {})
        document = readings.get(reading)
        if document is None:
            document = readings[reading] = self._read(source, reading)
        return document

    def release(self, sources: Iterable[Source]) -> None:
        """Counts one use of each source as done."""
        for source in sources:
            self._uses[source] -= 1
            if not self._uses[source]:
                self._documents.pop(source, None)
                self._texts.pop(source, None)

    def _read(self, source: Source, reading: Reading) -> Document:
        content: Source = source
        if not reading.elements:  # Under -M the same text is read in more than one way.
            if source not in self._texts:
                self._texts[source] = Text(tuple(read_sentences(source)))
            content = self._texts[source]
        document, empty = read_document(content, reading, self._tokenizer, self._options)
        if empty:
            name = "text in memory" if isinstance(source, Text) else source.path
            reader = "readBE" if reading.elements else "readText"
            self._notes.append(f"{reader}: {name} -> empty text")
        return document


def read_document(
    source: Source, reading: Reading, tokenizer: Tokenizer, options: Options
) -> tuple[Document, bool]:
    """The document that a reading makes of a summary, and whether there is nothing in it."""
    if reading.elements:
        from .basic_elements import keys, read_elements

        elements = read_elements(source)
        stem = tokenizer.stem if reading.stem else None
        return tokenizer.keys(keys(elements, options.basic_elements or "", stem)), not elements
    document = tokenizer.document(
        read_sentences(source), stem=reading.stem, stem_sentences=reading.stem_sentences
    )
    return document, not document.tokens


def make_tokenizer(options: Options, note: Callable[[str], object]) -> Tokenizer:
    """The tokenizer of a run; word lists are loaded only where they are used."""
    stop_words: Iterable[bytes] = ()
    exceptions = None
    if options.remove_stop_words:
        from . import word_lists

        stop_words = word_lists.stop_words(options.data, note)
    if options.stem or options.stem_models:
        from . import word_lists

        exceptions = word_lists.exceptions(options.data, note)
    return Tokenizer(options, stop_words, exceptions)
