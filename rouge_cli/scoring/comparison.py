"""Which system is better: paired bootstrap over the evaluations that two systems have."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import chain, combinations
from math import isfinite, isnan, nan
from operator import sub
from typing import NamedTuple

from ..api import Report, Result
from ..errors import InputError, some
from ..evaluation import Evaluation, all_systems
from ..options import Options
from .bootstrap import Estimate, estimate, observed, resampled
from .counting import Score

_ROUNDING = 1e-12
"""Differences of means that should be equal are, but for this much."""

_LEVEL = 0.05
"""At which a difference is called significant; the notes alone know of it."""


class Difference(NamedTuple):
    """How far a figure of a system lies above the baseline's."""

    estimate: Estimate
    """The difference over the resamples, and the bounds of its confidence interval."""
    p: float
    """Two-sided: how probable a difference this large is, if there were none."""
    corrected: float
    """`p` corrected by Holm's method for the comparisons made by the same measure and figure."""


class Comparison(NamedTuple):
    """A system and a baseline by one measure."""

    measure: str
    system: str
    baseline: str
    evaluations: int
    """How many both have."""
    recall: Difference
    precision: Difference
    f: Difference


class Pair(NamedTuple):
    """Two systems that are compared."""

    system: str
    baseline: str


Tests = list[tuple[Estimate, float]]
"""For recall, precision and F, the difference and its p before the correction."""


def compare(report: Report, baseline: str | None = None) -> tuple[Comparison, ...]:
    """Compares every other system with the baseline or, without one, every system with those before it.

    The evaluations that both have are resampled with the report's draws, in the order in which
    the baseline's are resampled, so that over the same evaluations the samples are the report's. A
    difference is not a number, and has no p, where a figure is none. Pairs without a common
    evaluation are left out. Comparisons come pair by pair, and by measure in report order. Raises
    `InputError` for fewer than two systems, and for a baseline that is none of them.
    """
    common = {pair: _common(report, pair) for pair in pairs(list(report.systems), baseline)}
    alike: dict[tuple[str, ...], list[Pair]] = {}
    for pair, evaluations in common.items():
        if evaluations:
            alike.setdefault(evaluations, []).append(pair)
    found: dict[str, dict[Pair, Tests]] = {}
    for evaluations, group in alike.items():
        for measure in report.systems[group[0].system]:
            found.setdefault(measure, {}).update(_tests(report, measure, group, evaluations))
    differences = {measure: _corrected(tests) for measure, tests in found.items()}
    return tuple(
        Comparison(measure, *pair, len(evaluations), *of_pairs[pair])
        for pair, evaluations in common.items()
        if evaluations
        for measure, of_pairs in differences.items()
    )


def pairs(systems: Sequence[str], baseline: str | None = None) -> list[Pair]:
    """What there is to compare among the systems: all with the baseline or, without one, every two.

    Raises `InputError` for fewer than two systems, and for a baseline that is none of them.
    """
    if len(systems) < 2:
        raise InputError(f"two systems or more can be compared; there are: {some(systems)}")
    if baseline is None:
        return [Pair(system, base) for base, system in combinations(systems, 2)]
    if baseline not in systems:
        raise InputError(f"no evaluation has the baseline {baseline!r}; there are: {some(systems)}")
    return [Pair(system, baseline) for system in systems if system != baseline]


