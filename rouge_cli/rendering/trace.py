"""The trace of `-v`: texts, tokens, matches and counts of each evaluation, in the words of ROUGE-1.5.5.

Only the order of n-grams differs: the original lists them in the random order of a hash, the trace in byte
order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from ..errors import in_one_line, printable
from ..evaluation import Source
from ..inputs.streams import Evaluations
from ..kernel.plan import Document, Measure, Reading
from ..kernel.python.rouge import gram_places, marks, weights_of
from ..kernel.python.variants import longest_common, pairs_of_sentences, weighted_path
from ..kernel.python.words import Vocabulary
from ..numbers import fixed, number
from ..scoring.engine import set_scores
from ..scoring.profile import Profile
from ..scoring.results import Result
from ..scoring.scores import MeasureScores, Score, TwoSidedCounts
from ..text.sentences import read_documents, read_elements, read_sentences

EMPTY = "---empty text---"
Sets = Mapping[str, Mapping[str, MeasureScores]]
"""The scores that the jackknife averages, by evaluation and by measure."""


class Trace:
    """The trace of a run; each summary is tokenised once."""

    def __init__(self, profile: Profile, evaluations: Evaluations) -> None:
        self._profile = profile
        self._evaluations = evaluations
        self._vocabulary = profile.vocabulary()
        self._resplit = profile.resplitter()
        self._by_source: dict[Source, _Summary] = {}

    def lines(self, system: str, name: str, result: Result, sets: Sets) -> Iterator[str]:
        """Yield the lines on a system by a measure; `sets` has the scores that the jackknife averages."""
        (measure,) = (one for one in self._profile.measures if one.name == name)
        decimals = self._profile.rouge.decimals
        scores = iter(result.scores)
        for evaluation in self._evaluations:
            # ROUGE-1.5.5 quirk: only ROUGE-N names every evaluation, even one without a peer.
            if measure.is_of_ngrams and not measure.peer_reading.elements:
                yield f"@Eval ({evaluation.id})\n"
            peer = evaluation.peers.get(system)
            if peer is not None:
                lines = list(_matches(measure, self._summary(peer), map(self._summary, evaluation.models)))
                for score in sets.get(evaluation.id, {}).get(name, ()):  # Named after the author left out.
                    figures = (f"{label}: {fixed(figure)}" for label, figure in _figures(measure, score))
                    lines.append(f"without {score.evaluation}: {' '.join(figures)}")
                lines += _totals(measure, next(scores), decimals)
                yield "".join(f"{line}\n" for line in lines)
                yield in_one_line(f"{evaluation.id}.{system}") + "\n"

    def set_scores(self, system: str) -> Sets:
        """Return the scores that the jackknife averages, by evaluation and by measure."""
        if not self._profile.options.jackknife:
            return {}
        return {
            one.id: set_scores(one, [system], self._profile)[system]
            for one in self._evaluations
            if one.peers.get(system) is not None
        }

    def _summary(self, source: Source) -> _Summary:
        summary = self._by_source.get(source)
        if summary is None:
            split = self._resplit(source)
            documents = read_documents(split, self._profile.plan.readings, self._vocabulary)
            summary = self._by_source[source] = _Summary(
                split, documents, self._vocabulary, self._profile.makes_ascii_words
            )
        return summary


# What stands behind the matches: counts and figures.


def _totals(measure: Measure, score: Score, decimals: int | None) -> Iterator[str]:
    title = _title(measure)
    yield f"total {title} model count: {number(score.counts.model)}"
    yield f"total {title} peer count: {number(score.counts.peer)}"
    yield f"total {title} hit: {number(score.counts.hit)}"
    if isinstance(score.counts, TwoSidedCounts):
        yield f"total {title} peer hit: {number(score.counts.peer_hit)}"
    for label, figure in _figures(measure, score):
        yield f"total {label}: {fixed(figure, decimals)}"


def _title(measure: Measure) -> str:
    """Return the name of a measure before its counts."""
    if measure.peer_reading.elements:
        return measure.name.removeprefix("ROUGE-")
    if measure.is_of_ngrams:
        return f"{measure.number}-gram"
    if measure.kind == "skip_bigrams":  # ROUGE-1.5.5 quirk: ROUGE-SU, and any gap, are called like this.
        return f"ROUGE-S{measure.number!s}"
    return measure.name


def _figures(measure: Measure, score: Score) -> Iterator[tuple[str, float]]:
    """Yield recall, precision and F, each with its label."""
    name, figures, ends = measure.name, score[:3], ("-R", "-P", "-F")
    if measure.kind == "skip_bigrams":  # ROUGE-1.5.5 quirk: recall is shown three times.
        name, figures = _title(measure), (score.recall,) * 3
    elif measure.is_weighted:
        ends = ("-R score", "-P score", "-F score")
    elif measure.kind in ("lcs", "lcs_of_pairs", "distinct_lcs"):
        ends = ("-R score", "-P", "-F")  # ROUGE-1.5.5 quirk: recall alone is called a score.
    return zip((f"{name}{end}" for end in ends), figures, strict=True)


# The texts and their matches.


_NORMAL_BUT_HYPHEN = bytes(
    byte if byte in b"abcdefghijklmnopqrstuvwxyz0123456789-" else ord(" ")
    for byte in bytes(range(256)).lower()
)


class _Summary(NamedTuple):
    """A summary with what the trace shows of it."""

    source: Source
    documents: Mapping[Reading, Document]
    vocabulary: Vocabulary
    in_ascii: bool
    """True where words have a-z and 0-9 alone; then a text is shown lowered, with `-` as a word."""

    def text(self) -> str | None:
        """Return the words that N, S and SU see, on one line, or None if a limit leaves nothing."""
        limit = self.vocabulary.limit
        sentences, _ = limit.cut(read_sentences(self.source))
        if any(limit) and not any(sentences):
            return None
        return " ".join(filter(None, self._normal(sentences)))

    def sentences(self) -> list[str]:
        """Return the sentences that L and W see, in normal form."""
        _, sentences = self.vocabulary.limit.cut(read_sentences(self.source))
        return self._normal(sentences)

    def _normal(self, sentences: Sequence[bytes]) -> list[str]:
        if not self.in_ascii:
            read = self.vocabulary.read(sentences)
            return [printable(b" ".join(words).decode("utf-8", "surrogateescape")) for words in read]
        normal = [sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN) for sentence in sentences]
        return [b" ".join(sentence.split()).decode("ascii") for sentence in normal]

    def words(self, tokens: Iterable[int]) -> list[str]:
        words = [self.vocabulary.name(token).decode("utf-8", "surrogateescape") for token in tokens]
        return words if self.in_ascii else list(map(printable, words))


_Texts: TypeAlias = tuple[_Summary, _Summary]
_Documents: TypeAlias = tuple[Document, Document]


def _matches(measure: Measure, peer: _Summary, models: Iterable[_Summary]) -> Iterator[str]:
    """Yield the lines on a peer and its models; none for a measure of a user's own."""
    if callable(measure.kind):
        return
    yield f"***P {peer.source.name}"
    if measure.peer_reading.elements:
        yield _elements(peer, measure.peer_reading)
    elif measure.kind in _SEQUENCES:
        yield from _sentences(measure, peer, measure.peer_reading)
    else:
        yield from _grams(measure, peer, measure.peer_reading)
    for model in models:
        documents = model.documents[measure.model_reading], peer.documents[measure.peer_reading]
        if measure.peer_reading.elements:
            yield _elements(model, measure.model_reading)
            for key in sorted(peer.words(set(documents[0].tokens) & set(documents[1].tokens))):
                yield f"* Match: {key}"
            yield f"***M {model.source.name}"
        elif measure.kind in _SEQUENCES:
            yield from _SEQUENCES[measure.kind](measure, (model, peer), documents)
            yield f"***M {model.source.name}"
            yield from _sentences(measure, model, measure.model_reading)
        else:
            yield from _grams(measure, model, measure.model_reading)
            yield f"***M {model.source.name}"


