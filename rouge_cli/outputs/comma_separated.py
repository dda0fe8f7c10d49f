"""A `Report` -> comma-separated values: a row for each system, measure and statistic."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from ..printable import printable
from ..scoring.results import Report
from .output import FIGURES, Output

Row = tuple[object, ...]

_HEAD = (
    *("system", "measure", "statistic", "value", "low", "high", "evaluations"),
    *("baseline", "p", "p_corrected"),
)
"""The same with and without comparisons, so that files of different runs can be put together."""
_BEGINS_FORMULA = tuple("=+-@＝＋－＠")


def write(output: Output) -> Iterator[str]:
    """The lines, of which the first names the columns."""
    return separated(output, ",")


def separated(output: Output, separator: str) -> Iterator[str]:
    """The lines with this separator; every row is one line, whatever is in its names."""
    for row in (_HEAD, *_result_rows(output.report), *_difference_rows(output)):
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\n").writerow(row)
        yield line.getvalue()


def _result_rows(report: Report) -> Iterator[Row]:
    for system, results in report.systems.items():
        for measure, result in results.items():
            names = _name(system), measure
            if report.options.counting == 2:
                for part, count in result.counts._asdict().items():
                    yield *names, f"{part}_count", count, "", "", len(result.scores), "", "", ""
            else:
                for figure, estimate in zip(
                    FIGURES, (result.recall, result.precision, result.f), strict=True
                ):
                    yield *names, figure, *estimate, len(result.scores), "", "", ""


def _difference_rows(output: Output) -> Iterator[Row]:
    for one in output.comparisons:
        for figure, difference in zip(FIGURES, (one.recall, one.precision, one.f), strict=True):
            yield (
                *(_name(one.system), one.measure, f"difference_{figure}"),
                *(*difference.estimate, one.evaluations),
                *(_name(one.baseline), difference.p, difference.corrected),
            )


def _name(id: str) -> str:
    """The ID as no spreadsheet takes it for a formula: with an apostrophe before what begins like one."""
    shown = printable(id)
    return f"'{shown}" if shown.startswith(_BEGINS_FORMULA) else shown
