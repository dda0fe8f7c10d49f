"""The correlations of a measure with a human score at all levels, their differences, and notes on both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import isnan, nan

import numpy as np

from ..errors import InputError, Message, several, some
from .coefficients import BY_NAME, Counts, at_level, critical_pearson
from .inference import (
    MOST_PAIRS,
    Pair,
    accuracies_at,
    bootstrap,
    fisher_bounds,
    percentile_bounds,
    permutation_p,
    permuted,
    standardised,
    swaps,
    williams,
)
from .matrices import DECIMALS, ROUNDING, Numbers, ScoreTable, keep, means, quantised
from .outcomes import (
    GROUPINGS,
    LEVELS,
    Correlation,
    CorrelationDifference,
    MeasureCorrelations,
    Settings,
)

_FEW_SYSTEMS = 8
"""The number of systems below which a note calls correlations rough."""
_SWAPPED = {"permutation": "both", "permutation-systems": "systems", "permutation-inputs": "inputs"}
"""The scores that each permutation test swaps."""
_DIGITS = 1e6
"""A note says that rounding matters if scores or their spread are below so many units of rounding."""


def analyse(
    joined: ScoreTable, measure: str, human: str, levels: Sequence[str], settings: Settings
) -> MeasureCorrelations:
    """Correlate a measure with a human score at these levels. Raises `InputError` as `keep` does."""
    kept = keep(joined, [measure], human, complete=settings.complete)
    matrices = dict.fromkeys(LEVELS, (kept.scores[measure], kept.humans[human]))
    if settings.metric_inputs == "all":
        wider = keep(joined, [measure], human, complete=settings.complete, unjudged=True)
        matrices["system"] = wider.scores[measure], wider.humans[human]
    present = ~np.isnan(kept.humans[human])
    summaries = int(present.sum())
    evaluations = kept.evaluations if kept.has_evaluations else ()
    accuracies = []
    if "accuracy" in settings.coefficients:
        for level in levels:
            accuracies += accuracies_at(level, *matrices[level], settings.resamples, settings.seed)
    measure_means, human_means = (means(side)[0].tolist() for side in matrices["system"])
    names = [name for name in settings.coefficients if name in BY_NAME]
    zero = settings.undefined == "zero"
    values = {level: at_level(level, *matrices[level], names, zero=zero) for level in levels}
    kept_systems, kept_evaluations = {*kept.systems}, {*kept.evaluations}
    return MeasureCorrelations(
        measure,
        human,
        kept.systems,
        evaluations,
        summaries,
        present.size - summaries,
        tuple(system for system in joined.systems if system not in kept_systems),
        tuple(evaluation for evaluation in joined.evaluations if evaluation not in kept_evaluations),
        bool((present != present[0]).any()),
        dict(zip(kept.systems, measure_means, strict=True)),
        dict(zip(kept.systems, human_means, strict=True)),
        critical_pearson(len(kept.systems)),
        {
            level: _correlations(
                *(level, *matrices[level], of_level, len(evaluations), settings),
                summaries if level == "global" else len(kept.systems),
            )
            for level, of_level in values.items()
        },
        tuple(accuracies),
    )


def _correlations(
    level: str,
    x: Numbers,
    z: Numbers,
    found: Mapping[str, tuple[Numbers, Counts]],
    evaluations: int,
    settings: Settings,
    n: int,
) -> dict[str, Correlation]:
    """Return each coefficient that `at_level` found for n observations, with its interval."""
    kind = settings.interval
    if kind in ("both", "inputs") and not evaluations:
        kind = "systems"  # There are no evaluations to draw.
    resampled = {}
    if kind not in ("fisher", "none"):
        drawn = bootstrap(kind, x.shape, settings.resamples)
        resampled = at_level(level, x, z, [*found], drawn, zero=settings.undefined == "zero")
    correlations = {}
    for name, (values, defined) in found.items():
        value, low, high, undefined = float(values[0]), nan, nan, 0
        if name in resampled:
            low, high, undefined = percentile_bounds(resampled[name][0], settings.confidence)
        elif kind == "fisher" and level != "summary":
            low, high = fisher_bounds(name, value, n, settings.confidence)
        groups = evaluations if level == "summary" else 1
        correlations[name] = Correlation(value, low, high, n, int(defined[0]), groups, undefined)
    return correlations


def compared_pairs(measures: Sequence[str], baseline: str | None) -> list[Pair]:
    """Return the pairs of measures to compare: each measure with the baseline, or every two measures.

    Raises `InputError` for a baseline that is no measure, and for fewer than two measures.
    """
    if len(measures) < 2:
        raise InputError(f"two measures or more can be compared; there are: {some(measures)}")
    if baseline is None:
        return [*combinations(measures, 2)]
    if baseline not in measures:
        raise InputError(f"there is no measure {baseline!r} to compare with; there are: {some(measures)}")
    return [(measure, baseline) for measure in measures if measure != baseline]


def compare_at(
    level: str, joined: ScoreTable, pairs: Sequence[Pair], human: str, settings: Settings
) -> list[CorrelationDifference]:
    """Return the differences of pairs of measures at a level, by coefficient, then by pair.

    Correlations are over the cells that have the human score and all these measures. Each p is corrected by
    Holm's method for the pairs that are compared by the same coefficient. Raises `InputError` as `keep` does.
    """
    from ..scoring.comparison import holm

    measures = list(dict.fromkeys(measure for pair in pairs for measure in pair))
    kept = keep(joined, measures, human, complete=settings.complete)
    z = kept.humans[human]
    names = [name for name in settings.coefficients if name in BY_NAME]
    values = {measure: _values(level, kept.scores[measure], z, names, settings) for measure in measures}
    between = {
        (one, other): _values(level, kept.scores[one], kept.scores[other], names, settings)
        for one, other in pairs
    }
    summaries = int((~np.isnan(z)).sum())
    n = summaries if level == "global" else len(kept.systems)
    sides, exact, draws = {}, False, 0
    if settings.test != "williams":
        swapped, exact = swaps(_SWAPPED[settings.test], z.shape, settings.resamples, settings.seed)
        draws, zero = len(swapped), settings.undefined == "zero"
        sides = permuted(level, kept.scores, z, pairs, swapped, names, zero=zero)
    differences = []
    for name in names:
        rows = []
        for pair in pairs:
            x, y = (values[measure][name] for measure in pair)
            t, df, p = williams(x, y, between[pair][name], n)
            undefined = 0
            if sides:
                one, two = sides[pair][name]
                t, df, (p, undefined) = nan, 0, permutation_p(x - y, one - two, exact=exact)
            rows.append(
                CorrelationDifference(
                    *(*pair, human, level, name, x, y, x - y, p, nan, between[pair][name]),
                    *(len(kept.systems), len(kept.evaluations) if kept.has_evaluations else 0, summaries),
                    *(draws, exact, undefined),
                    *(t, df),
                )
            )
        corrected = holm([row.p for row in rows])
        differences += [row._replace(corrected=p) for row, p in zip(rows, corrected, strict=True)]
    return differences


def _values(level: str, x: Numbers, z: Numbers, names: Sequence[str], settings: Settings) -> dict[str, float]:
    """Return the coefficients; Pearson's of means is over standardised scores, as in the permutations.

    Means of scores that differ little lose digits when they are rounded: without standardising, a measure
    would differ from itself in another scale.
    """
    by_name = at_level(level, x, z, names, zero=settings.undefined == "zero")
    values = {name: float(of_data[0]) for name, (of_data, _) in by_name.items()}
    if level == "system" and not isnan(values.get("pearson", nan)):
        of_data, _ = at_level(level, standardised(x), standardised(z), ["pearson"])["pearson"]
        values["pearson"] = float(of_data[0])
    return values


def notes_of(
    joined: ScoreTable,
    results: Sequence[MeasureCorrelations],
    comparisons: Sequence[CorrelationDifference],
    levels: Sequence[str],
    settings: Settings,
    *,
    compared: bool,
) -> tuple[str, ...]:
    """Return the notes on a run. A note names measures and human scores unless it holds for all of them.

    `compared` is True if comparisons were asked for; accuracies have none.
    """
    on_data, on_choices = [*_on_data(joined, settings)], [*_on_choices(levels, settings, compared=compared)]
    on_comparisons = [*_on_comparisons(comparisons)]
    by_note: dict[str, list[MeasureCorrelations]] = {}
    for result in results:
        for note in _on_result(result, settings):
            by_note.setdefault(note, []).append(result)
    everywhere = [note for note, found in by_note.items() if len(found) == len(results)]
    by_subject: dict[str, list[str]] = {}
    for note, found in by_note.items():
        if len(found) < len(results):
            for human in dict.fromkeys(result.human for result in found):
                measures = [result.measure for result in found if result.human == human]
                by_subject.setdefault(f"{some(measures)} with {human}", []).append(note)
    return (
        *on_data,
        *everywhere,
        *(f"{subject}: {'; '.join(notes)}" for subject, notes in by_subject.items()),
        *on_choices,
        *on_comparisons,
    )


def _on_data(joined: ScoreTable, settings: Settings) -> Iterator[str]:
    """Yield notes on people among the systems, on whole systems, and on scores whose means lose digits."""
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
    if "system" not in settings.levels:
        return
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


def _on_result(result: MeasureCorrelations, settings: Settings) -> Iterator[str]:
    """Yield notes on a measure with a human score: on its cells, and on what is undefined."""
    if len(result.systems) < _FEW_SYSTEMS:
        yield f"{len(result.systems)} systems are few: correlations over them are rough"
    systems, evaluations = result.left_out_systems, result.left_out_evaluations
    if systems:
        yield f"systems without a cell that has both scores are left out ({len(systems)}): {some(systems)}"
    if evaluations:
        reason = "not all systems have both scores" if settings.complete else "no system has both scores"
        # Evaluations that nobody judged can still count in the means of a measure.
        fate = "are left out" if settings.metric_inputs == "judged" else "count in means of the measure alone"
        yield f"evaluations in which {reason} {fate} ({len(evaluations)}): {some(evaluations)}"
    if result.missing:
        verb = "lacks" if result.missing == 1 else "lack"
        yield f"{result.missing:,} of {several(result.missing + result.summaries, 'cell')} {verb} a score"
    if result.unequal:
        yield (
            Message(
                "means of systems are over different evaluations, as not all systems are scored in"
                " all of them (`complete` keeps the evaluations that all have)"
            )
        )
    fate = "count as 0" if settings.undefined == "zero" else "are left out"
    by_note: dict[str, list[str]] = {}
    for level, by_name in result.correlations.items():
        at_level = f"undefined at the {level} level"
        for name, correlation in by_name.items():
            if isnan(correlation.value):
                note = f"{at_level}, as a side does not vary or has fewer than two scores"
                by_note.setdefault(note, []).append(name)
            elif correlation.defined < correlation.groups:
                missing = correlation.groups - correlation.defined
                note = f"{at_level} in {missing} of {several(correlation.groups, 'evaluation')}, which {fate}"
                by_note.setdefault(note, []).append(name)
            if correlation.undefined_resamples > 0.05 * settings.resamples:  # Fewer are not worth a note.
                resamples = several(settings.resamples, "resample")
                note = f"{at_level} in {correlation.undefined_resamples:,} of {resamples}, which the interval"
                by_note.setdefault(f"{note} leaves out", []).append(name)
    yield from (f"{note}: {', '.join(names)}" for note, names in by_note.items())
    groups = {"evaluation": len(result.evaluations), "system": len(result.systems)}
    for accuracy in result.accuracies:
        if isnan(accuracy.plain):
            # Each group has a summary. If there are more summaries than groups, two of them make a pair.
            has_pairs = result.summaries > groups.get(accuracy.grouping, 1)
            count = f"more than {MOST_PAIRS:,} pairs, which are too many" if has_pairs else "no pairs"
            yield f"{accuracy.level}-level accuracy over {GROUPINGS[accuracy.grouping]} has {count}"


def _on_choices(levels: Sequence[str], settings: Settings, *, compared: bool) -> Iterator[str]:
    """Yield notes on choices that do not suit the levels or one another."""
    if settings.interval == "fisher" and "summary" in levels:
        yield "Fisher's intervals are for single coefficients; the summary level, a mean of many, has none"
    if compared and settings.test == "williams" and "summary" in levels:
        yield "Williams' test is for single coefficients; at the summary level, a mean of many, it is rough"
    if compared and settings.metric_inputs == "all" and "system" in levels:
        yield Message("comparisons are over the judged summaries alone, whatever `metric_inputs` is")
    if "accuracy" in settings.coefficients and {"summary", "global"}.intersection(levels):
        yield "the ε of calibrated ties is fitted to the data at hand"
    if "accuracy" in settings.coefficients and (settings.interval != "none" or compared):
        yield "accuracies have no intervals and are not compared"


def _on_comparisons(comparisons: Sequence[CorrelationDifference]) -> Iterator[str]:
    """Yield notes on p that cannot be small, that are missing, and that leave permutations out."""
    for first in comparisons[:1]:
        from ..scoring.comparison import SIGNIFICANT

        count = sum((one.human, one.level, one.coefficient) == first[2:5] for one in comparisons)
        least = 2 / first.draws if first.exact else 1 / (first.draws + 1)
        if first.draws and count * least > SIGNIFICANT:
            yield (
                Message(
                    "comparisons: %s, permutations: %s; no corrected p can be %s or less: name a single"
                    " baseline or raise `resamples`",
                    count,
                    f"{first.draws:,}",
                    SIGNIFICANT,
                )
            )
    by_note: dict[str, list[str]] = {}
    for difference in comparisons:
        measures = f"{difference.measure} - {difference.baseline} with {difference.human}"
        at_level = f"at the {difference.level} level"
        if isnan(difference.p):
            note = f"{measures}: no p {at_level}, as the difference is undefined or cannot be tested"
            by_note.setdefault(note, []).append(difference.coefficient)
        if difference.undefined:
            draws = several(difference.draws, "permutation")
            note = (
                f"{measures}: difference undefined {at_level} in {difference.undefined:,} of {draws}, which"
            )
            note += " are left out"
            by_note.setdefault(note, []).append(difference.coefficient)
    yield from (f"{note}: {', '.join(names)}" for note, names in by_note.items())
