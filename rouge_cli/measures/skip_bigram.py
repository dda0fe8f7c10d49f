"""ROUGE-S and ROUGE-SU: pairs of tokens with others between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kernel.plan import Document, MeasurePlan
from ..text.readings import Reading
from .base import Hits, Texts
from .grams import ADD_UP, CLIPPING, Gram, GramMeasure
from .scores import Score


class SkipBigram(GramMeasure):
    """ROUGE-S (Lin 2004, section 5): pairs of tokens with at most `gap` between them; negative: any."""

    token_separator = " … "

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, gap: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.gap = gap
        self.units = "skip-bigrams"

    def model_units(self, model: Document) -> float:
        size = len(model.tokens)
        reach = size - 1 if self.gap < 0 else min(self.gap + 1, size - 1)
        return max(0, reach * size - reach * (reach + 1) // 2)

    def hits(self, texts: Texts) -> Hits:
        from ..kernel.python.hits import skip_bigram_hits

        return texts.made(skip_bigram_hits, self.gap)

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan(
            "skip_bigrams", model_reading, peer_reading, self.gap, unigrams=self._counts_unigrams
        )

    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        size = len(tokens)
        reach = size if self.gap < 0 else self.gap + 1
        for first, token in enumerate(tokens):
            yield from self._single(token, first, size)
            for second in range(first + 1, min(first + 1 + reach, size)):
                yield (token, tokens[second]), (first, second)

    def _single(self, token: int, place: int, size: int) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        """Yield the token itself where it counts."""
        return iter(())

    def about(self) -> Iterator[str]:
        limit = "any number of" if self.gap < 0 else f"at most {int(self.gap)}"
        yield (
            f"Pairs of words in the order of the text with {limit} others between them{self._also}."
            f" One {CLIPPING}"
        )
        yield f"The number behind a word is of the matches that begin with it; {ADD_UP}"

    _also = ""
    _counts_unigrams = False

    @property
    def signature_name(self) -> str:
        if self.gap < 0:
            return self.name
        return f"{self.name.removesuffix(str(self.gap))}{int(self.gap)}"

    @property
    def trace_title(self) -> str:
        """ROUGE-1.5.5 quirk: ROUGE-SU, and any gap, are called like this."""
        return f"ROUGE-S{self.gap!s}"

    @property
    def trace_labels(self) -> tuple[str, str, str]:
        return f"{self.trace_title}-R", f"{self.trace_title}-P", f"{self.trace_title}-F"

    def traced_figures(self, score: Score) -> tuple[float, float, float]:
        """ROUGE-1.5.5 quirk: recall is shown three times."""
        return score.recall, score.recall, score.recall


class SkipBigramUnigram(SkipBigram):
    """ROUGE-SU (Lin 2004, section 5.2): ROUGE-S and the unigrams.

    ROUGE-1.5.5 quirk: the last token, with which no pair begins, is no unigram.
    """

    _also = ", and single words: all but the last of each text"
    _counts_unigrams = True

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, gap: int) -> None:
        super().__init__(name, model_reading, peer_reading, gap)
        self.units = "skip-bigrams and unigrams"

    def model_units(self, model: Document) -> float:
        return super().model_units(model) + max(0, len(model.tokens) - 1)

    def hits(self, texts: Texts) -> Hits:
        from ..kernel.python.hits import ngram_hits

        models, peers = map(_without_last_tokens, (texts.models, texts.peers))
        return [
            [pairs + unigrams for pairs, unigrams in zip(*rows, strict=True)]
            for rows in zip(super().hits(texts), ngram_hits(models, peers, 1), strict=True)
        ]

    def _single(self, token: int, place: int, size: int) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        if place < size - 1:
            yield (token,), (place,)


def _without_last_tokens(documents: Sequence[Document]) -> list[Document]:
    return [document._replace(tokens=document.tokens[:-1]) for document in documents]
