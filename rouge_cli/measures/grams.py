"""ROUGE-N, also of sets, ROUGE-S, ROUGE-SU and ROUGE-BE: a unit is a gram, a hit one that both texts have."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..kernel.plan import Document, Kind, Reading
from ..kernel.python.hits import distinct_ngram_hits, ngram_hits, skip_bigram_hits
from .base import Hits, Measure, Texts, TracedSummary
from .scores import Score

Gram = tuple[int, ...]
"""The token numbers of an n-gram, a skip-bigram or a basic element."""

EMPTY = "---empty text---"


class GramMeasure(Measure):
    """A measure that counts the grams of tokens that both texts have, clipped to the smaller count."""

    width: int | None = None
    """The number of tokens in a row that make a gram; None if other tokens may stand between them."""

    @abstractmethod
    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        """Yield the grams of a text in its order, each with the places of its tokens.

        They are for showing; the kernel counts them.
        """

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        yield f"***P {peer.source.name}"
        yield from self._text_and_grams(peer, self.peer_reading)
        for model in models:
            yield from self._text_and_grams(model, self.model_reading)
            yield f"***M {model.source.name}"

    def _text_and_grams(self, summary: TracedSummary, reading: Reading) -> Iterator[str]:
        """Yield the text on one line and its grams on another."""
        text = summary.text()
        if text is None:
            yield EMPTY
            return
        yield text
        tokens = summary.documents[reading].tokens
        words = summary.words(tokens)
        yield listing((" ".join(words[place] for place in places) for _, places in self.grams(tokens)), "|")


def listing(grams: Iterable[str], mark: str) -> str:
    """Return each gram and its count, and the number of all grams as `_cn_`, in byte order."""
    counts = Counter(grams)
    counts["_cn_"] = counts.total()
    return mark.join(f"{gram}{mark}{count}" for gram, count in sorted(counts.items()))


_UNITS = {1: "unigrams", 2: "bigrams", 3: "trigrams"}


class NGram(GramMeasure):
    """ROUGE-N (Lin 2004, section 2)."""

    kind: Kind | None = "ngrams"
    names_evaluations = True

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, n: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.n = self.width = self.number = n
        self.numbers = {"number": n}
        self.units = _UNITS.get(n, f"{n}-grams")

    def model_units(self, model: Document) -> float:
        return max(0, len(model.tokens) - self.n + 1)

    def hits(self, texts: Texts) -> Hits:
        return ngram_hits(texts.models, texts.peers, self.n)

    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        for start in range(len(tokens) - self.n + 1):
            yield tuple(tokens[start : start + self.n]), tuple(range(start, start + self.n))

    @property
    def trace_title(self) -> str:
        return f"{self.n}-gram"


class DistinctNGram(NGram):
    """ROUGE-N of the sets of n-grams."""

    kind = "distinct_ngrams"
    counts_once = True

    def model_units(self, model: Document) -> float:
        return len({gram for gram, _ in self.grams(model.tokens)})

    def hits(self, texts: Texts) -> Hits:
        return distinct_ngram_hits(texts.models, texts.peers, self.n)


class SkipBigram(GramMeasure):
    """ROUGE-S (Lin 2004, section 5): pairs of tokens with at most `gap` between them; negative: any."""

    kind = "skip_bigrams"
    units = "skip-bigrams"

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading, gap: int) -> None:
        super().__init__(name, model_reading, peer_reading)
        self.gap = self.number = gap
        self.unigrams = self._counts_unigrams
        self.numbers = {"number": gap, "unigrams": self._counts_unigrams}

    def model_units(self, model: Document) -> float:
        size = len(model.tokens)
        reach = size - 1 if self.gap < 0 else min(self.gap + 1, size - 1)
        return max(0, reach * size - reach * (reach + 1) // 2)

    def hits(self, texts: Texts) -> Hits:
        return texts.made(skip_bigram_hits, self.gap)

    def grams(self, tokens: Sequence[int]) -> Iterator[tuple[Gram, tuple[int, ...]]]:
        size = len(tokens)
        reach = size if self.gap < 0 else self.gap + 1
        for first, token in enumerate(tokens):
            if self._counts_unigrams and first < size - 1:
                yield (token,), (first,)
            for second in range(first + 1, min(first + 1 + reach, size)):
                yield (token, tokens[second]), (first, second)

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

    kind = "skip_bigrams"
    units = "skip-bigrams and unigrams"
    _counts_unigrams = True

    def model_units(self, model: Document) -> float:
        return super().model_units(model) + max(0, len(model.tokens) - 1)

    def hits(self, texts: Texts) -> Hits:
        models, peers = (
            [document._replace(tokens=document.tokens[:-1]) for document in side]
            for side in (texts.models, texts.peers)
        )
        return [
            [pairs + unigrams for pairs, unigrams in zip(*rows, strict=True)]
            for rows in zip(super().hits(texts), ngram_hits(models, peers, 1), strict=True)
        ]


class BasicElements(NGram):
    """ROUGE-BE (Hovy et al. 2006): elements `head|modifier|relation`, one a line.

    They are keys, which the kernel does not read out of texts.
    """

    kind = None
    names_evaluations = False

    def __init__(self, name: str, model_reading: Reading, peer_reading: Reading) -> None:
        super().__init__(name, model_reading, peer_reading, 1)
        self.units = "basic elements"

    def trace(self, peer: TracedSummary, models: Sequence[TracedSummary]) -> Iterator[str]:
        peer_tokens = peer.documents[self.peer_reading].tokens
        yield f"***P {peer.source.name}"
        yield EMPTY if self.peer_reading in peer.empty else listing(peer.words(peer_tokens), "#")
        for model in models:
            model_tokens = model.documents[self.model_reading].tokens
            yield EMPTY if self.model_reading in model.empty else listing(model.words(model_tokens), "#")
            for key in sorted(peer.words(set(peer_tokens) & set(model_tokens))):
                yield f"* Match: {key}"
            yield f"***M {model.source.name}"

    @property
    def trace_title(self) -> str:
        return self.name.removeprefix("ROUGE-")
