"""The correlations of one measure with one human score, at all levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import records
from .accuracy import accuracies_at
from .intervals import NO_BOUNDS, Bounds, bootstrap, fisher_bounds, percentile_bounds
from .joining import Joined, Kept, keep
from .levels import AtLevel, Paired, at_level, means, once
from .records import Accuracy, Correlation, MeasureCorrelations, Settings
from .williams import critical_pearson


def analyse(joined: Joined, measure: str, human: str, settings: Settings) -> MeasureCorrelations:
    """Correlate a measure with a human score as the settings say. Raises `InputError` as `keep` does."""
    kept = keep(joined, [measure], human, complete=settings.complete)
    of_level = dict.fromkeys(records.LEVELS, kept.paired(measure))
    if settings.metric_inputs == "all":
        wider = keep(joined, [measure], human, complete=settings.complete, unjudged=True)
        of_level["system"] = wider.paired(measure)
    means_of = of_level["system"]
    levels = levels_of(joined, settings)
    ones = once(means_of).evaluations
    return MeasureCorrelations(
        measure,
        human,
        kept.systems,
        kept.evaluations,
        kept.summaries,
        kept.present.size - kept.summaries,
        kept.left_out_systems,
        kept.left_out_evaluations,
        bool((kept.present != kept.present[0]).any()),
        dict(zip(kept.systems, means(means_of.x, ones)[0].tolist(), strict=True)),
        dict(zip(kept.systems, means(means_of.z, ones)[0].tolist(), strict=True)),
        critical_pearson(len(kept.systems)),
        {level: _correlations(level, kept, of_level[level], joined, settings) for level in levels},
        _accuracies(levels, of_level, settings),
    )


def levels_of(joined: Joined, settings: Settings) -> tuple[str, ...]:
    """Return the levels that the data have: whole systems have scores at the system level alone."""
    if joined.has_evaluations:
        return settings.levels
    return tuple(level for level in settings.levels if level == "system")


def interval_of(joined: Joined, settings: Settings) -> str:
    """Return the kind of interval that the data have: of whole systems, systems alone can be drawn."""
    drawn = settings.interval in ("both", "inputs", "systems")
    return "systems" if drawn and not joined.has_evaluations else settings.interval


def named(settings: Settings) -> list[str]:
    """Return the coefficients that are correlations."""
    return [name for name in settings.coefficients if name != "accuracy"]


def _accuracies(
    levels: Sequence[str], of_level: Mapping[str, Paired], settings: Settings
) -> tuple[Accuracy, ...]:
    if "accuracy" not in settings.coefficients:
        return ()
    return tuple(
        one
        for level in levels
        for one in accuracies_at(level, of_level[level], settings.resamples, settings.seed)
    )


def _correlations(
    level: str, kept: Kept, paired: Paired, joined: Joined, settings: Settings
) -> dict[str, Correlation]:
    names, zero = named(settings), settings.undefined == "zero"
    observed = at_level(level, paired, once(paired), names, zero=zero)
    n = kept.summaries if level == "global" else len(kept.systems)
    kind = interval_of(joined, settings)
    bounds = dict.fromkeys(names, NO_BOUNDS)
    if kind == "fisher" and level != "summary":
        for name, one in observed.items():
            bounds[name] = fisher_bounds(name, float(one.values[0]), n, settings.confidence)
    elif kind in ("both", "inputs", "systems"):
        weighting = bootstrap(kind, paired.x.shape, settings.resamples)
        resampled = at_level(level, paired, weighting, names, zero=zero)
        bounds = {name: percentile_bounds(one.values, settings.confidence) for name, one in resampled.items()}
    groups = len(kept.evaluations) if level == "summary" else 1
    return {name: _correlation(observed[name], bounds[name], n, groups) for name in names}


def _correlation(observed: AtLevel, bounds: Bounds, n: int, groups: int) -> Correlation:
    value = float(observed.values[0])
    low, high, undefined = bounds
    return Correlation(value, low, high, n, int(observed.defined[0]), groups, undefined)
