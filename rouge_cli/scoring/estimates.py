"""Counts -> figures -> resamples -> averages and bounds: the functions behind the words of `rouges`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

from .. import kernel
from ..kernel import Series
from ..kernel.plan import Doubles, Integers, Measure, Plan
from ..kernel.threads import Progress
from ..options import Options
from .scores import Estimate, Figures, MeasureScores

Samples = Figures[Doubles]
"""Recall, precision and F in each resample."""
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
            from .numpy_draws import drawn_by_numpy

            measures = [row.measure for row in group]
            samples = drawn_by_numpy(measures, columns, options, partial(report, rows_at_once=1))
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
        from .numpy_draws import bounds

        low, middle, high = bounds(samples, options.confidence / 100)
        return Estimate(middle, low, high)
    tail = size * ((100 - options.confidence) / 2) / 100
    fraction = size - tail - 1 - int(size - tail - 1)

    def bound(place: int) -> float:
        here, after = (samples[one] if one < drawn else 0.0 for one in (place, place + 1))
        return here + (after - here) * fraction

    return Estimate(total / drawn, bound(int(tail)), bound(int(size - tail - 1)))
