"""`evaluate`: the one road from evaluations to figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from types import MappingProxyType

from .basic_elements import keys, read_elements
from .bootstrap import Estimate, estimates
from .check import check_evaluations
from .config import read_config
from .errors import InputError
from .evaluation import Evaluation, Source, Text
from .measures import Counts, Measure, Reading, measures, pooled
from .options import Options
from .scoring import Score, score
from .summaries import read_sentences
from .tokens import Document, Tokenizer


@dataclass(frozen=True, slots=True)
class Result:
    """What one system scores by one measure."""

    recall: Estimate
    precision: Estimate
    f: Estimate
    scores: tuple[Score, ...]
    """Of each evaluation that has the system, in the byte order of `evaluation.system`."""

    @property
    def counts(self) -> Counts:
        """The counts summed over the evaluations."""
        return pooled([score.counts for score in self.scores])


@dataclass(frozen=True, slots=True)
class Report:
    """What a run found: `report.systems["1"]["ROUGE-2"].recall.average`."""

    options: Options
    systems: Mapping[str, Mapping[str, Result]]
    """Results by system, in byte order, and by measure, in report order."""
    notes: tuple[str, ...]
    """What a user should know of the input, each once: peers that are missing, summaries that are empty."""

    def __post_init__(self) -> None:
        frozen = {system: MappingProxyType(dict(results)) for system, results in self.systems.items()}
        object.__setattr__(self, "systems", MappingProxyType(frozen))

    def __reduce__(self) -> tuple[object, ...]:
        """Read-only views cannot be pickled; they are made anew from what they show."""
        plain = {system: dict(results) for system, results in self.systems.items()}
        return Report, (self.options, plain, self.notes)


def evaluate(
    config: str | PathLike[str] | Iterable[Evaluation],
    options: Options | None = None,
    *,
    systems: str | Iterable[str] | None = None,
) -> Report:
    """Scores systems against models.

    `config` is the path of an XML configuration, or evaluations; `systems` is the ID to score, or
    several (default: all). Raises `InputError` for what cannot be read, before anything is scored.
    """
    options = options or Options()
    evaluations = read_config(fspath(config)) if isinstance(config, str | PathLike) else list(config)
    chosen = _choose(evaluations, systems)
    table = measures(options)
    check_evaluations(evaluations, chosen, table)
    notes: list[str] = []
    rows = _score_all(evaluations, chosen, table, options, notes)
    return Report(options, _summarise(rows, chosen, table, options), tuple(dict.fromkeys(notes)))


def _choose(evaluations: Sequence[Evaluation], systems: str | Iterable[str] | None) -> list[str]:
    known = sorted({system for evaluation in evaluations for system in evaluation.peers})
    if systems is None:
        return known
    chosen = sorted({systems} if isinstance(systems, str) else set(systems))
    for system in chosen:
        if system not in known:
            raise InputError(
                f"no evaluation has a system {system!r}; there are: {', '.join(known) or 'none'}"
            )
    return chosen


Rows = dict[str, list[list[Score]]]
"""By system, for each measure of the table, the scores of the evaluations."""


def _score_all(
    evaluations: Sequence[Evaluation],
    systems: Sequence[str],
    table: Sequence[Measure],
    options: Options,
    notes: list[str],
) -> Rows:
    """Every score, one evaluation after the other, so that few documents are held at a time."""
    rows: Rows = {system: [[] for _ in table] for system in systems}
    documents = _Documents(evaluations, systems, options, notes)
    notes.extend(
        f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {evaluation.id}"
        for system in systems
        for evaluation in evaluations
        if evaluation.peers.get(system) is None
    )
    for evaluation in evaluations:
        for system in systems:
            peer = evaluation.peers.get(system)
            if peer is None:
                continue
            for measure, row in zip(table, rows[system], strict=True):
                row.append(
                    score(
                        evaluation.id,
                        measure,
                        [documents.get(model, measure.model_reading) for model in evaluation.models],
                        documents.get(peer, measure.peer_reading),
                        options,
                    )
                )
            documents.release([*evaluation.models, peer])
    for system, of_system in rows.items():
        for row in of_system:
            row.sort(key=lambda score: f"{score.evaluation}.{system}")
    return rows


def _summarise(
    rows: Rows, systems: Sequence[str], table: Sequence[Measure], options: Options
) -> Mapping[str, Mapping[str, Result]]:
    """Results of all rows; the systems that are in equally many evaluations share their resamples."""
    sizes = {system: len(rows[system][0]) if table else 0 for system in systems}
    results: dict[str, dict[str, Result]] = {system: {} for system in systems}
    for size in set(sizes.values()):
        alike = [
            (system, measure, row)
            for system in systems
            if sizes[system] == size
            for measure, row in zip(table, rows[system], strict=True)
        ]
        found = estimates([row for _, _, row in alike], options)
        for (system, measure, row), three in zip(alike, found, strict=True):
            results[system][measure.name] = Result(*three, tuple(row))
    return results


class _Documents:
    """The documents in use: each summary is read once a run and dropped after its last use."""

    def __init__(
        self,
        evaluations: Iterable[Evaluation],
        systems: Iterable[str],
        options: Options,
        notes: list[str],
    ) -> None:
        self._options = options
        self._notes = notes
        self._tokenizer = make_tokenizer(options, notes.append)
        self._documents: dict[Source, dict[Reading, Document]] = {}
        self._texts: dict[Source, Text] = {}
        wanted = set(systems)
        self._uses = Counter(
            source
            for evaluation in evaluations
            for system, peer in evaluation.peers.items()
            if peer is not None and system in wanted
            for source in (*evaluation.models, peer)
        )

    def get(self, source: Source, reading: Reading) -> Document:
        """The document that the reading makes of the source."""
        readings = self._documents.setdefault(source, {})
        if reading not in readings:
            readings[reading] = self._read(source, reading)
        return readings[reading]

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
        elements = read_elements(source)
        stem = tokenizer.stem if reading.stem else None
        return tokenizer.keys(keys(elements, options.basic_elements or "", stem)), not elements
    document = tokenizer.document(
        read_sentences(source), stem=reading.stem, stem_sentences=reading.stem_sentences
    )
    return document, not document.tokens


def make_tokenizer(options: Options, note: Callable[[str], object]) -> Tokenizer:
    """The tokenizer of a run; word lists and the stemmer are loaded only where they are used."""
    stop_words, stem = frozenset[bytes](), None
    if options.remove_stop_words:
        from . import word_lists

        stop_words = word_lists.stop_words(options.data, note)
    if options.stem or options.stem_models:
        from . import word_lists
        from .stemmer import stemmer

        stem = stemmer(word_lists.exceptions(options.data, note))
    return Tokenizer(options, stop_words, stem)
