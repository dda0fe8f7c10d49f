"""Counts -> figures -> resamples -> averages and bounds: the functions behind the words of `rouges`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from math import inf
from typing import NamedTuple

from .. import kernel
from ..errors import OptionError
from ..kernel import ArraySeries, Numbers
from ..kernel.plan import Integers, Rounding
from ..measures.base import Measure
from ..measures.scores import (
    DECIMALS,
    AnyCounts,
    Estimate,
    Figures,
    MeasureScores,
    TwoSidedCounts,
    exact,
)
from ..options import Options

Samples = Figures[Numbers]
"""Recall, precision and F in each resample."""
Pool = Callable[..., Samples]
"""Returns the figures of pooled counts, given their columns."""
Progress = Callable[[int, int], object]
"""Called with the total amount of work and the amount done so far."""
WORDS = 624
"""The number of words in the state of NumPy's generator."""
_GROUPS = {"drand48": 32, "numpy": 64}
"""The number of rows of scores that are resampled together; more rows would need more memory."""


def f_measure(recall: float, precision: float, alpha: float | None) -> float:
    """Return the harmonic mean with the weight `alpha` for precision; 0 where it is undefined.

    Without `alpha` the weight is 1/(1+β²) with β = precision / recall, which Lin's papers name once. Where
    recall is 0, β is infinite and F is 0.
    """
    if alpha is None:
        beta = precision / recall if recall else inf
        alpha = 1 / (1 + beta * beta)
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def f_of_both_sides(model: float, peer: float, hit: float, peer_hit: float) -> float:
    """Return F by equation 8 of ROUGE's working note: the shared units of both sides by all their units."""
    return ratio(hit + peer_hit, model + peer)


def ratio(hit: float, count: float) -> float:
    """Return the share of the hits in a count, or 0 if the count is 0."""
    return hit / count if count else 0.0


def figures_of(
    rounding: Rounding, measure: Measure, counts: AnyCounts, alpha: float | None
) -> Figures[float]:
    """Return recall, precision and F, rounded by a word of `Rouge.rounding`.

    ROUGE-1.5.5 quirk: with `decimals`, F and all later figures are computed from rounded figures. With
    `floats`, F is computed from unrounded figures. With `smoothed`, F of equal texts is 0.999999995, as in
    the package rouge.
    """
    recall = measure.ratio(counts.hit, counts.model)
    precision = measure.ratio(counts.peer_hit, counts.peer)
    if rounding == "precision":  # A measure of `about` has one figure.
        return Figures(precision, precision, precision)
    if rounding == "smoothed":
        return Figures(recall, precision, 2 * (precision * recall / (precision + recall + 1e-8)))
    if rounding == "decimals":
        rounded = round(recall, DECIMALS), round(precision, DECIMALS)
        if isinstance(counts, TwoSidedCounts):
            f = f_of_both_sides(*counts)
        else:
            f = f_measure(*(rounded if measure.f_of_rounded else (recall, precision)), alpha)
        return Figures(*rounded, round(f, DECIMALS))
    # With an alpha of 0.5, F has the bits of 2PR / (P + R), because halves are exact.
    figures = recall, precision, f_measure(recall, precision, alpha)
    return Figures(*(array("f", figures) if rounding == "floats" else figures))


def pooled_figures(
    alpha: float | None,
    models: Sequence[float],
    peers: Sequence[float],
    hits: Sequence[float],
    peer_hits: Sequence[float] | None = None,
) -> Samples:
    """Return the figures of pooled counts.

    ROUGE-1.5.5 quirk: these figures are not rounded, and ROUGE-W does not raise the ratio to 1/weight.
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
    """Return the precision of pooled counts as all three figures."""
    shares = array("d", map(ratio, hits, peers))
    return Figures(shares, shares, shares)


def ignore(total: int, done: int) -> None:
    """Report no progress."""


class Ordered(NamedTuple):
    """The scores of a system by a measure, with the order in which they are resampled and added up."""

    scores: MeasureScores
    order: Integers
    """Places in the scores."""
    measure: int = 0
    """The place of the measure in the report, on which NumPy's draws depend."""


def resamples(
    draws: str, scored: Iterable[Ordered], options: Options, pool: Pool | None, jobs: int, progress: Progress
) -> Iterator[Samples]:
    """Yield the figures of each row of scores in every resample: means or, with `pool`, pooled figures.

    `progress` is called with the number of resamples of all rows and the number drawn so far.
    """
    rows = list(scored)
    for start in range(0, len(rows), _GROUPS[draws]):
        group = rows[start : start + _GROUPS[draws]]
        columns = [_columns(row, pool) for row in group]

        def report(drawn: int, start: int = start, rows_at_once: int = len(group)) -> None:
            progress(len(rows) * options.draws, start * options.draws + drawn * rows_at_once)

        if draws == "drand48":
            # ROUGE-1.5.5 quirk: drand48 draws resample i under the seed i, so all rows share the draws.
            series = [column for of_row in columns for column in of_row]
            divisor = 1 if pool else len(group[0].order)
            drawn = iter(kernel.resample(series, options.draws, divisor, jobs=jobs, progress=report))
            samples = [[next(drawn) for _ in of_row] for of_row in columns]
        else:
            measures = [row.measure for row in group]
            samples = _drawn_by_numpy(measures, columns, options, partial(report, rows_at_once=1))
        # A single column stands for all three figures.
        yield from (pool(*of_row) if pool else Figures(*(of_row * 3)[:3]) for of_row in samples)


