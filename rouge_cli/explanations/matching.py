"""The matches of a model and a peer by any measure: marks in both texts, and lists of grams and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import pairwise
from math import inf
from typing import NamedTuple

from ..kernel.plan import Document
from ..kernel.python.hits import (
    Pair,
    Weights,
    common_subsequence,
    fragments,
    longest_common,
    marks,
    pairs_of_sentences,
    partners,
    weighted_path,
)
from ..measures.base import Measure
from ..measures.beside_rouge import BesideRouge
from ..measures.grams import Gram, GramMeasure
from ..measures.lcs import Lcs, LcsOfPairs, Mead, PaperWeightedLcs
from ..measures.scores import added
from .alignment import Mark, Role, in_order, runs

MOST_GRAMS = 300_000
"""The greatest number of grams in a text that is marked; 775 words have as many unlimited skip-bigrams."""
LISTED = 100
"""The greatest number of grams in a list."""
_PLACES = 20
"""The greatest number of places that are listed for a gram in a text."""


class Row(NamedTuple):
    """A row of a listing: a gram."""

    gram: Gram
    model: int
    """The number of times it stands in the model."""
    peer: int
    """The number of times it stands in the peer."""
    units: int
    """The number of times it is matched, missed or extra."""
    model_places: tuple[tuple[int, ...], ...]
    """The places of its tokens in the model, for the first twenty occurrences."""
    peer_places: tuple[tuple[int, ...], ...]
    """The places of its tokens in the peer, likewise."""


class Listing(NamedTuple):
    """Grams that are matched, missed or extra, the most frequent first."""

    rows: tuple[Row, ...]
    """The first hundred grams."""
    grams: int
    """The number of different grams."""
    units: int
    """The number of all their occurrences."""


class Sentence(NamedTuple):
    """A model sentence, and its common subsequences with the sentences of the peer."""

    words: int
    """The number of its words."""
    common: Sequence[Pair]
    """Its LCS with each sentence of the peer that shares a word with it, the longest first."""
    marked: int
    """The number of its words in the union of these."""
    scored: int
    """The number of marked words that count."""
    hits: float
    """The hits of the counted words: their number or, in ROUGE-W, the weights of their runs."""


class Side(NamedTuple):
    """The sentences of one text, each with its common subsequences with sentences of the other."""

    name: str
    """`model` or `peer`."""
    other: str
    """The name of the other text. In the pairs of a peer's sentence, model and peer change places."""
    sentences: Sequence[Sentence]


class Matches(NamedTuple):
    """The words that a model and a peer share: marks in both texts, and lists of grams or of sentences."""

    model_marks: tuple[Mark, ...]
    peer_marks: tuple[Mark, ...]
    listings: tuple[Listing, ...] = ()
    """For grams: the hits, each gram as often as both texts have it; the grams that the model has more often
    than the peer, which cost recall; and the grams that the peer has more often, which cost precision."""
    sides: tuple[Side, ...] = ()
    """For subsequences: the sentences of the model and, if they count separately, of the peer."""


def _shortness(pair: Pair) -> int:
    """Return the key that sorts pairs from the longest to the shortest."""
    return -len(pair.model_places)


@singledispatch
def _match(measure: Measure, model: Document, peer: Document) -> Matches:
    """Return the matches of a model and a peer. A new family of measures registers its own function."""
    raise TypeError(f"no matches are known for {measure.name}")


@_match.register
def _match_grams(measure: GramMeasure, model: Document, peer: Document) -> Matches:
    texts = model.tokens, peer.tokens
    model_counts, peer_counts = (Counter(gram for gram, _ in measure.grams(tokens)) for tokens in texts)
    of_model, of_peer = model_counts, peer_counts
    if measure.counts_once:
        of_model, of_peer = (Counter(dict.fromkeys(counts, 1)) for counts in (model_counts, peer_counts))
    hits = of_model & of_peer
    listed_counts = (hits, of_model - of_peer, of_peer - of_model)
    most_common = [counts.most_common(LISTED) for counts in listed_counts]
    listed = {gram for grams in most_common for gram, _ in grams}
    (model_marks, model_places), (peer_marks, peer_places) = (
        _gram_marks(measure, tokens, hits, listed) for tokens in texts
    )
    listings = [
        Listing(
            tuple(
                Row(
                    *(gram, model_counts[gram], peer_counts[gram], units),
                    *(tuple(model_places[gram]), tuple(peer_places[gram])),
                )
                for gram, units in grams
            ),
            len(counts),
            counts.total(),
        )
        for grams, counts in zip(most_common, listed_counts, strict=True)
    ]
    return Matches(model_marks, peer_marks, tuple(listings))


