"""Counts -> figures -> resamples -> averages and bounds, as the words of a ROUGE define them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from math import inf
from typing import NamedTuple

from .. import kernel
from ..errors import OptionError
from ..evaluation import Numbered
from ..kernel import ArraySeries, Numbers
from ..kernel.plan import Integers, Rounding
from ..measures.base import Measure, Texts
from ..measures.scores import (
    DECIMALS,
    RECORDS,
    AnyCounts,
    Estimate,
    Figures,
    MeasureScores,
    TwoSidedCounts,
    added,
    exact,
)
from ..options import Options

Samples = Figures[Numbers]
"""Recall, precision and F in each of the resamples."""
Pool = Callable[..., Samples]
"""Returns the figures of pooled counts, given their columns."""
Progress = Callable[[int, int], object]
"""Called with the total amount of work and the amount that is done."""
WORDS = 624
"""The words of the state of NumPy's generator."""
_AT_A_TIME = {"drand48": 32, "numpy": 64}
"""Scores that are resampled together; all at once would hold all their samples."""


def f_measure(recall: float, precision: float, alpha: float | None) -> float:
    """Return the weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined.

    Without `alpha` it is 1/(1+β²) with β = precision / recall, as Lin's papers name it once; where
    recall is 0, β is infinite, so that F is recall: 0.
    """
    if alpha is None:
        beta = precision / recall if recall else inf
        alpha = 1 / (1 + beta * beta)
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def f_of_both_sides(model: float, peer: float, hit: float, peer_hit: float) -> float:
    """Return F by equation 8 of ROUGE's working note: what both sides share, by all that they have."""
    return ratio(hit + peer_hit, model + peer)


def ratio(hit: float, count: float) -> float:
    """Return the share of a count that is hit; 0 of nothing."""
    return hit / count if count else 0.0


def figures_of(
    rounding: Rounding, measure: Measure, counts: AnyCounts, alpha: float | None
) -> Figures[float]:
    """Return recall, precision and F, rounded as a word of `Rouge.rounding` says.

    ROUGE-1.5.5 quirk, `decimals`: F and everything after it is computed from rounded figures. Of `floats` F
    is made of unrounded ones; `smoothed` is the F of the package rouge, which is 0.999999995 of equal texts.
    """
    if rounding == "precision":  # A measure beside ROUGE has one figure.
        share = ratio(counts.hit, counts.peer)
        return Figures(share, share, share)
    recall = measure.ratio(counts.hit, counts.model)
    precision = measure.ratio(counts.peer_hit, counts.peer)
    if rounding == "smoothed":
        return Figures(recall, precision, 2 * (precision * recall / (precision + recall + 1e-8)))
    if rounding == "decimals":
        rounded = round(recall, DECIMALS), round(precision, DECIMALS)
        if isinstance(counts, TwoSidedCounts):
            f = f_of_both_sides(*counts)
        else:
            f = f_measure(*(rounded if measure.f_of_rounded else (recall, precision)), alpha)
        return Figures(*rounded, round(f, DECIMALS))
    # At an alpha of 0.5, F has the bits of 2PR / (P + R): halves are exact.
    figures = recall, precision, f_measure(recall, precision, alpha)
    return Figures(*(array("f", figures) if rounding == "floats" else figures))


def pooled(measure: Measure, texts: Texts) -> Iterator[AnyCounts]:
    """Yield, for each peer, the sums of its counts with all models."""
    columns = measure.columns()
    for counts in measure.counts(texts):
        yield RECORDS[type(columns)](
            *(added([one[place] for one in counts]) for place in range(len(columns)))
        )


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
    draws: str, scored: Iterable[Ordered], options: Options, pool: Pool | None, jobs: int, progress: Progress
) -> Iterator[Samples]:
    """Yield, for each of the scores, their figures in every resample: means or, with `pool`, pooled figures.

    `progress` is called with the resamples of all scores, and with those drawn so far.
    """
    rows = list(scored)
    for start in range(0, len(rows), _AT_A_TIME[draws]):
        some = rows[start : start + _AT_A_TIME[draws]]
        columns = [_resampled(one, pool) for one in some]

        def told(drawn: int, start: int = start, times: int = len(some)) -> None:
            progress(len(rows) * options.draws, start * options.draws + drawn * times)

        if draws == "drand48":
            # ROUGE-1.5.5 quirk: resample i is drawn by drand48 seeded with i, so all scores share the draws.
            series = [column for of_one in columns for column in of_one]
            divisor = 1 if pool else len(some[0].order)
            drawn = iter(kernel.resample(series, options.draws, divisor, jobs=jobs, progress=told))
            samples = [[next(drawn) for _ in of_one] for of_one in columns]
        else:
            measures = [one.measure for one in some]
            samples = _drawn_by_numpy(measures, columns, options, partial(told, times=1))
        # All figures are alike where there is but one column.
        yield from (pool(*of_one) if pool else Figures(*(of_one * 3)[:3]) for of_one in samples)


