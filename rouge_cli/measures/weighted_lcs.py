"""ROUGE-W: longest common subsequences in which runs weigh more."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

from ..kernel import Numbers
from ..kernel.plan import Document, MeasurePlan
from ..text.readings import Reading
from .base import Hits, Texts
from .grams import ADD_UP
from .lcs import Lcs
from .powers import power, weights_of_runs
from .scores import AnyCounts, Column
from .spelling import plain


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
        from ..kernel.python.hits import weighted_lcs_hits

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
