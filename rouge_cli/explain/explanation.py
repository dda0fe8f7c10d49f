"""The explanation of an evaluation as records: texts, marks, counts and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..errors import InputError, some
from ..evaluation import Evaluation, Source, Text
from ..kernel.document import Document
from ..options import Options
from ..profiles import profile_of
from ..scoring.check import check_evaluations
from ..scoring.counting import count
from ..scoring.measures.base import Measure, Texts
from ..scoring.profile import Profile
from ..scoring.scores import Counts, MeasureScores, Score
from ..text.basic_elements import keys, read_elements
from ..text.documents import Reading, read_documents
from ..text.formats import contents, load, read_sentences
from .alignment import Written, align, align_lines
from .matching import Matches, match
from .shown import Piece, pieces

MOST_SYSTEMS = 12
"""The systems that are explained where none is named; the figures of all are listed."""


class Compared(NamedTuple):
    """A peer and one of its models by a measure."""

    counts: Counts
    peer: Written
    model: Written
    matches: Matches | None
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

    def written(self, measure: Measure, reading: Reading) -> Written:
        """Return where the tokens stand that a measure sees."""
        return self.words[reading] if measure.reads_sentences else self.tokens[reading]


def explain(evaluation: Evaluation, options: Options, systems: Sequence[str] | None = None) -> Explanation:
    """Explain what systems (`None`: all; the first dozen of them) score in an evaluation.

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
    profile = profile_of(options)
    check_evaluations([evaluation], systems or present, profile)
    evaluation = evaluation.map(load)
    figures, notes = _score(evaluation, list(dict.fromkeys(systems or present)), profile)
    reader = _Reader(profile)
    models = [reader.read(model) for model in evaluation.models]
    explained = []
    for system in list(figures)[: None if systems else MOST_SYSTEMS]:
        source = evaluation.present([system])[system]
        peer = reader.read(source)
        parts = tuple(
            _explained(measure, score, peer, models, best_model=options.best_model)
            for measure, score in figures[system]
        )
        explained.append(System(system, source.name, parts))
    return Explanation(
        evaluation.id,
        options,
        tuple(model.name for model in evaluation.models),
        tuple(explained),
        figures,
        reader.tokenizer.name,
        notes,
    )


def _score(
    evaluation: Evaluation, systems: Sequence[str], profile: Profile
) -> tuple[dict[str, tuple[tuple[Measure, Score], ...]], tuple[str, ...]]:
    """Return what each system scores by each measure, and what there is to note."""
    counted = count([evaluation], systems, profile)
    figures = {
        system: tuple(
            (measure, MeasureScores([evaluation.id], counts, profile.figures(measure, counts))[0])
            for measure, counts in zip(profile.measures, columns, strict=True)
        )
        for system, columns in counted.columns.items()
    }
    return figures, counted.all_notes(profile)


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
    model_document = model.documents[measure.model_reading]
    peer_document = peer.documents[measure.peer_reading]
    ((hit,),) = measure.hits(Texts([model_document], [peer_document]))
    counts = Counts(measure.model_units(model_document), measure.peer_units(peer_document), hit)
    return Compared(
        counts,
        peer.written(measure, measure.peer_reading),
        model.written(measure, measure.model_reading),
        match(measure, model_document, peer_document),
    )


class _Reader:
    """Reads summaries in every way that the measures of a run want."""

    def __init__(self, profile: Profile) -> None:
        # What there is to say of the word lists, the scoring has noted.
        self.tokenizer = profile.tokenizer()
        self._readings = list(
            dict.fromkeys(reading for measure in profile.measures for reading in measure.readings)
        )

    def read(self, source: Source) -> _Summary:
        """Return the documents of a summary, and where in it their tokens stand."""
        documents = read_documents(source, self._readings, self.tokenizer).documents
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
        return _Summary(documents, tokens, words)

    def _words(self, source: Source) -> tuple[Written, Written]:
        sentences = read_sentences(source)
        whole, apart = self.tokenizer.limit.cut(sentences)
        stop_words = self.tokenizer.stop_words
        words = align(sentences, whole, stop_words)
        return words, words if apart is whole else align(sentences, apart, stop_words)

    def _elements(self, source: Source, reading: Reading) -> Written:
        elements = read_elements(source)
        stem = self.tokenizer.stem if reading.stem else None
        counted = [bool(keys([element], reading.elements or "", stem)) for element in elements]
        lines: Sequence[bytes] = ()
        if elements:
            lines = source.sentences if isinstance(source, Text) else contents(source).split(b"\n")
        return align_lines(lines[: len(elements)], counted)