def _resampled(ordered: Ordered, pool: Pool | None) -> list[tuple[Numbers, Integers]]:
    """Return the columns that are resampled: the figures, or the counts where these are pooled."""
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
    """Return the means of the columns of each score in the resamples, given the places of the measures.

    NumPy's legacy generator draws for one measure after the other, so that the draws for a measure depend on
    its place; all systems have the same.
    """
    samples: list[list[Numbers]] = [[] for _ in columns]
    generator = LegacyGenerator.seeded(options.seed or 0)
    for measure in range(max(measures) + 1):
        places = [place for place, of_one in enumerate(measures) if of_one == measure]
        # For a measure that is not wanted here, draws are made for any scores.
        drawn = [(array("d", column), order) for place in places or [0] for column, order in columns[place]]
        means = iter(generator.means(drawn, options.draws))
        for place in places:
            samples[place] = [next(means) for _ in columns[place]]
        progress(sum(map(bool, samples)) * options.draws)
    return samples


class LegacyGenerator:
    """NumPy's global generator after `numpy.random.seed(seed)`, without NumPy: as it draws, so does this one.

    Its means have the bits of NumPy's in all versions: MT19937 and its masked indices are frozen (NEP 19),
    and rows are added plainly in the order drawn.
    """

    def __init__(self, key: Iterable[int], place: int = WORDS) -> None:
        """Take over a state of NumPy: its words, and the place of the next one; 624: no word is left."""
        self._state = array("I", [*key, place])

    @classmethod
    def seeded(cls, seed: int) -> LegacyGenerator:
        """Return a generator as it is right after seeding; raise `OptionError` unless 0 ≤ seed < 2**32."""
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
        """Return for each series its mean in each resample, which draws as many rows as there are.

        Series are equally long, and a row drawn is drawn in all of them. Values are added one after
        another in the order drawn, and their sum is divided by their number.
        """
        lengths = (len(values if order is None else order) for values, order in series)
        rows, divisor = kernel.body.rows(series), next(lengths, 0) or 1
        return kernel.body.resample(rows, 0, resamples, divisor, self._state)


def percentiles(samples: Sequence[float], fractions: Iterable[float]) -> Iterator[float]:
    """Yield the value below which each of these fractions of the samples lies; there must be a sample.

    The values have the bits of `numpy.percentile(samples, 100 * fraction)`: a value between two samples is
    interpolated linearly from the nearer one.
    """
    ordered = sorted(samples)
    last = len(ordered) - 1
    for fraction in fractions:
        # NumPy divides the percentage that it is given, which need not lead back to the fraction.
        at = last * (100 * fraction / 100)
        below = min(int(at), last)
        above = min(below + 1, last)
        rest = at - below
        step = ordered[above] - ordered[below]
        yield ordered[below] + step * rest if rest < 0.5 else ordered[above] - step * (1 - rest)


def bounds(samples: Sequence[float], confidence: float) -> tuple[float, float, float]:
    """Return the ends and the median of the samples without their tails, which are equally large.

    `confidence` is the part between the ends, from 0 to 1. The order is lower end, median, upper end.
    """
    tail = (1 - confidence) / 2
    low, median, high = percentiles(samples, (tail, 0.5, 1 - tail))
    return low, median, high


def estimate_of(kind: str, samples: Numbers, options: Options) -> Estimate:
    """Return the average and the bounds of the samples, which are sorted in place.

    `median`: between the bounds of rouge-score. `interpolated`, ROUGE-1.5.5 quirks: the average is of the
    samples, added in sorted order, and not of the evaluations; both bounds are interpolated by the same
    fraction; a sample past the end counts as 0. Where a fraction of a resample was asked for, the bounds are
    those of that number, and one more was drawn.
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
