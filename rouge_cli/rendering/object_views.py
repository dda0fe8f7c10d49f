"""Reports, scores and comparisons as programs show them: as columns by name, for dictionaries, pandas and
Arrow, and as tables of limited size at a prompt and in notebooks.

A frame with one column for each measure and figure shares the columns of the scores without copying them.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from math import nan
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import estimate, figure, load_extra, printable, several, shortened
from ..numbers import probability
from ..scoring.scores import FIGURE_NAMES, Estimate, MeasureScores
from .presentation import Table, text_table, valid

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ..scoring.comparison import Comparison
    from ..scoring.results import Result, Results

Part: TypeAlias = "list[str] | array[Any]"
"""Texts, doubles or whole numbers of eight bytes."""
Frame: TypeAlias = dict[str, list[Part]]
"""By name, the parts of each column, in order. Each column has at least one part."""

_NOTHING = Estimate(nan, nan, nan)
_NAME = 24
"""The number of characters to which a name is shortened."""
_TEXT_ROWS, _TEXT_COLUMNS = 14, 4
_HTML_ROWS, _HTML_COLUMNS = 30, 8
"""The most rows, and the most columns of figures, at a prompt and in a notebook."""


def of_scores(evaluations: Sequence[str], scores: Mapping[str, MeasureScores], *, wide: bool) -> Frame:
    """Return a frame with a row for each evaluation or, if not `wide`, for each measure and evaluation."""
    ids = _texts(evaluations)
    if wide:
        frame: Frame = {"evaluation": [ids]}
        for measure, of_measure in scores.items():
            for figure in FIGURE_NAMES:
                frame[f"{measure} {figure}"] = [getattr(of_measure.figures, figure)]
        return frame
    by_measure = list(scores.values())
    return {
        "evaluation": [ids] * len(by_measure) or [[]],
        "measure": [[measure] * len(ids) for measure in scores] or [[]],
        **{
            figure: [getattr(of_measure.figures, figure) for of_measure in by_measure] or [array("d")]
            for figure in FIGURE_NAMES
        },
        **{f"{part}_count": _alike(by_measure, part) for part in ("model", "peer", "hit")},
    }


def of_report(report: Results, *, wide: bool) -> Frame:
    """Return a frame with a row for each system or, if not `wide`, for each system, measure and figure."""
    systems = report.systems
    if wide:
        counts = (max((len(one.scores) for one in of.values()), default=0) for of in systems.values())
        frame: Frame = {"system": [_texts(systems)], "evaluations": [array("q", counts)]}
        for measure in report.measures:
            column = [results.get(measure) for results in systems.values()]
            for name in FIGURE_NAMES:
                estimates = [_NOTHING if one is None else getattr(one, name) for one in column]
                for end, field in (("", "average"), (" low", "low"), (" high", "high")):
                    frame[f"{measure} {name}{end}"] = [array("d", [getattr(one, field) for one in estimates])]
        return frame
    rows = [
        (system, measure, name, *getattr(result, name), len(result.scores))
        for system, results in systems.items()
        for measure, result in results.items()
        for name in FIGURE_NAMES
    ]
    ids, measures, figures, average, low, high, evaluations = zip(*rows, strict=True) if rows else [()] * 7
    return {
        "system": [_texts(ids)],
        "measure": [list(measures)],
        "figure": [list(figures)],
        "average": [array("d", average)],
        "low": [array("d", low)],
        "high": [array("d", high)],
        "evaluations": [array("q", evaluations)],
    }


def lists(frame: Frame) -> dict[str, list[Any]]:
    """Return the columns as lists."""
    return {name: list(chain.from_iterable(parts)) for name, parts in frame.items()}


def pandas_frame(frame: Frame) -> pandas.DataFrame:
    """Return the columns as a data frame. A column in one part is not copied, so it is read-only.

    Raises `RougeError` where pandas cannot be loaded.
    """
    package = load_extra("pandas", "to_pandas")
    from numpy import asarray, concatenate

    def column(parts: Sequence[Part]) -> Any:
        if isinstance(parts[0], list):
            return parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))
        arrays = [asarray(_read_only(part)) for part in parts]
        return arrays[0] if len(arrays) == 1 else concatenate(arrays)

    made: pandas.DataFrame = package.DataFrame(
        {name: column(parts) for name, parts in frame.items()}, copy=False
    )
    return made


def arrow_table(frame: Frame) -> pyarrow.Table:
    """Return the columns as a table that copies no figure.

    Raises `RougeError` where pyarrow cannot be loaded.
    """
    package = load_extra("pyarrow", "to_arrow")

    def column(part: Part) -> Any:
        if isinstance(part, list):
            return package.array(part, package.string())
        kind = package.float64() if part.typecode == "d" else package.int64()
        return package.Array.from_buffers(kind, len(part), [None, package.py_buffer(_read_only(part))])

    made: pyarrow.Table = package.table(
        {name: package.chunked_array([column(part) for part in parts]) for name, parts in frame.items()}
    )
    return made


def _read_only(part: Part) -> memoryview:
    return memoryview(part).toreadonly()  # type: ignore[arg-type]  # The callers keep lists of texts apart.


def _texts(ids: Iterable[str]) -> list[str]:
    """Return IDs without lone surrogates, which neither pandas nor Arrow can hold."""
    return list(map(valid, ids))


def _alike(by_measure: Iterable[MeasureScores], part: str) -> list[Part]:
    """Return the counts of all measures: whole numbers, or doubles if any measure has fractions."""
    columns = [getattr(scores.columns, part) for scores in by_measure] or [array("q")]
    if all(column.typecode == "q" for column in columns):
        return [*columns]
    return [column if column.typecode == "d" else array("d", column) for column in columns]


def report_table(report: Results, *, html: bool) -> str:
    """Return the averages of F, for the repr of a report or as HTML for a notebook."""
    most_rows, most_columns = (_HTML_ROWS, _HTML_COLUMNS) if html else (_TEXT_ROWS, _TEXT_COLUMNS)
    measures = report.measures
    shown = measures[:most_columns]

    def cell(result: Result | None) -> str:
        return "–" if result is None or not len(result.scores) else estimate(result.f)

    rows = [
        [_name(system), *(cell(results.get(measure)) for measure in shown)]
        for system, results in islice(report.systems.items(), most_rows)
    ]
    asides = _rest(len(report.systems) - most_rows, "system") + _rest(len(measures) - len(shown), "measure")
    if report.notes:
        asides.append(f"{several(len(report.notes), 'note')} on the input: see `notes`")
    title = f"Report of {several(len(report.systems), 'system')}: average F"
    if report.profile.rouge.has_intervals:
        title += f" [{report.options.confidence!s}% confidence interval]"
    return _table(title, ["system", *map(_name, shown)], rows, asides, html=html)


def scores_text(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return the means of scores by each measure, for their repr."""
    rows = [[_name(measure), *map(figure, one.mean())] for measure, one in scores.items()]
    title = f"Scores of {several(len(evaluations), 'pair')}: means"
    asides = _rest(len(rows) - _TEXT_ROWS, "measure")
    return _table(title, ["measure", *FIGURE_NAMES], rows[:_TEXT_ROWS], asides, html=False)