def check_comparison(
    evaluations: Sequence[Evaluation], options: Options, baseline: str | None = None
) -> tuple[str, ...]:
    """What a user should know of the comparisons to come, before anything is scored.

    Raises `InputError` as `pairs` does, and where no pair has an evaluation in common.
    """
    having: dict[str, set[str]] = {system: set() for system in all_systems(evaluations)}
    for evaluation in evaluations:
        for system in evaluation.present(having):
            having[system].add(evaluation.id)
    chosen = pairs(list(having), baseline)
    apart = [pair for pair in chosen if having[pair.system].isdisjoint(having[pair.baseline])]
    if len(apart) == len(chosen):
        raise InputError("no two systems that are to be compared have an evaluation in common; check the IDs")
    notes = []
    if apart:
        named = some([" and ".join(pair) for pair in apart])
        notes.append(f"pairs without an evaluation in common are not compared ({len(apart):,}): {named}")
    count = len(chosen) - len(apart)
    if count / (options.resamples + 1) > _LEVEL:
        notes.append(
            f"comparisons: {count}, resamples: {options.resamples}; no corrected p can be {_LEVEL} or less:"
            f" {'raise -r' if baseline else 'name a baseline or raise -r'}"
        )
    return tuple(notes)


def holm(ps: Sequence[float]) -> list[float]:
    """Each p, corrected for the number of them by Holm's step-down method (1979).

    What is not a number stays so, and is not counted.
    """
    corrected = list(ps)
    order = sorted((p, place) for place, p in enumerate(ps) if not isnan(p))
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        corrected[place] = highest
    return corrected


def _common(report: Report, pair: Pair) -> tuple[str, ...]:
    """The evaluations that both have, in the byte order of `evaluation.baseline`."""
    mine, theirs = (next(iter(report.systems[system].values()), None) for system in pair)
    if mine is None or theirs is None:  # No measure is chosen.
        return ()
    having = {score.evaluation for score in mine.scores}
    return tuple(score.evaluation for score in theirs.scores if score.evaluation in having)


def _tests(
    report: Report, measure: str, group: Sequence[Pair], evaluations: Sequence[str]
) -> dict[Pair, Tests]:
    """Pairs that have the same evaluations in common; each system is resampled once."""
    options = report.options
    rows = {
        system: _row(report.systems[system][measure], evaluations)
        for system in dict.fromkeys(chain.from_iterable(group))
    }
    seen = {system: observed(row, options) for system, row in rows.items()}
    samples = dict(zip(rows, resampled(rows.values(), options), strict=True))

    def test(pair: Pair, figure: int) -> tuple[Estimate, float]:
        differences = array("d", map(sub, *(samples[system][figure] for system in pair)))
        interval = estimate(differences, options.confidence)
        return interval, _p(differences, sub(*(seen[system][figure] for system in pair)), len(evaluations))

    return {pair: [test(pair, figure) for figure in range(3)] for pair in group}


def _row(result: Result, evaluations: Sequence[str]) -> list[Score]:
    scores = {score.evaluation: score for score in result.scores}
    return [scores[evaluation] for evaluation in evaluations]


def _p(samples: Sequence[float], difference: float, evaluations: int) -> float:
    """Two-sided p of an observed difference, of which these are the sorted samples.

    The shift method (Noreen 1989; Efron and Tibshirani 1993, section 16.4): were there no
    difference, the samples would lie about 0 as they lie about the observed one. p is the share of
    them that are as far from it as it is from 0, it being counted as one, so that p is never 0. Nor
    is it below 2^(1-n), the chance that n tossed coins fall alike: that all n evaluations speak for
    the same system says no more than that, and a single one says nothing.
    """
    if not isfinite(difference):
        return nan
    far = abs(difference) - _ROUNDING
    below = bisect_right(samples, difference - far)
    above = len(samples) - bisect_left(samples, difference + far)
    p = (below + above + 1) / (len(samples) + 1)
    return min(1.0, max(p, 2.0 ** (1 - evaluations)))


def _corrected(tests: dict[Pair, Tests]) -> dict[Pair, list[Difference]]:
    """The tests of a measure, those of each figure corrected for their number."""
    columns = [holm([p for _, p in column]) for column in zip(*tests.values(), strict=True)]
    return {
        pair: [
            Difference(difference, p, corrected)
            for (difference, p), corrected in zip(found, row, strict=True)
        ]
        for (pair, found), row in zip(tests.items(), zip(*columns, strict=True), strict=True)
    }
