"""Figures of evaluations -> resamples -> averages and bounds, as the words of a ROUGE define them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from .. import kernel
from ..evaluation import Numbered
from ..kernel import Numbers
from ..kernel.plan import Integers
from ..measures.scores import Estimate, Figures, MeasureScores, exact
from ..options import Options
from .figures import f_measure, f_of_both_sides, ratio
from .legacy_draws import LegacyGenerator, bounds

Samples = Figures[Numbers]
"""Recall, precision and F in each of the resamples."""
Pool = Callable[..., Samples]
"""Returns the figures of pooled counts, given their columns."""
Progress = Callable[[int, int], object]
"""Called with the total amount of work and the amount that is done."""
_AT_A_TIME = {"drand48": 32, "numpy": 64}
"""Scores that are resampled together; all at once would hold all their samples."""


def ignore(total: int, done: int) -> None:
    """Ignore the progress of a run that nobody watches."""


class Ordered(NamedTuple):
    """Scores and the order in which they are resampled and added up, as places in them."""

    scores: MeasureScores
    order: Integers
    measure: int = 0
    """The place of their measure in the report, on which NumPy's draws depend."""


def order_of_bytes(system: str, evaluations: Sequence[str]) -> array[int]:
    """Return the places of the evaluations in the resampling order of ROUGE-1.5.5.

    ROUGE-1.5.5 quirk: that is the byte order of `evaluation.system`, and sums depend on it.
    """
    if isinstance(evaluations, Numbered):
        return evaluations.order_of_bytes()
    names = [f"{id}.{system}" for id in evaluations]
    return array("i", sorted(range(len(names)), key=names.__getitem__))


def resamples(
    draws: str,
    scored: Iterable[Ordered],
    options: Options,
    pool: Pool | None,
    jobs: int,
    progress: Progress,
) -> Iterator[Samples]:
    """Yield, for each of the scores, their figures in every resample: means or, with `pool`, pooled figures.

    `progress` is called with the resamples of all scores, and with those drawn so far.
    """
    rows = list(scored)
    total = len(rows) * options.draws
    for start in range(0, len(rows), _AT_A_TIME[draws]):
        some = rows[start : start + _AT_A_TIME[draws]]
        done = start * options.draws

        def told(drawn: int, done: int = done) -> None:
            progress(total, done + drawn)

        yield from (
            _drawn_by_drand48(some, options, pool, jobs, told)
            if draws == "drand48"
            else _drawn_by_numpy(some, options, pool, told)
        )


def _drawn_by_drand48(
    rows: Sequence[Ordered],
    options: Options,
    pool: Pool | None,
    jobs: int,
    progress: Callable[[int], object],
) -> Iterator[Samples]:
    """Yield means of the figures drawn, or ratios of pooled counts.

    ROUGE-1.5.5 quirk: resample i is drawn by drand48 seeded with i, so all scores share the draws.
    """
    resampled = [_resampled(one, pool) for one in rows]
    series = [(column, one.order) for one, of_one in zip(rows, resampled, strict=True) for column in of_one]
    divisor = 1 if pool else len(rows[0].order)

    def told(drawn: int) -> None:
        progress(drawn * len(rows))

    sums = iter(kernel.resample(series, options.draws, divisor, jobs=jobs, progress=told))
    for of_one in resampled:
        yield _figures([next(sums) for _ in of_one], pool)


def _figures(drawn: Sequence[Numbers], pool: Pool | None) -> Samples:
    """Return the figures of the columns that were drawn: of one column, if all figures are alike."""
    if pool:
        return pool(*drawn)
    return Figures(*drawn) if len(drawn) > 1 else Figures(*drawn, *drawn, *drawn)


def _resampled(ordered: Ordered, pool: Pool | None) -> Sequence[Numbers]:
    """Return the columns that are resampled: the figures, or the counts where these are pooled."""
    if not pool:
        recall, precision, f = figures = ordered.scores.figures
        return figures[:1] if recall == precision == f else figures
    n = len(ordered.order)
    return [exact(column, max(map(abs, column)) * n) for column in ordered.scores.counts]


def pooled_figures(
    alpha: float | None,
    models: Sequence[float],
    peers: Sequence[float],
    hits: Sequence[float],
    peer_hits: Sequence[float] | None = None,
) -> Samples:
    """Return the figures of pooled counts.

    ROUGE-1.5.5 quirk: they are not rounded, and in ROUGE-W the ratio is not raised to 1/weight.
    """
    recalls = array("d", map(ratio, hits, models))
    if peer_hits is None:
        precisions = array("d", map(ratio, hits, peers))
        fs = array("d", map(f_measure, recalls, precisions, repeat(alpha)))
    else:
        precisions = array("d", map(ratio, peer_hits, peers))
        fs = array("d", map(f_of_both_sides, models, peers, hits, peer_hits))
    return Figures(recalls, precisions, fs)


def pooled_precision(models: Sequence[float], peers: Sequence[float], hits: Sequence[float]) -> Samples:
    """Return the precision of pooled counts in place of all three figures."""
    shares = array("d", map(ratio, hits, peers))
    return Figures(shares, shares, shares)


def _drawn_by_numpy(
    rows: Sequence[Ordered], options: Options, pool: Pool | None, progress: Callable[[int], object]
) -> Iterator[Samples]:
    """Yield means of the figures drawn, or ratios of means of the counts drawn.

    NumPy's legacy generator draws for one measure after the other, so that the draws for a measure depend on
    its place; all systems have the same.
    """
    samples: list[Samples | None] = [None] * len(rows)
    generator = LegacyGenerator.seeded(options.seed or 0)
    done = 0
    for measure in range(max(one.measure for one in rows) + 1):
        places = [place for place, one in enumerate(rows) if one.measure == measure]
        # For a measure that is not wanted here, draws are made for any scores.
        drawn = [rows[place] for place in places] or rows[:1]
        resampled = [_resampled(one, pool) for one in drawn]
        series = [
            (array("d", column), one.order)
            for one, of_one in zip(drawn, resampled, strict=True)
            for column in of_one
        ]
        means = iter(generator.means(series, options.draws))
        for place, of_one in zip(places, resampled, strict=False):
            samples[place] = _figures([next(means) for _ in of_one], pool)
        done += len(places)
        progress(done * options.draws)
    yield from filter(None, samples)


def interpolated(samples: Numbers, options: Options) -> Estimate:
    """Return the average and the percentile bounds of the samples, which are sorted in place.

    ROUGE-1.5.5 quirks: the average is of the samples, added in sorted order, and not of the evaluations; both
    bounds are interpolated by the same fraction; a sample past the end counts as 0. Where a fraction of a
    resample was asked for, the bounds are those of that number, and one more was drawn.
    """
    drawn, size = len(samples), options.resamples
    average = kernel.sort_samples(samples) / drawn
    tail = size * ((100 - options.confidence) / 2) / 100
    low, high = int(tail), int(size - tail - 1)
    fraction = size - tail - 1 - high

    def at(place: int) -> float:
        return samples[place] if place < drawn else 0.0

    def bound(place: int) -> float:
        return at(place) + (at(place + 1) - at(place)) * fraction

    return Estimate(average, bound(low), bound(high))


def median(samples: Numbers, options: Options) -> Estimate:
    """Return the median of the samples, which are sorted in place, between the bounds of rouge-score."""
    kernel.sort_samples(samples)
    low, middle, high = bounds(samples, options.confidence / 100)
    return Estimate(middle, low, high)


ESTIMATES = {"interpolated": interpolated, "median": median}
