"""The measures of the package rouge: n-grams and words as sets, and the LCS of all pairs of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..kernel.plan import Document, Item, MeasurePlan
from ..kernel.python.hits import (
    distinct_lcs_hits,
    distinct_ngram_hits,
    lcs_sums,
    pairs_of_sentences,
    steps_of_walk,
)
from ..text.sentences import sentences_in
from .base import ADD_UP, Hits, Texts
from .grams import NGram
from .lcs import Lcs


def fails(model: Item, peer: Item, most_steps: int) -> bool:
    """Return whether the package rouge, which can go so many steps, fails on texts in sentences."""
    models, peers = (
        [one.decode("utf-8", "surrogateescape").split() or [""] for one in sentences_in(text) if one]
        for text in (model, peer)
    )
    return any(
        len(one) + len(other) - 1 > most_steps
        and (min(len(one), len(other)) > most_steps or steps_of_walk(one, other) > most_steps)
        for one in models
        for other in peers
    )


_ONCE = "counts once, however often it stands in a text."


class DistinctNGram(NGram):
    """ROUGE-N of the sets of n-grams."""

    counts_once = True

    def model_units(self, model: Document) -> float:
        return len({gram for gram, _ in self.grams(model.tokens)})

    def hits(self, texts: Texts) -> Hits:
        return distinct_ngram_hits(texts.models, texts.peers, self.n)

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("distinct_ngrams", model_reading, peer_reading, self.n)

    def about(self) -> Iterator[str]:
        grams = (
            "Single words" if self.n == 1 else f"{self.n} words in a row, even across the end of a sentence"
        )
        yield f"{grams}. One {_ONCE}"


class LcsOfPairs(Lcs):
    """rouge-l with `counts` all: the lengths of the LCS of all pairs of sentences, added up."""

    hits_are_words = False

    def hits(self, texts: Texts) -> Hits:
        return lcs_sums(texts.models, texts.peers)

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("lcs_of_pairs", model_reading, peer_reading)

    def scored(self, model: Document, peer: Document) -> Iterator[list[int]]:
        for _, pairs in groupby(pairs_of_sentences(model, peer), lambda pair: pair.model_sentence):
            yield [model.words[place] for pair in pairs for place in pair.model_places]

    def about(self) -> Iterator[str]:
        yield (
            "For each sentence of the model and each sentence of the peer: the length of their longest common"
            " subsequence (LCS). All lengths are added up, so that recall and precision can pass 1."
        )
        yield f"The number behind a word is of the subsequences in which it stands; {ADD_UP}"


class DistinctLcs(LcsOfPairs):
    """rouge-l: the different words that stand in any LCS of a model sentence and a peer sentence."""

    counts_once = True

    def model_units(self, model: Document) -> float:
        return len(set(model.words))

    def peer_units(self, peer: Document) -> float:
        return self.model_units(peer)

    def hits(self, texts: Texts) -> Hits:
        return distinct_lcs_hits(texts.models, texts.peers)

    def plan(self, model_reading: int, peer_reading: int) -> MeasurePlan | None:
        return MeasurePlan("distinct_lcs", model_reading, peer_reading)

    def about(self) -> Iterator[str]:
        yield (
            "The words in the longest common subsequence (LCS) of any sentence of the model with any sentence"
            f" of the peer. A word {_ONCE}"
        )