def scores_html(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return F by each measure as HTML for a notebook, the means first."""
    measures = list(scores)[:_HTML_COLUMNS]
    columns = [scores[measure].f for measure in measures]
    rows = [["mean", *(figure(scores[measure].mean().f) for measure in measures)]]
    for place, id in enumerate(islice(evaluations, _HTML_ROWS)):
        rows.append([_name(id), *(figure(column[place]) for column in columns)])
    title = f"Scores of {several(len(evaluations), 'pair')}: F"
    more_pairs = _rest(len(evaluations) - _HTML_ROWS, "pair")
    asides = [*more_pairs, *_rest(len(scores) - len(measures), "measure")]
    return _table(title, ["evaluation", *map(_name, measures)], rows, asides, html=True)


def measure_html(scores: MeasureScores) -> str:
    """Return the scores by a measure as HTML for a notebook, the means first."""
    rows = [["mean", *map(figure, scores.mean())]]
    rows += ([_name(score.evaluation), *map(figure, score[:3])] for score in islice(scores, _HTML_ROWS))
    title = f"Scores of {several(len(scores), 'evaluation')}"
    asides = _rest(len(scores) - _HTML_ROWS, "evaluation")
    return _table(title, ["evaluation", *FIGURE_NAMES], rows, asides, html=True)


def comparisons_table(comparisons: Sequence[Comparison], *, html: bool) -> str:
    """Return the differences of F, for the repr of comparisons or as HTML for a notebook."""
    most = _HTML_ROWS if html else _TEXT_ROWS
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
    title = f"{several(len(comparisons), 'comparison')}: difference of F [confidence interval]"
    head = ["system", "baseline", "measure", "difference", "p", "corrected p", "evaluations"]
    return _table(title, head, rows, _rest(len(comparisons) - most, "comparison"), html=html, names=3)


def _table(
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    asides: Sequence[str],
    *,
    html: bool,
    names: int = 1,
) -> str:
    """Return a table whose first `names` columns have names, followed by the lines of `asides`."""
    if html:
        from .page_templates import rendered  # Programs that only score load no Jinja2.

        return rendered("preview.html", title=title, head=head, rows=rows, asides=asides, names=names)
    lines = text_table(Table("", head, rows, names), sys.maxsize) if rows else []
    return "\n".join([title, *lines, *asides])


def _rest(count: int, name: str) -> list[str]:
    """Return a line on the number of items that a table leaves out, or no line."""
    return [f"… and {several(count, f'more {name}')}"] if count > 0 else []


def _name(name: str) -> str:
    return shortened(printable(name), _NAME)
