"""The counts of a peer with several models: added up, or with each model apart."""

from __future__ import annotations

from collections.abc import Iterator

from ..measures.base import Measure, Texts
from ..measures.scores import Counts, added


def pooled(measure: Measure, texts: Texts) -> list[Counts]:
    """Return, for each peer, the sums of its counts with all models."""
    units = [measure.model_units(model) for model in texts.models]
    rows = zip(texts.peers, measure.hits(texts), strict=True)
    if len(units) == 1:
        return [Counts(units[0], measure.peer_units(peer), hits[0]) for peer, hits in rows]
    models = added(units)
    return [Counts(models, added([measure.peer_units(peer)] * len(hits)), added(hits)) for peer, hits in rows]


def apart(measure: Measure, texts: Texts) -> Iterator[list[Counts]]:
    """Yield, for each peer, its counts with each model."""
    models = [measure.model_units(model) for model in texts.models]
    for peer, hits in zip(texts.peers, measure.hits(texts), strict=True):
        of_peer = measure.peer_units(peer)
        yield [Counts(units, of_peer, hit) for units, hit in zip(models, hits, strict=True)]
