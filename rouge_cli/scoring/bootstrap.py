"""Resamples of the evaluations -> averages and confidence bounds (bootstrap, percentiles)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from .. import kernel
from ..options import Options
from .counting import Score, f_measure
from .measures import added, numbers

_AT_A_TIME = 32
"""Rows that are resampled with the same draws; all at once would hold all their samples."""


class Estimate(NamedTuple):
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float


Three = tuple[Estimate, Estimate, Estimate]
"""Recall, precision and F of one system by one measure."""

Samples = tuple[kernel.Numbers, kernel.Numbers, kernel.Numbers]
"""Recall, precision and F in each of the resamples."""


def estimates(scored: Sequence[Sequence[Score]], options: Options) -> Iterator[Three]:
    """For each row of scores (a system by a measure), what the resamples say of it.

    Rows are over the same number of evaluations, so that all share the indices drawn.
    """
    if not any(scored):
        nothing = Estimate(0.0, 0.0, 0.0)
        yield from [(nothing, nothing, nothing)] * len(scored)
        return
    for recalls, precisions, fs in resampled(scored, options):
        yield (
            estimate(recalls, options.confidence),
            estimate(precisions, options.confidence),
            estimate(fs, options.confidence),
        )


def resampled(scored: Iterable[Sequence[Score]], options: Options) -> Iterator[Samples]:
    """For each row of scores, its figures in every resample.

    Rows are over the same evaluations, at least one, or at any rate over equally many.
    """
    rows = iter(scored)
    while some := list(islice(rows, _AT_A_TIME)):
        yield from _resampled(some, options)


def _resampled(scored: Sequence[Sequence[Score]], options: Options) -> Iterator[Samples]:
    n = len(scored[0])
    series: list[kernel.Numbers]
    if options.counting:
        columns = [column for row in scored for column in zip(*[score.counts for score in row], strict=True)]
        series = [numbers(column, max(map(abs, column)) * n) for column in columns]
    else:
        # The last three fields: recall, precision and F.
        series = [array("d", column) for row in scored for column in list(zip(*row, strict=True))[2:]]
    samples = iter(kernel.resample(series, options.resamples, 1 if options.counting else n))
    for three in zip(samples, samples, samples, strict=True):
        yield _figures(three, options.alpha) if options.counting else three


def _figures(sums: Samples, alpha: float) -> Samples:
    """Recall, precision and F of each resample, from its sums of model counts, peer counts and hits."""
    models, peers, hits = sums
    recalls = [hit / model if model else 0.0 for hit, model in zip(hits, models, strict=True)]
    precisions = [hit / peer if peer else 0.0 for hit, peer in zip(hits, peers, strict=True)]
    fs = [f_measure(r, p, alpha) for r, p in zip(recalls, precisions, strict=True)]
    return array("d", recalls), array("d", precisions), array("d", fs)


def observed(row: Sequence[Score], options: Options) -> tuple[float, float, float]:
    """Recall, precision and F of a row of scores as it stands, each evaluation taken once."""
    if options.counting:
        model, peer, hit = ([added(column)] for column in zip(*[score.counts for score in row], strict=True))
        (recall,), (precision,), (f,) = _figures((model, peer, hit), options.alpha)
    else:
        recall, precision, f = (added(column) / len(row) for column in list(zip(*row, strict=True))[2:])
    return recall, precision, f


def estimate(samples: kernel.Numbers, confidence: float) -> Estimate:
    """The average and the percentile bounds of the samples, which it sorts in place.

    Deliberate: the average is that of the sorted samples, added in that order, and both bounds
    are interpolated by the same fraction; a sample past the end counts as 0.
    """
    size = len(samples)
    average = kernel.sort_samples(samples) / size
    tail = size * ((100 - confidence) / 2) / 100
    low, high = int(tail), int(size - tail - 1)
    fraction = size - tail - 1 - high

    def at(place: int) -> float:
        return samples[place] if place < size else 0.0

    def bound(place: int) -> float:
        return at(place) + (at(place + 1) - at(place)) * fraction

    return Estimate(average, bound(low), bound(high))
