"""MEAD's normalised pairwise LCS: for each sentence the longest LCS with any sentence of the other text."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..kernel.plan import Document, MeasurePlan
from .base import Hits, Measure, Texts
from .scores import AnyCounts, TwoSidedColumns, TwoSidedCounts

if TYPE_CHECKING:
    from .traced import TracedSummary


class Mead(Measure):
    """MEAD's measure (Radev et al. 2002) by equation 8 of ROUGE's working note (section 3.3).

    s1 is the sum over the m words of the model's sentences, s2 that over the n words of the peer's.
    Recall is s1 / m, precision s2 / n, and F equation 8, (s1 + s2) / (m + n), in which recall and
    precision weigh alike. The note's equations 9, 11 and 12 take s1 for s2, which differs in general,
    and may then pass 1. MEAD's own program finds less than the LCS at times; this is the true LCS.
    """

    units = "words"
    reads_sentences = True
    hits_are_words = True
    most_cells = 50_000_000
    """The words of a model times those of a peer up to which their matches can be shown in good time."""

    def model_units(self, model: Document) -> float:
        return len(model.words)

    def hits(self, texts: Texts) -> Hits:
        """Return the sums over the sentences of the models."""
        return [[of_model for of_model, _ in sums] for sums in _sums(texts)]

    def counts(self, texts: Texts) -> Iterator[Sequence[AnyCounts]]:
        for peer, sums in zip(texts.peers, _sums(texts), strict=True):
            yield [
                TwoSidedCounts(len(model.words), len(peer.words), *of_both)
                for model, of_both in zip(texts.models, sums, strict=True)
            ]

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("longest_lcs", model_reading, peer_reading)

    def choosing_recall(self, counts: AnyCounts, model: Document) -> float:
        """Return the recall by which the best of several models is chosen; it is not rounded."""
        return self.ratio(counts.hit, counts.model)

    def columns(self) -> TwoSidedColumns:
        return TwoSidedColumns(array("q"), array("q"), array("q"), array("q"))

    def about(self) -> Iterator[str]:
        yield (
            "For each sentence of the model: the words of its longest common subsequence (LCS) with whichever"
            " sentence of the peer has the longest; and the other way round for each sentence of the peer."
            " A sentence may serve several of the other text, and no word is clipped."
        )
        yield "Recall is of the model's words, precision of the peer's, and F of both texts' words together."

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        # No other run needs the Python kernel beside the compiled one.
        from ..kernel.python.hits import longest_common
        from .lcs import sentences_of

        peer_document = peer.document(self.peer_reading)
        yield f"***P {peer.name}"
        yield from sentences_of(peer, self.peer_reading)
        for model in models:
            document = model.document(self.model_reading)
            for side, one, other, summary in (
                ("M", document, peer_document, model),
                ("P", peer_document, document, peer),
            ):
                for sentence, match in zip(one.sentences(), longest_common(one, other), strict=True):
                    words = summary.words(sentence[place] for place in match.places)
                    yield f"{self.name}-{side}: {' '.join(words) or '-'}"
            yield f"***M {model.name}"
            yield from sentences_of(model, self.model_reading)


def _sums(texts: Texts) -> Sequence[Sequence[tuple[int, int]]]:
    from ..kernel.python.hits import longest_sums

    return longest_sums(texts.models, texts.peers)
