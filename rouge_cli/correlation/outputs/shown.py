"""The record that every format takes, and how its numbers are spelt."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from ...errors import printable
from ...reprs import several
from ...text.files import named
from ..records import (
    GROUPINGS,
    Accuracy,
    Correlation,
    CorrelationDifference,
    Correlations,
    MeasureCorrelations,
)

NO_NUMBER = "–"
COEFFICIENTS = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall", "accuracy": "Accuracy"}
LEVELS = {"system": "system level", "summary": "summary level", "global": "global level"}
_INTERVALS = {
    "both": "bootstrap of systems and evaluations",
    "inputs": "bootstrap of evaluations",
    "systems": "bootstrap of systems",
    "fisher": "Fisher's transformation",
}


class Shown(NamedTuple):
    """Correlations, and where the scores come from."""

    correlations: Correlations
    human_files: tuple[str, ...]
    score_files: tuple[str, ...] = ()
    signature: str | None = None
    """The signature of the run that made scores, if there was one."""
    figure: str | None = None
    """The figure of the run's measures: `recall`, `precision` or `f`."""

    def of_human(self, human: str) -> list[MeasureCorrelations]:
        """Return the results with one human score."""
        return [one for one in self.correlations.results if one.human == human]

    def levels(self, human: str) -> list[str]:
        """Return the levels at which there is any coefficient."""
        results = self.of_human(human)
        return [
            level
            for level in self.correlations.settings.levels
            if any(one.correlations.get(level) for one in results)
        ]

    @property
    def coefficients(self) -> list[str]:
        """The coefficients of the tables, which accuracies are not in."""
        return [name for name in self.correlations.settings.coefficients if name != "accuracy"]


def figure(value: float) -> str:
    """Return a coefficient with three decimals."""
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(value, 3) + 0.0:.3f}" if isfinite(value) else NO_NUMBER


def aside(one: Correlation, *, has_count: bool) -> str:
    """Return what stands behind a coefficient: its interval and its evaluations, or nothing."""
    bounds = f"[{figure(one.low)}, {figure(one.high)}]" if isfinite(one.low) else ""
    count = f"({one.defined:,} of {one.groups:,})" if has_count else ""
    return f"{bounds} {count}".strip()


def p_value(p: float) -> str:
    """Return a p with three decimals, or with a power of ten where these show too little."""
    if not isfinite(p):
        return NO_NUMBER
    return f"{p:.3f}" if p >= 0.0005 else f"{p:.1e}"


def percent(value: float) -> str:
    """Return a level of confidence as it was typed: 95, 99.5."""
    return f"{value!s}".removesuffix(".0")


def summary(shown: Shown, human: str) -> str:
    """Return the sentences on the data behind the coefficients with one human score."""
    files = ", ".join(printable(named(file)) for file in shown.human_files)
    results = shown.of_human(human)
    sizes = dict.fromkeys(_size(one) for one in results)
    if len(sizes) == 1:
        return f"Human scores: {printable(human)} ({files}). {next(iter(sizes))}."
    each = "; ".join(f"{printable(one.measure)}: {_size(one).lower()}" for one in results)
    return f"Human scores: {printable(human)} ({files}). {each}."


def _size(one: MeasureCorrelations) -> str:
    if not one.evaluations:
        return f"Systems: {len(one.systems)}, scored as wholes"
    return (
        f"Systems: {len(one.systems)}, evaluations: {len(one.evaluations):,},"
        f" summaries: {one.summaries:,} of {one.summaries + one.missing:,}"
    )


def origin(shown: Shown) -> str:
    """Return the run that made scores in one line, or nothing where there was none."""
    if shown.signature is None or shown.figure is None:
        return ""
    return f"Figure: {shown.figure.capitalize()}. Signature: {shown.signature}"


def counts_differ(results: list[MeasureCorrelations], level: str) -> bool:
    """Return whether coefficients at the summary level are means over different numbers of evaluations."""
    return level == "summary" and len(_counts(results, level)) > 1


def _counts(results: list[MeasureCorrelations], level: str) -> set[tuple[int, int]]:
    """Return how many evaluations have a coefficient, of how many."""
    return {
        (one.defined, one.groups) for result in results for one in result.correlations.get(level, {}).values()
    }


def title(results: list[MeasureCorrelations], level: str) -> str:
    """Return the title of a level."""
    if level == "system":
        return "System level"
    if level == "global":
        summaries = {one.summaries for one in results}
        return "Global level, all summaries" + (f" ({summaries.pop():,})" if len(summaries) == 1 else "")
    count = ""
    if not counts_differ(results, level):
        for defined, of_all in _counts(results, level):
            count = f" ({defined:,} of {of_all:,})"
    return f"Summary level, mean over evaluations{count}"


def closing(shown: Shown, human: str) -> str:
    """Return the sentences on intervals and on the coefficients that chance alone would give."""
    settings, sentences = shown.correlations.settings, []
    coefficients = [
        one
        for result in shown.of_human(human)
        for by_name in result.correlations.values()
        for one in by_name.values()
    ]
    if any(isfinite(one.low) for one in coefficients):
        draws = f", {settings.resamples}" if settings.interval != "fisher" else ""
        kind = settings.interval
        if kind != "fisher" and not any(one.evaluations for one in shown.of_human(human)):
            kind = "systems"  # Whole systems are scored, so that no evaluation can be drawn.
        sentences.append(f"{percent(settings.confidence)}% intervals: {_INTERVALS[kind]}{draws}.")
    if "pearson" in settings.coefficients and "system" in settings.levels:
        critical = dict.fromkeys(
            (len(one.systems), one.critical) for one in shown.of_human(human) if isfinite(one.critical)
        )
        sentences += [
            f"|Pearson| of {count} systems differs from 0 above {figure(least)}." for count, least in critical
        ]
    return " ".join(sentences)


def comparison(one: CorrelationDifference) -> str:
    """Return a comparison in one line."""
    names = f"{printable(one.measure)} - {printable(one.baseline)}"
    statistic = f"t({one.df})={figure(one.t)}, " if isfinite(one.t) else ""
    return (
        f"{names}, {LEVELS[one.level]}, {COEFFICIENTS[one.coefficient]}: {figure(one.difference)},"
        f" {statistic}p={p_value(one.p)} corrected p={p_value(one.corrected)}"
    )


def pairs(one: Accuracy) -> str:
    """Return the pairs that an accuracy is of, with their number where they were counted."""
    if not isfinite(one.plain):
        return GROUPINGS[one.grouping]
    return f"{GROUPINGS[one.grouping]} ({several(sum(one.pairs), 'pair')})"
