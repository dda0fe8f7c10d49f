r"""A `Report` -> comma- or tab-separated values: a row for each system, measure and statistic.

IDs are written so that each row is one line, that no spreadsheet takes one for a formula, and that
different IDs stay different: a backslash is doubled, an unprintable character becomes its escape
(`\n`, `\x1b`), and an ID that begins with = + - @ or an apostrophe has an apostrophe before it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from ..errors import printable
from ..scoring.results import Results
from .output import Output, by_letter

Row = tuple[object, ...]

_HEAD = (
    *("system", "measure", "statistic", "value", "low", "high", "evaluations"),
    *("baseline", "p", "p_corrected"),
)
"""The columns are the same with and without comparisons, so that files from several runs can be joined."""
_GETS_APOSTROPHE = tuple("=+-@＝＋－＠'")
"""The beginnings of formulas, full-width ones included, and the apostrophe itself, so that IDs stay apart."""


def comma_separated(output: Output) -> Iterator[str]:
    """Yield the lines with commas; the first line names the columns."""
    return _separated(output, ",")


def tab_separated(output: Output) -> Iterator[str]:
    """Yield the same rows with tabs."""
    return _separated(output, "\t")


def _separated(output: Output, separator: str) -> Iterator[str]:
    return lines((_HEAD, *_result_rows(output.report), *_difference_rows(output)), separator)


def lines(rows: Iterable[Row], separator: str = ",") -> Iterator[str]:
    """Yield one line for each row, whatever its IDs contain."""
    for row in rows:
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\n").writerow(row)
        yield line.getvalue()


def _result_rows(report: Results) -> Iterator[Row]:
    for system, results in report.systems.items():
        for measure, result in results.items():
            names = name_cell(system), measure
            if report.options.counting == 2:
                for part, count in result.counts._asdict().items():
                    yield *names, f"{part}_count", count, "", "", len(result.scores), "", "", ""
            else:
                for letter, (average, *bounds) in by_letter(result):
                    low, high = bounds if report.profile.has_intervals else ("", "")
                    yield *names, letter, average, low, high, len(result.scores), "", "", ""


def _difference_rows(output: Output) -> Iterator[Row]:
    for comparison in output.comparisons:
        system, baseline = name_cell(comparison.system), name_cell(comparison.baseline)
        for letter, difference in by_letter(comparison):
            yield (
                *(system, comparison.measure, f"difference_{letter}"),
                *(*difference.estimate, comparison.evaluations),
                *(baseline, difference.p, difference.corrected),
            )


def name_cell(id: str) -> str:
    """Return the ID as the module's docstring says."""
    escaped = printable(id.replace("\\", r"\\"))
    return f"'{escaped}" if escaped.startswith(_GETS_APOSTROPHE) else escaped
