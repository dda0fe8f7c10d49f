"""The trace of `-v`: the texts, tokens, matches and counts behind the figures, before each block.

The facts and their wording are the original's; where it lists grams in the random order of a hash,
they are in byte order here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..api import Report
from ..evaluation import Evaluation, Source
from ..kernel.document import Document
from ..kernel.python.lcs import marks
from ..options import Options
from ..scoring.counting import Score
from ..scoring.grams import GramMeasure, grams
from ..scoring.measures import (
    Lcs,
    Measure,
    NGram,
    Reading,
    SkipBigram,
    WeightedLcs,
    measures,
    weights_of_runs,
)
from ..text.documents import make_tokenizer, read_documents
from ..text.formats import read_sentences
from ..text.tokenizers import normal_text
from . import Output
from .classic import block, compared, fixed, number

_EMPTY = "---empty text---"


def write(output: Output) -> Iterator[str]:
    """The lines of the classic report and its trace."""
    yield from traced(output.report, output.evaluations, details=output.details)
    yield from compared(output)


def traced(report: Report, evaluations: Sequence[Evaluation], *, details: bool) -> Iterator[str]:
    """The lines of the classic report, with the trace of each block before it."""
    table = measures(report.options)
    trace = _Trace(report.options)
    for system, results in report.systems.items():
        for measure, result in zip(table, results.values(), strict=True):
            scores = {score.evaluation: score for score in result.scores}
            for evaluation in evaluations:
                if isinstance(measure, NGram) and not measure.peer_reading.elements:
                    yield f"@Eval ({evaluation.id})\n"
                peer = evaluation.peers.get(system)
                if peer is not None:
                    for line in trace.pair(measure, peer, evaluation.models, scores[evaluation.id]):
                        yield f"{line}\n"
                    yield f"{evaluation.id}.{system}\n"
            yield from block(system, measure.name, result, report.options, details=details)


class _Trace:
    """Makes the lines on one peer and its models."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._tokenizer = make_tokenizer(options)
        self._limited = bool(options.word_limit or options.byte_limit)

    def pair(self, measure: Measure, peer: Source, models: Iterable[Source], score: Score) -> Iterator[str]:
        if isinstance(measure, Lcs):
            yield from self._lcs(measure, peer, models)
        elif measure.peer_reading.elements:
            yield from self._elements(measure, peer, models)
        elif isinstance(measure, NGram | SkipBigram):
            yield from self._grams(measure, peer, models)
        yield from _totals(measure, score)

    def _grams(self, measure: GramMeasure, peer: Source, models: Iterable[Source]) -> Iterator[str]:
        yield f"***P {peer.name}"
        yield from self._text_and_grams(peer, measure, measure.peer_reading)
        for model in models:
            yield from self._text_and_grams(model, measure, measure.model_reading)
            yield f"***M {model.name}"

    def _text_and_grams(self, source: Source, measure: GramMeasure, reading: Reading) -> Iterator[str]:
        """The text that N, S and SU see, on one line, and its grams on another."""
        sentences = self._tokenizer.cut(read_sentences(source))[0]
        if self._limited and not any(sentences):
            yield _EMPTY
        else:
            yield " ".join(filter(None, map(normal_text, sentences)))
            document, _ = self._document(source, reading)
            words = self._words(document.tokens)
            places = (found for _, found in grams(measure, document.tokens))
            yield _listing((" ".join(words[place] for place in found) for found in places), "|")

    def _elements(self, measure: Measure, peer: Source, models: Iterable[Source]) -> Iterator[str]:
        theirs, empty = self._document(peer, measure.peer_reading)
        yield f"***P {peer.name}"
        yield _EMPTY if empty else _listing(self._words(theirs.tokens), "#")
        for model in models:
            ours, empty = self._document(model, measure.model_reading)
            yield _EMPTY if empty else _listing(self._words(ours.tokens), "#")
            for key in sorted(self._words(set(theirs.tokens) & set(ours.tokens))):
                yield f"* Match: {key}"
            yield f"***M {model.name}"

    def _lcs(self, measure: Lcs, peer: Source, models: Iterable[Source]) -> Iterator[str]:
        theirs, _ = self._document(peer, measure.peer_reading)
        yield f"***P {peer.name}"
        yield from self._apart(peer, theirs)
        title = "ROUGE-W" if isinstance(measure, WeightedLcs) else "LCS"
        for model in models:
            ours, _ = self._document(model, measure.model_reading)
            weights = (
                weights_of_runs(measure.weight, len(ours.words)) if isinstance(measure, WeightedLcs) else None
            )
            for sentence, marked, scores in marks(ours, theirs, weights):
                scored = [sentence[mark] for mark, counts in zip(marked, scores, strict=True) if counts]
                yield f"{title}: {' '.join(self._words(scored)) or '-'}"
            yield f"***M {model.name}"
            yield from self._apart(model, ours)

    def _document(self, source: Source, reading: Reading) -> tuple[Document, bool]:
        """The document that the reading makes of the source, and whether there is nothing in it."""
        (document,), empty = read_documents(source, [reading], self._tokenizer, self._options)
        return document, bool(empty)

    def _words(self, tokens: Iterable[int]) -> list[str]:
        return [self._tokenizer.name(token).decode("utf-8", "surrogateescape") for token in tokens]

    def _apart(self, source: Source, document: Document) -> Iterator[str]:
        """The sentences that L and W see, and the tokens of each."""
        sentences = self._tokenizer.cut(read_sentences(source))[1]
        yield from map(normal_text, sentences) if sentences else [""]
        for place, sentence in enumerate(document.sentences()):
            yield f"{place}: {'|'.join(self._words(sentence))}"


def _listing(grams: Iterable[str], mark: str) -> str:
    """Each gram and its count, and the number of all grams as `_cn_`."""
    counts = Counter(grams)
    counts["_cn_"] = counts.total()
    return mark.join(f"{gram}{mark}{count}" for gram, count in sorted(counts.items()))


def _totals(measure: Measure, score: Score) -> Iterator[str]:
    title, figures, words = measure.name, measure.name, ("", "", "")
    precision, f = score.precision, score.f
    if isinstance(measure, NGram):
        elements = measure.peer_reading.elements
        title = measure.name.removeprefix("ROUGE-") if elements else f"{measure.n}-gram"
    elif isinstance(measure, SkipBigram):
        # Deliberate: the original names SU, and any gap, like this, and shows recall three times.
        title = figures = f"ROUGE-S{measure.gap!s}"
        precision = f = score.recall
    elif isinstance(measure, WeightedLcs):
        words = (" score", " score", " score")
    elif isinstance(measure, Lcs):
        words = (" score", "", "")
    yield f"total {title} model count: {number(score.counts.model)}"
    yield f"total {title} peer count: {number(score.counts.peer)}"
    yield f"total {title} hit: {number(score.counts.hit)}"
    for letter, word, figure in zip("RPF", words, (score.recall, precision, f), strict=True):
        yield f"total {figures}-{letter}{word}: {fixed(figure)}"
