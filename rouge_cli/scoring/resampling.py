"""Scores -> estimates: means in resamples, and their averages and bounds.

ROUGE-1.5.5 draws by perl's generator, rouge-score and its relatives by NumPy's, to the last bit.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from math import nan
from typing import NamedTuple, TypeAlias

from .. import kernel
from ..errors import OptionError
from ..kernel.plan import Doubles, Integers
from ..kernel.python.rouge import f_measure, f_of_both_sides
from ..kernel.python.sums import added
from ..kernel.threads import Progress
from .profile import Profile
from .scores import Estimate, Figures, MeasureScores, geometric_mean

WORDS = 624
"""The number of words in the state of NumPy's generator."""
_AT_ONCE = 64
"""The number of rows of scores that are resampled together; more rows would need more memory."""

Samples: TypeAlias = Figures[Doubles]
"""Recall, precision and F in each resample."""


class Ordered(NamedTuple):
    """The scores of a system by a measure, with the order in which they are resampled and added up."""

    scores: MeasureScores
    order: Integers
    """Places in the scores."""
    measure: int
    """The place of the measure in the report, on which NumPy's draws depend."""


def estimates(
    profile: Profile, rows: Sequence[Ordered], *, jobs: int = 1, progress: Progress | None = None
) -> Iterator[Figures[Estimate]]:
    """Yield the estimates of the figures of each row of scores, which may have no evaluation.

    Arguments are as in `resamples`.
    """
    if not any(row.order for row in rows):
        nothing = Estimate(*[profile.rouge.of_nothing] * 3)
        yield from repeat(Figures(nothing, nothing, nothing), len(rows))
    elif profile.rouge.has_intervals:
        for samples in resamples(profile, rows, jobs=jobs, progress=progress):
            yield Figures(*(estimated(profile, column) for column in samples))
    else:
        for done, row in enumerate(rows, 1):
            yield observed(profile, row).map(lambda average: Estimate(average, nan, nan))
            if progress is not None:
                progress(len(rows), done)


def resamples(
    profile: Profile, rows: Sequence[Ordered], *, jobs: int = 1, progress: Progress | None = None
) -> Iterator[Samples]:
    """Yield the figures of each row of scores in every resample: means, or figures of pooled counts.

    All rows have the same number of evaluations, at least one, and share the draws. `jobs` threads draw.
    `progress` is called with the number of resamples of all rows and the number drawn so far.
    """
    count = profile.options.draws
    for start in range(0, len(rows), _AT_ONCE):
        group = rows[start : start + _AT_ONCE]
        columns = [[_columns(part, profile.pools) for part in _parts(row)] for row in group]
        samples: dict[int, Samples] = {}
        # ROUGE-1.5.5 quirk: drand48 draws resample i under the seed i, so all rows share the draws. NumPy's
        # generator draws for one measure after the other, so the draws for a measure depend on its place.
        generator, alike = None, [list(range(len(group)))]
        if profile.rouge.generator == "numpy":
            generator = LegacyGenerator.seeded(profile.options.seed or 0)
            measures = range(max(row.measure for row in group) + 1)
            alike = [[place for place, row in enumerate(group) if row.measure == one] for one in measures]
        for places in alike:

            def report(drawn: int, done: int = start + len(samples), rows_at_once: int = len(places)) -> None:
                if progress is not None:
                    progress(len(rows) * count, done * count + drawn * rows_at_once)

            # A measure without a row here still takes its draws from the generator.
            of_parts = chain.from_iterable(columns[place] for place in places or [0])
            series = list(chain.from_iterable(of_parts))
            if generator is None:
                divisor = 1 if profile.pools else len(group[0].order)
                drawn = kernel.resample(series, count, divisor, jobs=jobs, progress=progress and report)
            else:
                drawn = generator.means(series, count)
                report(count)
            rest = iter(drawn)
            for place in places:
                row = group[place]
                parts = [_figures(profile, row, [next(rest) for _ in part]) for part in columns[place]]
                samples[place] = _joined(parts) if row.scores.parts else parts[0]
        yield from map(samples.__getitem__, range(len(group)))


def _parts(row: Ordered) -> list[Ordered]:
    return [row._replace(scores=scores) for scores in row.scores.parts] or [row]


def _joined(parts: Sequence[Samples]) -> Samples:
    """Return the geometric means of the samples of several measures."""
    columns = zip(*parts, strict=True)
    return Figures(*(array("d", map(geometric_mean, zip(*column, strict=True))) for column in columns))


def observed(profile: Profile, row: Ordered) -> Figures[float]:
    """Return recall, precision and F over all evaluations, each taken once."""
    if row.scores.parts:
        of_parts = [observed(profile, part) for part in _parts(row)]
        return Figures(*map(geometric_mean, zip(*of_parts, strict=True)))
    add = added if profile.pools else profile.mean
    columns = [array("d", [add(values)]) for values in _columns(row, profile.pools)]
    return Figures(*(column[0] for column in _figures(profile, row, columns)))


