"""Matches of MEAD's measure: for each sentence of either text its longest LCS with one of the other."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeVar

from ..kernel.plan import Document
from ..kernel.python.hits import longest_common
from ..measures.mead import Mead
from .listings import Common, Lists, Sentence
from .marks import Mark, Role, runs

T = TypeVar("T")


class LongestMatches(NamedTuple):
    """The longest common subsequences of the sentences of a model and of a peer."""

    model_marks: tuple[Mark, ...]
    """Marks of the words of the model that count for recall."""
    peer_marks: tuple[Mark, ...]
    """Marks of the words of the peer that count for precision."""
    model_sentences: tuple[Sentence, ...]
    peer_sentences: tuple[Sentence, ...]

    def listed(self, lists: Lists[T]) -> T:
        """Return these sentences as `lists` shows them."""
        return lists.of_both_sides(self.model_sentences, self.peer_sentences)


def match_longest(measure: Mead, model: Document, peer: Document) -> LongestMatches | None:
    """Match two documents by MEAD's measure; return `None` if that would take too long."""
    if len(model.words) * len(peer.words) > measure.most_cells:
        return None
    model_marks, model_sentences = _side(model, peer)
    peer_marks, peer_sentences = _side(peer, model)
    return LongestMatches(model_marks, peer_marks, model_sentences, peer_sentences)


def _side(document: Document, other: Document) -> tuple[tuple[Mark, ...], tuple[Sentence, ...]]:
    """Return the marks in a document, and its sentences, each with its longest LCS."""
    starts = [0, *other.ends]
    marks: list[Mark] = []
    sentences = []
    ends = pairwise([0, *document.ends])
    for (start, end), (number, places, partners) in zip(ends, longest_common(document, other), strict=True):
        own = tuple(start + place for place in places)
        common = (Common(number, own, tuple(starts[number] + place for place in partners)),) if own else ()
        marks += runs(own, Role.HIT)
        sentences.append(Sentence(end - start, common, len(own), len(own), len(own)))
    return tuple(marks), tuple(sentences)
