"""The correlations of measures with human scores at all levels, their differences, and notes on both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import isnan, nan
from typing import TypeVar

import numpy as np

from ..errors import InputError, several, some
from ..scoring.comparison import SIGNIFICANT, holm
from .inference import (
    NO_BOUNDS,
    Pair,
    bootstrap,
    critical_pearson,
    fisher_bounds,
    p_of,
    percentile_bounds,
    permuted,
    standardised,
    williams,
)
from .levels import MOST_PAIRS, Paired, accuracies_at, at_level, means, quantised, swaps
from .matrices import Kept, ScoreTable, keep
from .outcomes import (
    DECIMALS,
    FEW_SYSTEMS,
    GROUPINGS,
    LEVELS,
    ROUNDING,
    Correlation,
    CorrelationDifference,
    MeasureCorrelations,
    Settings,
)

_KINDS = {"permutation": "both", "permutation-systems": "systems", "permutation-inputs": "inputs"}
"""The kind of permutations of each permutation test."""
_DIGITS = 1e6
"""A note says that rounding matters if scores or their spread are below so many units of rounding."""


def levels_of(joined: ScoreTable, settings: Settings) -> tuple[str, ...]:
    """Return the levels that the data have: whole systems have only the system level."""
    return tuple(level for level in settings.levels if joined.has_evaluations or level == "system")


def analyse(joined: ScoreTable, measure: str, human: str, settings: Settings) -> MeasureCorrelations:
    """Correlate a measure with a human score as the settings say. Raises `InputError` as `keep` does."""
    kept = keep(joined, [measure], human, complete=settings.complete)
    of_level = dict.fromkeys(LEVELS, kept.paired(measure))
    if settings.metric_inputs == "all":
        wider = keep(joined, [measure], human, complete=settings.complete, unjudged=True)
        of_level["system"] = wider.paired(measure)
    averaged = of_level["system"]
    levels = levels_of(joined, settings)
    accuracies = [
        accuracy
        for level in levels
        if "accuracy" in settings.coefficients
        for accuracy in accuracies_at(level, of_level[level], settings.resamples, settings.seed)
    ]
    return MeasureCorrelations(
        measure,
        human,
        kept.systems,
        kept.evaluations,
        kept.summaries,
        kept.missing,
        kept.left_out_systems,
        kept.left_out_evaluations,
        bool((kept.present != kept.present[0]).any()),
        dict(zip(kept.systems, means(averaged.x)[0].tolist(), strict=True)),
        dict(zip(kept.systems, means(averaged.z)[0].tolist(), strict=True)),
        critical_pearson(len(kept.systems)),
        {level: _correlations(level, kept, of_level[level], settings) for level in levels},
        tuple(accuracies),
    )


def _correlations(level: str, kept: Kept, paired: Paired, settings: Settings) -> dict[str, Correlation]:
    """Return the correlations at a level, with their intervals, by coefficient."""
    observed = at_level(level, paired, settings.correlations, zero=settings.zero)
    n = kept.summaries if level == "global" else len(kept.systems)
    groups = len(kept.evaluations) if level == "summary" else 1
    kind = settings.interval
    if kind in ("both", "inputs") and not kept.evaluations:
        kind = "systems"  # There are no evaluations to draw.
    bounds = dict.fromkeys(settings.correlations, NO_BOUNDS)
    if kind == "fisher" and level != "summary":
        for name, one in observed.items():
            bounds[name] = fisher_bounds(name, float(one.values[0]), n, settings.confidence)
    elif kind not in ("fisher", "none"):
        weighting = bootstrap(kind, paired.x.shape, settings.resamples)
        resampled = at_level(level, paired, settings.correlations, weighting, zero=settings.zero)
        bounds = {name: percentile_bounds(one.values, settings.confidence) for name, one in resampled.items()}
    return {
        name: Correlation(
            *(float(one.values[0]), bounds[name].low, bounds[name].high),
            *(n, int(one.defined[0]), groups, bounds[name].undefined),
        )
        for name, one in observed.items()
    }


def pairs_of(measures: Sequence[str], baseline: str | None) -> list[Pair]:
    """Return the pairs of measures to compare: all others with the baseline or, without one, every two.

    Raises `InputError` for a baseline that is no measure, and for fewer than two measures.
    """
    if len(measures) < 2:
        raise InputError(f"two measures or more can be compared; there are: {some(measures)}")
    if baseline is None:
        return [*combinations(measures, 2)]
    if baseline not in measures:
        raise InputError(f"there is no measure {baseline!r} to compare with; there are: {some(measures)}")
    return [(one, baseline) for one in measures if one != baseline]


def compare_at(
    level: str, joined: ScoreTable, pairs: Sequence[Pair], human: str, settings: Settings
) -> list[CorrelationDifference]:
    """Return the differences of pairs of measures at a level, by coefficient, then by pair.

    Correlations are over the cells that have the human score and all these measures. Each p is corrected by
    Holm's method for the pairs that are compared by the same coefficient. Raises `InputError` as `keep` does.
    """
    measures = list(dict.fromkeys(measure for pair in pairs for measure in pair))
    kept = keep(joined, measures, human, complete=settings.complete)
    values = {measure: _values(level, kept.paired(measure), settings) for measure in measures}
    n = kept.summaries if level == "global" else len(kept.systems)
    names, sides, exact, draws = settings.correlations, {}, False, 0
    if settings.test != "williams":
        swapped, exact = swaps(_KINDS[settings.test], kept.human.shape, settings.resamples, settings.seed)
        draws = len(swapped)
        of_draws = permuted(level, kept.measures, kept.human, pairs, swapped, names, zero=settings.zero)
        sides = dict(of_draws)
    between = {
        pair: _values(level, Paired(*(kept.measures[measure] for measure in pair)), settings)
        for pair in pairs
    }
    differences = []
    for name in names:
        rows = []
        for pair in pairs:
            x, y = (values[measure][name] for measure in pair)
            t, df, p = williams(x, y, between[pair][name], n)
            undefined = 0
            if sides:
                t, df, (p, undefined) = nan, 0, p_of(x - y, sides[pair][name], exact=exact)
            rows.append(
                CorrelationDifference(
                    *(*pair, human, level, name, x, y, x - y, p, nan, between[pair][name]),
                    *(len(kept.systems), len(kept.evaluations), kept.summaries),
                    *(draws, exact, undefined),
                    *(t, df),
                )
            )
        corrected = holm([row.p for row in rows])
        differences += [row._replace(corrected=p) for row, p in zip(rows, corrected, strict=True)]
    return differences


def _values(level: str, paired: Paired, settings: Settings) -> dict[str, float]:
    """Return the coefficients; Pearson's of means is over standardised scores, as in the permutations.

    Means of scores that differ little lose digits when they are rounded: without standardising, a measure
    would differ from itself in another scale.
    """
    at = at_level(level, paired, settings.correlations, zero=settings.zero)
    values = {name: float(one.values[0]) for name, one in at.items()}
    if level == "system" and not isnan(values.get("pearson", nan)):
        standard = Paired(standardised(paired.x), standardised(paired.z))
        exact = at_level(level, standard, ["pearson"])["pearson"]
        values["pearson"] = float(exact.values[0])
    return values


def notes_of(
    joined: ScoreTable,
    results: Sequence[MeasureCorrelations],
    comparisons: Sequence[CorrelationDifference],
    settings: Settings,
    *,
    compared: bool,
) -> tuple[str, ...]:
    """Return the notes on a run. A note names measures and human scores unless it holds for all of them.

    `compared` is True if comparisons were asked for; accuracies have none.
    """
    by_note = _grouped((note, result) for result in results for note in _on_result(result, settings))
    everywhere = [note for note, ones in by_note.items() if len(ones) == len(results)]
    by_subject: dict[str, list[str]] = {}
    for note, ones in by_note.items():
        if len(ones) < len(results):
            for human, measures in _grouped((one.human, one.measure) for one in ones).items():
                by_subject.setdefault(f"{some(measures)} with {human}", []).append(note)
    return (
        *_on_data(joined, settings),
        *everywhere,
        *(f"{subject}: {'; '.join(notes)}" for subject, notes in by_subject.items()),
        *_on_comparisons(levels_of(joined, settings), comparisons, settings, compared=compared),
    )


_Item = TypeVar("_Item")


def _grouped(pairs: Iterable[tuple[str, _Item]]) -> dict[str, list[_Item]]:
    """Return the items of each key."""
    groups: dict[str, list[_Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return groups


def _on_result(result: MeasureCorrelations, settings: Settings) -> Iterator[str]:
    """Yield the notes on a measure with a human score."""
    yield from on_cells(result, settings)
    if result.unequal:
        yield (
            "means of systems are over different evaluations, as not all systems are scored in all of them"
            " (`complete` keeps the evaluations that all have)"
        )
    undefined = _grouped(_on_undefined(result, settings))
    yield from (f"{note}: {', '.join(names)}" for note, names in undefined.items())
    groups = {"evaluation": len(result.evaluations), "system": len(result.systems)}
    for one in result.accuracies:
        if isnan(one.plain):
            # Each group has a summary; if there are more summaries than groups, some of them make a pair.
            has_pairs = result.summaries > groups.get(one.grouping, 1)
            count = f"more than {MOST_PAIRS:,} pairs, which are too many" if has_pairs else "no pairs"
            yield f"{one.level}-level accuracy over {GROUPINGS[one.grouping]} has {count}"


def _on_data(joined: ScoreTable, settings: Settings) -> Iterator[str]:
    people = joined.people
    if people and settings.people == "without":
        yield f"people among the systems are left out ({len(people)}): {some(people)}"
    if people and settings.people == "with" and len(people) < len(joined.systems):
        yield (
            f"people are among the systems ({len(people)}): {some(people)};"
            " mixing both mostly raises correlations, and measures should be jackknife scores"
        )
    if not joined.has_evaluations:
        yield (
            "whole systems are scored, without evaluations: there is the system level alone,"
            " and a bootstrap can draw systems alone"
        )
    if "system" in settings.levels:
        yield from _on_spread(joined)


def _on_spread(joined: ScoreTable) -> Iterator[str]:
    """Yield notes on scores whose means lose digits by rounding."""
    for name, scores in (*joined.scores.items(), *joined.humans.items()):
        present = np.unique(scores[~np.isnan(scores)])
        if present.size < 2:
            continue
        spread = float(present[-1] - present[0])
        largest = float(np.abs(present).max())
        # Means are made of whole multiples of a unit, which depends on the largest score.
        unit = max(ROUNDING, np.ldexp(1.0, quantised(scores, scores.shape[1])[1]))
        tiny = present[(present != 0) & (np.abs(present) < _DIGITS * unit)]
        if spread < _DIGITS * ROUNDING:
            yield (
                f"all scores of {name} lie within {spread:.1g}, and means of systems keep {DECIMALS}"
                " decimals: multiply the scores, for instance by a million"
            )
        elif tiny.size > 1:
            yield (
                f"{several(tiny.size, 'score')} of {name} are nearer to 0 than {_DIGITS * unit:.1g} and keep"
                f" few digits in means with scores up to {largest:.1g}: rescale the scores, for instance by"
                " logarithms"
            )


def on_cells(one: MeasureCorrelations | Kept, settings: Settings) -> Iterator[str]:
    """Yield notes on few systems, on systems and evaluations that are left out, and on missing scores."""
    if len(one.systems) < FEW_SYSTEMS:
        yield f"{len(one.systems)} systems are few: correlations over them are rough"
    systems, evaluations = one.left_out_systems, one.left_out_evaluations
    if systems:
        yield f"systems without a cell that has both scores are left out ({len(systems)}): {some(systems)}"
    if evaluations:
        reason = "not all systems have both scores" if settings.complete else "no system has both scores"
        # Evaluations that nobody judged can still count in the means of a measure.
        fate = "are left out" if settings.metric_inputs == "judged" else "count in means of the measure alone"
        yield f"evaluations in which {reason} {fate} ({len(evaluations)}): {some(evaluations)}"
    if one.missing:
        verb = "lacks" if one.missing == 1 else "lack"
        yield f"{one.missing:,} of {several(one.missing + one.summaries, 'cell')} {verb} a score"


def _on_undefined(result: MeasureCorrelations, settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield notes on undefined coefficients, each with the name of the coefficient."""
    for level, by_name in result.correlations.items():
        at_level = f"undefined at the {level} level"
        for name, one in by_name.items():
            if isnan(one.value):
                yield f"{at_level}, as a side does not vary or has fewer than two scores", name
            elif one.defined < one.groups:
                count = f"{one.groups - one.defined} of {several(one.groups, 'evaluation')}"
                yield (
                    f"{at_level} in {count}, which {'count as 0' if settings.zero else 'are left out'}",
                    name,
                )
            if one.undefined_resamples > 0.05 * settings.resamples:  # Fewer are not worth a note.
                count = f"{one.undefined_resamples:,} of {several(settings.resamples, 'resample')}"
                yield f"{at_level} in {count}, which the interval leaves out", name


