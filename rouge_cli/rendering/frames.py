"""Scores and reports -> columns by name, for dictionaries, pandas and Arrow.

A frame with one column for each measure and figure shares the columns of the scores, without copying them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf, nan
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import load_extra
from ..measures.scores import FIGURE_NAMES, Column, Estimate, MeasureScores
from .program_formats import valid

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ..scoring.results import Results

Part: TypeAlias = "list[str] | array[Any]"
"""Texts, doubles or whole numbers of eight bytes."""
Frame: TypeAlias = dict[str, list[Part]]
"""By name, the parts of each column, one behind the other; there is at least one."""

_COUNTS = ("model", "peer", "hit")
_NOTHING = Estimate(nan, nan, nan)


def of_scores(evaluations: Sequence[str], scores: Mapping[str, MeasureScores], *, wide: bool) -> Frame:
    """Return a row for each evaluation or, unless it is `wide`, for each measure and evaluation."""
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
        **{f"{part}_count": _alike(by_measure, part) for part in _COUNTS},
    }


def of_report(report: Results, *, wide: bool) -> Frame:
    """Return a row for each system or, unless it is `wide`, for each system, measure and figure."""
    if wide:
        return _by_system(report)
    rows = [
        (system, measure, figure, getattr(result, figure), len(result.scores))
        for system, results in report.systems.items()
        for measure, result in results.items()
        for figure in FIGURE_NAMES
    ]
    estimates = [row[3] for row in rows]
    return {
        "system": [_texts(row[0] for row in rows)],
        "measure": [[row[1] for row in rows]],
        "figure": [[row[2] for row in rows]],
        "average": [_doubles(estimate.average for estimate in estimates)],
        "low": [_doubles(estimate.low for estimate in estimates)],
        "high": [_doubles(estimate.high for estimate in estimates)],
        "evaluations": [array("q", [row[4] for row in rows])],
    }


def _by_system(report: Results) -> Frame:
    systems = report.systems
    frame: Frame = {
        "system": [_texts(systems)],
        "evaluations": [
            array("q", [max((len(one.scores) for one in of.values()), default=0) for of in systems.values()])
        ],
    }
    for measure in report.measures:
        column = [results.get(measure) for results in systems.values()]
        for figure in FIGURE_NAMES:
            estimates = [_NOTHING if one is None else getattr(one, figure) for one in column]
            for name, field in (("", "average"), (" low", "low"), (" high", "high")):
                frame[f"{measure} {figure}{name}"] = [_doubles(getattr(one, field) for one in estimates)]
    return frame


def lists(frame: Frame) -> dict[str, list[Any]]:
    """Return the columns as lists."""
    return {name: list(chain.from_iterable(parts)) for name, parts in frame.items()}


def pandas_frame(frame: Frame) -> pandas.DataFrame:
    """Return the columns as a data frame. Raises `RougeError` where pandas cannot be loaded."""
    package = load_extra("pandas", "pandas", "to_pandas")
    made: pandas.DataFrame = package.DataFrame(
        {name: _for_pandas(parts) for name, parts in frame.items()}, copy=False
    )
    return made


def _for_pandas(parts: Sequence[Part]) -> Any:
    """Return a column for pandas. A column in one part is not copied, so it is read-only."""
    from numpy import asarray, concatenate

    if isinstance(parts[0], list):
        return parts[0] if len(parts) == 1 else list(chain.from_iterable(parts))
    arrays = [asarray(_read_only(part)) for part in parts]
    return arrays[0] if len(arrays) == 1 else concatenate(arrays)


def arrow_table(frame: Frame) -> pyarrow.Table:
    """Return the columns as a table, which copies no figure.

    Raises `RougeError` where pyarrow cannot be loaded.
    """
    package = load_extra("pyarrow", "arrow", "to_arrow")

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
    return memoryview(part).toreadonly()  # type: ignore[arg-type]  # No list of texts gets here.


def _texts(ids: Iterable[str]) -> list[str]:
    """Return IDs without lone surrogates, which neither pandas nor Arrow can hold."""
    return list(map(valid, ids))


def _alike(by_measure: Iterable[MeasureScores], part: str) -> list[Part]:
    """Return the counts of all measures: whole numbers, or doubles if any measure has fractions."""
    columns: list[Column] = [getattr(scores.counts, part) for scores in by_measure]
    whole = [column for column in columns if isinstance(column, array) and column.typecode == "q"]
    if len(whole) == len(columns):
        return [*whole] or [array("q")]
    return [
        column if isinstance(column, array) and column.typecode == "d" else _doubles(column)
        for column in columns
    ]


def _doubles(values: Iterable[float]) -> array[float]:
    return array("d", map(_double, values))


def _double(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # A whole number beyond all doubles.
        return inf
