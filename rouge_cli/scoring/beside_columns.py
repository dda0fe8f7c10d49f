"""Counts beside ROUGE -> columns of systems and of the models."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from ..evaluation import is_model_peer
from ..measures.beside_rouge import LENGTH_RATIO
from ..measures.scores import AnyColumns, Columns, CountColumns, Figures
from ..profiles.figures import ratio
from .counting import Tally


class BesideColumns(NamedTuple):
    """The counts and figures of a system, or of the models, by each measure beside ROUGE."""

    evaluations: Sequence[str]
    columns: list[Columns]


def of_systems(tally: Tally) -> tuple[dict[str, BesideColumns], BesideColumns]:
    """Return the columns of each system and of the models, given the counts of all of them as peers.

    The counts of several models are added up, as ROUGE-1.5.5 pools models. Each measure has one figure.
    """
    models = _of_models(tally)
    lengths: Mapping[str, tuple[float, float]] = {}

    def finished(ids: Sequence[str], columns: Sequence[Columns]) -> BesideColumns:
        by_measure = zip(tally.profile.measures, columns, strict=True) if columns else ()
        return BesideColumns(
            ids,
            [
                _with_one_figure(
                    _by_lengths(ids, one.counts, lengths) if name == LENGTH_RATIO else one.counts
                )
                for name, one in ((measure.name, one) for measure, one in by_measure)
            ],
        )

    for measure, one in zip(tally.profile.measures, models.columns, strict=False):
        if measure.name == LENGTH_RATIO:
            lengths = dict(
                zip(models.evaluations, zip(one.counts.hit, one.counts.peer, strict=True), strict=True)
            )
    systems = {
        system: finished(tally.evaluations[system], columns)
        for system, columns in tally.columns.items()
        if not is_model_peer(system)
    }
    return systems, finished(*models)


def _of_models(tally: Tally) -> BesideColumns:
    ids = [ids for system, ids in tally.evaluations.items() if is_model_peer(system)]
    columns = [columns for system, columns in tally.columns.items() if is_model_peer(system)]
    if len(ids) <= 1:
        return BesideColumns(ids[0], columns[0]) if ids else BesideColumns((), [])
    place_of = {id: place for place, id in enumerate(dict.fromkeys(id for some in ids for id in some))}
    sums = [[array("q", repeat(0, len(place_of))) for _ in range(3)] for _ in tally.profile.measures]
    for some, of_model in zip(ids, columns, strict=True):
        places = [place_of[id] for id in some]
        for of_measure, one in zip(sums, of_model, strict=True):
            for total, column in zip(of_measure, one.counts, strict=True):
                for place, count in zip(places, column, strict=True):
                    total[place] += int(count)
    return BesideColumns(list(place_of), [Columns.empty(CountColumns(*three)) for three in sums])


def _by_lengths(
    ids: Sequence[str], counts: AnyColumns, lengths: Mapping[str, tuple[float, float]]
) -> CountColumns:
    """Return lengths as ratios to the mean length of the models, given the sum and the number of these."""
    models = [lengths[id] for id in ids]
    hits = [int(hit * number) for hit, (_, number) in zip(counts.hit, models, strict=True)]
    units = [int(length * peer) for (length, _), peer in zip(models, counts.peer, strict=True)]
    return CountColumns(counts.model, array("q", units), array("q", hits))


def _with_one_figure(counts: AnyColumns) -> Columns:
    """Return columns whose three figures are one: the hits by the units of the peer."""
    shares = array("d", map(ratio, counts.hit, counts.peer))
    return Columns(counts, Figures(shares, shares, shares))
