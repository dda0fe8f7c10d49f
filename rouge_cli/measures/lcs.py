"""ROUGE-L: longest common subsequences, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from ..kernel import Numbers
from ..kernel.plan import Document, MeasurePlan
from ..text.readings import Reading
from .base import Hits, Measure, Texts
from .scores import AnyCounts

if TYPE_CHECKING:
    from .traced import TracedSummary


class Lcs(Measure):
    """ROUGE-L (Lin 2004, section 3): the union of the LCS of a model sentence with all of the peer's."""

    units = "words"
    reads_sentences = True
    hits_are_words = True
    trace_match: ClassVar[str] = "LCS"
    """The name of the words of a sentence that count in the trace."""
    most_cells: ClassVar[int] = 50_000_000
    """The words of a model times those of a peer up to which their matches can be shown in good time."""

    def model_units(self, model: Document) -> float:
        return len(model.words)

    def peer_units(self, peer: Document) -> float:
        return len(peer.tokens)

    def hits(self, texts: Texts) -> Hits:
        from ..kernel.python.hits import lcs_hits

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
        # No other run needs the Python kernel beside the compiled one.
        from ..kernel.python.hits import marks

        peer_document = peer.document(self.peer_reading)
        yield f"***P {peer.name}"
        yield from sentences_of(peer, self.peer_reading)
        for model in models:
            document = model.document(self.model_reading)
            for sentence, marked, scores in marks(document, peer_document, self.weights(len(document.words))):
                scored = [sentence[mark] for mark, counts in zip(marked, scores, strict=True) if counts]
                yield f"{self.trace_match}: {' '.join(model.words(scored)) or '-'}"
            yield f"***M {model.name}"
            yield from sentences_of(model, self.model_reading)

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
