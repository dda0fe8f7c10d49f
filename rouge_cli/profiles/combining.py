"""The counts of a peer with several models, added up."""

from __future__ import annotations

from collections.abc import Iterator

from ..measures.base import Measure, Texts
from ..measures.scores import AnyCounts, added


def pooled(measure: Measure, texts: Texts) -> Iterator[AnyCounts]:
    """Yield, for each peer, the sums of its counts with all models."""
    of = measure.columns().of
    for counts in measure.counts(texts):
        yield counts[0] if len(counts) == 1 else of(*map(added, zip(*counts, strict=True)))
