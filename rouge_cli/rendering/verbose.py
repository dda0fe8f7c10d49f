"""A `Report` -> the classic text with a trace before each block: texts, tokens, matches and counts.

Content and wording are those of ROUGE-1.5.5, except that grams are in byte order here: the original
lists them in the random order of a hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..evaluation import Source
from ..inputs.streams import Evaluations
from ..kernel.plan import Document
from ..measures.base import Measure
from ..measures.scores import Score
from ..measures.spelling import fixed
from ..profile import Profile
from ..scoring.results import Results
from ..text.documents import read_documents, read_sentences
from ..text.readings import Reading
from ..text.tokenizer import Tokenizer
from .classic import block, compared
from .output import Output


def write(output: Output) -> Iterator[str]:
    """Yield the lines of the classic report and its trace."""
    yield from traced(output.report, output.evaluations, details=output.details)
    yield from compared(output)


def traced(report: Results, evaluations: Evaluations, *, details: bool) -> Iterator[str]:
    """Yield the lines of the classic report, with the trace of each block before it."""
    summaries = _Summaries(report.profile)
    for system in sorted(report.systems):
        results = report.systems[system]
        sets = _set_scores(report.profile, evaluations, system)
        for measure, result in zip(report.profile.measures, results.values(), strict=True):
            scores = iter(result.scores)
            for evaluation in evaluations:
                if measure.names_evaluations:
                    yield f"@Eval ({evaluation.id})\n"
                peer = evaluation.peers.get(system)
                if peer is not None:
                    models = [summaries.of(model) for model in evaluation.models]
                    lines = [
                        *measure.trace(summaries.of(peer), models),
                        *_without_each(measure, sets.get(evaluation.id, {}).get(measure.name, ())),
                        *measure.trace_totals(next(scores), report.profile.decimals),
                    ]
                    yield "".join(f"{line}\n" for line in lines)
                    yield f"{evaluation.id}.{system}\n"
            yield from block(system, measure.name, result, report.profile, details=details)


def _set_scores(
    profile: Profile, evaluations: Evaluations, system: str
) -> dict[str, dict[str, Sequence[Score]]]:
    """Return by evaluation and by measure the scores that the jackknife takes means of."""
    if not profile.options.jackknife:
        return {}
    from ..scoring.engine import set_scores

    names = [measure.name for measure in profile.measures]
    return {
        evaluation.id: dict(zip(names, set_scores(evaluation, [system], profile)[system], strict=True))
        for evaluation in evaluations
        if evaluation.peers.get(system) is not None
    }


def _without_each(measure: Measure, scores: Iterable[Score]) -> Iterator[str]:
    """Yield a line on the score with each set of models; it is called after the author who is left out."""
    for score in scores:
        figures = zip(measure.trace_labels, measure.traced_figures(score), strict=True)
        yield f"without {score.evaluation}: " + " ".join(
            f"{label}: {fixed(figure)}" for label, figure in figures
        )


class _Summaries:
    """The summaries of a run, each of which is tokenised once."""

    def __init__(self, profile: Profile) -> None:
        self._readings = list(
            dict.fromkeys(reading for measure in profile.measures for reading in measure.readings)
        )
        self._tokenizer = profile.tokenizer()
        self._resplit = profile.resplitter()
        self._by_source: dict[Source, _Summary] = {}

    def of(self, source: Source) -> _Summary:
        """Return the summary that stands in this source."""
        summary = self._by_source.get(source)
        if summary is None:
            split = self._resplit(source)
            documents, empty, _ = read_documents(split, self._readings, self._tokenizer)
            summary = self._by_source[source] = _Summary(split, documents, empty, self._tokenizer)
        return summary


class _Summary:
    """A summary as measures trace it; implements `TracedSummary`."""

    def __init__(
        self,
        source: Source,
        documents: dict[Reading, Document],
        empty: Sequence[Reading],
        tokenizer: Tokenizer,
    ) -> None:
        self._source = source
        self._documents = documents
        self._empty = empty
        self._tokenizer = tokenizer

    @property
    def name(self) -> str:
        return self._source.name

    def document(self, reading: Reading) -> Document:
        return self._documents[reading]

    def is_empty(self, reading: Reading) -> bool:
        return reading in self._empty

    def text(self) -> str | None:
        limit = self._tokenizer.limit
        sentences, _ = limit.cut(read_sentences(self._source))
        if any(limit) and not any(sentences):
            return None
        return " ".join(filter(None, self._tokenizer.normal_texts(sentences)))

    def sentences(self) -> list[str]:
        _, sentences = self._tokenizer.limit.cut(read_sentences(self._source))
        return self._tokenizer.normal_texts(sentences)

    def words(self, tokens: Iterable[int]) -> list[str]:
        return list(map(self._tokenizer.shown, tokens))
