"""Longest common subsequences (LCS): ROUGE-L, ROUGE-W, the measures of ROUGE's working note, and rouge-l."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import ClassVar

from ..kernel import Numbers
from ..kernel.plan import Document, Kind, Reading
from ..kernel.python.hits import (
    distinct_lcs_hits,
    lcs_hits,
    lcs_sums,
    longest_common,
    longest_sums,
    marks,
    pairs_of_sentences,
    weighted_lcs_hits,
    weighted_lengths,
    weighted_path,
)
from .base import Hits, Measure, Texts, TracedSummary
from .scores import AnyCounts, Column, TwoSidedColumns, TwoSidedCounts, added, exact, plain


class Lcs(Measure):
    """ROUGE-L (Lin 2004, section 3): the union of the LCS of a model sentence with all of the peer's."""

    kind: Kind | None = "lcs"
    units = "words"
    reads_sentences = True
    trace_match: ClassVar[str] = "LCS"
    """The name of the words of a sentence that count in the trace."""
    most_cells: ClassVar[int] = 50_000_000
    """The largest product of a model's and a peer's words whose matches are shown within seconds."""

    def model_units(self, model: Document) -> float:
        return len(model.words)

    def peer_units(self, peer: Document) -> float:
        return len(peer.tokens)

    def hits(self, texts: Texts) -> Hits:
        return lcs_hits(texts.models, texts.peers)

    def weights(self, words: int) -> Numbers | None:
        """Return the weights of runs of 0, 1, 2 … up to all of `words`; `None`: runs are not weighted."""
        return None

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """ROUGE-1.5.5 quirk: the recall by which the best of several models is chosen is not rounded here."""
        return self.ratio(counts.hit, counts.model)

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        yield f"***P {peer.source.name}"
        yield from self._shown(peer, self.peer_reading)
        for model in models:
            yield from self._matched(model, peer)
            yield f"***M {model.source.name}"
            yield from self._shown(model, self.model_reading)

    def _shown(self, summary: TracedSummary, reading: Reading) -> Iterator[str]:
        """Yield the sentences that ROUGE-L and ROUGE-W see, and the tokens of each."""
        yield from summary.sentences() or [""]
        for place, sentence in enumerate(summary.documents[reading].sentences()):
            yield f"{place}: {'|'.join(summary.words(sentence))}"

    def _matched(self, model: TracedSummary, peer: TracedSummary) -> Iterator[str]:
        documents = model.documents[self.model_reading], peer.documents[self.peer_reading]
        for scored in self.scored(*documents):
            yield f"{self.trace_match}: {' '.join(model.words(scored)) or '-'}"

    def scored(self, model: Document, peer: Document) -> Iterator[list[int]]:
        """Yield, for each sentence of the model, its words that count."""
        for sentence, marked, scores in marks(model, peer, self.weights(len(model.words))):
            yield [sentence[mark] for mark, counts in zip(marked, scores, strict=True) if counts]

    @property
    def trace_labels(self) -> tuple[str, str, str]:
        """ROUGE-1.5.5 quirk: recall alone is called a score."""
        return f"{self.name}-R score", f"{self.name}-P", f"{self.name}-F"


class WholeLcs(Lcs):
    """ROUGE-L of whole texts, whose readings make one sentence of each: `rougeL` of the Python packages."""

    reads_sentences = False


class WeightedLcs(Lcs):
    """ROUGE-W (Lin 2004, section 4): runs of k matches weigh k^weight."""

    kind: Kind | None = "weighted_lcs"
    units = "weight"
    trace_match = "ROUGE-W"
    most_cells = 4_000_000

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, weight: float) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.weight = weight
        self.numbers = {"weight": float(weight)}

    @property
    def signature_name(self) -> str:
        return f"ROUGE-W-{plain(self.weight)}"

    def model_units(self, model: Document) -> float:
        """ROUGE-1.5.5 quirk: the power is applied twice, to the length of each sentence and to the sum."""
        return power(self._base(model), self.weight)

    def peer_units(self, peer: Document) -> float:
        return power(len(peer.tokens), self.weight)

    def hits(self, texts: Texts) -> Hits:
        longest = max((len(model.words) for model in texts.models), default=0)
        return weighted_lcs_hits(texts.models, texts.peers, self.weights(longest))

    def weights(self, words: int) -> Numbers:
        return weights_of_runs(self.weight, 1 << words.bit_length())  # Texts of similar length share them.

    def ratio(self, hit: float, count: float) -> float:
        return power(hit / count, 1 / self.weight) if count else 0.0

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """ROUGE-1.5.5 quirk: it is not rounded, and the power is applied to the model only once."""
        return self.ratio(counts.hit, self._base(model))

    def _column(self) -> Column:
        """Return an empty column; powers of whole weights are whole numbers that may pass 64 bits."""
        return [] if float(self.weight).is_integer() else array("d")

    def _base(self, model: Document) -> float:
        return added([power(end - start, self.weight) for start, end in pairwise([0, *model.ends])])

    @property
    def trace_labels(self) -> tuple[str, str, str]:
        return f"{self.name}-R score", f"{self.name}-P score", f"{self.name}-F score"


