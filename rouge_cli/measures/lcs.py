"""ROUGE-L and ROUGE-W: longest common subsequences, sentence by sentence, plain or with weighted runs."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import ClassVar

from ..kernel import Numbers
from ..kernel.plan import Document, MeasurePlan
from ..kernel.python.hits import lcs_hits, marks, weighted_lcs_hits
from ..text.readings import Reading
from .base import ADD_UP, Hits, Measure, Texts, TracedSummary
from .scores import AnyCounts, Column, exact
from .spelling import plain


class Lcs(Measure):
    """ROUGE-L (Lin 2004, section 3): the union of the LCS of a model sentence with all of the peer's."""

    units = "words"
    reads_sentences = True
    hits_are_words = True
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

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("lcs", model_reading, peer_reading)

    def weights(self, words: int) -> Numbers | None:
        """Return the weights of runs of 0, 1, 2 … up to all of `words`; `None`: runs are not weighted."""
        return None

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """Return the recall by which the best of several models is chosen.

        ROUGE-1.5.5 quirk: here it is not rounded.
        """
        return self.ratio(counts.hit, counts.model)

    def about(self) -> Iterator[str]:
        yield (
            "For each sentence of the model: the words that its longest common subsequence (LCS) with any"
            " sentence of the peer has, in the same order, with gaps. A word counts no more often than it"
            " stands in both texts (clipping)."
        )
        yield "In the peer the words are marked that stand in one of these subsequences."

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        peer_document = peer.document(self.peer_reading)
        yield f"***P {peer.name}"
        yield from sentences_of(peer, self.peer_reading)
        for model in models:
            for scored in self.scored(model.document(self.model_reading), peer_document):
                yield f"{self.trace_match}: {' '.join(model.words(scored)) or '-'}"
            yield f"***M {model.name}"
            yield from sentences_of(model, self.model_reading)

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

    def about(self) -> Iterator[str]:
        yield (
            "The longest common subsequence (LCS) of the words of the two texts, with gaps; lines and"
            " sentences do not matter."
        )
        yield "In the peer the words are marked that stand in this subsequence."


def sentences_of(summary: TracedSummary, reading: Reading) -> Iterator[str]:
    """Yield the sentences that ROUGE-L and ROUGE-W see, and the tokens of each."""
    yield from summary.sentences() or [""]
    for place, sentence in enumerate(summary.document(reading).sentences()):
        yield f"{place}: {'|'.join(summary.words(sentence))}"


def tokens_of(summary: TracedSummary, reading: Reading) -> Iterator[str]:
    """Yield a text on one line, and its tokens on another."""
    yield summary.text() or ""
    yield f"0: {'|'.join(summary.words(summary.document(reading).tokens))}"


class WeightedLcs(Lcs):
    """ROUGE-W (Lin 2004, section 4): runs of k matches weigh k^weight."""

    units = "weight"
    hits_are_words = False
    trace_match = "ROUGE-W"
    most_cells = 4_000_000

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, weight: float) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.weight = weight

    @property
    def signature_name(self) -> str:
        return f"ROUGE-W-{plain(self.weight)}"

    def model_units(self, model: Document) -> float:
        """Return the model's weight.

        ROUGE-1.5.5 quirk: the power is applied twice, to the length of each sentence and to the sum.
        """
        return power(self._base(model), self.weight)

    def peer_units(self, peer: Document) -> float:
        return power(len(peer.tokens), self.weight)

    def hits(self, texts: Texts) -> Hits:
        longest = max((len(model.words) for model in texts.models), default=0)
        return weighted_lcs_hits(texts.models, texts.peers, self.weights(longest))

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("weighted_lcs", model_reading, peer_reading, weight=float(self.weight))

    def weights(self, words: int) -> Numbers:
        return weights_of_runs(self.weight, words)

    def ratio(self, hit: float, count: float) -> float:
        return power(hit / count, 1 / self.weight) if count else 0.0

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """Return the recall by which the best of several models is chosen.

        ROUGE-1.5.5 quirk: it is not rounded, and the power is applied to the model only once.
        """
        return self.ratio(counts.hit, self._base(model))

    def _column(self) -> Column:
        """Return an empty column; powers of whole weights are whole numbers that may pass 64 bits."""
        return [] if float(self.weight).is_integer() else array("d")

    def _base(self, model: Document) -> float:
        base: float = 0
        for start, end in pairwise([0, *model.ends]):
            base += power(end - start, self.weight)
        return base

    def about(self) -> Iterator[str]:
        yield from super().about()
        weight = str(self.weight)
        yield (
            f"A run of k words that stand next to each other in the model weighs k^{weight}: the number"
            f" behind it; {ADD_UP} A model weighs (Σ words of a sentence^{weight})^{weight},"
            f" a peer words^{weight}."
        )
        yield (
            "A run that a clipped word follows goes on in the next run of the sentence,"
            " or is lost at its end."
        )

    def ratio_steps(self, ratio: str) -> str:
        return f"({ratio})^(1/{self.weight!s})"

    @property
    def trace_labels(self) -> tuple[str, str, str]:
        return f"{self.name}-R score", f"{self.name}-P score", f"{self.name}-F score"


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


def weights_of_runs(exponent: float, words: int) -> Numbers:
    """Return the weights of runs of 0, 1, 2 … up to at least all of `words`, as `exact` does."""
    return _weights_up_to(exponent, 1 << words.bit_length())


@cache
def _weights_up_to(exponent: float, last: int) -> Numbers:
    weights = [power(run, exponent) for run in range(last + 1)]
    return exact(weights, weights[-1])
