"""Measures beside ROUGE: how much a summary copies from its source, what is new in it, and how long it is.

The source is the model. Each measure is one ratio: its hits by the units of the peer, which is precision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from ..kernel.plan import Document, Kind, Reading
from ..kernel.python.hits import count_grams, fragments
from .base import Hits, Measure, Texts, TracedSummary

LENGTH, LENGTH_RATIO = "length", "length-ratio"
_OF_SOURCE = ("coverage", "density", "compression")
_OF_SUMMARY = (LENGTH, "sentences", LENGTH_RATIO)
_GRAMS = ("novel", "repeated")


class BesideRouge(Measure):
    """A measure of a summary and its source, by its name in `about`.

    `length-ratio` counts as `length` does: the mean length of the models takes the place of 1 later. `count`
    says which n-grams are counted, as `Options.about_count` does.
    """

    def __init__(self, name: str, reading: Reading, count: str) -> None:
        super().__init__(name, reading, reading)
        share, _, n = name.partition("-")
        self._counts_grams = share in _GRAMS
        self._count = count
        self.number = int(n) if self._counts_grams else 0
        self.numbers = {"number": self.number}
        self.kind = cast(Kind, f"{share}_{count}" if self._counts_grams else share)
        self.units = f"{n}-grams" if self._counts_grams else "summaries" if name in _OF_SUMMARY else "tokens"
        self.needs_source = name in _OF_SOURCE or share == "novel"
        """False where the summary alone is counted."""
        self.reads_sentences = name == "sentences"

    def model_units(self, model: Document) -> float:
        return len(model.tokens)

    def peer_units(self, peer: Document) -> float:
        if self._counts_grams:
            return count_grams(peer.tokens, (), self.number, self._count).all
        return 1 if self.name in _OF_SUMMARY else len(peer.tokens)

    def hits(self, texts: Texts) -> Hits:
        return [[self._hit(peer, source) for source in texts.models] for peer in texts.peers]

    def _hit(self, peer: Document, source: Document) -> float:
        """Return what is divided by the units of the peer."""
        if self._counts_grams:
            counts = count_grams(peer.tokens, source.tokens, self.number, self._count)
            return counts.novel if self.needs_source else counts.repeated
        if self.kind in ("coverage", "density"):
            lengths = [found.length for found in fragments(peer.tokens, source.tokens)]
            return sum(lengths) if self.kind == "coverage" else sum(length**2 for length in lengths)
        if self.kind == "compression":
            return len(source.tokens)
        return len(peer.ends if self.kind == "sentences" else peer.tokens)

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        yield from ()  # The original has no such measure.
