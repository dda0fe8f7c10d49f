"""A `Report` -> text in every format: one module for each format, all listed in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import OptionError
from ..evaluation import Evaluation
from ..options import Options
from ..profiles import profile_of
from ..scoring.results import Report
from .output import FIGURES, Output

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison

FORMATS = {
    "classic": "classic",
    "verbose": "verbose",
    "json": "json_report",
    "jsonl": "json_lines",
    "csv": "comma_separated",
    "tsv": "tab_separated",
    "markdown": "markdown",
    "latex": "latex",
}
"""The module that writes each format: it has `write(output) -> Iterator[str]`, which yields lines."""

_DETAILED = ("classic", "verbose", "json", "jsonl")
"""The formats that can show the score of every evaluation."""
_TABLES = ("markdown", "latex")
"""The formats that show one figure, as a table of systems and measures."""


def written(output: Output, format: str) -> Iterator[str]:
    """Yield the lines of the output in a format, each with its line end."""
    lines: Iterator[str] = import_module(f".{FORMATS[format]}", __name__).write(output)
    return lines


def check_format(
    format: str,
    options: Options,
    *,
    details: bool = False,
    figure: str | None = None,
    intervals: bool = False,
) -> None:
    """Raise `OptionError` for an unknown format, and for choices that the format cannot show."""
    if format not in FORMATS:
        raise OptionError(f"`format` must be one of {', '.join(FORMATS)}, not {format!r}")
    if figure not in (None, *FIGURES):
        raise OptionError(f"`figure` must be R, P or F, not {figure!r}")
    if details and format not in _DETAILED:
        raise OptionError(f"`details` goes with classic, json and jsonl, not with {format}")
    if format not in _TABLES and (figure or intervals):
        raise OptionError(
            f"`{'figure' if figure else 'intervals'}` goes with `format` markdown or latex;"
            f" {format} has all figures and intervals"
        )
    if intervals and not profile_of(options).has_intervals:
        raise OptionError(f"`profile` {options.profile} has no `intervals`; drop one of the two")
    if format in _TABLES and options.counting == 2:
        raise OptionError(f"{format} has no place for counts; use `counting` 1 or `format` csv")


def render(
    report: Report,
    format: str = "classic",
    *,
    evaluations: Sequence[Evaluation] = (),
    details: bool = False,
    comparisons: Sequence[Comparison] = (),
    figure: str | None = None,
    intervals: bool = False,
) -> str:
    """Return the report as a string in one of the formats of `rouge-eval`.

    `format` is classic, verbose (which needs the `evaluations` that were scored), json, jsonl, csv,
    tsv, markdown or latex. `details` adds the scores of the single evaluations to classic and json;
    `figure` (R, P or F, the default) and `intervals` shape the tables of markdown and latex. In the
    classic format, bytes of a name that are not UTF-8 are lone surrogates: encode that text with
    `errors="surrogateescape"`. Raises `OptionError` for choices that do not go together.
    """
    check_format(format, report.options, details=details, figure=figure, intervals=intervals)
    output = Output(report, evaluations, details, tuple(comparisons), figure or "F", intervals)
    return "".join(written(output, format))
