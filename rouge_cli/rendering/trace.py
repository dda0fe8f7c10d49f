"""The trace of `-v`: texts, tokens, matches and counts of each evaluation, in the words of ROUGE-1.5.5.

Only the order of n-grams differs: the original lists them in the random order of a hash, the trace in byte
order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, groupby

from ..errors import in_one_line, printable
from ..evaluation import Source
from ..inputs.streams import Evaluations
from ..kernel.plan import Document, Measure, Reading
from ..kernel.python.rouge import gram_places, marks, weights_of
from ..kernel.python.variants import longest_common, pairs_of_sentences, weighted_path
from ..numbers import fixed, number
from ..scoring.engine import set_scores
from ..scoring.profile import Profile
from ..scoring.results import Result
from ..scoring.scores import MeasureScores, Score, TwoSidedCounts
from ..text.sentences import read_documents, read_elements, read_sentences

EMPTY = "---empty text---"
Sets = Mapping[str, Mapping[str, MeasureScores]]
"""The scores that the jackknife averages, by evaluation and by measure."""
_NORMAL_BUT_HYPHEN = bytes(
    byte if byte in b"abcdefghijklmnopqrstuvwxyz0123456789-" else ord(" ")
    for byte in bytes(range(256)).lower()
)
_SEQUENCES = ("lcs", "weighted_lcs", "weighted_length", "longest_lcs", "lcs_of_pairs", "distinct_lcs")
"""The kinds of measures whose sentences are shown, with the subsequences that match."""


class Trace:
    """The trace of a run; each summary is tokenised once."""

    def __init__(self, profile: Profile, evaluations: Evaluations) -> None:
        self._profile, self._evaluations = profile, evaluations
        self._vocabulary = vocabulary = profile.vocabulary()
        resplit = profile.resplitter()

        @cache
        def read(source: Source) -> tuple[Source, Mapping[Reading, Document]]:
            split = resplit(source)
            return split, read_documents(split, profile.plan.readings, vocabulary)

        self._read = read

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
                # A measure of a user's own has no matches to show.
                lines = [] if callable(measure.kind) else [*self._matches(measure, peer, evaluation.models)]
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

    def _matches(self, measure: Measure, peer: Source, models: Iterable[Source]) -> Iterator[str]:
        """Yield the lines on a peer and its models."""
        source, documents = self._read(peer)
        of_peer = documents[measure.peer_reading]
        yield f"***P {source.name}"
        yield from self._text(measure, source, of_peer)
        for source, documents in map(self._read, models):
            of_model, name = documents[measure.model_reading], f"***M {source.name}"
            if measure.kind in _SEQUENCES:
                yield from self._subsequences(measure, of_model, of_peer)
                yield name
                yield from self._text(measure, source, of_model)
                continue
            yield from self._text(measure, source, of_model)
            if measure.peer_reading.elements:
                keys = sorted(self._words(set(of_model.tokens) & set(of_peer.tokens)))
                yield from (f"* Match: {key}" for key in keys)
            yield name

    def _text(self, measure: Measure, source: Source, document: Document) -> Iterator[str]:
        """Yield a text as the measure sees it, then its elements, its grams or the tokens of sentences."""
        if measure.peer_reading.elements:
            elements = _listing(self._words(document.tokens), "#")
            yield elements if read_elements(source) else EMPTY
            return
        limit = self._vocabulary.limit
        counted, matched = limit.cut(read_sentences(source))
        line = " ".join(filter(None, self._normal(counted)))
        if measure.kind not in _SEQUENCES:
            if any(limit) and not any(counted):
                yield EMPTY
                return
            words = self._words(document.tokens)
            grams = gram_places(measure, len(words))
            yield line
            yield _listing((" ".join(words[place] for place in places) for places in grams), "|")
        else:
            is_whole = measure.kind == "weighted_length"
            yield from [line] if is_whole else self._normal(matched) or [""]
            for place, sentence in enumerate([document.tokens] if is_whole else document.sentences()):
                yield f"{place}: {'|'.join(self._words(sentence))}"

    def _normal(self, sentences: Sequence[bytes]) -> list[str]:
        """Return sentences in normal form: words of a-z and 0-9, with `-` as a word, or tokens."""
        if not self._profile.makes_ascii_words:
            read = self._vocabulary.words_within_limit(sentences)
            return [printable(b" ".join(words).decode("utf-8", "surrogateescape")) for words in read]
        normal = [sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN) for sentence in sentences]
        return [b" ".join(sentence.split()).decode("ascii") for sentence in normal]

    def _words(self, tokens: Iterable[int]) -> list[str]:
        words = [self._vocabulary.name(token).decode("utf-8", "surrogateescape") for token in tokens]
        return words if self._profile.makes_ascii_words else list(map(printable, words))

    def _subsequences(self, measure: Measure, model: Document, peer: Document) -> Iterator[str]:
        """Yield a line for each common subsequence of the documents that counts."""

        def line(title: str, *runs: Iterable[int]) -> str:
            return f"{title}: {'|'.join(' '.join(self._words(run)) for run in runs) or '-'}"

        if measure.kind == "weighted_length":
            tokens = model.tokens
            path = weighted_path(tokens, peer.tokens, weights_of(measure, len(tokens)) or ())
            yield line("ROUGE-W-paper", *([tokens[place] for place, _ in run] for run in path))
        elif measure.kind == "longest_lcs":
            for side, one, other in (("M", model, peer), ("P", peer, model)):
                for sentence, (_, places, _) in zip(one.sentences(), longest_common(one, other), strict=True):
                    yield line(f"{measure.name}-{side}", map(sentence.__getitem__, places))
        elif measure.kind in ("lcs_of_pairs", "distinct_lcs"):
            for _, pairs in groupby(pairs_of_sentences(model, peer), lambda pair: pair.model_sentence):
                yield line("LCS", (model.words[place] for pair in pairs for place in pair.model_places))
        else:
            title = "ROUGE-W" if measure.is_weighted else "LCS"
            for words, places, scores in marks(model, peer, weights_of(measure, len(model.words))):
                yield line(title, map(words.__getitem__, compress(places, scores)))


def _listing(grams: Iterable[str], mark: str) -> str:
    """Return each gram and its count, and the number of all grams as `_cn_`, in byte order."""
    counts = Counter(grams)
    counts["_cn_"] = counts.total()
    return mark.join(f"{gram}{mark}{count}" for gram, count in sorted(counts.items()))


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
