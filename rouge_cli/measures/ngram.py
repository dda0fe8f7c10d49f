"""ROUGE-N: n-grams of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kernel.plan import Document, MeasurePlan
from ..text.readings import Reading
from .base import Hits, Texts
from .grams import ADD_UP, CLIPPING, Gram, GramMeasure

_UNITS = {1: "unigrams", 2: "bigrams", 3: "trigrams"}


class NGram(GramMeasure):
    """ROUGE-N (Lin 2004, section 2)."""

    names_evaluations = True

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, n: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.n = self.width = n
        self.units = _UNITS.get(n, f"{n}-grams")
        self.hits_are_words = n == 1

    def model_units(self, model: Document) -> float:
        return max(0, len(model.tokens) - self.n + 1)

    def hits(self, texts: Texts) -> Hits:
        from ..kernel.python.hits import ngram_hits

        return ngram_hits(texts.models, texts.peers, self.n)

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("ngrams", model_reading, peer_reading, self.n)

    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        for start in range(len(tokens) - self.n + 1):
            yield tuple(tokens[start : start + self.n]), tuple(range(start, start + self.n))

    def about(self) -> Iterator[str]:
        if self.n == 1:
            yield f"Single words. One {CLIPPING}"
            return
        yield f"{self.n} words in a row, even across the end of a sentence. One {CLIPPING}"
        yield f"A text of n words has n − {self.n - 1} {self.units}."
        yield f"The number behind marked words is of the {self.units} in them; {ADD_UP}"

    @property
    def trace_title(self) -> str:
        return f"{self.n}-gram"
