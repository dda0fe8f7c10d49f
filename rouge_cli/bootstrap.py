"""drand48, resamples of the evaluations, averages and confidence bounds (bootstrap, percentiles)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from . import kernel
from .options import Options
from .scoring import Score, f_measure

_MULTIPLIER, _INCREMENT, _MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1
_SEED_TAIL = 0x330E
_UNIT = 2.0**-48


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over the evaluations: its average and the bounds of its confidence interval."""

    average: float
    low: float
    high: float


Three = tuple[Estimate, Estimate, Estimate]
"""Recall, precision and F of one system by one measure."""


def draws(n: int, resamples: int) -> Iterator[list[int]]:
    """For each resample the n evaluations drawn with replacement, as indices below n.

    Resample i seeds the 48-bit linear congruential generator of drand48 with i.
    """
    for seed in range(resamples):
        state = seed << 16 | _SEED_TAIL
        indices = []
        for _ in range(n):
            state = _MULTIPLIER * state + _INCREMENT & _MASK
            indices.append(int(state * _UNIT * n))
        yield indices


def estimates(scored: Sequence[Sequence[Score]], options: Options) -> list[Three]:
    """For each row of scores (a system by a measure), what the resamples say of it.

    Rows are over the same number of evaluations, so that all share the indices drawn.
    """
    n = len(scored[0]) if scored else 0
    if n == 0:
        nothing = Estimate(0.0, 0.0, 0.0)
        return [(nothing, nothing, nothing) for _ in scored]
    statistics = [
        series
        for row in scored
        for series in zip(*(_statistics(score, options) for score in row), strict=True)
    ]
    sums = kernel.resampled_sums(statistics, draws(n, options.resamples))
    return [
        (
            _estimate(recalls, options.confidence),
            _estimate(precisions, options.confidence),
            _estimate(fs, options.confidence),
        )
        for recalls, precisions, fs in (
            _figures(sums[place : place + 3], n, options) for place in range(0, len(sums), 3)
        )
    ]


def _statistics(score: Score, options: Options) -> tuple[float, float, float]:
    return score.counts if options.counting else (score.recall, score.precision, score.f)


def _figures(
    sums: Sequence[Sequence[float]], n: int, options: Options
) -> tuple[list[float], list[float], list[float]]:
    """Recall, precision and F of each resample."""
    if not options.counting:
        recalls, precisions, fs = ([total / n for total in series] for series in sums)
        return recalls, precisions, fs
    models, peers, hits = sums
    recalls = [hit / model if model else 0.0 for hit, model in zip(hits, models, strict=True)]
    precisions = [hit / peer if peer else 0.0 for hit, peer in zip(hits, peers, strict=True)]
    return (
        recalls,
        precisions,
        [f_measure(r, p, options.alpha) for r, p in zip(recalls, precisions, strict=True)],
    )


def _estimate(samples: list[float], confidence: float) -> Estimate:
    """The average and the percentile bounds of the samples.

    Deliberate: the average is that of the sorted samples, added in that order, and both bounds
    are interpolated by the same fraction; a sample past the end counts as 0.
    """
    size = len(samples)
    samples.sort()
    average = reduce(add, samples) / size
    tail = size * ((100 - confidence) / 2) / 100
    low, high = int(tail), int(size - tail - 1)
    fraction = size - tail - 1 - high
    samples.append(0.0)
    samples.append(0.0)

    def bound(place: int) -> float:
        return samples[place] + (samples[place + 1] - samples[place]) * fraction

    return Estimate(average, bound(low), bound(high))