class PaperWeightedLcs(WeightedLcs):
    """ROUGE-W by equations 13 to 15 of ROUGE's working note (Lin 2004, section 4, has them as 10 to 12).

    The whole text is one sequence of words. With c the weight of the weighted LCS by the printed
    recurrence, which takes every match even where the path beside it weighs more, recall is
    (c / m^weight)^(1/weight) with the m words of the model, and precision the same with the peer's.
    With a weight of 1 it is the LCS of the two texts. ROUGE-1.5.5's ROUGE-W differs in all of this.
    """

    kind = "weighted_length"
    reads_sentences = False
    pools = False
    f_of_rounded = False
    trace_match = "ROUGE-W-paper"
    most_cells = 1_000_000

    @property
    def signature_name(self) -> str:
        return super().signature_name.replace("ROUGE-W", "ROUGE-W-paper")

    def model_units(self, model: Document) -> float:
        return power(len(model.tokens), self.weight)

    def hits(self, texts: Texts) -> Hits:
        longest = max((len(model.tokens) for model in texts.models), default=0)
        return weighted_lengths(texts.models, texts.peers, self.weights(longest))

    def _base(self, model: Document) -> float:
        return self.model_units(model)

    def _shown(self, summary: TracedSummary, reading: Reading) -> Iterator[str]:
        """Yield a text on one line, and its tokens on another."""
        yield summary.text() or ""
        yield f"0: {'|'.join(summary.words(summary.documents[reading].tokens))}"

    def _matched(self, model: TracedSummary, peer: TracedSummary) -> Iterator[str]:
        tokens = model.documents[self.model_reading].tokens
        runs = weighted_path(tokens, peer.documents[self.peer_reading].tokens, self.weights(len(tokens)))
        spelt = (" ".join(model.words(tokens[place] for place, _ in run)) for run in runs)
        yield f"{self.trace_match}: {'|'.join(spelt) or '-'}"


class Mead(Lcs):
    """MEAD's measure (Radev et al. 2002) by equation 8 of ROUGE's working note (section 3.3).

    s1 is the sum over the m words of the model's sentences, s2 that over the n words of the peer's.
    Recall is s1 / m, precision s2 / n, and F equation 8, (s1 + s2) / (m + n), in which recall and
    precision weigh alike. The note's equations 9, 11 and 12 take s1 for s2, which differs in general,
    and may then pass 1. MEAD's own program finds less than the LCS at times; this is the true LCS.
    """

    kind = "longest_lcs"

    def peer_units(self, peer: Document) -> float:
        return self.model_units(peer)

    def hits(self, texts: Texts) -> Hits:
        """Return the sums over the sentences of the models."""
        return [[of_model for of_model, _ in sums] for sums in longest_sums(texts.models, texts.peers)]

    def counts(self, texts: Texts) -> Iterator[Sequence[AnyCounts]]:
        for peer, sums in zip(texts.peers, longest_sums(texts.models, texts.peers), strict=True):
            yield [
                TwoSidedCounts(len(model.words), len(peer.words), *of_both)
                for model, of_both in zip(texts.models, sums, strict=True)
            ]

    def columns(self) -> TwoSidedColumns:
        return TwoSidedColumns(array("q"), array("q"), array("q"), array("q"))

    def _matched(self, model: TracedSummary, peer: TracedSummary) -> Iterator[str]:
        documents = model.documents[self.model_reading], peer.documents[self.peer_reading]
        for side, summary, (one, other) in (("M", model, documents), ("P", peer, documents[::-1])):
            for sentence, match in zip(one.sentences(), longest_common(one, other), strict=True):
                words = summary.words(sentence[place] for place in match.places)
                yield f"{self.name}-{side}: {' '.join(words) or '-'}"

    trace_labels = Measure.trace_labels


class LcsOfPairs(Lcs):
    """rouge-l with `counts` all: the lengths of the LCS of all pairs of sentences, added up."""

    kind: Kind | None = "lcs_of_pairs"

    def hits(self, texts: Texts) -> Hits:
        return lcs_sums(texts.models, texts.peers)

    def scored(self, model: Document, peer: Document) -> Iterator[list[int]]:
        for _, pairs in groupby(pairs_of_sentences(model, peer), lambda pair: pair.model_sentence):
            yield [model.words[place] for pair in pairs for place in pair.model_places]


class DistinctLcs(LcsOfPairs):
    """rouge-l: the different words that stand in any LCS of a model sentence and a peer sentence."""

    kind = "distinct_lcs"
    counts_once = True

    def model_units(self, model: Document) -> float:
        return len(set(model.words))

    def peer_units(self, peer: Document) -> float:
        return self.model_units(peer)

    def hits(self, texts: Texts) -> Hits:
        return distinct_lcs_hits(texts.models, texts.peers)


def power(base: float, exponent: float) -> float:
    """Return the power, a whole number of whole ones as far as it is exact.

    Powers of whole numbers that fit 64 bits by their lengths are exact, except powers of two. C's `pow`
    computes all others: whole numbers below 2**53, and infinity where no double holds the power.
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


@cache
def weights_of_runs(exponent: float, last: int) -> Numbers:
    """Return the weights of runs of 0, 1, 2 … up to `last` words, as `exact` does."""
    weights = [power(run, exponent) for run in range(last + 1)]
    return exact(weights, weights[-1])
