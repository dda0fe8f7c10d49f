"""The records of a page on two systems: points, differences, and figures that sum them up."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, isfinite
from statistics import correlation, median
from typing import NamedTuple

from .aligned import AlignedScores, Pair, differences


class Point(NamedTuple):
    """An evaluation that both systems have."""

    evaluation: str
    baseline: float
    system: float


class PairScores(NamedTuple):
    """The scores of two systems by a measure in the evaluations that both have."""

    pair: Pair
    measure: str
    points: tuple[Point, ...]

    @property
    def differences(self) -> list[float]:
        """By how much the system's score is above the baseline's in each of them."""
        return [point.system - point.baseline for point in self.points]


class Summary(NamedTuple):
    """The differences of two systems, in figures."""

    higher: int
    """The evaluations in which the system has the higher score."""
    lower: int
    equal: int
    mean: float
    median: float
    correlation: float | None
    """Pearson's; `None` where it is not defined."""


def pair_scores(aligned: AlignedScores, pair: Pair, measure: str, letter: str) -> PairScores:
    """Return the scores of a pair by a measure; NaN is left out."""
    system, baseline = (aligned.column(id, measure, letter) for id in pair)
    apart = differences(system, baseline)
    points = map(Point, aligned.ids, baseline, system)
    both = (point for point, gap in zip(points, apart, strict=True) if isfinite(gap))
    return PairScores(pair, measure, tuple(both))


def summary(scores: PairScores) -> Summary | None:
    """Return the figures that sum up the differences; `None` where there are none."""
    gaps = scores.differences
    if not gaps:
        return None
    higher, lower = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Summary(
        higher,
        lower,
        len(gaps) - higher - lower,
        fsum(gaps) / len(gaps),
        median(gaps),
        _correlation([point.baseline for point in scores.points], [point.system for point in scores.points]),
    )


def _correlation(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    if len(xs) < 2 or len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    return correlation(xs, ys)
