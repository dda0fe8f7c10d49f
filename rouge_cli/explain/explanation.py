"""What there is to explain of an evaluation, as records: texts, marks, counts and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..api import evaluate
from ..errors import InputError, some
from ..evaluation import Evaluation, Source, Text
from ..kernel.document import Document
from ..options import Options
from ..scoring.counting import Score
from ..scoring.grams import GramMeasure
from ..scoring.measures import (
    Counts,
    Lcs,
    Measure,
    Reading,
    Texts,
    WeightedLcs,
    measures,
    weights_of_runs,
)
from ..text.documents import make_tokenizer, read_documents
from ..text.formats import contents, read_sentences
from .alignment import Written, align, align_lines
from .grams import Matches, match
from .sequences import Sequences, match_sentences
from .shown import Piece, pieces

MOST_SYSTEMS = 12
"""So many are explained where none is named; the figures of all are listed."""
MOST_GRAMS = 300_000
"""In a text with more of them none is listed or marked: skip-bigrams without a limit, of 775 words."""
MOST_CELLS = {Lcs: 50_000_000, WeightedLcs: 4_000_000}
"""Of the tables of a pair, words of the model times words of the peer: in a larger one none is marked."""


class Compared(NamedTuple):
    """A peer and one of its models by a measure."""

    counts: Counts
    peer: Written
    model: Written
    matches: Matches | Sequences | None
    """`None`: there is too much to mark."""

    def pieces(self) -> tuple[list[list[Piece]], list[list[Piece]]]:
        """The pieces of the sentences of the peer, and of those of the model."""
        if self.matches is None:
            return pieces(self.peer, ()), pieces(self.model, ())
        return pieces(self.peer, self.matches.peer_marks), pieces(self.model, self.matches.model_marks)


class Explained(NamedTuple):
    """What a system scores by a measure, and whence."""

    measure: Measure
    score: Score
    models: tuple[Compared, ...]
    best: int | None
    """Under `-f B`: the model, from 0, whose counts are the score's."""


class System(NamedTuple):
    """A system of the evaluation."""

    id: str
    peer: str
    """Where its summary is."""
    explained: tuple[Explained, ...]
    """By measure, in the order of the report."""


class Explanation(NamedTuple):
    """How the figures of an evaluation come about."""

    evaluation: str
    options: Options
    models: tuple[str, ...]
    """Where they are."""
    systems: tuple[System, ...]
    """Those that are explained."""
    figures: dict[str, tuple[tuple[Measure, Score], ...]]
    """What each system scores by each measure: all systems that were asked for."""
    name: Callable[[int], bytes]
    """The token that has a number."""
    notes: tuple[str, ...]


class _Summary(NamedTuple):
    """A summary, read in every way that the measures want."""

    documents: dict[Reading, Document]
    tokens: dict[Reading, Written]
    """Where the tokens of each of these stand."""
    words: dict[Reading, Written]
    """Where the words that L and W see stand: under a limit in bytes others."""


def explain(evaluation: Evaluation, options: Options, systems: Sequence[str] | None = None) -> Explanation:
    """Explains what systems (`None`: all; the first dozen of them) score in an evaluation.

    Raises `InputError` for a system that has no summary here and for what `evaluate` refuses.
    """
    present = {system: peer for system, peer in evaluation.peers.items() if peer is not None}
    for system in systems or ():
        if system not in present:
            raise InputError(
                f"evaluation {evaluation.id} has no summary of system {system!r};"
                f" there are those of: {some(sorted(present))}"
            )
    if not present:
        raise InputError(f"evaluation {evaluation.id} has no summary of any system")
    # The scores of an evaluation do not depend on resamples, of which one is the fewest.
    report = evaluate([evaluation], replace(options, resamples=1), systems=sorted(systems or present))
    table = measures(options)
    figures = {
        system: tuple((measure, results[measure.name].scores[0]) for measure in table)
        for system, results in report.systems.items()
    }
    reader = _Reader(options, table)
    models = [reader.read(model) for model in evaluation.models]
    explained = []
    for system in list(figures)[: None if systems else MOST_SYSTEMS]:
        peer = reader.read(present[system])
        parts = tuple(
            _explained(measure, score, peer, models, best_model=options.best_model)
            for measure, score in figures[system]
        )
        explained.append(System(system, present[system].name, parts))
    return Explanation(
        evaluation.id,
        options,
        tuple(model.name for model in evaluation.models),
        tuple(explained),
        figures,
        reader.tokenizer.name,
        report.notes,
    )


