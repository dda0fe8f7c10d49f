"""Reports, scores and comparisons as programs show them: as columns by name, for dictionaries, pandas and
Arrow, and as tables of limited size at a prompt and in notebooks.

A frame with one column for each measure and figure shares the columns of the scores without copying them.
"""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from math import nan
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import load_extra, printable, several, shortened
from ..numbers import SIGNIFICANT
from ..scoring.scores import FIGURE_NAMES, Estimate, MeasureScores, Score
from . import Output
from .presentation import MARK, Table, TableCell, hundredfold, p_text, plain, text_table, valid
from .report_view import tables

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ..scoring.comparison import Comparison
    from ..scoring.results import Results

Part: TypeAlias = "list[str] | array[Any]"
"""Texts, doubles or whole numbers of eight bytes."""
Frame: TypeAlias = dict[str, list[Part]]
"""By name, the parts of each column, in order. Each column has at least one part."""

_NAME = 24
"""The number of characters to which a name is shortened."""
_TEXT_ROWS, _TEXT_COLUMNS = 14, 3
_HTML_ROWS, _HTML_COLUMNS = 30, 8
"""The most rows, and the most columns of figures, at a prompt and in a notebook."""


def of_scores(evaluations: Sequence[str], scores: Mapping[str, MeasureScores], *, wide: bool) -> Frame:
    """Return a frame with a row for each evaluation or, if not `wide`, for each measure and evaluation."""
    ids = list(map(valid, evaluations))  # Neither pandas nor Arrow can hold lone surrogates.
    if wide:
        columns = ((f"{name} {figure}", of, figure) for name, of in scores.items() for figure in FIGURE_NAMES)
        return {"evaluation": [ids], **{name: [getattr(of.figures, figure)] for name, of, figure in columns}}
    frame: Frame = {
        "evaluation": [ids] * len(scores),
        "measure": [[measure] * len(ids) for measure in scores],
    }
    for figure in FIGURE_NAMES:
        frame[figure] = [getattr(of.figures, figure) for of in scores.values()] or [array("d")]
    for part in ("model", "peer", "hit"):
        counts = [getattr(of.columns, part) for of in scores.values()] or [array("q")]
        if any(column.typecode == "d" for column in counts):  # All are doubles if any has fractions.
            counts = [array("d", column) for column in counts]
        frame[f"{part}_count"] = counts
    return {name: parts or [[]] for name, parts in frame.items()}


def of_report(report: "Results", *, wide: bool) -> Frame:
    """Return a frame with a row for each system or, if not `wide`, for each system, measure and figure."""
    systems = report.systems
    if wide:
        counts = (max((len(one.scores) for one in of.values()), default=0) for of in systems.values())
        nothing = Estimate(nan, nan, nan)
        frame: Frame = {"system": [list(map(valid, systems))], "evaluations": [array("q", counts)]}
        for measure in report.measures:
            column = [results.get(measure) for results in systems.values()]
            for name in FIGURE_NAMES:
                estimates = (nothing if one is None else getattr(one, name) for one in column)
                for end, values in zip(("", " low", " high"), zip(*estimates, strict=True), strict=False):
                    frame[f"{measure} {name}{end}"] = [array("d", values)]
        return frame
    rows = [
        (valid(system), measure, name, *getattr(result, name), len(result.scores))
        for system, results in systems.items()
        for measure, result in results.items()
        for name in FIGURE_NAMES
    ]
    names = ("system", "measure", "figure", *Estimate._fields, "evaluations")
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    return {
        name: [list(column) if kind == "text" else array(kind, column)]
        for name, kind, column in zip(names, (*["text"] * 3, *"dddq"), columns, strict=True)
    }


def lists(frame: Frame) -> dict[str, list[Any]]:
    """Return the columns as lists."""
    return {name: list(chain.from_iterable(parts)) for name, parts in frame.items()}


def pandas_frame(frame: Frame) -> "pandas.DataFrame":
    """Return the columns as a data frame. A column in one part is not copied, so it is read-only.

    Raises `RougeError` where pandas cannot be loaded.
    """
    package = load_extra("pandas", "to_pandas")
    from numpy import asarray, concatenate

    def column(parts: Sequence[Part]) -> Any:
        if isinstance(parts[0], list):
            return list(chain.from_iterable(parts))
        arrays = [asarray(memoryview(part).toreadonly()) for part in parts if not isinstance(part, list)]
        return arrays[0] if len(arrays) == 1 else concatenate(arrays)

    made: pandas.DataFrame = package.DataFrame(
        {name: column(parts) for name, parts in frame.items()}, copy=False
    )
    return made


def arrow_table(frame: Frame) -> "pyarrow.Table":
    """Return the columns as a table that copies no figure.

    Raises `RougeError` where pyarrow cannot be loaded.
    """
    package = load_extra("pyarrow", "to_arrow")

    def column(part: Part) -> Any:
        if isinstance(part, list):
            return package.array(part, package.string())
        kind = package.float64() if part.typecode == "d" else package.int64()
        return package.Array.from_buffers(
            kind, len(part), [None, package.py_buffer(memoryview(part).toreadonly())]
        )

    made: pyarrow.Table = package.table(
        {name: package.chunked_array([column(part) for part in parts]) for name, parts in frame.items()}
    )
    return made


def polars_frame(frame: Frame) -> "polars.DataFrame":
    """Return the columns as a data frame of Polars. Raises `RougeError` where Polars cannot be loaded."""
    package = load_extra("polars", "to_polars")
    kinds = {"d": package.Float64, "q": package.Int64}
    schema = {
        name: package.String if isinstance(parts[0], list) else kinds[parts[0].typecode]
        for name, parts in frame.items()
    }
    made: polars.DataFrame = package.DataFrame(lists(frame), schema=schema)
    return made


