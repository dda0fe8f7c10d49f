"""Matches of longest common subsequences, sentence by sentence: marks in both texts, and a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from ..kernel.plan import Document
from ..kernel.python.hits import Marked, Weights, common_subsequence, marks, partners, weighted_path
from ..measures.lcs import Lcs
from ..measures.paper_weighted_lcs import PaperWeightedLcs
from ..measures.scores import added
from .listings import Common, Lists, Sentence
from .marks import Mark, Role, in_order, runs

T = TypeVar("T")


class SequenceMatches(NamedTuple):
    """The subsequences that a model and a peer have in common by ROUGE-L or ROUGE-W."""

    model_marks: tuple[Mark, ...]
    """Marks of the runs of words that count, each with its hits, and of the words that are clipped."""
    peer_marks: tuple[Mark, ...]
    """Marks of the words of the peer that stand in one of the common subsequences."""
    sentences: tuple[Sentence, ...]

    def listed(self, lists: Lists[T]) -> T:
        """Return these sentences as `lists` shows them."""
        return lists.of_sentences(self.sentences)


def match_sequences(measure: Lcs, model: Document, peer: Document) -> SequenceMatches | None:
    """Match two documents by ROUGE-L or ROUGE-W; return `None` if that would take too long."""
    if len(model.words) * len(peer.words) > measure.most_cells:
        return None
    return match_sentences(model, peer, measure.weights(len(model.words)))


def match_sentences(model: Document, peer: Document, weights: Weights | None) -> SequenceMatches:
    """Match the sentences of two documents; `weights` are those of runs of 0, 1, 2 … words."""
    starts = [0, *peer.ends]
    peer_sentences = [(start, peer.words[start:end]) for start, end in pairwise(starts)]
    offset = 0
    sentences, model_marks, marked_peer_places = [], [], set[int]()
    for marked in marks(model, peer, weights):
        common = _subsequences(marked.sentence, offset, peer_sentences, weights)
        marked_peer_places.update(place for subsequence in common for place in subsequence.peer_places)
        sentence_marks = [
            mark._replace(start=mark.start + offset, end=mark.end + offset)
            for mark in _marks(marked, weights)
        ]
        hits = added([mark.hits for mark in sentence_marks])
        sentences.append(Sentence(len(marked.sentence), common, len(marked.marks), sum(marked.scores), hits))
        model_marks.extend(sentence_marks)
        offset += len(marked.sentence)
    peer_marks = tuple(_partner_marks(marked_peer_places, starts))
    return SequenceMatches(tuple(model_marks), peer_marks, tuple(sentences))


def match_paths(measure: PaperWeightedLcs, model: Document, peer: Document) -> SequenceMatches | None:
    """Match two documents by the paper's ROUGE-W; return `None` if that would take too long."""
    if len(model.tokens) * len(peer.tokens) > measure.most_cells:
        return None
    weights = measure.weights(len(model.tokens))
    path = weighted_path(model.tokens, peer.tokens, weights)
    model_marks = tuple(Mark(run[0][0], run[-1][0] + 1, Role.HIT, weights[len(run)]) for run in path)
    peer_marks = tuple(Mark(run[0][1], run[-1][1] + 1, Role.PARTNER, 0) for run in path)
    places = [match for run in path for match in run]
    common = Common(0, tuple(place for place, _ in places), tuple(place for _, place in places))
    hits = added([mark.hits for mark in model_marks])
    whole = Sentence(len(model.tokens), (common,) if places else (), len(places), len(places), hits)
    return SequenceMatches(model_marks, peer_marks, (whole,))


def _subsequences(
    sentence: Sequence[int],
    offset: int,
    peer_sentences: Sequence[tuple[int, Sequence[int]]],
    weights: Weights | None,
) -> tuple[Common, ...]:
    """Return the LCS of a model sentence with each peer sentence that shares a word with it, longest first.

    `offset` is the place of the first word of the sentence among all words of the model, and each sentence of
    the peer comes with the place of its first word.
    """
    common = []
    for number, (start, words) in enumerate(peer_sentences):
        if set(words).isdisjoint(sentence):
            continue
        places = common_subsequence(sentence, words, weights)
        peer_places = partners([sentence[place] for place in places], words)
        common.append(
            Common(
                number,
                tuple(offset + place for place in places),
                tuple(start + place for place in peer_places),
            )
        )
    return tuple(sorted(common, key=lambda subsequence: -len(subsequence.model_places)))


def _marks(marked: Marked, weights: Weights | None) -> tuple[Mark, ...]:
    """Return the marks in a model sentence, each with its hits."""
    scored = [place for place, scores in zip(marked.marks, marked.scores, strict=True) if scores]
    clipped = runs(set(marked.marks).difference(scored), Role.CLIPPED)
    hits = runs(scored, Role.HIT)
    return in_order(hits if weights is None else _weighed(hits, set(marked.marks), weights), clipped)


def _weighed(hits: Iterator[Mark], marked: set[int], weights: Weights) -> Iterator[Mark]:
    """Yield each run with its weight.

    ROUGE-1.5.5 quirk: a run that a clipped word follows is not closed. It is continued by the next
    run, or lost at the end of the sentence.
    """
    run = 0
    for mark in hits:
        run += mark.end - mark.start
        closed = mark.end not in marked
        yield mark._replace(hits=weights[run] if closed else 0)
        run = 0 if closed else run


def _partner_marks(places: set[int], starts: Sequence[int]) -> Iterator[Mark]:
    """Yield a mark for each run of words of the peer; none reaches over the end of a sentence."""
    for start, end in pairwise(starts):
        yield from runs(places.intersection(range(start, end)), Role.PARTNER)