def _explained(
    measure: Measure, score: Score, peer: _Summary, models: Sequence[_Summary], *, best_model: bool
) -> Explained:
    compared = [_compared(measure, peer, model) for model in models]
    best = None
    if best_model:
        # Of the models with the counts that were kept; none, where no recall is a number.
        kept = [place for place, one in enumerate(compared) if one.counts == score.counts]
        documents = [model.documents[measure.model_reading] for model in models]
        best = max(
            kept,
            key=lambda place: measure.choosing_recall(compared[place].counts, documents[place]),
            default=None,
        )
    return Explained(measure, score, tuple(compared), best)


def _compared(measure: Measure, peer: _Summary, model: _Summary) -> Compared:
    ours, theirs = model.documents[measure.model_reading], peer.documents[measure.peer_reading]
    ((hit,),) = measure.hits(Texts([ours], [theirs]))
    counts = Counts(measure.model_units(ours), measure.peer_units(theirs), hit)
    if isinstance(measure, Lcs):
        matches: Matches | Sequences | None = _sequences(measure, ours, theirs)
        written = peer.words[measure.peer_reading], model.words[measure.model_reading]
    else:
        assert isinstance(measure, GramMeasure)
        matches = _grams(measure, ours, theirs, counts)
        written = peer.tokens[measure.peer_reading], model.tokens[measure.model_reading]
    return Compared(counts, *written, matches)


def _grams(measure: GramMeasure, model: Document, peer: Document, counts: Counts) -> Matches | None:
    few = max(counts.model, counts.peer) <= MOST_GRAMS
    return match(measure, model.tokens, peer.tokens) if few else None


def _sequences(measure: Lcs, model: Document, peer: Document) -> Sequences | None:
    if len(model.words) * len(peer.words) > MOST_CELLS[type(measure)]:
        return None
    weights = None
    if isinstance(measure, WeightedLcs):
        weights = weights_of_runs(measure.weight, len(model.words))
    return match_sentences(model, peer, weights)


class _Reader:
    """Reads summaries in every way that the measures of a run want."""

    def __init__(self, options: Options, table: Sequence[Measure]) -> None:
        self._options = options
        # What there is to say of the word lists, the scoring run says.
        self.tokenizer = make_tokenizer(options)
        self._readings = list(dict.fromkeys(reading for measure in table for reading in measure.readings))
        self._stop_words: frozenset[bytes] = frozenset()
        if options.remove_stop_words:
            from ..text.word_lists import stop_words

            self._stop_words = stop_words(options.data)

    def read(self, source: Source) -> _Summary:
        """The documents of a summary, and where in it their tokens stand."""
        documents, _ = read_documents(source, self._readings, self.tokenizer, self._options)
        tokens: dict[Reading, Written] = {}
        words: dict[Reading, Written] = {}
        for reading in self._readings:
            if reading.elements:
                tokens[reading] = self._elements(source, reading)
            elif words:
                other = next(iter(words))  # Stemmed or not, a word stands where it stands.
                tokens[reading], words[reading] = tokens[other], words[other]
            else:
                tokens[reading], words[reading] = self._words(source)
        return _Summary(dict(zip(self._readings, documents, strict=True)), tokens, words)

    def _words(self, source: Source) -> tuple[Written, Written]:
        sentences = read_sentences(source)
        whole, apart = self.tokenizer.cut(sentences)
        words = align(sentences, whole, self._stop_words)
        return words, words if apart is whole else align(sentences, apart, self._stop_words)

    def _elements(self, source: Source, reading: Reading) -> Written:
        from ..text.basic_elements import keys, read_elements

        elements = read_elements(source)
        mode = self._options.basic_elements or ""
        stem = self.tokenizer.stem if reading.stem else None
        counted = [bool(keys([element], mode, stem)) for element in elements]
        lines: Sequence[bytes] = ()
        if elements:
            lines = source.sentences if isinstance(source, Text) else contents(source).split(b"\n")
        return align_lines(lines[: len(elements)], counted)