def _on_comparisons(
    levels: Sequence[str], comparisons: Sequence[CorrelationDifference], settings: Settings, *, compared: bool
) -> Iterator[str]:
    """Yield notes on comparisons, and on choices that do not suit the levels."""
    if settings.interval == "fisher" and "summary" in levels:
        yield "Fisher's intervals are for single coefficients; the summary level, a mean of many, has none"
    if compared and settings.test == "williams" and "summary" in levels:
        yield "Williams' test is for single coefficients; at the summary level, a mean of many, it is rough"
    if compared and settings.metric_inputs == "all" and "system" in levels:
        yield "comparisons are over the judged summaries alone, whatever `metric_inputs` is"
    if "accuracy" in settings.coefficients and {"summary", "global"}.intersection(levels):
        yield "the ε of calibrated ties is fitted to the data at hand"
    if "accuracy" in settings.coefficients and (settings.interval != "none" or compared):
        yield "accuracies have no intervals and are not compared"
    for first in comparisons[:1]:
        count = sum((one.human, one.level, one.coefficient) == first[2:5] for one in comparisons)
        least = 2 / first.draws if first.exact else 1 / (first.draws + 1)
        if first.draws and count * least > SIGNIFICANT:
            yield (
                f"comparisons: {count}, permutations: {first.draws:,}; no corrected p can be {SIGNIFICANT}"
                " or less: name a single baseline or raise `resamples`"
            )
    untested = _grouped(_on_differences(comparisons))
    yield from (f"{note}: {', '.join(names)}" for note, names in untested.items())


def _on_differences(comparisons: Sequence[CorrelationDifference]) -> Iterator[tuple[str, str]]:
    """Yield notes on differences without a p or with undefined permutations, and their coefficients."""
    for one in comparisons:
        measures = f"{one.measure} - {one.baseline} with {one.human}"
        if isnan(one.p):
            reason = "as the difference is undefined or cannot be tested"
            yield f"{measures}: no p at the {one.level} level, {reason}", one.coefficient
        if one.undefined:
            count = f"{one.undefined:,} of {several(one.draws, 'permutation')}"
            note = f"difference undefined at the {one.level} level in {count}, which are left out"
            yield f"{measures}: {note}", one.coefficient
