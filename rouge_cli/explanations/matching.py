"""The matches of a model and a peer, made by a function for each family of measures."""

from __future__ import annotations

from functools import singledispatch
from typing import TypeAlias

from ..kernel.plan import Document
from ..measures.base import Measure
from ..measures.grams import GramMeasure
from ..measures.lcs import Lcs
from ..measures.mead import Mead
from ..measures.paper_weighted_lcs import PaperWeightedLcs
from .grams import GramMatches, match_grams
from .longest import LongestMatches, match_longest
from .sequences import SequenceMatches, match_paths, match_sequences

Matches: TypeAlias = GramMatches | SequenceMatches | LongestMatches
"""The matches of two texts: marks in both, and lists to be shown."""


@singledispatch
def match(measure: Measure, model: Document, peer: Document) -> Matches | None:
    """Match a model and a peer; return `None` if they are too long to mark.

    A new family of measures registers a function of its own.
    """
    raise TypeError(f"no matches are known for {measure.name}")


match.register(GramMeasure, match_grams)
match.register(Lcs, match_sequences)
match.register(PaperWeightedLcs, match_paths)
match.register(Mead, match_longest)
