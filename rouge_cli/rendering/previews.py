"""Reports, scores and comparisons -> small tables for a prompt and for notebooks, however large they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..errors import estimate, figure, printable, several
from ..measures.scores import FIGURE_NAMES, MeasureScores
from ..measures.spelling import probability
from .table_model import in_columns

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison
    from ..scoring.results import Result, Results

_NAME = 24
"""The number of characters to which a name is shortened."""
_TEXT_ROWS, _TEXT_COLUMNS = 14, 4
_HTML_ROWS, _HTML_COLUMNS = 30, 8
"""The most rows, and the most columns of figures, at a prompt and in a notebook."""


class Preview(NamedTuple):
    """The first rows and columns of a table, and in words how much is left out."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    asides: Sequence[str]
    names: int = 1
    """The number of columns with names, which come before the columns with figures."""

    def text(self) -> str:
        """Return the preview as a repr."""
        rows = in_columns([self.head, *self.rows], self.names, "") if self.rows else []
        return "\n".join([self.title, *(row.removesuffix("\n") for row in rows), *self.asides])

    def html(self) -> str:
        """Return the preview as a notebook shows it."""
        from .page_templates import rendered  # Programs that score load no Jinja2.

        return rendered("preview.html", **self._asdict())


def report_text(report: Results) -> str:
    """Return the repr of a report."""
    return _of_report(report, _TEXT_ROWS, _TEXT_COLUMNS).text()


def report_html(report: Results) -> str:
    """Return a report as a notebook shows it."""
    return _of_report(report, _HTML_ROWS, _HTML_COLUMNS).html()


def scores_text(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return the repr of scores by measure: their means."""
    rows = [[_name(measure), *map(figure, one.mean())] for measure, one in scores.items()]
    title = f"Scores of {several(len(evaluations), 'pair')}: means"
    asides = _rest(len(rows) - _TEXT_ROWS, "measure")
    return Preview(title, ["measure", *FIGURE_NAMES], rows[:_TEXT_ROWS], asides).text()


def scores_html(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return scores as a notebook shows them: F by each measure, the means first."""
    measures = list(scores)[:_HTML_COLUMNS]
    columns = [scores[measure].f for measure in measures]
    rows = [
        ["mean", *(figure(scores[measure].mean().f) for measure in measures)],
        *(
            [_name(id), *(figure(column[place]) for column in columns)]
            for place, id in enumerate(islice(evaluations, _HTML_ROWS))
        ),
    ]
    title = f"Scores of {several(len(evaluations), 'pair')}: F"
    more_pairs = _rest(len(evaluations) - _HTML_ROWS, "pair")
    asides = [*more_pairs, *_rest(len(scores) - len(measures), "measure")]
    return Preview(title, ["evaluation", *map(_name, measures)], rows, asides).html()


def measure_html(scores: MeasureScores) -> str:
    """Return the scores by a measure as a notebook shows them, the means first."""
    rows = [
        ["mean", *map(figure, scores.mean())],
        *([_name(score.evaluation), *map(figure, score[:3])] for score in islice(scores, _HTML_ROWS)),
    ]
    title = f"Scores of {several(len(scores), 'evaluation')}"
    asides = _rest(len(scores) - _HTML_ROWS, "evaluation")
    return Preview(title, ["evaluation", *FIGURE_NAMES], rows, asides).html()


def comparisons_text(comparisons: Sequence[Comparison]) -> str:
    """Return the repr of comparisons."""
    return _of_comparisons(comparisons, _TEXT_ROWS).text()


def comparisons_html(comparisons: Sequence[Comparison]) -> str:
    """Return comparisons as a notebook shows them."""
    return _of_comparisons(comparisons, _HTML_ROWS).html()


def _of_report(report: Results, most_rows: int, most_columns: int) -> Preview:
    measures = report.measures
    shown = measures[:most_columns]
    rows = [
        [_name(system), *(_average(results.get(measure)) for measure in shown)]
        for system, results in islice(report.systems.items(), most_rows)
    ]
    asides = _rest(len(report.systems) - most_rows, "system") + _rest(len(measures) - len(shown), "measure")
    if report.notes:
        asides.append(f"{several(len(report.notes), 'note')} on the input: see `notes`")
    title = f"Report of {several(len(report.systems), 'system')}: average F"
    if report.profile.rouge.has_intervals:
        title += f" [{report.options.confidence!s}% confidence interval]"
    return Preview(title, ["system", *map(_name, shown)], rows, asides)


def _average(result: Result | None) -> str:
    """Return the cell of a system and a measure; a dash where no evaluation has the system."""
    return "–" if result is None or not len(result.scores) else estimate(result.f)


def _of_comparisons(comparisons: Sequence[Comparison], most: int) -> Preview:
    rows = [
        [
            *(_name(name) for name in (one.system, one.baseline, one.measure)),
            estimate(one.f.estimate),
            probability(one.f.p),
            probability(one.f.corrected),
            f"{one.evaluations:,}",
        ]
        for one in comparisons[:most]
    ]
    return Preview(
        f"{several(len(comparisons), 'comparison')}: difference of F [confidence interval]",
        ["system", "baseline", "measure", "difference", "p", "corrected p", "evaluations"],
        rows,
        _rest(len(comparisons) - most, "comparison"),
        names=3,
    )


def _rest(count: int, name: str) -> list[str]:
    return [f"… and {count:,} more {name}{'' if count == 1 else 's'}"] if count > 0 else []


def _name(name: str) -> str:
    """Return a name in one line, with dots in the middle where it is long."""
    text = printable(name)
    if len(text) <= _NAME:
        return text
    half = _NAME // 2
    return f"{text[: half - 1]}…{text[-half:]}"
