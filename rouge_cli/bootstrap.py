"""Resamples of the evaluations -> averages and confidence bounds (bootstrap, percentiles)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from . import kernel
from .measures import numbers
from .options import Options
from .scoring import Score, f_measure

_AT_A_TIME = 32
"""Rows that are resampled with the same draws; all at once would hold all their samples."""


class Estimate(NamedTuple):
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float


Three = tuple[Estimate, Estimate, Estimate]
"""Recall, precision and F of one system by one measure."""


def estimates(scored: Sequence[Sequence[Score]], options: Options) -> Iterator[Three]:
    """For each row of scores (a system by a measure), what the resamples say of it.

    Rows are over the same number of evaluations, so that all share the indices drawn.
    """
    rows = iter(scored)
    while some := list(islice(rows, _AT_A_TIME)):
        yield from _estimates(some, options)


def _estimates(scored: Sequence[Sequence[Score]], options: Options) -> Iterator[Three]:
    n = len(scored[0])
    if n == 0:
        nothing = Estimate(0.0, 0.0, 0.0)
        yield from [(nothing, nothing, nothing)] * len(scored)
        return
    series: list[kernel.Numbers]
    if options.counting:
        columns = [column for row in scored for column in zip(*[score.counts for score in row], strict=True)]
        series = [numbers(column, max(map(abs, column)) * n) for column in columns]
    else:
        # The last three fields: recall, precision and F.
        series = [array("d", column) for row in scored for column in list(zip(*row, strict=True))[2:]]
    samples = iter(kernel.resample(series, options.resamples, 1 if options.counting else n))
    for three in zip(samples, samples, samples, strict=True):
        recalls, precisions, fs = _figures(three, options.alpha) if options.counting else three
        yield (
            _estimate(recalls, options.confidence),
            _estimate(precisions, options.confidence),
            _estimate(fs, options.confidence),
        )


def _figures(sums: tuple[kernel.Numbers, ...], alpha: float) -> tuple[kernel.Numbers, ...]:
    """Recall, precision and F of each resample, from its sums of model counts, peer counts and hits."""
    models, peers, hits = sums
    recalls = [hit / model if model else 0.0 for hit, model in zip(hits, models, strict=True)]
    precisions = [hit / peer if peer else 0.0 for hit, peer in zip(hits, peers, strict=True)]
    fs = [f_measure(r, p, alpha) for r, p in zip(recalls, precisions, strict=True)]
    return array("d", recalls), array("d", precisions), array("d", fs)


def _estimate(samples: kernel.Numbers, confidence: float) -> Estimate:
    """The average and the percentile bounds of the samples.

    Deliberate: the average is that of the sorted samples, added in that order, and both bounds
    are interpolated by the same fraction; a sample past the end counts as 0.
    """
    size = len(samples)
    average = kernel.sort_samples(samples) / size
    tail = size * ((100 - confidence) / 2) / 100
    low, high = int(tail), int(size - tail - 1)
    fraction = size - tail - 1 - high
    samples.append(0.0)
    samples.append(0.0)

    def bound(place: int) -> float:
        return samples[place] + (samples[place + 1] - samples[place]) * fraction

    return Estimate(average, bound(low), bound(high))
