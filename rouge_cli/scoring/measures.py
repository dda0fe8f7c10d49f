"""The measures N, L, W, S, SU and BE: each counts what models and peers have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import add
from typing import NamedTuple, TypeVar, cast

from .. import kernel
from ..kernel.document import Document
from ..options import Options

NO_MEASURE = "no measure is chosen; give -n, -w, -2 or -3, or leave -x out"
"""What to say where `measures` finds none."""

Made = TypeVar("Made")
Hits = Sequence[Sequence[float]]
"""For each peer, its hits with each model."""


class Counts(NamedTuple):
    """Units of the model, units of the peer and units they share (tokens, grams, or weighted runs)."""

    model: float
    peer: float
    hit: float


def added(values: Sequence[float]) -> float:
    """The sum, plainly from left to right; `sum` rounds otherwise from Python 3.12 on."""
    return values[0] if len(values) == 1 else reduce(add, values, 0)


class Reading(NamedTuple):
    """What a measure wants a summary to be turned into."""

    elements: bool
    """Basic elements, not tokens."""
    stem: bool
    stem_sentences: bool
    """Of the sentences of L and W; `stem` is of the tokens that are counted."""


class Texts:
    """The models and the peers of one evaluation, with what measures share of their hits."""

    def __init__(self, models: Sequence[Document], peers: Sequence[Document]) -> None:
        self.models = models
        self.peers = peers
        self._made: dict[tuple[object, ...], object] = {}

    def made(self, make: Callable[..., Made], *arguments: object) -> Made:
        """`make(models, peers, *arguments)`, computed once."""
        key = (make, *arguments)
        if key not in self._made:
            self._made[key] = make(self.models, self.peers, *arguments)
        return cast(Made, self._made[key])


class Measure(ABC):
    """One block of figures in the report. Documents of models and peers are made by its readings."""

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading) -> None:
        self.name = name
        self.readings = model_reading, peer_reading

    @property
    def model_reading(self) -> Reading:
        """What the measure wants a model to be turned into."""
        return self.readings[0]

    @property
    def peer_reading(self) -> Reading:
        """What the measure wants a peer to be turned into."""
        return self.readings[1]

    @abstractmethod
    def hits(self, texts: Texts) -> Hits:
        """The units that each peer shares with each model."""

    @abstractmethod
    def model_units(self, model: Document) -> float:
        """The units of a model."""

    def peer_units(self, peer: Document) -> float:
        """The units of a peer."""
        return self.model_units(peer)

    def ratio(self, hit: float, count: float) -> float:
        """Recall of a hit and a model count, or precision of a hit and a peer count; 0 of nothing."""
        return hit / count if count else 0.0

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """The recall by which `-f B` chooses among models: as printed, with five decimals."""
        return round(self.ratio(counts.hit, counts.model), 5)


class NGram(Measure):
    """ROUGE-N (Lin 2004, section 2); ROUGE-BE, too, as unigrams of ready-made keys."""

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, n: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.n = n

    def model_units(self, model: Document) -> float:
        return max(0, len(model.tokens) - self.n + 1)

    def hits(self, texts: Texts) -> Hits:
        return kernel.ngram_hits(texts.models, texts.peers, self.n)


class SkipBigram(Measure):
    """ROUGE-S (Lin 2004, section 5): pairs of tokens with at most `gap` between them; negative: any."""

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, gap: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.gap = gap

    def model_units(self, model: Document) -> float:
        size = len(model.tokens)
        reach = size - 1 if self.gap < 0 else min(self.gap + 1, size - 1)
        return max(0, reach * size - reach * (reach + 1) // 2)

    def hits(self, texts: Texts) -> Hits:
        return texts.made(kernel.skip_bigram_hits, self.gap)


class SkipBigramUnigram(SkipBigram):
    """ROUGE-SU: ROUGE-S and the unigrams; deliberately without the last token, with which no pair begins."""

    def model_units(self, model: Document) -> float:
        return super().model_units(model) + max(0, len(model.tokens) - 1)

    def hits(self, texts: Texts) -> Hits:
        models, peers = map(_without_last_tokens, (texts.models, texts.peers))
        return [
            [pairs + unigrams for pairs, unigrams in zip(*rows, strict=True)]
            for rows in zip(super().hits(texts), kernel.ngram_hits(models, peers, 1), strict=True)
        ]


class Lcs(Measure):
    """ROUGE-L (Lin 2004, section 3): the union of the LCS of a model sentence with all of the peer's."""

    def model_units(self, model: Document) -> float:
        return len(model.words)

    def peer_units(self, peer: Document) -> float:
        return len(peer.tokens)

    def hits(self, texts: Texts) -> Hits:
        return kernel.lcs_hits(texts.models, texts.peers)

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """Recall, deliberately unrounded."""
        return self.ratio(counts.hit, counts.model)


class WeightedLcs(Lcs):
    """ROUGE-W (Lin 2004, section 4): runs of k matches weigh k^weight."""

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, weight: float) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.weight = weight

    def model_units(self, model: Document) -> float:
        """Deliberate: the weight is taken twice, of each sentence and of their sum."""
        return power(self._base(model), self.weight)

    def peer_units(self, peer: Document) -> float:
        return power(len(peer.tokens), self.weight)

    def hits(self, texts: Texts) -> Hits:
        weights = weights_of_runs(self.weight, max((len(model.words) for model in texts.models), default=0))
        return kernel.weighted_lcs_hits(texts.models, texts.peers, weights)

    def ratio(self, hit: float, count: float) -> float:
        return power(hit / count, 1 / self.weight) if count else 0.0

    def choosing_recall(self, counts: Counts, model: Document) -> float:
        """Recall, deliberately unrounded and with the model's weight taken once."""
        return self.ratio(counts.hit, self._base(model))

    def _base(self, model: Document) -> float:
        base: float = 0
        for start, end in pairwise([0, *model.ends]):
            base += power(end - start, self.weight)
        return base


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


def numbers(values: Sequence[float], total: float) -> kernel.Numbers:
    """The values as an array of doubles, or as they are where sums up to `total` would not be exact.

    Doubles hold whole numbers below 2**53.
    """
    whole = any(isinstance(value, int) for value in values)
    return list(values) if whole and not total < 2**53 else array("d", values)


def weights_of_runs(exponent: float, words: int) -> kernel.Numbers:
    """The weights of runs of 0, 1, 2 … up to at least all of `words`; see `numbers`."""
    return _weights_up_to(exponent, 1 << words.bit_length())


@lru_cache(maxsize=None, typed=True)
def _weights_up_to(exponent: float, last: int) -> kernel.Numbers:
    weights = [power(run, exponent) for run in range(last + 1)]
    return numbers(weights, weights[-1])


def _without_last_tokens(documents: Sequence[Document]) -> list[Document]:
    return [document._replace(tokens=document.tokens[:-1]) for document in documents]


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
