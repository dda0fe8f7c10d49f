"""The longest common subsequences of a model and a peer, sentence by sentence: marked and weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..kernel.document import Document
from ..kernel.python.lcs import Columns, Marked, Weights, columns, lcs, marks, weighted_lcs
from ..scoring.measures.lcs import Lcs
from .marks import Kind, Mark, in_order, runs

if TYPE_CHECKING:
    from .matching import Lists

T = TypeVar("T")


class Common(NamedTuple):
    """An LCS of a model sentence with one of the peer's."""

    peer_sentence: int
    """Its number, from 0."""
    model_places: tuple[int, ...]
    """Its tokens among all of the model's, in order."""
    peer_places: tuple[int, ...]


class Sentence(NamedTuple):
    """A model sentence, and what it has in common with those of the peer."""

    words: int
    common: tuple[Common, ...]
    """One for each peer sentence that shares a word with it, the longest first."""
    marked: int
    """Words in the union of these."""
    scored: int
    """Those of them that count."""
    hits: float
    """The hits they add: their number or, with weights, the weights of their runs."""


class SequenceMatches(NamedTuple):
    """The subsequences that a model and a peer have in common by ROUGE-L or ROUGE-W."""

    model_marks: tuple[Mark, ...]
    """Marks of the words that score, with what each run of them adds, and of those that are clipped."""
    peer_marks: tuple[Mark, ...]
    """Marks of all words of the peer that stand in one of the common subsequences."""
    sentences: tuple[Sentence, ...]

    def listed(self, lists: Lists[T]) -> T:
        """Return what these lists make of the sentences."""
        return lists.of_sentences(self)


def match_sequences(measure: Lcs, model: Document, peer: Document) -> SequenceMatches | None:
    """Match two documents by ROUGE-L or ROUGE-W; `None` where that would take too long."""
    if len(model.words) * len(peer.words) > measure.most_cells:
        return None
    return match_sentences(model, peer, measure.weights(len(model.words)))


def match_sentences(model: Document, peer: Document, weights: Weights | None) -> SequenceMatches:
    """Match the sentences of two documents; `weights` are those of runs of 0, 1, 2 … words."""
    starts = [0, *peer.ends]
    peer_sentences = [(start, peer.words[start:end]) for start, end in pairwise(starts)]
    tables = [columns(sentence) for _, sentence in peer_sentences]
    offset = 0
    sentences, in_model, in_peer = [], [], set[int]()
    for marked in marks(model, peer, weights):
        common = []
        for number, ((start, sentence), table) in enumerate(zip(peer_sentences, tables, strict=True)):
            places = _common(marked.sentence, table, weights)
            if places:
                partners = _partners([marked.sentence[place] for place in places], sentence)
                in_peer.update(start + place for place in partners)
                common.append(
                    Common(
                        number,
                        tuple(offset + place for place in reversed(places)),
                        tuple(start + place for place in reversed(partners)),
                    )
                )
        common.sort(key=lambda one: -len(one.model_places))
        found = [
            mark._replace(start=mark.start + offset, end=mark.end + offset)
            for mark in _marks(marked, weights)
        ]
        hits = _total(found)
        sentences.append(
            Sentence(len(marked.sentence), tuple(common), len(marked.marks), sum(marked.scores), hits)
        )
        in_model.extend(found)
        offset += len(marked.sentence)
    return SequenceMatches(tuple(in_model), tuple(_within(in_peer, starts)), tuple(sentences))


def _common(sentence: Sequence[int], table: Columns, weights: Weights | None) -> list[int]:
    """Return the places in a model sentence of its LCS with a peer's, from the last to the first."""
    if table.bits.keys().isdisjoint(sentence):
        return []
    return lcs(sentence, table) if weights is None else weighted_lcs(sentence, table, weights)


def _partners(tokens: Sequence[int], sentence: Sequence[int]) -> list[int]:
    """Return where tokens, from the last to the first, stand in a sentence: each as late as may be."""
    places = iter(range(len(sentence) - 1, -1, -1))
    return [next(place for place in places if sentence[place] == token) for token in tokens]


def _marks(marked: Marked, weights: Weights | None) -> tuple[Mark, ...]:
    """Return the marks in a model sentence, each with what it adds to the hits."""
    scored = [place for place, scores in zip(marked.marks, marked.scores, strict=True) if scores]
    clipped = runs(set(marked.marks).difference(scored), Kind.CLIPPED)
    hits = runs(scored, Kind.HIT)
    return in_order(hits if weights is None else _weighed(hits, set(marked.marks), weights), clipped)


def _weighed(hits: Iterator[Mark], marked: set[int], weights: Weights) -> Iterator[Mark]:
    """Yield each run with its weight.

    ROUGE-1.5.5 quirk: a run that a clipped mark follows is not closed; it goes on in the next one,
    and is lost at the end of the sentence.
    """
    run = 0
    for mark in hits:
        run += mark.end - mark.start
        closed = mark.end not in marked
        yield mark._replace(hits=weights[run] if closed else 0)
        run = 0 if closed else run


def _total(found: Sequence[Mark]) -> float:
    total: float = 0
    for mark in found:
        total += mark.hits
    return total


def _within(places: set[int], starts: Sequence[int]) -> Iterator[Mark]:
    """Yield marks of runs of words, each in one sentence."""
    for start, end in pairwise(starts):
        yield from runs(places.intersection(range(start, end)), Kind.PARTNER)