def _columns(row: Ordered, pools: bool) -> list[Doubles]:
    """Return the columns to resample, in order: figures or, if they are pooled, counts."""
    counts, figures = row.scores.columns[:4], row.scores.columns[4:]
    columns: Sequence[Doubles] = [array("d", one) for one in counts] if pools else figures
    if not pools and columns[0] == columns[1] == columns[2]:
        columns = columns[:1]
    return [array("d", kernel.body.in_order(column, row.order)) for column in columns]


def _figures(profile: Profile, row: Ordered, drawn: Sequence[Doubles]) -> Samples:
    """Return the figures of columns that were drawn; a single column stands for all three figures.

    ROUGE-1.5.5 quirk: figures of pooled counts are not rounded, and ROUGE-W does not raise the ratio to
    1/weight.
    """
    alpha = profile.plan.alpha
    if not profile.pools:
        means = Figures(*([*drawn] * 3)[:3])
        if profile.rouge.mean != "mean-f-of-means":
            return means
        return means._replace(f=array("d", map(f_measure, means.recall, means.precision, repeat(alpha))))
    models, peers, hits, peer_hits = drawn
    precisions = array("d", map(_share, peer_hits, peers))
    if profile.plan.rounding == "precision":
        return Figures(precisions, precisions, precisions)
    recalls = array("d", map(_share, hits, models))
    if row.scores.measure.kind == "longest_lcs":
        fs = map(f_of_both_sides, models, peers, hits, peer_hits)
    else:
        fs = map(f_measure, recalls, precisions, repeat(alpha))
    return Figures(recalls, precisions, array("d", fs))


def _share(hit: float, count: float) -> float:
    return hit / count if count else 0.0


def estimated(profile: Profile, samples: Doubles) -> Estimate:
    """Return the average and the bounds of a figure from its samples, which may be sorted in place.

    NumPy's median has the bounds of rouge-score. ROUGE-1.5.5 has quirks: it averages the samples,
    added in sorted order, and not the evaluations; it interpolates both bounds by the same fraction; a sample
    past the end counts as 0. If the number of resamples has a fraction, the bounds are for this number,
    although one more resample is drawn.
    """
    drawn, size, confidence = len(samples), profile.options.resamples, profile.options.confidence
    total = kernel.sort_samples(samples)
    if profile.rouge.generator == "numpy":
        low, middle, high = bounds(samples, confidence / 100)
        return Estimate(middle, low, high)
    tail = size * ((100 - confidence) / 2) / 100
    fraction = size - tail - 1 - int(size - tail - 1)
    both = []
    for place in (int(tail), int(size - tail - 1)):
        here, after = (samples[one] if one < drawn else 0.0 for one in (place, place + 1))
        both.append(here + (after - here) * fraction)
    return Estimate(total / drawn, *both)


class LegacyGenerator:
    """The draws of NumPy's global generator after `numpy.random.seed(seed)`, without NumPy.

    The means have the bits of NumPy's means in all versions: NEP 19 freezes MT19937 and its masked indices,
    and NumPy adds rows one after another in the order drawn.
    """

    def __init__(self, state: Integers) -> None:
        """Take over a state of NumPy: its words and the place of the next word; at 624 no word is left."""
        self.state = state

    @classmethod
    def seeded(cls, seed: int) -> "LegacyGenerator":
        """Return a generator with a seed. Raises `OptionError` unless 0 ≤ seed < 2**32."""
        if not 0 <= seed < 1 << 32:
            raise OptionError("`seed` must be from 0 to 2**32 - 1, not %s", seed)
        words = [seed]
        for place in range(1, WORDS):
            words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + place) % (1 << 32))
        return cls(array("I", [*words, WORDS]))

    def means(self, series: Sequence[Doubles], resamples: int) -> Sequence[Doubles]:
        """Return the mean of each series in each resample, which draws as many places as a series has.

        All series have the same length and share the draws. Values are added one after another in the order
        drawn, and the sum is divided by their number.
        """
        size = len(series[0]) if series else 1
        drawn = kernel.body.resample(kernel.body.rows(series), 0, resamples, size, self.state)
        means = array("d", drawn)
        return [means[place * resamples : (place + 1) * resamples] for place in range(len(series))]


def bounds(samples: Sequence[float], confidence: float) -> list[float]:
    """Return the lower bound, the median and the upper bound of one or more samples.

    `confidence`, from 0 to 1, is the part of the samples between the bounds; both tails are equally large.
    The values have the bits of `numpy.percentile`: a value between two samples is interpolated linearly from
    the nearer sample.
    """
    ordered = sorted(samples)
    last = len(ordered) - 1
    tail = (1 - confidence) / 2
    values = []
    for fraction in (tail, 0.5, 1 - tail):
        # NumPy divides a percentage by 100, which need not give the fraction again.
        at = last * (100 * fraction / 100)
        below = min(int(at), last)
        rest, above = at - below, ordered[min(below + 1, last)]
        step = above - ordered[below]
        values.append(ordered[below] + step * rest if rest < 0.5 else above - step * (1 - rest))
    return values