def _columns(ordered: Ordered, pool: Pool | None) -> list[tuple[Numbers, Integers]]:
    """Return the columns to resample: figures or, with `pool`, counts."""
    columns: Sequence[Numbers]
    if pool:
        n = len(ordered.order)
        columns = [exact(column, max(map(abs, column)) * n) for column in ordered.scores.counts]
    else:
        recall, precision, f = columns = ordered.scores.figures
        columns = columns[:1] if recall == precision == f else columns
    return [(column, ordered.order) for column in columns]


def _drawn_by_numpy(
    measures: Sequence[int],
    columns: Sequence[Sequence[tuple[Numbers, Integers]]],
    options: Options,
    progress: Callable[[int], object],
) -> list[list[Numbers]]:
    """Return, for each row of scores, the means of its columns in the resamples.

    `measures` has the place of each row's measure. NumPy's legacy generator draws for one measure after the
    other, so the draws for a measure depend on its place. All systems share them.
    """
    samples: list[list[Numbers]] = [[] for _ in columns]
    generator = LegacyGenerator.seeded(options.seed or 0)
    for measure in range(max(measures) + 1):
        places = [place for place, of_row in enumerate(measures) if of_row == measure]
        # A measure without a row here still takes its draws from the generator.
        drawn = [(array("d", column), order) for place in places or [0] for column, order in columns[place]]
        means = iter(generator.means(drawn, options.draws))
        for place in places:
            samples[place] = [next(means) for _ in columns[place]]
        progress(sum(map(bool, samples)) * options.draws)
    return samples


class LegacyGenerator:
    """The draws of NumPy's global generator after `numpy.random.seed(seed)`, without NumPy.

    The means have the bits of NumPy's means in all versions: NEP 19 freezes MT19937 and its masked indices,
    and NumPy adds rows one after another in the order drawn.
    """

    def __init__(self, key: Iterable[int], place: int = WORDS) -> None:
        """Take over a state of NumPy: its words and the place of the next word; at 624 no word is left."""
        self._state = array("I", [*key, place])

    @classmethod
    def seeded(cls, seed: int) -> LegacyGenerator:
        """Return a generator with a seed. Raises `OptionError` unless 0 ≤ seed < 2**32."""
        if not 0 <= seed < 1 << 32:
            raise OptionError(f"`seed` must be from 0 to 2**32 - 1, not {seed}")
        key = [seed]
        for place in range(1, WORDS):
            key.append((1812433253 * (key[-1] ^ key[-1] >> 30) + place) % (1 << 32))
        return cls(key)

    @property
    def key(self) -> array[int]:
        """A copy of the words of the state."""
        return self._state[:WORDS]

    @property
    def place(self) -> int:
        """The place of the next word."""
        return self._state[WORDS]

    def means(self, series: Sequence[ArraySeries], resamples: int) -> Sequence[Numbers]:
        """Return the mean of each series in each resample, which draws as many places as a series has.

        All series have the same length and share the draws. Values are added one after another in the order
        drawn, and the sum is divided by their number.
        """
        lengths = (len(values if order is None else order) for values, order in series)
        return kernel.body.resample(kernel.body.rows(series), 0, resamples, next(lengths, 1), self._state)


def percentiles(samples: Sequence[float], fractions: Iterable[float]) -> Iterator[float]:
    """Yield, for each fraction, the value below which this fraction of one or more samples lies.

    The values have the bits of `numpy.percentile(samples, 100 * fraction)`: a value between two samples is
    interpolated linearly from the nearer sample.
    """
    ordered = sorted(samples)
    last = len(ordered) - 1
    for fraction in fractions:
        # NumPy divides a percentage by 100, which need not give the fraction again.
        at = last * (100 * fraction / 100)
        below = min(int(at), last)
        above = min(below + 1, last)
        rest = at - below
        step = ordered[above] - ordered[below]
        yield ordered[below] + step * rest if rest < 0.5 else ordered[above] - step * (1 - rest)


def bounds(samples: Sequence[float], confidence: float) -> tuple[float, float, float]:
    """Return the lower bound, the median and the upper bound of the samples.

    `confidence`, from 0 to 1, is the part of the samples between the bounds; both tails are equally large.
    """
    tail = (1 - confidence) / 2
    low, median, high = percentiles(samples, (tail, 0.5, 1 - tail))
    return low, median, high


def estimate_of(kind: str, samples: Numbers, options: Options) -> Estimate:
    """Return the average and the bounds of the samples, which are sorted in place.

    `median` has the bounds of rouge-score. `interpolated` has quirks of ROUGE-1.5.5: it averages the samples,
    added in sorted order, and not the evaluations; it interpolates both bounds by the same fraction; a sample
    past the end counts as 0. If the number of resamples has a fraction, the bounds are those of this number,
    although one resample more is drawn.
    """
    drawn, size = len(samples), options.resamples
    total = kernel.sort_samples(samples)
    if kind == "median":
        low, middle, high = bounds(samples, options.confidence / 100)
        return Estimate(middle, low, high)
    tail = size * ((100 - options.confidence) / 2) / 100
    fraction = size - tail - 1 - int(size - tail - 1)

    def bound(place: int) -> float:
        here, after = (samples[one] if one < drawn else 0.0 for one in (place, place + 1))
        return here + (after - here) * fraction

    return Estimate(total / drawn, bound(int(tail)), bound(int(size - tail - 1)))
