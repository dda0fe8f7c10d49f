"""The notes on correlations: they say what is missing, left out, undefined, rough or not possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan

import numpy as np

from ..errors import some
from ..reprs import several
from .accuracy import MOST_PAIRS
from .analysis import interval_of, levels_of
from .joining import Joined
from .levels import quantised
from .records import (
    DECIMALS,
    FEW_SYSTEMS,
    GROUPINGS,
    Accuracy,
    Correlation,
    CorrelationDifference,
    MeasureCorrelations,
    Settings,
)

_LEVEL = 0.05
"""The p at which a difference is called significant; the notes alone know of it."""

_DIGITS = 1e6
"""The units of rounding that scores and their spread should have; below it a note tells of the rounding."""

_UNDEFINED_SHARE = 0.05
"""The share of undefined resamples above which a note tells of them."""


def notes_of(
    joined: Joined,
    results: Sequence[MeasureCorrelations],
    comparisons: Sequence[CorrelationDifference],
    settings: Settings,
    *,
    compared: bool,
) -> tuple[str, ...]:
    """Return the notes on a run, each once; what holds for several measures names all of them.

    `compared` tells that comparisons were asked for, which coefficients may lack.
    """
    by_note: dict[tuple[str, str], list[str]] = {}
    for result in results:
        for note in _on_result(result, settings):
            by_note.setdefault((result.human, note), []).append(result.measure)
    of_results = [f"{some(measures)} with {human}: {note}" for (human, note), measures in by_note.items()]
    return (
        *_on_data(joined, settings),
        *of_results,
        *_on_choices(joined, settings, compared=compared),
        *_on_comparisons(comparisons, settings),
    )


def _on_data(joined: Joined, settings: Settings) -> Iterator[str]:
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


def _on_result(result: MeasureCorrelations, settings: Settings) -> Iterator[str]:
    if len(result.systems) < FEW_SYSTEMS:
        yield f"{len(result.systems)} systems are few; correlations over them are rough"
    yield from left_out(
        result.left_out_systems, result.left_out_evaluations, result.missing, result.summaries, settings
    )
    if result.unequal:
        yield (
            "the systems are not scored in the same evaluations, so that their means are over different ones;"
            " `complete` keeps those that all have"
        )
    for level, by_name in result.correlations.items():
        yield from _on_undefined(level, by_name, settings)
    for accuracy in result.accuracies:
        if isnan(accuracy.plain):
            yield _on_no_accuracy(result, accuracy)


def _on_spread(joined: Joined) -> Iterator[str]:
    """Yield notes on scores of which the rounding of means takes digits that coefficients may need."""
    for name, scores in (*joined.measures.items(), *joined.humans.items()):
        present = np.unique(scores[~np.isnan(scores)])
        if present.size < 2:
            continue
        spread = float(present[-1] - present[0])
        largest = float(np.abs(present).max())
        # Means are sums of whole multiples of a unit, which depends on the largest score.
        unit = max(10.0**-DECIMALS, np.ldexp(1.0, quantised(scores, scores.shape[1])[1]))
        tiny = present[(present != 0) & (np.abs(present) < _DIGITS * unit)]
        if spread < _DIGITS * 10.0**-DECIMALS:
            yield (
                f"all scores of {name} lie within {spread:.1g}, and means of systems keep {DECIMALS}"
                " decimals: multiply the scores, for instance by a million"
            )
        elif tiny.size > 1:
            yield (
                f"{several(tiny.size, 'score')} of {name} are nearer to 0 than {_DIGITS * unit:.1g}, of which"
                f" means beside scores up to {largest:.1g} keep few digits: rescale the scores, for instance"
                " by logarithms"
            )


def _on_no_accuracy(result: MeasureCorrelations, accuracy: Accuracy) -> str:
    groups = {"evaluation": len(result.evaluations), "system": len(result.systems)}
    # Each group has a summary; if there are more summaries than groups, some of them make a pair.
    has_pairs = result.summaries > groups.get(accuracy.grouping, 1)
    count = f"more than {MOST_PAIRS:,} pairs, which are too many" if has_pairs else "no pairs"
    return f"{accuracy.level}-level accuracy over {GROUPINGS[accuracy.grouping]} has {count}"


def left_out(
    systems: Sequence[str], evaluations: Sequence[str], missing: int, summaries: int, settings: Settings
) -> Iterator[str]:
    """Yield notes on systems and evaluations that are left out, and on the cells that lack a score."""
    if systems:
        yield f"systems without a cell that has both scores are left out ({len(systems)}): {some(systems)}"
    if evaluations:
        reason = "not all systems have both scores" if settings.complete else "no system has both scores"
        # The means of systems by the measure can be over more evaluations than people judged.
        fate = "are left out" if settings.metric_inputs == "judged" else "count in means of the measure alone"
        yield f"evaluations in which {reason} {fate} ({len(evaluations)}): {some(evaluations)}"
    if missing:
        verb = "lacks" if missing == 1 else "lack"
        yield f"{missing:,} of {several(missing + summaries, 'cell')} {verb} a score"


def _on_undefined(level: str, by_name: Mapping[str, Correlation], settings: Settings) -> Iterator[str]:
    """Yield notes on coefficients that are undefined, in all or in some evaluations or resamples."""
    by_note: dict[str, list[str]] = {}
    for name, one in by_name.items():
        if isnan(one.value):
            note = "undefined, as a side does not vary or has fewer than two scores"
            by_note.setdefault(note, []).append(name)
        elif one.defined < one.groups:
            treated = "count as 0" if settings.undefined == "zero" else "are left out"
            missing = one.groups - one.defined
            note = f"undefined in {missing} of {several(one.groups, 'evaluation')}, which {treated}"
            by_note.setdefault(note, []).append(name)
        if one.undefined_resamples > _UNDEFINED_SHARE * settings.resamples:
            note = f"undefined in {one.undefined_resamples:,} of {several(settings.resamples, 'resample')},"
            by_note.setdefault(f"{note} which the interval leaves out", []).append(name)
    for note, names in by_note.items():
        yield f"{level} level: {', '.join(names)} {'is' if len(names) == 1 else 'are'} {note}"


def _on_choices(joined: Joined, settings: Settings, *, compared: bool) -> Iterator[str]:
    levels = levels_of(joined, settings)
    if interval_of(joined, settings) == "fisher" and "summary" in levels:
        yield "Fisher's intervals are for single coefficients; the summary level, a mean of many, has none"
    if compared and settings.test == "williams" and "summary" in levels:
        yield "Williams' test is for single coefficients; at the summary level, a mean of many, it is rough"
    if compared and settings.metric_inputs == "all" and "system" in levels:
        yield "comparisons are over the judged summaries alone, whatever `metric_inputs` is"
    if "accuracy" in settings.coefficients and {"summary", "global"}.intersection(levels):
        yield "the ε of calibrated ties is fitted to the data at hand"
    if "accuracy" in settings.coefficients and (settings.interval != "none" or compared):
        yield "accuracies have no intervals and are not compared"


def _on_comparisons(comparisons: Sequence[CorrelationDifference], settings: Settings) -> Iterator[str]:
    if not comparisons:
        return
    first = comparisons[0]
    count = sum(1 for one in comparisons if (one.human, one.level, one.coefficient) == first[2:5])
    least = (2 if first.exact else 1) / (first.draws if first.exact else first.draws + 1)
    if first.draws and count * least > _LEVEL:
        yield (
            f"comparisons: {count}, permutations: {first.draws:,}; no corrected p can be {_LEVEL} or less:"
            " name a single baseline or raise `resamples`"
        )
    for one in comparisons:
        if isnan(one.p):
            yield (
                f"{one.measure} - {one.baseline} with {one.human}: the difference of the {one.level}-level"
                f" {one.coefficient} has no p, as it is undefined or cannot be tested"
            )
        if one.undefined:
            yield (
                f"{one.measure} - {one.baseline} with {one.human}: {one.level}-level {one.coefficient} is"
                f" undefined in {one.undefined:,} of {several(one.draws, 'permutation')}, which are left out"
            )
