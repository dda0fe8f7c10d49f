"""Reports, scores and comparisons -> small tables for a prompt and for notebooks, however large they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from ..errors import printable
from ..measures.scores import FIGURE_NAMES, Figures, MeasureScores
from ..measures.spelling import probability
from ..reprs import estimate, figure, several
from .table_model import aligned

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
    names: int
    """The number of columns with names, which come before the columns with figures."""
    asides: Sequence[str]


def report_text(report: Results) -> str:
    """Return the repr of a report."""
    return _as_text(_of_report(report, _TEXT_ROWS, _TEXT_COLUMNS))


def report_html(report: Results) -> str:
    """Return a report as a notebook shows it."""
    return _as_html(_of_report(report, _HTML_ROWS, _HTML_COLUMNS))


def scores_text(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return the repr of scores by measure: their means."""
    rows = [[_name(measure), *_row(one.mean())] for measure, one in scores.items()]
    return _as_text(
        Preview(
            f"Scores of {several(len(evaluations), 'pair')}: means",
            ["measure", *FIGURE_NAMES],
            rows[:_TEXT_ROWS],
            1,
            _rest(len(rows) - _TEXT_ROWS, "measure"),
        )
    )


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
    return _as_html(
        Preview(
            f"Scores of {several(len(evaluations), 'pair')}: F",
            ["evaluation", *map(_name, measures)],
            rows,
            1,
            [
                *_rest(len(evaluations) - _HTML_ROWS, "pair"),
                *_rest(len(scores) - len(measures), "measure"),
            ],
        )
    )


def measure_html(scores: MeasureScores) -> str:
    """Return the scores by a measure as a notebook shows them, the means first."""
    rows = [
        ["mean", *_row(scores.mean())],
        *([_name(score.evaluation), *map(figure, score[:3])] for score in islice(scores, _HTML_ROWS)),
    ]
    title = f"Scores of {several(len(scores), 'evaluation')}"
    asides = _rest(len(scores) - _HTML_ROWS, "evaluation")
    return _as_html(Preview(title, ["evaluation", *FIGURE_NAMES], rows, 1, asides))


def comparisons_text(comparisons: Sequence[Comparison]) -> str:
    """Return the repr of comparisons."""
    return _as_text(_of_comparisons(comparisons, _TEXT_ROWS))


def comparisons_html(comparisons: Sequence[Comparison]) -> str:
    """Return comparisons as a notebook shows them."""
    return _as_html(_of_comparisons(comparisons, _HTML_ROWS))


def _of_report(report: Results, most_rows: int, most_columns: int) -> Preview:
    measures = list(dict.fromkeys(chain.from_iterable(report.systems.values())))
    shown = measures[:most_columns]
    rows = [
        [_name(system), *(_average(results.get(measure)) for measure in shown)]
        for system, results in islice(report.systems.items(), most_rows)
    ]
    asides = [
        *_rest(len(report.systems) - most_rows, "system"),
        *_rest(len(measures) - len(shown), "measure"),
    ]
    if report.notes:
        asides.append(f"{several(len(report.notes), 'note')} on the input: see `notes`")
    title = f"Report of {several(len(report.systems), 'system')}: average F"
    if report.profile.rouge.has_intervals:
        title += f" [{report.options.confidence!s}% confidence interval]"
    return Preview(title, ["system", *map(_name, shown)], rows, 1, asides)


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
        3,
        _rest(len(comparisons) - most, "comparison"),
    )


def _row(figures: Figures[float]) -> Iterable[str]:
    return map(figure, figures)


def _rest(count: int, name: str) -> list[str]:
    return [f"… and {count:,} more {name}{'' if count == 1 else 's'}"] if count > 0 else []


def _name(name: str) -> str:
    """Return a name in one line, with dots in the middle where it is long."""
    text = printable(name)
    if len(text) <= _NAME:
        return text
    half = _NAME // 2
    return f"{text[: half - 1]}…{text[-half:]}"


def _as_text(preview: Preview) -> str:
    rows = aligned([preview.head, *preview.rows], preview.names) if preview.rows else []
    return "\n".join([preview.title, *("  ".join(row).rstrip() for row in rows), *preview.asides])


def _as_html(preview: Preview) -> str:
    from .page_templates import rendered  # Programs that score load no Jinja2.

    return rendered("preview.html", **preview._asdict())
