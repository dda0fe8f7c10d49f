"""Comparisons of systems: paired bootstrap over the evaluations that both systems have."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import ceil, isfinite, isnan, log2, nan
from string import ascii_letters
from typing import NamedTuple

from .. import kernel
from ..errors import InputError, Message, estimate, several, short, some
from ..inputs.streams import Stream
from ..numbers import SIGNIFICANT, holm, probability
from ..options import ZERO, Options, has_option
from .profile import Profile
from .resampling import Ordered, estimated, observed, resamples
from .results import Results
from .scores import FIGURE_NAMES, Estimate, Figures, MeasureScores

_ROUNDING = 1e-12
"""The most by which means that should be equal differ by rounding."""

_USUAL, _OF_MANY = 1000, 6000
"""The usual number of resamples, and the number for more pairs than it can decide: enough for 300 pairs."""


class Difference(NamedTuple):
    """The distance by which a figure of a system lies above the baseline's."""

    estimate: Estimate
    """The difference over the resamples, and the bounds of its confidence interval."""
    p: float
    """The two-sided probability of a difference at least as large between systems that do not differ."""
    corrected: float
    """`p` corrected by Holm's method for the comparisons made by the same measure and figure."""


class Comparison(NamedTuple):
    """A system and a baseline by one measure."""

    measure: str
    system: str
    baseline: str
    evaluations: int
    """The number of evaluations that both systems have."""
    recall: Difference
    precision: Difference
    f: Difference

    def __repr__(self) -> str:
        return (
            f"<Comparison by {self.measure} of {short(self.system)} with {short(self.baseline)}:"
            f" f {estimate(self.f.estimate)}, p {probability(self.f.p)},"
            f" corrected p {probability(self.f.corrected)}; {several(self.evaluations, 'evaluation')}>"
        )


class Pair(NamedTuple):
    """Two systems that are compared."""

    system: str
    baseline: str


class Verdict(NamedTuple):
    """The significance of a difference."""

    p: float
    """Corrected by Holm's method; NaN where nothing was compared."""
    least: float
    """The least corrected p that is possible with these comparisons, evaluations and resamples."""

    @property
    def is_significant(self) -> bool:
        """True if the two systems differ significantly."""
        return self.p <= SIGNIFICANT

    @property
    def is_level(self) -> bool:
        """True if the difference is not significant although it could have been."""
        return self.least <= SIGNIFICANT < self.p


Tests = Figures[tuple[Estimate, float]]
"""For recall, precision and F, the difference and its p before the correction."""


def compare(report: Results, baseline: str | None = None) -> tuple[Comparison, ...]:
    """Return the comparisons of `rouge_cli.compare`."""
    chosen = pairs(sorted(report.systems), baseline)
    draws = drawn(report.options.draws, chosen)
    profiles = {measure: (report.profile, place) for place, measure in enumerate(report.measures)}
    if (beside := report.profile.beside) is not None:
        profiles |= {measure: (beside, place) for place, measure in enumerate(report.beside_rouge)}
    common = {pair: ids for pair, ids in _common(report, chosen).items() if ids} if profiles else {}
    by_evaluations: dict[tuple[str, ...], list[Pair]] = {}
    for pair, evaluations in common.items():
        by_evaluations.setdefault(evaluations, []).append(pair)
    differences: dict[str, dict[Pair, list[Difference]]] = {}
    for measure, (profile, place) in profiles.items():
        if draws != report.options.draws:
            profile = Profile(replace(profile.options, resamples=draws), profile.rouge)
        columns = {system: of[measure].scores for system, of in report.systems.items() if measure in of}
        tests: dict[Pair, Tests] = {}
        for evaluations, group in by_evaluations.items():
            tests |= _tests(profile, place, columns, group, evaluations)
        corrected: dict[Pair, list[Difference]] = {pair: [] for pair in tests}
        for column in zip(*tests.values(), strict=True):
            of_all = holm([p for _, p in column])
            for pair, (interval, p), corrected_p in zip(tests, column, of_all, strict=True):
                corrected[pair].append(Difference(interval, p, corrected_p))
        differences[measure] = corrected
    return tuple(
        Comparison(measure, pair.system, pair.baseline, len(evaluations), *of_pairs[pair])
        for pair, evaluations in common.items()
        for measure, of_pairs in differences.items()
    )


