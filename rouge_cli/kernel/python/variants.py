"""The kinds of measures beside Lin's four: of the package rouge, and of ROUGE's working note."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..plan import Document, Measure
from .rouge import (
    Comparison,
    Counts,
    View,
    as_read,
    common_subsequence,
    ngrams,
    power,
    weighted_rows,
    weights_of,
)

# rouge 1.0.1 (pltrdy) counts n-grams and the words of subsequences as sets, unless `counts` is all.


def _set_of_ngrams(measure: Measure, document: Document) -> set[tuple[Hashable, ...]]:
    return set(ngrams(document.tokens, measure.number))


def _shared(measure: Measure, model: set[Hashable], peer: set[Hashable]) -> Counts:
    hits = len(model & peer)
    return len(model), len(peer), hits, hits


# py-rouge 1.1 (Antognini) counts too few words as a negative number of n-grams, which matters where it pools.


def _signed_ngrams(measure: Measure, model: Document, peer: Document) -> Counts:
    grams = [ngrams(document.tokens, measure.number) for document in (model, peer)]
    hits = (grams[0] & grams[1]).total()
    lacking = measure.number - 1
    return len(model.tokens) - lacking, len(peer.tokens) - lacking, hits, hits


class SentencePair(NamedTuple):
    """The LCS of a model sentence and a peer sentence."""

    model_sentence: int
    peer_sentence: int
    model_places: Sequence[int]
    """The places of its words among all words of the model, in order."""
    peer_places: Sequence[int]
    """The places of these words among all words of the peer."""


def pairs_of_sentences(model: Document, peer: Document) -> Iterator[SentencePair]:
    """Yield the LCS of each model sentence with each peer sentence, one model sentence after the other."""
    for number, (start, end) in enumerate(pairwise([0, *model.ends])):
        for other, (peer_start, peer_end) in enumerate(pairwise([0, *peer.ends])):
            places, peer_places = walked(model.words[start:end], peer.words[peer_start:peer_end])
            yield SentencePair(
                *(number, other),
                [start + place for place in places],
                [peer_start + place for place in peer_places],
            )


def walked(model: Sequence[Hashable], peer: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Return the places in both sentences of the LCS to which the package rouge walks back.

    On a match it goes diagonally, else it drops the word of the model if the LCS of what is left is longer
    then, and in ties the word of the peer: the original's walk with the texts changed round.
    """
    places = common_subsequence(peer, model)
    return partners([peer[place] for place in places], model), places


def partners(tokens: Sequence[Hashable], sentence: Sequence[Hashable]) -> list[int]:
    """Return the last places at which a sentence has these tokens in this order."""
    places = reversed(range(len(sentence)))
    return [next(place for place in places if sentence[place] == token) for token in reversed(tokens)][::-1]


def _lcs_of_pairs(measure: Measure, model: Document, peer: Document) -> Counts:
    hits = sum(len(pair.peer_places) for pair in pairs_of_sentences(model, peer))
    return len(model.words), len(peer.tokens), hits, hits


def _distinct_lcs(measure: Measure, model: Document, peer: Document) -> Counts:
    places = (place for pair in pairs_of_sentences(model, peer) for place in pair.peer_places)
    hits = len({peer.words[place] for place in places})
    return len(set(model.words)), len(set(peer.words)), hits, hits


# MEAD's measure (Radev et al. 2002) by equation 8 of the working note (section 3.3).


class LongestCommon(NamedTuple):
    """The longest LCS of a sentence with any sentence of another document."""

    other: int
    """The number of the other sentence, from 0: the first of equals."""
    places: Sequence[int]
    """The places of its words in the sentence, in order."""
    partners: Sequence[int]
    """The places of these words in the other sentence, in order."""


def longest_common(document: Document, other: Document) -> Iterator[LongestCommon]:
    """Yield, for each sentence of a document, its longest LCS with any sentence of the other."""
    others = other.sentences()
    for sentence in document.sentences():
        found = [common_subsequence(sentence, one) for one in others] or [[]]
        places = max(found, key=len)
        best = found.index(places)
        words = [sentence[place] for place in places]
        yield LongestCommon(best, places, partners(words, others[best]) if words else ())


def _longest_lcs(measure: Measure, model: Document, peer: Document) -> Counts:
    """Count s1 and s2, the words of the model's and of the peer's sentences in `longest_common`.

    Recall is s1 / m, precision s2 / n, and F equation 8, (s1 + s2) / (m + n), in which recall and precision
    weigh alike. The note's equations 9, 11 and 12 take s1 for s2, which differs in general, and may then pass
    1. MEAD's own program finds less than the LCS at times; this is the true LCS.
    """
    hits, peer_hits = (
        sum(len(common.places) for common in longest_common(*documents))
        for documents in ((model, peer), (peer, model))
    )
    return len(model.words), len(peer.words), hits, peer_hits


# ROUGE-W by equations 13 to 15 of the working note (Lin 2004, section 4, has them as 10 to 12).


def _weighted_length(measure: Measure, model: Document, peer: Document) -> Counts:
    """Count c, the weight of the weighted LCS of the whole texts, whose sentences do not matter.

    The printed recurrence takes every match even where the path beside it weighs more. Recall is
    (c / m^weight)^(1/weight) with the m words of the model, and precision the same with the peer's. With a
    weight of 1 c is the LCS of the two texts. ROUGE-1.5.5's ROUGE-W differs in all of this.
    """
    weights = weights_of(measure, len(model.tokens))
    assert weights is not None
    hits = weights[0]
    for row, _ in weighted_rows(model.tokens, peer.tokens, weights):
        hits = row[-1]
    return power(len(model.tokens), measure.weight), power(len(peer.tokens), measure.weight), hits, hits


def weighted_path(
    model: Sequence[int], peer: Sequence[int], weights: Sequence[float]
) -> list[list[tuple[int, int]]]:
    """Return the runs of a weighted LCS: the places of their matches in the model and in the peer.

    The path through the table is Lin's (2004, section 4): a match goes back diagonally, any other cell to
    the greater of its neighbours, and to the left where they are equal.
    """
    values, lengths = zip(*weighted_rows(model, peer, weights), strict=True)
    runs: list[list[tuple[int, int]]] = []
    i, j = len(model), len(peer)
    while i and j:
        if run := lengths[i][j]:
            runs.append([(i - back, j - back) for back in range(run, 0, -1)])
            i, j = i - run, j - run
        elif values[i - 1][j] > values[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return runs[::-1]


KINDS: dict[object, tuple[View, Comparison]] = {
    "signed_ngrams": (as_read, _signed_ngrams),
    "distinct_ngrams": (_set_of_ngrams, _shared),
    "distinct_lcs": (as_read, _distinct_lcs),
    "lcs_of_pairs": (as_read, _lcs_of_pairs),
    "longest_lcs": (as_read, _longest_lcs),
    "weighted_length": (as_read, _weighted_length),
}
