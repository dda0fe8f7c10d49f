"""Explanations of an evaluation as records: texts, marks, counts and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..errors import InputError, some
from ..evaluation import Evaluation, File, Source, Text, jackknife_sets
from ..inputs.streams import check, stream_of
from ..kernel.plan import Document, Reading
from ..measures.base import Measure, Texts
from ..measures.scores import AnyCounts, Score
from ..options import Options
from ..profiles import Profile
from ..scoring.counting import count
from ..scoring.engine import set_scores
from ..text.documents import read_documents
from ..text.sentences import contents, keys, load, read_elements, read_sentences
from .alignment import AlignedText, Piece, align, pieces, placed
from .matching import Matches, match

MOST_SYSTEMS = 12
"""The number of systems to explain if none is named. The figures of all systems are listed."""


class PairExplanation(NamedTuple):
    """The explanation of a peer and one of its models by a measure."""

    counts: AnyCounts
    peer: AlignedText
    model: AlignedText
    matches: Matches | None
    """None if the texts are too long to mark."""

    def pieces(self) -> tuple[list[list[Piece]], list[list[Piece]]]:
        """Return the pieces of the peer's sentences, and the pieces of the model's sentences."""
        found = self.matches or Matches((), ())
        return pieces(self.peer, found.peer_marks), pieces(self.model, found.model_marks)


class SetExplanation(NamedTuple):
    """The score with the models that are left when the jackknife leaves out one author."""

    score: Score
    """Its `evaluation` is the author's ID, or a number if models have no IDs."""
    best: int | None
    """Under `best_model`, the number of the chosen model, from 0."""


class MeasureExplanation(NamedTuple):
    """The explanation of the score of a system by a measure."""

    measure: Measure
    score: Score
    pairs: tuple[PairExplanation, ...]
    """The peer with each of the models, in their order."""
    best: int | None
    """If one model is chosen, its number, from 0."""
    sets: tuple[SetExplanation, ...] = ()
    """Under the jackknife, the scores whose means are the figures; empty if all models have one author."""
    source: str = ""
    """The name of the source that stands in place of the models, or empty where there are models."""


class SystemExplanation(NamedTuple):
    """The explanation of the scores of a system."""

    id: str
    peer: str
    """The name of its summary."""
    measures: tuple[MeasureExplanation, ...]
    """Its measures, in the order of the report, and coverage where there is a source."""

    @property
    def copied(self) -> MeasureExplanation | None:
        """The explanation of its coverage, or None where there is no source."""
        return next((one for one in self.measures if one.source), None)


class Explanation(NamedTuple):
    """The explanation of the figures of an evaluation."""

    evaluation: str
    options: Options
    models: tuple[str, ...]
    """The names of the models."""
    systems: tuple[SystemExplanation, ...]
    """The systems that are explained."""
    figures: dict[str, tuple[tuple[Measure, Score], ...]]
    """The measures and scores of all systems that were asked for, by system."""
    tokens: dict[int, bytes]
    """The tokens of the texts, by their numbers."""
    notes: tuple[str, ...]


class _Summary(NamedTuple):
    """A summary, read in every way that measures need."""

    documents: dict[Reading, Document]
    tokens: dict[Reading, AlignedText]
    """The text aligned with the tokens of each reading."""
    words: dict[Reading, AlignedText]
    """The text aligned with the words of ROUGE-L and ROUGE-W; a limit in bytes leaves them other words."""

    def aligned(self, measure: Measure, reading: Reading) -> AlignedText:
        """Return the text aligned with the tokens that a measure sees."""
        return self.words[reading] if measure.reads_sentences else self.tokens[reading]


def explain(evaluation: Evaluation, options: Options, systems: Sequence[str] | None = None) -> Explanation:
    """Return an explanation of the scores of systems in an evaluation, by default of its first dozen systems.

    Raises `InputError` for a system without a summary in this evaluation, and as `evaluate` does.
    """
    present = {system: peer for system, peer in evaluation.peers.items() if peer is not None}
    for system in systems or ():
        if system not in present:
            raise InputError(
                f"evaluation {evaluation.id} has no summary of system {system!r};"
                f" it has summaries of: {some(sorted(present))}"
            )
    if not present:
        raise InputError(f"evaluation {evaluation.id} has no summary of any system")
    asked_for = list(dict.fromkeys(systems or present))
    profile = Profile(options)
    check(stream_of([evaluation]), asked_for, profile)
    if not evaluation.models:
        profile = profile.without_rouge
    evaluation = evaluation.only(asked_for).map(load)
    tally = count([evaluation], asked_for, profile)
    figures = {
        system: tuple(
            (measure, score) for measure, (score,) in zip(profile.measures, by_measure.values(), strict=True)
        )
        for system, by_measure in tally.scores.items()
    }
    reader = _Reader(profile)
    models = [reader.read(model) for model in evaluation.models]
    # A source has words, but no basic elements.
    has_words = not any(isinstance(peer, File) and peer.format == "SIMPLE" for peer in present.values())
    places = jackknife_sets(evaluation.people()) if options.jackknife else {}
    explained_systems = []
    for system in list(figures)[: None if systems else MOST_SYSTEMS]:
        peer_source = evaluation.present([system])[system]
        peer = reader.read(peer_source)
        in_sets = set_scores(evaluation, [system], profile)[system] if places else {}
        measures = tuple(
            _measure(
                *(profile, measure, score, peer, models),
                [(one, places[one.evaluation]) for one in in_sets.get(measure.name, ())],
            )
            for measure, score in figures[system]
        )
        if evaluation.source is not None and has_words:
            measures += (_copied(peer_source, evaluation.source, options),)
        explained_systems.append(SystemExplanation(system, peer_source.name, measures))
    return Explanation(
        evaluation.id,
        options,
        tuple(model.name for model in evaluation.models),
        tuple(explained_systems),
        figures,
        {number: reader.vocabulary.name(number) for number in reader.numbers},
        tally.all_notes(),
    )