def _gram_marks(
    measure: GramMeasure, tokens: Sequence[int], hits: Counter[Gram], listed: set[Gram]
) -> tuple[tuple[Mark, ...], dict[Gram, list[tuple[int, ...]]]]:
    """Return marks on the first occurrences of each gram, as many as its hits, and places of listed grams.

    A gram whose tokens may be apart is marked where it begins.
    """
    left = Counter(hits)
    begun: Counter[int] = Counter()
    touched: set[int] = set()
    clipped: set[int] = set()
    places_of: dict[Gram, list[tuple[int, ...]]] = {gram: [] for gram in listed}
    for gram, places in measure.grams(tokens):
        if left[gram] > 0:
            left[gram] -= 1
            begun[places[0]] += 1
            touched.update(places)
        elif gram in hits:
            clipped.update(places)
        if gram in places_of and len(places_of[gram]) < _PLACES:
            places_of[gram].append(places)
    if measure.width is not None:
        repeated = Role.DROPPED if measure.counts_once else Role.CLIPPED
        marks = in_order(runs(begun, Role.HIT, measure.width), runs(clipped - touched, repeated))
    else:
        marks = in_order(
            (Mark(place, place + 1, Role.HIT, count) for place, count in begun.items()),
            runs(touched - begun.keys(), Role.PARTNER),
            runs(clipped - touched, Role.CLIPPED),
        )
    return marks, places_of


@_match.register
def _match_sequences(measure: Lcs, model: Document, peer: Document) -> Matches:
    """Return the matches of two documents by ROUGE-L or ROUGE-W."""
    weights = measure.weights(len(model.words))
    offset = 0
    sentences, model_marks, in_peer = [], [], set[int]()
    for marked in marks(model, peer, weights):
        common = []
        for number, (start, end) in enumerate(pairwise([0, *peer.ends])):
            words = peer.words[start:end]
            if set(words).isdisjoint(marked.sentence):
                continue
            places = common_subsequence(marked.sentence, words, weights)
            peer_places = partners([marked.sentence[place] for place in places], words)
            own = [offset + place for place in places]
            common.append(Pair(0, number, own, [start + place for place in peer_places]))
        common.sort(key=_shortness)
        in_peer.update(place for pair in common for place in pair.peer_places)
        scored = [place for place, scores in zip(marked.marks, marked.scores, strict=True) if scores]
        hits = runs(scored, Role.HIT)
        if weights is not None:
            hits = _weighed(hits, set(marked.marks), weights)
        sentence_marks = [
            mark._replace(start=mark.start + offset, end=mark.end + offset)
            for mark in in_order(hits, runs(set(marked.marks).difference(scored), Role.CLIPPED))
        ]
        total = added([mark.hits for mark in sentence_marks])
        sentences.append(Sentence(len(marked.sentence), common, len(marked.marks), sum(marked.scores), total))
        model_marks.extend(sentence_marks)
        offset += len(marked.sentence)
    return _of_sentences(model_marks, peer, in_peer, sentences)


def _of_sentences(
    model_marks: Sequence[Mark], peer: Document, in_peer: set[int], sentences: Sequence[Sentence]
) -> Matches:
    """Return the matches of the model's sentences; `in_peer` has the places of words that the peer shares.

    Every mark in the peer ends with its sentence.
    """
    peer_marks = [
        mark
        for start, end in pairwise([0, *peer.ends])
        for mark in runs(in_peer.intersection(range(start, end)), Role.PARTNER)
    ]
    return Matches(tuple(model_marks), tuple(peer_marks), sides=(Side("model", "peer", sentences),))


