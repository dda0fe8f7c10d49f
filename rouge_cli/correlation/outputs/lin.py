"""Lin's table -> text, Markdown, LaTeX, JSON and comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from ..._version import __version__
from ...errors import printable
from ...rendering import table_model
from ...rendering.delimited import lines, name_cell
from ...rendering.table_model import Cell, Table
from ..study_records import Study, StudyCell
from .programs import written
from .shown import NO_NUMBER, percent

_LONG, _SHORT = "ROUGE-", "R-"
_BEST, _NEAR = "*", "~"
_HOW = {
    "jackknife": "jackknifed, the best reference of each set",
    "best": "the best reference of each summary",
    "pooled": "pooled",
}
_HEAD = (
    *("human", "measure", "references", "preparation", "value", "low", "high"),
    *("best", "near_best", "systems", "summaries"),
)


def text(study: Study) -> Iterator[str]:
    """Yield the lines for a terminal: the references stand above the preparations, as in the paper."""
    yield f"{_about(study)}.\n\n"
    rows = {_short(measure): [_marked(cell) for cell in cells] for measure, cells in study.rows.items()}
    width = max(len(column.preparation) for column in study.columns) + 3
    names = max(map(len, rows)) + 2
    above = ""
    for place, column in enumerate(study.columns):
        if place == 0 or study.columns[place - 1].references != column.references:
            above = above.ljust(names + place * width) + column.references
    yield f"{above}\n"
    heads = "".join(column.preparation.ljust(width) for column in study.columns)
    yield f"{'':{names}}{heads}".rstrip() + "\n"
    for name, cells in rows.items():
        yield f"{name:{names}}{''.join(cell.ljust(width) for cell in cells)}".rstrip() + "\n"
    yield f"\n{_BEST} best of its column, {_NEAR} not significantly worse ({_test(study)}).\n"


def markdown(study: Study) -> Iterator[str]:
    """Yield the lines of the table in Markdown."""
    return table_model.markdown([_table(study)])


def latex(study: Study) -> Iterator[str]:
    """Yield the lines of the table in LaTeX."""
    return table_model.latex([_table(study)])


def json(study: Study) -> Iterator[str]:
    """Yield the document, which `data/correlation.schema.json` describes."""
    return written({"version": __version__, **study.to_dict()})


def csv(study: Study) -> Iterator[str]:
    """Yield a line for each cell; the first names the columns."""
    return lines((_HEAD, *_rows(study)))


def _rows(study: Study) -> Iterator[tuple[object, ...]]:
    for measure, cells in study.rows.items():
        for column, cell in zip(study.columns, cells, strict=True):
            numbers = (value if isfinite(value) else "" for value in (cell.value, cell.low, cell.high))
            marks = int(cell.is_best), int(cell.near_best)
            names = name_cell(study.human), measure, *column
            yield *names, *numbers, *marks, cell.systems, cell.summaries


def _table(study: Study) -> Table:
    head = ["Measure", *(f"{column.preparation}, {column.references}" for column in study.columns)]
    rows = [
        [
            Cell(_short(measure)),
            *(
                Cell(_two(cell), best=cell.is_best, near=cell.near_best and not cell.is_best)
                for cell in cells
            ),
        ]
        for measure, cells in study.rows.items()
    ]
    caption = f"{_about(study)}; in bold the best of a column, in italics those not significantly worse"
    return Table(f"{caption} ({_test(study)})", head, rows, 1)


def _about(study: Study) -> str:
    several = len({column.references for column in study.columns}) > 1
    how = f"; several references: {_HOW[study.references]}" if several else ""
    return (
        f"{study.coefficient.capitalize()} of average {study.figure} with {printable(study.human)},"
        f" {len(study.systems)} systems, {len(study.evaluations):,} evaluations{how}"
    )


def _test(study: Study) -> str:
    confidence = percent(study.confidence)
    return f"{confidence}% interval of the difference by paired bootstrap, {study.resamples}"


def _short(measure: str) -> str:
    return measure.replace(_LONG, _SHORT, 1)


def _two(cell: StudyCell) -> str:
    """Return a correlation with the two decimals of the paper."""
    return f"{round(cell.value, 2) + 0.0:.2f}" if isfinite(cell.value) else NO_NUMBER


def _marked(cell: StudyCell) -> str:
    return _two(cell) + (_BEST if cell.is_best else _NEAR if cell.near_best else "")
