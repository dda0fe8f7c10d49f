"""The measures of ROUGE's working note that ROUGE-1.5.5 lacks: its own ROUGE-W, and MEAD's pairwise LCS."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from ..kernel.plan import Document, MeasurePlan
from ..kernel.python.hits import longest_common, longest_sums, weighted_lengths, weighted_path
from .base import ADD_UP, Hits, Measure, Texts, TracedSummary
from .lcs import WeightedLcs, power, sentences_of, tokens_of
from .scores import AnyCounts, TwoSidedColumns, TwoSidedCounts


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
    """The largest product of a model's and a peer's words whose matches are shown within seconds."""

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
    return longest_sums(texts.models, texts.peers)