def report_table(report: "Results", *, html: bool) -> str:
    """Return the averages of F with marks, for the repr of a report or as HTML for a notebook."""
    most_rows, most_columns = (_HTML_ROWS, _HTML_COLUMNS) if html else (_TEXT_ROWS, _TEXT_COLUMNS)
    output = Output(report, intervals=report.profile.rouge.has_intervals)
    lines = []
    for table in tables(output, "in bold" if html else f"marked {MARK}"):
        rows = [row[: most_columns + 1] for row in table.rows[:most_rows]]
        title = f"Report of {several(len(report.systems), 'system')}: {table.caption}"
        left_out = _rest(len(table.head) - 1 - most_columns, "measure")
        lines.append(_table(title, table.head[: most_columns + 1], rows, left_out, html=html))
    asides = _rest(len(report.systems) + len(report.absent) - most_rows, "system")
    if report.notes:
        asides.append(f"{several(len(report.notes), 'note')} on the input: see `notes`")
    if html:
        lines = ["<div>", *lines, *(f"<p>{aside}</p>" for aside in asides), "</div>"]
        asides = []
    return "\n".join([*lines, *asides])


def scores_text(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return the means of scores by each measure, for their repr."""
    rows = [[measure, *_figures(measure, one.mean())] for measure, one in scores.items()]
    title = f"Scores of {several(len(evaluations), 'pair')}: means × 100"
    left_out = _rest(len(rows) - _TEXT_ROWS, "measure")
    return _table(title, ["measure", *FIGURE_NAMES], rows[:_TEXT_ROWS], left_out)


def scores_html(evaluations: Sequence[str], scores: Mapping[str, MeasureScores]) -> str:
    """Return F by each measure as HTML for a notebook, the means first."""
    measures = list(scores)[:_HTML_COLUMNS]
    columns = [_figures(name, [scores[name].mean().f, *scores[name].f[:_HTML_ROWS]]) for name in measures]
    rows = list(zip(["mean", *evaluations[:_HTML_ROWS]], *columns, strict=True))
    left_out = _rest(len(evaluations) - _HTML_ROWS, "pair") + _rest(len(scores) - len(measures), "measure")
    title = f"Scores of {several(len(evaluations), 'pair')}: F × 100"
    return _table(title, ["evaluation", *measures], rows, left_out, html=True)


def measure_html(scores: MeasureScores) -> str:
    """Return the scores by a measure as HTML for a notebook, the means first."""
    name = scores.measure.name
    rows = [["mean", *_figures(name, scores.mean())]]
    rows += ([score.evaluation, *_figures(name, score[:3])] for score in islice(scores, _HTML_ROWS))
    title = f"Scores of {several(len(scores), 'evaluation')} by {name} × 100"
    left_out = _rest(len(scores) - _HTML_ROWS, "evaluation")
    return _table(title, ["evaluation", *FIGURE_NAMES], rows, left_out, html=True)


def pair_html(scores: Mapping[str, Score]) -> str:
    """Return the scores of a pair as HTML for a notebook."""
    rows = [[measure, *_figures(measure, score[:3])] for measure, score in scores.items()]
    return _table("Scores of a pair × 100", ["measure", *FIGURE_NAMES], rows, html=True)


def comparisons_table(comparisons: Sequence["Comparison"], *, html: bool) -> str:
    """Return the differences of F, for the repr of comparisons or as HTML for a notebook."""
    most = _HTML_ROWS if html else _TEXT_ROWS
    rows: list[list[TableCell | str]] = []
    for one in comparisons[:most]:
        average, low, high = _figures(one.measure, one.f.estimate, "+")
        difference = TableCell(f"{average} [{low}, {high}]", best=html and one.f.corrected <= SIGNIFICANT)
        names = one.system, one.baseline, one.measure
        rows.append([*names, difference, p_text(one.f.p), p_text(one.f.corrected), f"{one.evaluations:,}"])
    title = f"{several(len(comparisons), 'comparison')}: difference of F × 100 [confidence interval]"
    title += "; significant differences in bold" if html else ""
    head = ["system", "baseline", "measure", "difference", "p", "corrected p", "evaluations"]
    return _table(title, head, rows, _rest(len(comparisons) - most, "comparison"), html=html, names=3)


def _figures(measure: str, values: Iterable[float], sign: str = "-") -> list[str]:
    """Return figures × 100; a measure beside ROUGE keeps its figures as they are."""
    spell = hundredfold if measure.lower().startswith("rouge") else plain
    return [spell(value, sign) for value in values]


def _table(
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[TableCell | str]],
    asides: Sequence[str] = (),
    *,
    html: bool = False,
    names: int = 1,
) -> str:
    """Return a table whose first `names` columns have names, followed by the lines of `asides`.

    Texts in cells are made printable, and long texts lose their middle.
    """
    heads, *cells = [
        [cell._replace(text=shortened(printable(cell.text), _NAME)) for cell in row]
        for row in Table("", [], [head, *rows]).cells()
    ]
    if html:
        from .page_templates import rendered  # Programs that only score load no Jinja2.

        return rendered("preview.html", title=title, head=heads, rows=cells, asides=asides, names=names)
    shown = Table("", [one.text for one in heads], cells, names)
    return "\n".join([title, *(text_table(shown, sys.maxsize) if rows else []), *asides])


def _rest(count: int, name: str) -> list[str]:
    """Return a line on the number of items that a table leaves out, or no line."""
    return [f"… and {several(count, f'more {name}')}"] if count > 0 else []
