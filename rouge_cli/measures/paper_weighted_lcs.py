"""ROUGE-W as the paper defines it: one sequence on each side, and runs that break on either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..kernel.plan import Document, MeasurePlan
from .base import Hits, Texts
from .grams import ADD_UP
from .lcs import tokens_of
from .powers import power
from .weighted_lcs import WeightedLcs

if TYPE_CHECKING:
    from .traced import TracedSummary


class PaperWeightedLcs(WeightedLcs):
    """ROUGE-W by equations 13 to 15 of ROUGE's working note (Lin 2004, section 4, has them as 10 to 12).

    The whole text is one sequence of words. With c the weight of the weighted LCS by the printed
    recurrence, which takes every match even where the path beside it weighs more, recall is
    (c / m^weight)^(1/weight) with the m words of the model, and precision the same with the peer's.
    With a weight of 1 it is the LCS of the two texts. ROUGE-1.5.5's ROUGE-W differs in all of this.
    """

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
        from ..kernel.python.hits import weighted_lengths

        longest = max((len(model.tokens) for model in texts.models), default=0)
        return weighted_lengths(texts.models, texts.peers, self.weights(longest))

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("weighted_length", model_reading, peer_reading, weight=float(self.weight))

    def _base(self, model: Document) -> float:
        return self.model_units(model)

    def about(self) -> Iterator[str]:
        weight = str(self.weight)
        yield (
            "The words that both texts have in the same order, with gaps; ends of sentences do not matter."
            " Where a word of the peer is one of the model, it is taken, even if the words beside it weigh"
            " more."
        )
        yield (
            f"A run of k words that stand next to each other in both texts weighs k^{weight}: the number"
            f" behind it; {ADD_UP} A text of n words weighs n^{weight}."
        )

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        # No other run needs the Python kernel beside the compiled one.
        from ..kernel.python.hits import weighted_path

        peer_tokens = peer.document(self.peer_reading).tokens
        yield f"***P {peer.name}"
        yield from tokens_of(peer, self.peer_reading)
        for model in models:
            tokens = model.document(self.model_reading).tokens
            runs = weighted_path(tokens, peer_tokens, self.weights(len(tokens)))
            spelt = (" ".join(model.words(tokens[place] for place, _ in run)) for run in runs)
            yield f"{self.trace_match}: {'|'.join(spelt) or '-'}"
            yield f"***M {model.name}"
            yield from tokens_of(model, self.model_reading)
