"""What a user should know of correlations: what is missing, left out, undefined, rough or not possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from ..errors import some
from ..reprs import several
from .analysis import interval_of, levels_of, named
from .joining import Joined
from .records import CorrelationDifference, MeasureCorrelations, Settings

_FEW_SYSTEMS = 8
"""The number of systems below which a note calls correlations rough."""

_LEVEL = 0.05
"""The p at which a difference is called significant; the notes alone know of it."""

_UNDEFINED_SHARE = 0.05
"""The share of undefined resamples above which a note tells of them."""


def notes_of(
    joined: Joined,
    results: Sequence[MeasureCorrelations],
    comparisons: Sequence[CorrelationDifference],
    settings: Settings,
) -> tuple[str, ...]:
    """Return the notes on a run, each once."""
    notes = [*_on_data(joined, settings)]
    for result in results:
        notes += _on_result(result, settings)
    notes += _on_choices(joined, settings)
    notes += _on_comparisons(comparisons, settings)
    return tuple(dict.fromkeys(notes))


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


def _on_result(result: MeasureCorrelations, settings: Settings) -> Iterator[str]:
    pair = f"{result.measure} with {result.human}"
    if len(result.systems) < _FEW_SYSTEMS:
        yield f"{pair}: {len(result.systems)} systems are few; correlations over them are rough"
    if result.left_out_systems:
        left = result.left_out_systems
        yield f"{pair}: systems without a cell that has both scores are left out ({len(left)}): {some(left)}"
    if result.left_out_evaluations:
        left = result.left_out_evaluations
        reason = "not all systems have both scores" if settings.complete else "no system has both scores"
        yield f"{pair}: evaluations in which {reason} are left out ({len(left)}): {some(left)}"
    if result.missing:
        cells = len(result.systems) * len(result.evaluations)
        yield f"{pair}: {result.missing:,} of {cells:,} cells lack a score"
    if result.unequal:
        yield (
            f"{pair}: the systems are not scored in the same evaluations, so that their means are over"
            " different ones; `complete` keeps those that all have"
        )
    for level, by_name in result.correlations.items():
        for name, one in by_name.items():
            if isnan(one.value):
                yield f"{pair}: {level}-level {name} is undefined, as the scores on a side are all equal"
            elif one.defined < one.groups:
                treated = "count as 0" if settings.undefined == "zero" else "are left out"
                yield (
                    f"{pair}: {name} is undefined in {one.groups - one.defined} of"
                    f" {several(one.groups, 'evaluation')}, which {treated}"
                )
            if one.undefined_resamples > _UNDEFINED_SHARE * settings.resamples:
                yield (
                    f"{pair}: {level}-level {name} is undefined in {one.undefined_resamples:,} of"
                    f" {settings.resamples:,} resamples, which the interval leaves out"
                )
    for accuracy in result.accuracies:
        if isnan(accuracy.plain):
            yield f"{pair}: {accuracy.level}-level accuracy has no pairs, or too many of them"


def _on_choices(joined: Joined, settings: Settings) -> Iterator[str]:
    levels = levels_of(joined, settings)
    if interval_of(joined, settings) == "fisher" and "summary" in levels:
        yield "Fisher's intervals are for single coefficients; the summary level, a mean of many, has none"
    if settings.test == "williams" and "summary" in levels:
        yield "Williams' test is for single coefficients; at the summary level, a mean of many, it is rough"
    if "accuracy" in settings.coefficients and {"summary", "global"}.intersection(levels):
        yield "the ε of calibrated ties is fitted to the data at hand"
    if "accuracy" in settings.coefficients and settings.interval != "none" and named(settings):
        yield "accuracies have no intervals"


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
                f" undefined in {one.undefined:,} of {one.draws:,} permutations, which are left out"
            )
