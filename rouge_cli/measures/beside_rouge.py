"""Measures beside ROUGE: how much a summary copies from its source, what is new in it, and how long it is.

The source is the model. Each measure is one ratio: its hits by the units of the peer, which is precision.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import cast

from ..kernel.plan import Document, Kind, MeasurePlan
from ..kernel.python.copying import count_grams, fragments
from ..text.readings import Reading
from .base import Hits, Measure, Texts, TracedSummary

LENGTH, LENGTH_RATIO = "length", "length-ratio"


class BesideRouge(Measure):
    """A measure of a summary and its source, whose units are the tokens of the summary."""

    units = "tokens"
    needs_source = True
    """False where the summary alone is counted."""
    kind: Kind
    number = 0

    def model_units(self, model: Document) -> float:
        return len(model.tokens)

    def hits(self, texts: Texts) -> Hits:
        return [[self.hit(peer, source) for source in texts.models] for peer in texts.peers]

    @abstractmethod
    def hit(self, peer: Document, source: Document) -> float:
        """Return what is divided by the units of the peer."""

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan(self.kind, model_reading, peer_reading, self.number)

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        yield from ()  # The original has no such measure.


class Coverage(BesideRouge):
    """Newsroom's coverage: the share of the tokens that are in a fragment of the source."""

    kind: Kind = "coverage"

    def hit(self, peer: Document, source: Document) -> float:
        return sum(found.length for found in fragments(peer.tokens, source.tokens))

    def about(self) -> Iterator[str]:
        yield "The share of the summary's words that stand in fragments copied from the source."


class Density(BesideRouge):
    """Newsroom's density: the mean length of the fragment that a token is in."""

    kind: Kind = "density"

    def hit(self, peer: Document, source: Document) -> float:
        return sum(found.length**2 for found in fragments(peer.tokens, source.tokens))

    def about(self) -> Iterator[str]:
        yield "The mean length of the copied fragment that a word of the summary stands in; 0 outside of all."


class Compression(BesideRouge):
    """Newsroom's compression: the tokens of the source for each token of the summary."""

    kind: Kind = "compression"

    def hit(self, peer: Document, source: Document) -> float:
        return len(source.tokens)

    def about(self) -> Iterator[str]:
        yield "The number of words in the source for each word of the summary."


class Grams(BesideRouge):
    """Novel or repeated n-grams: SummEval's, by types, or of all n-grams."""

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, count: str) -> None:
        super().__init__(name, model_reading, peer_reading)
        share, _, number = name.partition("-")
        self.number = int(number)
        self.units = f"{number}-grams"
        self.needs_source = share == "novel"
        self.kind = cast(Kind, f"{share}_{count}")
        self._types = count == "types"

    def hit(self, peer: Document, source: Document) -> float:
        counts = count_grams(peer.tokens, source.tokens, self.number, types=self._types)
        return counts.novel if self.needs_source else counts.repeated

    def peer_units(self, peer: Document) -> float:
        return count_grams(peer.tokens, (), self.number, types=self._types).all

    def about(self) -> Iterator[str]:
        which = "that the source lacks" if self.needs_source else "that it has more than once"
        yield f"The share of the summary's {'distinct ' if self._types else ''}{self.units} {which}."


class Length(BesideRouge):
    """The tokens of a summary; as a ratio to the models, their mean length takes the place of 1 later."""

    units = "summaries"
    needs_source = False
    kind: Kind = "length"

    def hit(self, peer: Document, source: Document) -> float:
        return len(peer.tokens)

    def peer_units(self, peer: Document) -> float:
        return 1

    def about(self) -> Iterator[str]:
        by_models = ", divided by the mean number in the models" if self.name == LENGTH_RATIO else ""
        yield f"The number of words in the summary{by_models}."


class Sentences(Length):
    """The sentences of a summary."""

    kind: Kind = "sentences"
    reads_sentences = True

    def hit(self, peer: Document, source: Document) -> float:
        return len(peer.ends)

    def about(self) -> Iterator[str]:
        yield "The number of sentences in the summary."