def _elements(summary: _Summary, reading: Reading) -> str:
    if not read_elements(summary.source):
        return EMPTY
    return _listing(summary.words(summary.documents[reading].tokens), "#")


def _grams(measure: Measure, summary: _Summary, reading: Reading) -> Iterator[str]:
    """Yield a text on one line and its grams on another."""
    text = summary.text()
    yield EMPTY if text is None else text
    if text is not None:
        words = summary.words(summary.documents[reading].tokens)
        grams = gram_places(measure, len(words))
        yield _listing((" ".join(words[place] for place in places) for places in grams), "|")


def _listing(grams: Iterable[str], mark: str) -> str:
    """Return each gram and its count, and the number of all grams as `_cn_`, in byte order."""
    counts = Counter(grams)
    counts["_cn_"] = counts.total()
    return mark.join(f"{gram}{mark}{count}" for gram, count in sorted(counts.items()))


def _sentences(measure: Measure, summary: _Summary, reading: Reading) -> Iterator[str]:
    """Yield the sentences that a measure of subsequences sees, and the tokens of each."""
    document = summary.documents[reading]
    sentences: Sequence[Sequence[int]] = document.sentences()
    if measure.kind == "weighted_length":
        yield summary.text() or ""
        sentences = [document.tokens]
    else:
        yield from summary.sentences() or [""]
    for place, sentence in enumerate(sentences):
        yield f"{place}: {'|'.join(summary.words(sentence))}"


# Each takes the texts of a model and a peer, and the documents of both by the measure.


def _marked(measure: Measure, texts: _Texts, documents: _Documents) -> Iterator[str]:
    title = "ROUGE-W" if measure.is_weighted else "LCS"
    for sentence, places, scores in marks(*documents, weights_of(measure, len(documents[0].words))):
        scored = [sentence[place] for place, counts in zip(places, scores, strict=True) if counts]
        yield f"{title}: {' '.join(texts[0].words(scored)) or '-'}"


def _path(measure: Measure, texts: _Texts, documents: _Documents) -> Iterator[str]:
    tokens, others = (document.tokens for document in documents)
    runs = weighted_path(tokens, others, weights_of(measure, len(tokens)) or ())
    spelt = (" ".join(texts[0].words(tokens[place] for place, _ in run)) for run in runs)
    yield f"ROUGE-W-paper: {'|'.join(spelt) or '-'}"


def _longest(measure: Measure, texts: _Texts, documents: _Documents) -> Iterator[str]:
    orders = documents, documents[::-1]
    for side, summary, (one, other) in zip("MP", texts, orders, strict=True):
        for sentence, (_, places, _) in zip(one.sentences(), longest_common(one, other), strict=True):
            words = summary.words(sentence[place] for place in places)
            yield f"{measure.name}-{side}: {' '.join(words) or '-'}"


def _pairs(measure: Measure, texts: _Texts, documents: _Documents) -> Iterator[str]:
    for _, pairs in groupby(pairs_of_sentences(*documents), lambda pair: pair.model_sentence):
        places = (place for pair in pairs for place in pair.model_places)
        words = texts[0].words(documents[0].words[place] for place in places)
        yield f"LCS: {' '.join(words) or '-'}"


_SEQUENCES = {
    "lcs": _marked,
    "weighted_lcs": _marked,
    "weighted_length": _path,
    "longest_lcs": _longest,
    "lcs_of_pairs": _pairs,
    "distinct_lcs": _pairs,
}
