r"""A `Report` -> formats for programs: a JSON document, JSON Lines, comma- or tab-separated values.

`data/report.schema.json` describes the document and, under `$defs/line`, the lines of JSON. Separated values
have a row for each system, measure and statistic. IDs are escaped so that each row is one line, that no
spreadsheet takes an ID for a formula, and that different IDs stay different: a backslash is doubled, an
unprintable character becomes its escape (`\n`, `\x1b`), and an ID that begins with = + - @ or an apostrophe
gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from io import StringIO
from math import isfinite
from typing import Any

from .._version import __version__
from ..errors import printable
from ..evaluation import MODELS
from ..measures.scores import FIGURE_NAMES, AnyColumns, AnyCounts, MeasureScores
from ..rouges import has_option
from ..scoring.comparison import Comparison, Difference
from ..scoring.results import Result
from . import Output, by_letter

Record = dict[str, Any]
Row = tuple[object, ...]

_HEAD = (
    *("system", "measure", "statistic", "value", "low", "high", "evaluations"),
    *("baseline", "p", "p_corrected"),
)
"""The columns are the same with and without comparisons, so that files from several runs can be joined."""
_GETS_APOSTROPHE = tuple("=+-@＝＋－＠'")
"""The beginnings of formulas, full-width or not, and the apostrophe itself, so that IDs stay different."""

_LATER = (
    *("profile", "paper_weight", "mead", "jackknife", "beta"),
    *("tokenizer", "stemmer", "stop_words", "exceptions", "language", "split_sentences"),
    *("about", "about_count", "about_mean"),
)
"""Options that came after version 1.1. A document of ROUGE-1.5.5 names them only where they are chosen."""

_NEEDS_ESCAPES = re.compile(r"[\ud800-\udfff]|\\ud[89a-f][0-9a-f]{2}")
"""A lone surrogate, or text that looks like the escape of one."""
_ESCAPE = re.compile(r"\\\\|\\u(d[89a-f][0-9a-f]{2})")
"""A doubled backslash, or the escape of a lone surrogate."""


@lru_cache(1000)  # The names of fields, systems and measures recur in every record.
def valid(text: str) -> str:
    r"""Return the text without lone surrogates, which are not valid in JSON; no two texts become equal.

    A lone surrogate, which stands for a byte of a file name that is not UTF-8, becomes its escape, the
    six characters `\udcff`. In a text that has a surrogate or such an escape, backslashes are doubled.
    """
    if _NEEDS_ESCAPES.search(text) is None:
        return text
    return text.replace("\\", r"\\").encode("utf-8", "backslashreplace").decode()


def original(text: str) -> str:
    """Return the text from which `valid` made this one."""
    if _NEEDS_ESCAPES.search(text) is None:
        return text
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else "\\", text)


def plain(value: Any) -> Any:
    """Return a value for JSON: valid texts, dictionaries for named tuples, None for NaN and infinities."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, str):
        return valid(value)
    if isinstance(value, int) or value is None:
        return value
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {valid(name): plain(one) for name, one in value.items()}
    return [plain(one) for one in value]