@_match.register
def _match_pairs(measure: LcsOfPairs, model: Document, peer: Document) -> Matches:
    """Return the matches of two documents by the package rouge."""
    pairs = [pair for pair in pairs_of_sentences(model, peer) if pair.model_places]
    uses = Counter(place for pair in pairs for place in pair.model_places)
    if measure.counts_once:
        first = {model.words[place]: place for place in sorted(uses, reverse=True)}
        uses = Counter(dict.fromkeys(uses, 0) | dict.fromkeys(first.values(), 1))
    sentences = []
    for number, (start, end) in enumerate(pairwise([0, *model.ends])):
        common = [pair for pair in pairs if pair.model_sentence == number]
        hits = [uses[place] for place in {place for pair in common for place in pair.model_places}]
        sentences.append(
            Sentence(end - start, sorted(common, key=_shortness), len(hits), sum(map(bool, hits)), sum(hits))
        )
    counted = (Mark(place, place + 1, Role.HIT, count) for place, count in uses.items() if count)
    repeated = runs([place for place, count in uses.items() if not count], Role.DROPPED)
    in_peer = {place for pair in pairs for place in pair.peer_places}
    return _of_sentences(in_order(counted, repeated), peer, in_peer, sentences)


@_match.register
def _match_paths(measure: PaperWeightedLcs, model: Document, peer: Document) -> Matches:
    """Return the matches of two documents by the paper's ROUGE-W."""
    weights = measure.weights(len(model.tokens))
    path = weighted_path(model.tokens, peer.tokens, weights)
    model_marks = tuple(Mark(run[0][0], run[-1][0] + 1, Role.HIT, weights[len(run)]) for run in path)
    peer_marks = tuple(Mark(run[0][1], run[-1][1] + 1, Role.PARTNER, 0) for run in path)
    places = [match for run in path for match in run]
    common = [Pair(0, 0, *map(list, zip(*places, strict=True)))] if places else []
    hits = added([mark.hits for mark in model_marks])
    whole = Sentence(len(model.tokens), common, len(places), len(places), hits)
    return Matches(model_marks, peer_marks, sides=(Side("model", "peer", (whole,)),))


def _weighed(hits: Iterator[Mark], marked: set[int], weights: Weights) -> Iterator[Mark]:
    """Yield each run with its weight.

    ROUGE-1.5.5 quirk: a clipped word does not close the run before it. The next run continues it, or it is
    lost at the end of the sentence.
    """
    run = 0
    for mark in hits:
        run += mark.end - mark.start
        closed = mark.end not in marked
        yield mark._replace(hits=weights[run] if closed else 0)
        run = 0 if closed else run


@_match.register
def _match_longest(measure: Mead, model: Document, peer: Document) -> Matches:
    """Return the matches of two documents by MEAD's measure."""
    model_marks, model_sentences = _side(model, peer)
    peer_marks, peer_sentences = _side(peer, model)
    sides = Side("model", "peer", model_sentences), Side("peer", "model", peer_sentences)
    return Matches(model_marks, peer_marks, sides=sides)


def _side(document: Document, other: Document) -> tuple[tuple[Mark, ...], tuple[Sentence, ...]]:
    """Return the marks in a document, and its sentences, each with its longest LCS."""
    starts = [0, *other.ends]
    marks: list[Mark] = []
    sentences = []
    ends = pairwise([0, *document.ends])
    longest = longest_common(document, other)
    for (start, end), (number, places, other_places) in zip(ends, longest, strict=True):
        own = [start + place for place in places]
        common = [Pair(0, number, own, [starts[number] + place for place in other_places])] if own else []
        marks += runs(own, Role.HIT)
        sentences.append(Sentence(end - start, common, len(own), len(own), len(own)))
    return tuple(marks), tuple(sentences)


@_match.register
def _match_fragments(measure: BesideRouge, model: Document, peer: Document) -> Matches:
    """Return the fragments that a peer copies from its source, which stands in place of the model."""
    found = fragments(peer.tokens, model.tokens)
    copied = {one.source + place for one in found for place in range(one.length)}
    return Matches(
        tuple(mark._replace(hits=0) for mark in runs(copied, Role.HIT)),
        tuple(Mark(one.summary, one.summary + one.length, Role.HIT, one.length) for one in found),
    )


def match(measure: Measure, model: Document, peer: Document) -> Matches | None:
    """Return the matches of a model and a peer, or None if they are too long to mark."""
    if isinstance(measure, GramMeasure):
        if max(measure.model_units(model), measure.peer_units(peer)) > MOST_GRAMS:
            return None
    elif len(model.words) * len(peer.words) > getattr(measure, "most_cells", inf):
        return None
    return _match(measure, model, peer)
