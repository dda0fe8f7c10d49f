"""ROUGE-BE: basic elements, which are counted as unigrams of ready-made keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..text.readings import Reading
from .grams import CLIPPING, EMPTY, listing
from .ngram import NGram

if TYPE_CHECKING:
    from .traced import TracedSummary

_ABOUT = {
    "H": "heads without a modifier",
    "HM": "heads with their modifiers",
    "HMR": "head, modifier and relation, where there is a relation",
    "HM1": "heads with their modifiers or without",
    "HMR1": "head, modifier and relation, where there is a modifier",
    "HMR2": "head, modifier and relation, of every line",
}


class BasicElements(NGram):
    """ROUGE-BE (Hovy et al. 2006): elements `head|modifier|relation`, one a line."""

    names_evaluations = False

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading) -> None:
        super().__init__(name, model_reading, peer_reading, 1)
        self.units = "basic elements"
        self.hits_are_words = True

    def plan(self, model_reading: int, peer_reading: int) -> None:
        """Basic elements are keys, which the kernel does not read out of texts."""

    def about(self) -> Iterator[str]:
        yield f"Basic elements are {_ABOUT[self.peer_reading.elements or 'H']}. One {CLIPPING}"

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        peer_tokens = peer.document(self.peer_reading).tokens
        yield f"***P {peer.name}"
        yield EMPTY if peer.is_empty(self.peer_reading) else listing(peer.words(peer_tokens), "#")
        for model in models:
            model_tokens = model.document(self.model_reading).tokens
            yield EMPTY if model.is_empty(self.model_reading) else listing(model.words(model_tokens), "#")
            for key in sorted(peer.words(set(peer_tokens) & set(model_tokens))):
                yield f"* Match: {key}"
            yield f"***M {model.name}"

    @property
    def trace_title(self) -> str:
        return self.name.removeprefix("ROUGE-")