def json_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the JSON document with the version of this package, in ASCII."""
    yield json.dumps(plain({"version": __version__, **document}), indent=1, allow_nan=False) + "\n"


def _result(result: Result, *, details: bool) -> Record:
    """Return the result of a system by a measure; `details` adds the scores of the single evaluations."""
    figures = {name: getattr(result, name) for name in FIGURE_NAMES}
    record = {"evaluations": len(result.scores), **figures, **_counts(result.counts)}
    return record | ({"scores": list(_scores(result.scores))} if details else {})


def _scores(scores: MeasureScores) -> Iterator[Record]:
    """Yield the score of each evaluation."""
    columns = {"evaluation": scores.evaluations, **scores.figures._asdict(), **_counts(scores.counts)}
    for row in zip(*columns.values(), strict=True):
        yield dict(zip(columns, row, strict=True))


def _comparison(comparison: Comparison) -> Record:
    """Return the differences of a system to a baseline."""
    differences: dict[str, Difference] = {name: getattr(comparison, name) for name in FIGURE_NAMES}
    return {
        **{name: getattr(comparison, name) for name in ("system", "baseline", "measure", "evaluations")},
        "differences": {
            name: {**one.estimate._asdict(), "p": one.p, "p_corrected": one.corrected}
            for name, one in differences.items()
        },
    }


def _counts(counts: AnyCounts | AnyColumns) -> Record:
    return {f"{part}_count": value for part, value in counts._asdict().items()}


def document_lines(output: Output) -> Iterator[str]:
    """Yield the JSON document, in ASCII."""
    return json_lines(_document(output))


def document(output: Output) -> Record:
    """Return the document as a dictionary of plain values."""
    made: Record = plain({"version": __version__, **_document(output)})
    return made


def _document(output: Output) -> Record:
    report, details = output.report, output.details
    found = {
        "signature": report.signature,
        # Documents name only options that the profile has, as they did when there were fewer profiles.
        "options": {
            field.name: value
            for field in fields(report.options)
            if has_option(report.options.profile, field.name)
            and ((value := getattr(report.options, field.name)) != field.default or field.name not in _LATER)
        },
        "systems": {
            system: {measure: _result(result, details=details) for measure, result in results.items()}
            for system, results in report.systems.items()
        },
        "comparisons": list(map(_comparison, output.comparisons)),
        "notes": report.notes,
    }
    if report.options.about:
        models = {name: _result(result, details=details) for name, result in report.models.items()}
        found |= {"no_rouge": report.beside_rouge, "models": models}
    return found


def score_lines(output: Output) -> Iterator[str]:
    """Yield a line of ASCII for each system, measure and evaluation, then for each comparison."""

    def records() -> Iterator[Record]:
        for system, results in output.report.systems.items():
            for measure, result in results.items():
                names = {"type": "score", "system": system, "measure": measure}
                yield from (names | score for score in _scores(result.scores))
        for comparison in output.comparisons:
            yield {"type": "comparison", **_comparison(comparison)}

    for record in records():
        yield json.dumps(plain(record), allow_nan=False) + "\n"


def comma_separated(output: Output) -> Iterator[str]:
    """Yield lines of comma-separated values; the first line names the columns."""
    return lines(_rows(output))


def tab_separated(output: Output) -> Iterator[str]:
    """Yield the lines of `comma_separated` with tabs in place of commas."""
    return lines(_rows(output), "\t")


def lines(rows: Iterable[Row], separator: str = ",") -> Iterator[str]:
    """Yield one line for each row, whatever its IDs contain."""
    for row in rows:
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\n").writerow(row)
        yield line.getvalue()


def _rows(output: Output) -> Iterator[Row]:
    """Yield the head, then rows for each system and measure, and for each comparison."""
    report = output.report
    has_intervals = report.profile.rouge.has_intervals
    yield _HEAD
    of_models = {MODELS: report.models} if report.models else {}
    for system, results in (*report.systems.items(), *of_models.items()):
        for measure, result in results.items():
            names, is_rouge = (name_cell(system), measure), measure not in report.beside_rouge
            if is_rouge and report.options.counting == 2:
                for part, count in _counts(result.counts).items():
                    yield *names, part, count, "", "", len(result.scores), "", "", ""
            else:
                for letter, (average, *bounds) in by_letter(result, is_rouge=is_rouge):
                    low, high = bounds if has_intervals else ("", "")
                    yield *names, letter, average, low, high, len(result.scores), "", "", ""
    for comparison in output.comparisons:
        system, baseline = name_cell(comparison.system), name_cell(comparison.baseline)
        is_rouge = comparison.measure not in report.beside_rouge
        for letter, difference in by_letter(comparison, is_rouge=is_rouge):
            yield (
                *(system, comparison.measure, f"difference_{letter}"),
                *(*difference.estimate, comparison.evaluations),
                *(baseline, difference.p, difference.corrected),
            )


def name_cell(id: str) -> str:
    """Return an ID with the escapes that the docstring of this module describes."""
    escaped = printable(id.replace("\\", r"\\"))
    return f"'{escaped}" if escaped.startswith(_GETS_APOSTROPHE) else escaped
