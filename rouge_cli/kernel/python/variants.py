"""The kinds of measures beside Lin's four: of other packages, of ROUGE's working note, and beside ROUGE."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, get_args

from ..plan import Document, Measure, OfSources, OfSummaries
from .rouge import Comparison, Counts, common_subsequence, ngrams, power, run_weights, weighted_rows

# rouge 1.0.1 (pltrdy) counts n-grams and the words of subsequences as sets, unless `counts` is all.


def _distinct_ngrams(measure: Measure, model: Document, peer: Document) -> Counts:
    grams, peer_grams = ({*ngrams(document.tokens, measure.number)} for document in (model, peer))
    hits = len(grams & peer_grams)
    return len(grams), len(peer_grams), hits, hits


# py-rouge 1.1 (Antognini) counts too few words as a negative number of n-grams, which matters where it pools.


def _signed_ngrams(measure: Measure, model: Document, peer: Document) -> Counts:
    hits = (ngrams(model.tokens, measure.number) & ngrams(peer.tokens, measure.number)).total()
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
            in_model = [start + place for place in places]
            yield SentencePair(number, other, in_model, [peer_start + place for place in peer_places])


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


def lcs_table(items: Sequence[object], others: Sequence[object]) -> list[list[int]]:
    """Return a table whose cell [i][j] is the length of the LCS of the first i and the first j items."""
    table = [[0] * (len(others) + 1)]
    for item in items:
        above, row = table[-1], [0]
        for place, other in enumerate(others):
            row.append(above[place] + 1 if item == other else max(above[place + 1], row[place]))
        table.append(row)
    return table


def _lcs_of_pairs(measure: Measure, model: Document, peer: Document) -> Counts:
    hits = sum(len(pair.peer_places) for pair in pairs_of_sentences(model, peer))
    return len(model.words), len(peer.tokens), hits, hits


def _distinct_lcs(measure: Measure, model: Document, peer: Document) -> Counts:
    places = (place for pair in pairs_of_sentences(model, peer) for place in pair.peer_places)
    hits = len({peer.words[place] for place in places})
    return len(set(model.words)), len(set(peer.words)), hits, hits


# MEAD's measure (Radev et al. 2002) by equation 8 of the working note (section 3.3).


def longest_common(document: Document, other: Document) -> Iterator[tuple[int, Sequence[int], Sequence[int]]]:
    """Yield, for each sentence of a document, its longest LCS with any sentence of the other.

    It is the number of the other sentence (the first of equals) and the places of its words in both.
    """
    others = other.sentences()
    for sentence in document.sentences():
        found = [common_subsequence(sentence, one) for one in others] or [[]]
        places = max(found, key=len)
        best = found.index(places)
        words = [sentence[place] for place in places]
        yield best, places, partners(words, others[best]) if words else ()


def _longest_lcs(measure: Measure, model: Document, peer: Document) -> Counts:
    """Count s1 and s2, the words of the model's and of the peer's sentences in `longest_common`.

    Recall is s1 / m, precision s2 / n, and F equation 8, (s1 + s2) / (m + n), in which recall and precision
    weigh alike. The note's equations 9, 11 and 12 take s1 for s2, which differs in general, and may then pass
    1. MEAD's own program finds less than the LCS at times; this is the true LCS.
    """
    hits = sum(len(places) for _, places, _ in longest_common(model, peer))
    peer_hits = sum(len(places) for _, places, _ in longest_common(peer, model))
    return len(model.words), len(peer.words), hits, peer_hits


# ROUGE-W by equations 13 to 15 of the working note (Lin 2004, section 4, has them as 10 to 12).


def _weighted_length(measure: Measure, model: Document, peer: Document) -> Counts:
    """Count c, the weight of the weighted LCS of the whole texts, whose sentences do not matter.

    The printed recurrence takes every match even where the path beside it weighs more. Recall is
    (c / m^weight)^(1/weight) with the m words of the model, and precision the same with the peer's. With a
    weight of 1 c is the LCS of the two texts. ROUGE-1.5.5's ROUGE-W differs in all of this.
    """
    weights = run_weights(measure.weight, len(model.tokens).bit_length())
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


# Measures beside ROUGE: what a summary copies from its source, what is new in it, its length. The source is
# the model. Each measure is one ratio: its hits by the units of the peer, which is precision.


class Fragment(NamedTuple):
    """A run of tokens that a summary shares with its source."""

    summary: int
    """The place of its first token in the summary."""
    source: int
    """The place of its first token in the source."""
    length: int


def fragments(summary: Sequence[Hashable], source: Sequence[Hashable]) -> list[Fragment]:
    """Return the extractive fragments of a summary (Grusky, Naaman and Artzi 2018), in its order.

    From the left of the summary, each fragment is the longest run that begins at the token, of equal ones the
    first in the source. Newsroom quirk: the search goes on behind a run, so no run that begins within another
    is found.
    """
    places: dict[Hashable, list[int]] = {}
    for place, token in enumerate(source):
        places.setdefault(token, []).append(place)
    found, start = [], 0
    peer, model = [*summary, object()], [*source, object()]  # No run goes on beyond the ends.
    while start < len(summary):
        best, behind = Fragment(start, 0, 0), 0
        for place in places.get(summary[start], ()):
            if place >= behind:
                length = 1
                while peer[start + length] == model[place + length]:
                    length += 1
                behind = place + length
                if length > best.length:
                    best = Fragment(start, place, length)
        if best.length:
            found.append(best)
        start += best.length or 1
    return found


def count_grams(
    summary: Sequence[Hashable], source: Sequence[Hashable], n: int, count: str
) -> tuple[int, int, int]:
    """Count the n-grams (n ≥ 1) of a summary: all, those that the source lacks, and those that it repeats.

    All count with `tokens`, distinct n-grams with `types` and with `presumm`. PreSumm quirk: the last n-gram
    of every text is left out.
    """
    if count == "presumm":
        summary, source = summary[:-1], source[:-1]
    counts, known = ngrams(summary, n), ngrams(source, n)
    size = sum if count == "tokens" else len
    return (
        size(counts.values()),
        size([count for gram, count in counts.items() if gram not in known]),
        size([count for count in counts.values() if count > 1]),
    )


def _beside_rouge(measure: Measure, source: Document, peer: Document) -> Counts:
    units = len(peer.tokens)
    match str(measure.kind).split("_"):
        case ["coverage"]:
            hits = sum(fragment.length for fragment in fragments(peer.tokens, source.tokens))
        case ["density"]:
            hits = sum(fragment.length**2 for fragment in fragments(peer.tokens, source.tokens))
        case ["compression"]:
            hits = len(source.tokens)
        case ["length" | "sentences" as kind]:
            units, hits = 1, len(peer.ends if kind == "sentences" else peer.tokens)
        case [kind, count]:
            units, novel, repeated = count_grams(peer.tokens, source.tokens, measure.number, count)
            hits = novel if kind == "novel" else repeated
    return len(source.tokens), units, hits, hits


KINDS: dict[object, Comparison] = {
    "signed_ngrams": _signed_ngrams,
    "distinct_ngrams": _distinct_ngrams,
    "distinct_lcs": _distinct_lcs,
    "lcs_of_pairs": _lcs_of_pairs,
    "longest_lcs": _longest_lcs,
    "weighted_length": _weighted_length,
    **dict.fromkeys((*get_args(OfSources), *get_args(OfSummaries)), _beside_rouge),
}
