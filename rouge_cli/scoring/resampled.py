"""Rows of scores in the order in which they are resampled, and their figures in resamples."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from ..kernel import Series
from ..kernel.plan import Doubles, Integers, Measure, Plan
from .scores import Figures, GeometricMeans, MeasureScores, geometric_mean

Samples = Figures[Doubles]
"""Recall, precision and F in each resample."""


class Ordered(NamedTuple):
    """The scores of a system by a measure, with the order in which they are resampled and added up."""

    scores: MeasureScores
    order: Integers
    """Places in the scores."""
    measure: int = 0
    """The place of the measure in the report, on which NumPy's draws depend."""

    @property
    def parts(self) -> list[Ordered]:
        """The rows whose geometric mean is wanted, which share their draws; else this row."""
        if not isinstance(self.scores, GeometricMeans):
            return [self]
        return [self._replace(scores=scores) for scores in self.scores.parts]


def geometric_means(samples: Sequence[Samples]) -> Samples:
    """Return the geometric means of figures in each resample."""
    means = (
        array("d", map(geometric_mean, zip(*column, strict=True))) for column in zip(*samples, strict=True)
    )
    return Figures(*means)


def columns_of(ordered: Ordered, pools: bool) -> list[Series]:
    """Return the columns to resample: figures or, if they are pooled, counts."""
    columns: Sequence[Doubles] = ordered.scores.figures
    if pools:
        columns = [array("d", column) for column in ordered.scores.columns.counts]
    elif columns[0] == columns[1] == columns[2]:
        columns = columns[:1]
    return [(column, ordered.order) for column in columns]


def pooled_figures(plan: Plan, measure: Measure, counts: Sequence[Sequence[float]]) -> Samples:
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
