"""The counts of a peer with several models, added up."""

from __future__ import annotations

from collections.abc import Iterator

from ..measures.base import Measure, Texts
from ..measures.scores import AnyCounts, added


def pooled(measure: Measure, texts: Texts) -> Iterator[AnyCounts]:
    """Yield, for each peer, the sums of its counts with all models."""
    columns = measure.columns()
    for counts in measure.counts(texts):
        yield columns.of(*(added([one[place] for one in counts]) for place in range(len(columns))))
