"""The measures N, L, W, S, SU and BE: each counts what a model and a peer have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from . import kernel
from .options import Options
from .tokens import Document


class Counts(NamedTuple):
    """Units of the model, units of the peer and units they share (tokens, grams, or weighted runs)."""

    model: float
    peer: float
    hit: float


def pooled(each: Iterable[Counts]) -> Counts:
    """The sums of the counts, plainly from left to right; `sum` rounds otherwise from Python 3.12 on."""
    model: float = 0
    peer: float = 0
    hit: float = 0
    for counts in each:
        model += counts.model
        peer += counts.peer
        hit += counts.hit
    return Counts(model, peer, hit)


class Reading(NamedTuple):
    """What a measure wants a summary to be turned into."""

    elements: bool
    """Basic elements, not tokens."""
    stem: bool
    stem_sentences: bool
    """Of the sentences of L and W; `stem` is of the tokens that are counted."""


@dataclass(frozen=True, slots=True)
class Measure(ABC):
    """One block of figures in the report. Documents of models and peers are made by its readings."""

    name: str
    model_reading: Reading
    peer_reading: Reading

    @abstractmethod
    def count(self, model: Document, peer: Document) -> Counts:
        """The counts of one model and one peer."""

    def ratio(self, hit: float, count: float) -> float:
        """Recall of a hit and a model count, or precision of a hit and a peer count; 0 of nothing."""
        return hit / count if count else 0.0

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """The recall by which `-f B` chooses among models: as printed, with five decimals."""
        return round(self.ratio(counts.hit, counts.model), 5)


@dataclass(frozen=True, slots=True)
class GramMeasure(Measure):
    """A measure that counts the grams which two texts share, each as often as it stands in both."""

    @abstractmethod
    def grams(self, document: Document) -> tuple[kernel.Grams, ...]:
        """The grams of a text, in one or more sorts that are counted apart and added up."""

    def count(self, model: Document, peer: Document) -> Counts:
        return pooled(
            Counts(ours.total, theirs.total, kernel.overlap(ours, theirs))
            for ours, theirs in zip(self.grams(model), self.grams(peer), strict=True)
        )


@dataclass(frozen=True, slots=True)
class NGram(GramMeasure):
    """ROUGE-N (Lin 2004, section 2); ROUGE-BE, too, as unigrams of ready-made keys."""

    n: int

    def grams(self, document: Document) -> tuple[kernel.Grams, ...]:
        return (document.made(_ngrams, self.n),)


@dataclass(frozen=True, slots=True)
class SkipBigram(GramMeasure):
    """ROUGE-S (Lin 2004, section 5): pairs of tokens with at most `gap` between them; negative: any."""

    gap: int

    def grams(self, document: Document) -> tuple[kernel.Grams, ...]:
        return (document.made(_skip_bigrams, self.gap),)


@dataclass(frozen=True, slots=True)
class SkipBigramUnigram(SkipBigram):
    """ROUGE-SU: ROUGE-S and the unigrams."""

    def grams(self, document: Document) -> tuple[kernel.Grams, ...]:
        return document.made(_skip_bigrams, self.gap), document.made(_starts)


class Marked(NamedTuple):
    """A model sentence and what an LCS with any of the peer's sentences marks in it."""

    sentence: Sequence[int]
    marks: Sequence[int]
    """The marked positions, in order."""
    scores: Sequence[bool]
    """Whether each of them scores: no token does so more often than it stands in both texts."""


@dataclass(frozen=True, slots=True)
class Lcs(Measure):
    """ROUGE-L (Lin 2004, section 3): the union of the LCS of a model sentence with all of the peer's."""

    def count(self, model: Document, peer: Document) -> Counts:
        hit = sum(sum(marked.scores) for marked in self.marked(model, peer))
        return Counts(sum(map(len, model.sentences)), len(peer.tokens), hit)

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """Recall, deliberately unrounded."""
        return self.ratio(counts.hit, counts.model)

    def marked(self, model: Document, peer: Document) -> Iterator[Marked]:
        """Each model sentence with its marks."""
        clip = _Clip(model, peer)
        peer_sentences = peer.made(_columns)
        for sentence in model.sentences:
            union: set[int] = set()
            for columns in peer_sentences:
                if not columns.bits.keys().isdisjoint(sentence):
                    union.update(self._common(sentence, columns))
            marks = sorted(union)
            yield Marked(sentence, marks, [clip.scores(sentence[mark]) for mark in marks])

    def _common(self, model: Sequence[int], peer: kernel.Columns) -> list[int]:
        """The positions in a model sentence of one LCS with a peer sentence."""
        return kernel.lcs(model, peer)


