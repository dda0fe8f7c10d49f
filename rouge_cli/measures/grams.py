"""The base of the measures of grams: a unit is a gram, and a hit is one that both texts have."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..text.readings import Reading
from .base import Measure

if TYPE_CHECKING:
    from .traced import TracedSummary

Gram = tuple[int, ...]
"""The token numbers of an n-gram, a skip-bigram or a basic element."""

EMPTY = "---empty text---"
CLIPPING = "counts as often as it stands in both texts: the smaller of the two counts (clipping)."
ADD_UP = "these numbers add up to the hits."


class GramMeasure(Measure):
    """A measure that counts grams of tokens, each as often as it stands in both texts (clipped)."""

    width: int | None = None
    """The tokens in a row that make a gram; `None` where others may stand between."""

    @abstractmethod
    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        """Yield the grams of a text in its order, each with the places of its tokens.

        They are for showing; the kernel counts them.
        """

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        yield f"***P {peer.name}"
        yield from self._text_and_grams(peer, self.peer_reading)
        for model in models:
            yield from self._text_and_grams(model, self.model_reading)
            yield f"***M {model.name}"

    def _text_and_grams(self, summary: TracedSummary, reading: Reading) -> Iterator[str]:
        """Yield the text on one line and its grams on another."""
        text = summary.text()
        if text is None:
            yield EMPTY
            return
        yield text
        tokens = summary.document(reading).tokens
        words = summary.words(tokens)
        yield listing((" ".join(words[place] for place in places) for _, places in self.grams(tokens)), "|")


def listing(grams: Iterable[str], mark: str) -> str:
    """Return each gram and its count, and the number of all grams as `_cn_`, in byte order."""
    counts = Counter(grams)
    counts["_cn_"] = counts.total()
    return mark.join(f"{gram}{mark}{count}" for gram, count in sorted(counts.items()))
