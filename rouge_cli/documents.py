"""Summaries -> documents: each is read once a run, and kept while the run needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Any

from .evaluation import Evaluation, Source, Text
from .kernel.words import Document
from .measures import Reading, Texts
from .options import Options
from .summaries import read_sentences
from .tokens import Tokenizer


class Documents:
    """The documents in use: each summary is read once a run and dropped after its last evaluation."""

    def __init__(
        self, evaluations: Iterable[Evaluation], systems: Container[str], options: Options, notes: list[str]
    ) -> None:
        self._options = options
        self._notes = notes
        self._tokenizer = make_tokenizer(options, notes.append)
        self._in_use: dict[Source, dict[Reading | None, Any]] = {}
        """Of each source, its documents by reading; by None, its sentences."""
        self._uses = Counter(
            source
            for evaluation in evaluations
            if (peers := evaluation.present(systems))
            for source in (*evaluation.models, *peers.values())
        )

    def texts(
        self, models: Iterable[Source], peers: Iterable[Source], readings: tuple[Reading, Reading]
    ) -> Texts:
        """The documents of an evaluation, as a measure with these readings of models and peers wants them."""
        of_models, of_peers = readings
        return Texts(
            [self._get(model, of_models) for model in models], [self._get(peer, of_peers) for peer in peers]
        )

    def _get(self, source: Source, reading: Reading) -> Document:
        """The document that the reading makes of the source."""
        made = self._in_use.setdefault(source, {})
        document: Document | None = made.get(reading)
        if document is None:
            document = made[reading] = self._read(source, reading, made)
        return document

    def release(self, sources: Iterable[Source]) -> None:
        """Counts one use of each source as done."""
        for source in sources:
            uses = self._uses[source] = self._uses[source] - 1
            if not uses:
                self._in_use.pop(source, None)

    def _read(self, source: Source, reading: Reading, made: dict[Reading | None, Any]) -> Document:
        content = source
        if not reading.elements:  # Under -M the same text is read in more than one way.
            content = made.get(None) or made.setdefault(None, Text(tuple(read_sentences(source))))
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