def pairs(systems: Sequence[str], baseline: str | None = None) -> list[Pair]:
    """Return the pairs to compare: each system with the baseline or, without one, every two systems.

    Raises `InputError` for fewer than two systems, and for a baseline that is not among them.
    """
    if len(systems) < 2:
        raise InputError(f"two systems or more can be compared; there are: {some(systems)}")
    if baseline is None:
        return [Pair(system, base) for base, system in combinations(systems, 2)]
    if not isinstance(baseline, str):
        raise TypeError(f"baseline must be the ID of a system, not {type(baseline).__name__}")
    if baseline not in systems:
        raise InputError(f"no evaluation has the baseline {baseline!r}; there are: {some(systems)}")
    return [Pair(system, baseline) for system in systems if system != baseline]


def check_comparison(stream: Stream, options: Options, baseline: str | None = None) -> tuple[str, ...]:
    """Return the notes on the comparisons that can be made before anything is scored.

    Raises `InputError` as `pairs` does, and if no pair has an evaluation in common.
    """
    chosen = pairs(sorted(stream.systems), baseline)
    size = len(stream)
    missing = {} if options.missing == ZERO else stream.survey(stream.systems).missing
    lacking = {system: {*ids} for system, ids in missing.items()}
    common = {pair: size - len(set().union(*(lacking.get(system, ()) for system in pair))) for pair in chosen}
    compared = [pair for pair in chosen if common[pair]]
    if not compared:
        raise InputError("no two systems that are to be compared have an evaluation in common; check the IDs")
    notes = []
    if len(compared) < len(chosen):
        apart = [" and ".join(pair) for pair in chosen if not common[pair]]
        notes.append(
            f"pairs without an evaluation in common are not compared ({len(apart):,}): {some(apart)}"
        )
    count, draws = len(compared), drawn(options.draws, compared)
    if draws > options.draws:
        notes.append(
            f"comparisons: {count:,}; {draws:,} resamples are drawn for them, in place of {options.draws:,}"
        )
    if count / (draws + 1) > SIGNIFICANT:
        remedies = [] if baseline else ["name a baseline"]
        if has_option(options.profile, "resamples"):
            remedies.append(f"raise `resamples` to {ceil(count / SIGNIFICANT)}")
        remedy = " or ".join(remedies) or "compare fewer systems"
        said = f"comparisons: {count:,}, resamples: {draws:,}; no corrected p can be {SIGNIFICANT} or less"
        notes.append(Message(f"{said}: {remedy}"))
    least = holm([least_p(common[pair]) for pair in compared])
    tested = zip(compared, least, strict=True)
    if few := [f"{' and '.join(pair)} ({common[pair]})" for pair, p in tested if p > SIGNIFICANT]:
        notes.append(
            f"too few evaluations in common for a corrected p of {SIGNIFICANT} or less, which takes"
            f" {1 + ceil(log2(count / SIGNIFICANT))} with {several(count, 'comparison')}: {some(few)}"
        )
    return tuple(notes)


def verdicts(
    comparisons: Sequence[Comparison], figure: str, resamples: int
) -> dict[tuple[str, Pair], Verdict]:
    """Return the verdict on a figure for each measure and pair of a run with this number of resamples."""
    draws = drawn(resamples, {Pair(one.system, one.baseline) for one in comparisons})
    by_measure: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        by_measure.setdefault(comparison.measure, []).append(comparison)
    by_pair = {}
    for measure, compared in by_measure.items():
        ps = [getattr(one, figure).corrected for one in compared]
        least = [least_p(one.evaluations, draws) for one in compared]
        least = holm([nan if isnan(p) else of_p for p, of_p in zip(ps, least, strict=True)])
        for one, *of_verdict in zip(compared, ps, least, strict=True):
            by_pair[measure, Pair(one.system, one.baseline)] = Verdict(*of_verdict)
    return by_pair


def drawn(resamples: int, compared: Collection[Pair]) -> int:
    """Return the number of resamples for comparisons of all pairs, or of pairs with one baseline.

    Holm's method multiplies the least p by the number of pairs. The usual number of resamples is too small
    for all pairs of more than ten systems; any other number was chosen, and is kept.
    """
    several = len({pair.baseline for pair in compared}) > 1
    return _OF_MANY if several and resamples == _USUAL < len(compared) / SIGNIFICANT else resamples