@dataclass(frozen=True, slots=True)
class WeightedLcs(Lcs):
    """ROUGE-W (Lin 2004, section 4): runs of k matches weigh k^weight."""

    weight: float

    def count(self, model: Document, peer: Document) -> Counts:
        hit: float = 0
        for _, marks, scores in self.marked(model, peer):
            run = 0
            for mark, following, scored in zip(marks, [*marks, None][1:], scores, strict=True):
                if scored:
                    run += 1
                    # Deliberate: a run whose last mark is clipped is not closed there; it goes on
                    # in the next mark that scores and is lost at the end of the sentence.
                    if following != mark + 1:
                        hit += power(run, self.weight)
                        run = 0
        return Counts(
            # Deliberate: the model's weight is taken twice, of each sentence and of their sum.
            power(self._base(model), self.weight),
            power(len(peer.tokens), self.weight),
            hit,
        )

    def ratio(self, hit: float, count: float) -> float:
        return power(hit / count, 1 / self.weight) if count else 0.0

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """Recall, deliberately unrounded and with the model's weight taken once."""
        return self.ratio(counts.hit, self._base(model))

    def _common(self, model: Sequence[int], peer: kernel.Columns) -> list[int]:
        longest = min(len(model), peer.width)
        return kernel.weighted_lcs(model, peer, _weights(self.weight, longest))

    def _base(self, model: Document) -> float:
        base: float = 0
        for sentence in model.sentences:
            base += power(len(sentence), self.weight)
        return base


class _Clip:
    """Lets a token score no more often than it stands in the model and in the peer."""

    def __init__(self, model: Document, peer: Document) -> None:
        self._model = model.made(_unigram_counts)
        self._peer = peer.made(_unigram_counts)
        self._left: dict[int, int] = {}

    def scores(self, token: int) -> bool:
        """Whether one more of `token` scores; if so, it is taken off."""
        left = self._left.get(token)
        if left is None:
            left = min(self._model[token], self._peer[token])
        self._left[token] = left - 1
        return left > 0


def power(base: float, exponent: float) -> float:
    """The power as the original computes it: whole numbers stay whole as far as they are exact.

    A power of whole numbers that by their lengths fits 64 bits is exact, but for powers of two; all
    others are those of C's `pow`, whole again below 2**53 and infinite where no double holds them.
    """
    whole = float(base).is_integer() and float(exponent).is_integer()
    if whole:
        base = int(base)
        power_of_two = not base & (base - 1)
        if not power_of_two and base.bit_length() * exponent <= 64:
            return int(base ** int(exponent))
    try:
        result = math.pow(base, exponent)
    except OverflowError:
        return math.inf
    return int(result) if whole and result < 2**53 else result


def measures(options: Options) -> list[Measure]:
    """The measures that the options ask for, in the order of the report."""
    peer = Reading(elements=False, stem=options.stem, stem_sentences=options.stem)
    # Deliberate: -M stems the models in every measure but ROUGE-N, and in ROUGE-W only the tokens
    # that clip, not the sentences.
    stems_models = options.stem or options.stem_models
    model = peer._replace(stem=stems_models, stem_sentences=stems_models)
    model_of_w = peer._replace(stem=stems_models)
    table: list[Measure] = [NGram(f"ROUGE-{n}", peer, peer, n) for n in range(1, options.max_ngram + 1)]
    if options.rouge_l and options.basic_elements is None:
        table.append(Lcs("ROUGE-L", model, peer))
    if options.weight is not None:
        name = f"ROUGE-W-{options.weight!s}"
        table.append(WeightedLcs(name, model_of_w, peer, options.weight))
    if options.skip_gap is not None:
        gap = options.skip_gap
        suffix = "*" if gap < 0 else str(gap)
        if not options.skip_unigrams:
            table.append(SkipBigram(f"ROUGE-S{suffix}", model, peer, gap))
        if options.skip_unigrams or options.skip_both:
            table.append(SkipBigramUnigram(f"ROUGE-SU{suffix}", model, peer, gap))
    if options.basic_elements is not None:
        name = f"ROUGE-BE-{options.basic_elements}"
        table.append(NGram(name, model._replace(elements=True), peer._replace(elements=True), 1))
    return table


def _ngrams(document: Document, n: int) -> kernel.Grams:
    return kernel.ngrams(document.tokens, n)


def _skip_bigrams(document: Document, gap: int) -> kernel.Grams:
    return kernel.skip_bigrams(document.tokens, gap)


def _starts(document: Document) -> kernel.Grams:
    """ROUGE-SU's unigrams: deliberately without the last token, with which no pair begins."""
    return kernel.ngrams(document.tokens[:-1], 1)


def _unigram_counts(document: Document) -> Counter[int]:
    return Counter(document.tokens)


def _columns(document: Document) -> list[kernel.Columns]:
    return [kernel.columns(sentence) for sentence in document.sentences]


def _weights(exponent: float, longest: int) -> Sequence[float]:
    """The weights of runs of 0, 1, 2 … up to at least `longest`."""
    return _weights_up_to(exponent, 1 << longest.bit_length())


@lru_cache(maxsize=None, typed=True)
def _weights_up_to(exponent: float, last: int) -> Sequence[float]:
    return [power(run, exponent) for run in range(last + 1)]
