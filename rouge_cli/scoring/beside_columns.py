"""Counts of a run: by ROUGE, and beside it by the measures of summaries and their sources."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat

from ..evaluation import MODELS
from ..inputs.streams import Evaluations, stream_of
from ..measures.beside_rouge import LENGTH_RATIO
from ..measures.scores import Columns, CountColumns, Figures
from ..profiles.estimates import Progress, ratio
from ..profiles.profile import Profile
from .counting import Tally, count


def count_all(
    evaluations: Evaluations,
    systems: Sequence[str],
    profile: Profile,
    counting: Callable[..., Tally] = count,
    progress: Progress | None = None,
) -> list[Tally]:
    """Return the counts by the measures of a profile, and then by those beside ROUGE, if there are any.

    Beside ROUGE, all models of an evaluation are one more system, `MODELS`, whose counts are added up, as
    ROUGE-1.5.5 pools models. `counting` is `count` or alike.
    """
    stream = stream_of(evaluations)
    if profile.beside is None:
        return [counting(stream, systems, profile, progress=progress)]
    size = len(stream)
    tally = counting(
        stream, systems, profile, progress=progress and (lambda _, done: progress(2 * size, done))
    )
    sources = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
    beside = counting(
        sources,
        sources.systems,
        profile.beside,
        progress=progress and (lambda _, done: progress(2 * size, size + done)),
        doubts_peers=not profile.measures,
    )
    _pool_models(beside)
    for place, measure in enumerate(profile.beside.measures):
        if measure.name == LENGTH_RATIO and MODELS in beside.columns:
            _divide_by_models(beside, place)
    return [tally, beside]


def _pool_models(tally: Tally) -> None:
    """Put one system in the place of the peers that stand for models."""
    names = [system for system in tally.evaluations if system.startswith(MODELS)]
    evaluations = [tally.evaluations.pop(name) for name in names]
    columns = [tally.columns.pop(name) for name in names]
    if len(names) == 1:
        tally.evaluations[MODELS], tally.columns[MODELS] = evaluations[0], columns[0]
    elif names:
        place_of = {
            id: place for place, id in enumerate(dict.fromkeys(id for ids in evaluations for id in ids))
        }
        tally.evaluations[MODELS] = list(place_of)
        tally.columns[MODELS] = [
            _added(place_of, evaluations, of_models) for of_models in zip(*columns, strict=True)
        ]


def _added(
    place_of: Mapping[str, int], evaluations: Sequence[Sequence[str]], of_models: Sequence[Columns]
) -> Columns:
    sums = [array("q", repeat(0, len(place_of))) for _ in range(3)]
    for ids, columns in zip(evaluations, of_models, strict=True):
        for total, column in zip(sums, columns.counts, strict=True):
            for id, more in zip(ids, column, strict=True):
                total[place_of[id]] += int(more)
    return _shares(*sums)


def _divide_by_models(tally: Tally, measure: int) -> None:
    """Divide the lengths of all systems by the mean length of the models."""
    of_models = tally.columns[MODELS][measure].counts
    pairs = zip(of_models.hit, of_models.peer, strict=True)
    models = dict(zip(tally.evaluations[MODELS], pairs, strict=True))
    for system, ids in tally.evaluations.items():
        counts = tally.columns[system][measure].counts
        hits = [hit * models[id][1] for id, hit in zip(ids, counts.hit, strict=True)]
        units = [models[id][0] * peer for id, peer in zip(ids, counts.peer, strict=True)]
        tally.columns[system][measure] = _shares(counts.model, units, hits)


def _shares(models: Iterable[float], peers: Iterable[float], hits: Iterable[float]) -> Columns:
    """Return columns of whole counts, whose only figure is the hits by the units of the peer."""
    counts = CountColumns(*(array("q", map(int, column)) for column in (models, peers, hits)))
    shares = array("d", map(ratio, counts.hit, counts.peer))
    return Columns(counts, Figures(shares, shares[:], shares[:]))
