"""Counts -> figures -> resamples -> averages and bounds: the functions behind the words of `rouges`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

from .. import kernel
from ..errors import OptionError
from ..kernel import Series
from ..kernel.plan import Doubles, Integers, Measure, Plan
from ..kernel.threads import Progress
from ..options import Options
from .scores import Estimate, Figures, MeasureScores

Samples = Figures[Doubles]
"""Recall, precision and F in each resample."""
WORDS = 624
"""The number of words in the state of NumPy's generator."""
_GROUPS = {"drand48": 32, "numpy": 64}
"""The number of rows of scores that are resampled together; more rows would need more memory."""


def pooled(plan: Plan, measure: Measure, counts: Sequence[Sequence[float]]) -> Samples:
    """Return the figures of the four columns of pooled counts.

    ROUGE-1.5.5 quirk: these figures are not rounded, and ROUGE-W does not raise the ratio to 1/weight.
    """
    from ..kernel.python.rouge import f_measure, f_of_both_sides  # Few runs pool.

    models, peers, hits, peer_hits = counts
    precisions = array("d", map(_share, peer_hits, peers))
    if plan.rounding == "precision":
        return Figures(precisions, precisions, precisions)
    recalls = array("d", map(_share, hits, models))
    if measure.kind == "longest_lcs":
        fs = map(f_of_both_sides, models, peers, hits, peer_hits)
    else:
        fs = map(f_measure, recalls, precisions, repeat(plan.alpha))
    return Figures(recalls, precisions, array("d", fs))


def _share(hit: float, count: float) -> float:
    return hit / count if count else 0.0


class Ordered(NamedTuple):
    """The scores of a system by a measure, with the order in which they are resampled and added up."""

    scores: MeasureScores
    order: Integers
    """Places in the scores."""
    measure: int = 0
    """The place of the measure in the report, on which NumPy's draws depend."""


def resamples(
    draws: str, scored: Iterable[Ordered], options: Options, pools: Plan | None, jobs: int, progress: Progress
) -> Iterator[Samples]:
    """Yield the figures of each row of scores in every resample: means or, with a plan, pooled figures.

    `progress` is called with the number of resamples of all rows and the number drawn so far.
    """
    rows = list(scored)
    for start in range(0, len(rows), _GROUPS[draws]):
        group = rows[start : start + _GROUPS[draws]]
        columns = [_columns(row, pools is not None) for row in group]

        def report(drawn: int, start: int = start, rows_at_once: int = len(group)) -> None:
            progress(len(rows) * options.draws, start * options.draws + drawn * rows_at_once)

        if draws == "drand48":
            # ROUGE-1.5.5 quirk: drand48 draws resample i under the seed i, so all rows share the draws.
            series = [column for of_row in columns for column in of_row]
            divisor = 1 if pools else len(group[0].order)
            drawn = iter(kernel.resample(series, options.draws, divisor, jobs=jobs, progress=report))
            samples: list[Sequence[Doubles]] = [[next(drawn) for _ in of_row] for of_row in columns]
        else:
            measures = [row.measure for row in group]
            samples = _drawn_by_numpy(measures, columns, options, partial(report, rows_at_once=1))
        for row, of_row in zip(group, samples, strict=True):
            # A single column stands for all three figures.
            yield pooled(pools, row.scores.measure, of_row) if pools else Figures(*([*of_row] * 3)[:3])


def _columns(ordered: Ordered, pools: bool) -> list[Series]:
    """Return the columns to resample: figures or, if they are pooled, counts."""
    columns: Sequence[Doubles] = ordered.scores.figures
    if pools:
        columns = [array("d", column) for column in ordered.scores.columns.counts]
    elif columns[0] == columns[1] == columns[2]:
        columns = columns[:1]
    return [(column, ordered.order) for column in columns]


def _drawn_by_numpy(
    measures: Sequence[int],
    columns: Sequence[Sequence[Series]],
    options: Options,
    progress: Callable[[int], object],
) -> list[Sequence[Doubles]]:
    """Return, for each row of scores, the means of its columns in the resamples.

    `measures` has the place of each row's measure. NumPy's legacy generator draws for one measure after the
    other, so the draws for a measure depend on its place. All systems share them.
    """
    samples: list[Sequence[Doubles]] = [[] for _ in columns]
    generator = LegacyGenerator.seeded(options.seed or 0)
    for measure in range(max(measures) + 1):
        places = [place for place, of_row in enumerate(measures) if of_row == measure]
        # A measure without a row here still takes its draws from the generator.
        drawn = [series for place in places or [0] for series in columns[place]]
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
            raise OptionError("`seed` must be from 0 to 2**32 - 1, not %s", seed)
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

    def means(self, series: Sequence[Series], resamples: int) -> Sequence[Doubles]:
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


def estimate_of(kind: str, samples: Doubles, options: Options) -> Estimate:
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
