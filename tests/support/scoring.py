"""Results and reports of literal scores, and the parts of the default profile."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from rouge_cli import Counts, Estimate, Options, Report, Result, Score
from rouge_cli.measures.base import Measure, Texts
from rouge_cli.measures.scores import Figures, MeasureScores
from rouge_cli.profiles import Profile
from rouge_cli.profiles.estimates import Ordered


def measures(options: Options) -> tuple[Measure, ...]:
    """Return the measures of these options."""
    return Profile(options).measures


def counts_of(measure: Measure, texts: Texts, *, best: bool) -> list[Counts]:
    """Return the counts of each peer with the models pooled, or with the best model."""
    return [row.counts for row in Profile(Options(best_model=best)).combine(measure, texts)]


def score_of(measure: Measure, counts: Counts, alpha: float) -> Score:
    """Return the score of these counts."""
    figures = Profile(Options(alpha=alpha)).figures(measure, counts)
    return Score(*figures, counts, "1")


def estimates(scored: Iterable[Sequence[Score]], options: Options) -> list[Figures[Estimate]]:
    """Return the estimates of each row of scores."""
    ordered = [Ordered(MeasureScores.of(row), array("i", range(len(row)))) for row in scored]
    return list(Profile(options).estimates(ordered))


def result_of(scores: Sequence[Score], options: Options) -> Result:
    """Return the result of a system with these scores."""
    (three,) = estimates([scores], options)
    return literal_result(three, scores)


def literal_result(three: Iterable[Estimate], scores: Sequence[Score]) -> Result:
    """Return the result with these estimates and scores."""
    columns = MeasureScores.of(scores)
    return Result(*three, columns, columns.total(range(len(columns))))


def report_of(
    options: Options, systems: Mapping[str, Mapping[str, Result]], notes: tuple[str, ...] = ()
) -> Report:
    """Return a report of these results."""
    return Report(Profile(options), systems, notes)