def letters(
    report: Results, comparisons: Sequence[Comparison], measure: str, figure: str = "f"
) -> dict[str, str]:
    """Return the letters of each system by a measure: systems with a letter in common do not differ.

    This is the compact letter display of Piepho (2004) by insert-and-absorb, over the corrected p of all
    pairs. `a` is for the best systems. There is none unless all systems are compared with each other.
    """
    averages = {system: getattr(of[measure], figure).average for system, of in report.systems.items()}
    systems = sorted(averages, key=averages.__getitem__, reverse=True)
    compared = [one for one in comparisons if one.measure == measure]
    if len(compared) < len(systems) * (len(systems) - 1) // 2:
        return {}
    groups = [frozenset(systems)]
    for one in (one for one in compared if getattr(one, figure).corrected <= SIGNIFICANT):
        pair = {one.system, one.baseline}
        for group in [group for group in groups if pair <= group]:
            groups.remove(group)
            for system in pair:
                rest = group - {system}
                if not any(rest <= other for other in groups):
                    groups.append(rest)
    places = {system: place for place, system in enumerate(systems)}
    groups.sort(key=lambda group: sorted(map(places.__getitem__, group)))
    names = [*ascii_letters, *(f"({number + 1})" for number in range(len(ascii_letters), len(groups)))]
    return {
        system: "".join(name for name, group in zip(names, groups, strict=False) if system in group)
        for system in systems
    }


def least_p(evaluations: int, resamples: int | None = None) -> float:
    """Return the least p of a comparison over this number of evaluations.

    The observed difference counts as one of the samples, so p is never 0. Nor is p below 2^(1-n), the
    chance that n tossed coins all fall alike: n evaluations that all favour one system say no more than that.
    """
    of_draws = 0.0 if resamples is None else 1 / (resamples + 1)
    return max(of_draws, 2.0 ** (1 - evaluations))


def _common(report: Results, chosen: Sequence[Pair]) -> dict[Pair, tuple[str, ...]]:
    """Return the evaluations that both systems of a pair have, in the order of the baseline's resampling."""
    ordered: dict[str, tuple[str, ...]] = {}
    having: dict[str, frozenset[str]] = {}
    for system in dict.fromkeys(chain.from_iterable(chosen)):
        ids = next(iter(report.systems[system].values())).scores.evaluations
        ordered[system] = tuple(ids[place] for place in report.profile.order(system, ids))
        having[system] = frozenset(ordered[system])
    return {
        pair: ordered[pair.baseline]
        if having[pair.baseline] <= having[pair.system]
        else tuple(id for id in ordered[pair.baseline] if id in having[pair.system])
        for pair in chosen
    }


def _tests(
    profile: Profile,
    place: int,
    columns: Mapping[str, MeasureScores],
    group: Sequence[Pair],
    evaluations: Sequence[str],
) -> dict[Pair, Tests]:
    """Return the tests of pairs with the same evaluations in common; each system is resampled once.

    `columns` are the scores of systems by the measure at this place of the profile.
    """
    rows = {}
    for system in dict.fromkeys(chain.from_iterable(group)):
        place_of = {evaluation: row for row, evaluation in enumerate(columns[system].evaluations[:])}
        order = array("i", map(place_of.__getitem__, evaluations))
        rows[system] = Ordered(columns[system], order, place)
    samples = dict(zip(rows, resamples(profile, list(rows.values())), strict=True))
    means = {system: observed(profile, row) for system, row in rows.items()}

    def test(pair: Pair, figure: str) -> tuple[Estimate, float]:
        system, baseline = (getattr(samples[id], figure) for id in pair)
        differences = array("d", kernel.body.differences(system, baseline))
        interval = estimated(profile, differences)
        difference = getattr(means[pair.system], figure) - getattr(means[pair.baseline], figure)
        return interval, _p(differences, difference, len(evaluations))

    return {pair: Figures(*(test(pair, figure) for figure in FIGURE_NAMES)) for pair in group}


def _p(samples: Sequence[float], difference: float, evaluations: int) -> float:
    """Return the two-sided p of an observed difference, given its sorted samples.

    The shift method (Noreen 1989; Efron and Tibshirani 1993, section 16.4): if there were no difference, the
    samples would lie about 0 as they lie about the observed difference. p is the share of samples at least as
    far from the observed difference as that is from 0. The observed difference counts as a sample, and
    `least_p` bounds p.
    """
    if not isfinite(difference):
        return nan
    far = abs(difference) - _ROUNDING
    below = bisect_right(samples, difference - far)
    above = len(samples) - bisect_left(samples, difference + far)
    p = (below + above + 1) / (len(samples) + 1)
    return min(1.0, max(p, least_p(evaluations)))