def _copied(peer: Source, source: Source, options: Options) -> MeasureExplanation:
    """Return an explanation of what a peer copies from the source, by Newsroom's coverage."""
    profile = Profile(replace(options, about=("coverage",))).beside
    assert profile is not None
    (measure,) = profile.measures
    reader = _Reader(profile)
    pair = _pair(measure, reader.read(peer), reader.read(source))
    score = Score(*profile.figures(measure, pair.counts), pair.counts)
    return MeasureExplanation(measure, score, (pair,), None, source=source.name)


def _measure(
    profile: Profile,
    measure: Measure,
    score: Score,
    peer: _Summary,
    models: Sequence[_Summary],
    sets: Sequence[tuple[Score, Sequence[int]]],
) -> MeasureExplanation:
    """Return an explanation of a score; `sets` has the jackknife's scores and the places of their models."""
    pairs = [_pair(measure, peer, model) for model in models]
    documents = [model.documents[measure.model_reading] for model in models]

    def chosen(places: Sequence[int]) -> int | None:
        """Return the number of the best of these models, or None if all of them count."""
        counts, of_models = [pairs[place].counts for place in places], [documents[place] for place in places]
        best = None if profile.averages_models else profile.chosen(measure, counts, of_models)
        return None if best is None else places[best]

    return MeasureExplanation(
        measure,
        score,
        tuple(pairs),
        None if sets else chosen(range(len(pairs))),
        tuple(SetExplanation(score, chosen(left)) for score, left in sets),
    )


def _pair(measure: Measure, peer: _Summary, model: _Summary) -> PairExplanation:
    model_document = model.documents[measure.model_reading]
    peer_document = peer.documents[measure.peer_reading]
    ((counts,),) = measure.counts(Texts([model_document], [peer_document]))
    return PairExplanation(
        counts,
        peer.aligned(measure, measure.peer_reading),
        model.aligned(measure, measure.model_reading),
        match(measure, model_document, peer_document),
    )


class _Reader:
    """A reader of summaries in every way that the measures of a run need."""

    def __init__(self, profile: Profile) -> None:
        # Notes on the word lists came with the scores.
        self.vocabulary = profile.vocabulary()
        self.numbers: set[int] = set()
        """The numbers of all tokens that were read."""
        self._profile = profile
        self._resplit = profile.resplitter()
        self._readings = profile.readings

    def read(self, source: Source) -> _Summary:
        """Return the documents of a summary, and the text aligned with their tokens."""
        source = self._resplit(source)
        documents = read_documents(source, self._readings, self.vocabulary).documents
        for document in documents.values():
            self.numbers.update(document.tokens, document.words)
        tokens: dict[Reading, AlignedText] = {}
        words: dict[Reading, AlignedText] = {}
        for reading in self._readings:
            if reading.elements:
                elements = read_elements(source)
                stemmer = self.vocabulary.stem if reading.stem else None
                counted = [bool(keys([element], reading.elements, stemmer)) for element in elements]
                lines: Sequence[bytes] = ()
                if elements:
                    lines = source.sentences if isinstance(source, Text) else contents(source).split(b"\n")
                lines = lines[: len(elements)]
                found = [[(0, len(line), counts)] for line, counts in zip(lines, counted, strict=True)]
                tokens[reading] = placed(lines, lines, found)
            elif words:
                other = next(iter(words))  # Stemming does not change where a word stands.
                tokens[reading], words[reading] = tokens[other], words[other]
            else:
                tokens[reading], words[reading] = self._aligned(source)
        return _Summary(documents, tokens, words)

    def _aligned(self, source: Source) -> tuple[AlignedText, AlignedText]:
        """Return a summary aligned with its tokens and with its words."""
        sentences = read_sentences(source)
        limit, stop_words = self.vocabulary.limit, self.vocabulary.stop_words
        for_tokens, for_words = limit.cut(sentences)
        rules, lowering = self._profile.rules, self._profile.rouge.lowering
        if rules is not None and rules.needs_words:
            from ..text.languages.segments import places  # Most texts have tokens of ASCII.
            from ..text.languages.tokenizers import folding

            fold = rules.tokenizer.fold or folding()
            found = [
                [(*place, token not in stop_words) for token, place in zip(tokens, at, strict=True)]
                for part, tokens in zip(for_tokens, self.vocabulary.read(for_tokens), strict=False)
                for at in [places(part, tokens, fold)]
            ]
            aligned = placed(sentences, for_tokens, found, limit.max_tokens)
            return aligned, aligned
        tokens = align(sentences, for_tokens, stop_words, lowering)
        words = tokens if for_words is for_tokens else align(sentences, for_words, stop_words, lowering)
        return tokens, words
