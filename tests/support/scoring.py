"""Results and reports of literal scores, and the parts of the default profile."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from rouge_cli import Estimate, MeasureScores, Options, Report, Result, Score
from rouge_cli.kernel.plan import Measure, Reading
from rouge_cli.kernel.python.sums import added
from rouge_cli.scoring import resampling
from rouge_cli.scoring.profile import Profile
from rouge_cli.scoring.scores import Columns, Figures, counts_of


def measures(options: Options) -> tuple[Measure, ...]:
    """Return the measures of these options."""
    return Profile(options).measures


def literal_scores(scores: Iterable[Score]) -> MeasureScores:
    """Return the scores of these records, as columns."""
    rows = list(scores)
    whole = all(isinstance(count, int) for score in rows for count in score.counts)
    measure = Measure("own", "ngrams" if whole else abs, Reading(False, False), Reading(False, False))
    columns = Columns.empty(measure)
    for score in rows:
        for column, value in zip(
            columns, (*score.counts[:3], score.counts.peer_hit, *score[:3]), strict=True
        ):
            column.append(value)
    return MeasureScores(measure, [score.evaluation for score in rows], columns)


def estimates(scored: Iterable[Sequence[Score]], options: Options) -> list[Figures[Estimate]]:
    """Return the estimates of each row of scores."""
    rows = [resampling.Ordered(literal_scores(row), array("i", range(len(row))), 0) for row in scored]
    return list(resampling.estimates(Profile(options), rows))


def result_of(scores: Sequence[Score], options: Options) -> Result:
    """Return the result of a system with these scores."""
    (three,) = estimates([scores], options)
    return literal_result(three, scores)


def literal_result(three: Iterable[Estimate], scores: Sequence[Score]) -> Result:
    """Return the result with these estimates and scores."""
    columns = literal_scores(scores)
    return Result(*three, columns, counts_of(columns.measure, [*map(added, columns.columns[:4])]))


def report_of(
    options: Options, systems: Mapping[str, Mapping[str, Result]], notes: tuple[str, ...] = ()
) -> Report:
    """Return a report of these results."""
    return Report(Profile(options), systems, notes)
