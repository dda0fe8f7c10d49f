"""The formats of reports: what all formats take, and the choices that each of them can show."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Message, OptionError
from ..evaluation import Evaluation
from ..inputs.streams import Evaluations
from ..options import PLAIN, Options
from ..scoring.profile import NO_MEASURE, Profile
from ..scoring.results import Results, check_report
from ..scoring.scores import figure_name

if TYPE_CHECKING:
    from ..scoring.comparison import Comparison

FORMATS = ("classic", "verbose", "json", "jsonl", "csv", "tsv", "markdown", "latex", "text")
"""The formats of reports; `verbose` is the classic report with its trace."""

TABLE_FORMATS = ("text", "json", "csv", "markdown", "latex")
"""The formats of all other tables, the usual format first."""
_EXTENSIONS = {f".{name}": name for name in ("json", "jsonl", "csv", "tsv")}
_EXTENSIONS |= {".md": "markdown", ".tex": "latex"}
_EXTENSIONS |= dict.fromkeys(
    (".html", ".htm", ".xls", ".xlsx", ".pdf", ".png", ".svg", ".gz", ".parquet"), ""
)
"""The format that a file's name tells; the last ones are not written by this name."""

_DETAILED = ("classic", "verbose", "json", "jsonl", "csv", "tsv")
"""The formats that can show the score of every evaluation."""
_TABLES = ("markdown", "latex", "text")
"""The formats that show one figure, as a table of systems and measures."""

FIGURES = {"R": "recall", "P": "precision", "F": "f"}
"""The letter of each figure, and the field of a result or a comparison that holds it."""

VALUE = "value"
"""The only figure of a measure beside ROUGE."""

ORDERS = ("given", "id", "score")
"""The orders of systems in a table: the order of the input, by ID, and by the first measure."""


class Output(NamedTuple):
    """A report, and how to show it."""

    report: Results
    evaluations: Evaluations = ()
    """The evaluations that were scored, for the trace of the verbose format."""
    details: bool = False
    """True to show the score of every evaluation, too."""
    comparisons: tuple["Comparison", ...] = ()
    figure: str = "F"
    """The letter of the figure that a table of systems and measures shows."""
    intervals: bool = False
    """True for confidence intervals in a table of systems and measures."""
    sort: str = "score"
    """The order of systems wherever people read: one of `ORDERS`."""
    notes: tuple[str, ...] = ()
    """Notes on the input beside the notes of the report."""
    title: str = ""
    """The caption of tables for a paper."""
    label: str | None = None
    """The label of tables for a paper."""


def figures_of(report: Results, measure: str) -> dict[str, str]:
    """Return the fields of a measure's figures by their letters; a measure beside ROUGE has one value."""
    if measure in report.beside_rouge:
        return {VALUE: "f"}
    return {letter: FIGURES[letter] for letter in report.profile.rouge.figures}


def written(
    output: Output, format: str, width: int = 80, worded: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield the lines of the output in a format, each with its line end; text fits a width.

    `worded` spells the options in notes behind tables.
    """
    if format in ("classic", "verbose"):
        from .classic import write

        return write(output, output.evaluations if format == "verbose" else None)
    from .presentation import WRITERS
    from .report_view import presentation

    return WRITERS[format](presentation(output, worded)._replace(width=width))


def check_format(
    format: str,
    options: Options,
    details: bool,
    figure: str | None,
    intervals: bool,
    sort: str | None,
    compares: bool,
) -> None:
    """Raise `OptionError` for an unknown format, and for choices that the format cannot show."""
    if format not in FORMATS:
        raise OptionError("`format` must be one of %s, not %r", ", ".join(FORMATS), format)
    if figure not in (None, *FIGURES):
        raise OptionError("`figure` must be R, P or F, not %r", figure)
    if details and format not in _DETAILED:
        raise OptionError("`details` goes with classic, json, jsonl, csv and tsv, not with %s", format)
    if details and compares and format in ("csv", "tsv"):
        raise OptionError("%s with `details` has a row a summary, and none for differences; drop one", format)
    if sort not in (None, *ORDERS):
        raise OptionError("`sort` must be one of %s, not %r", ", ".join(ORDERS), sort)
    if format not in _TABLES:
        of_tables = Message("goes with `format` markdown, latex or text;")
        if figure or intervals:
            name = "figure" if figure else "intervals"
            raise OptionError(f"`{name}` %s %s has all figures and intervals", of_tables, format)
        if sort:
            raise OptionError("`sort` %s %s has an order of its own", of_tables, format)
    if intervals and not Profile(options).rouge.has_intervals:
        name, value = ("mean", PLAIN) if options.mean == PLAIN else ("profile", options.profile)
        raise OptionError(f"`{name}` %s has no `intervals`; drop one of the two", value)
    if format in _TABLES and options.counting == 2:
        raise OptionError("%s has no place for counts; use `counting` 1 or `format` csv", format)


def check_caption(format: str, caption: str | None, label: str | None) -> None:
    """Raise `OptionError` for a caption or a label that the format cannot show."""
    if (caption or label) and format not in ("markdown", "latex"):
        name = "caption" if caption else "label"
        raise OptionError(f"`{name}` goes with `format` markdown or latex; %s has no captions", format)
    if label and not re.fullmatch("[A-Za-z0-9:._-]+", label):
        raise OptionError("`label` may have letters, digits and : . _ - alone, not %r", label)


def format_by_name(path: str | None, formats: Sequence[str] = FORMATS) -> str:
    """Return the format that the end of a file's name tells, or else the first of the formats.

    Raises `OptionError` for the end of another format.
    """
    end = os.path.splitext(path or "")[1].lower()
    format = _EXTENSIONS.get(end, formats[0])
    if format not in formats:
        ends = [name for name, known in _EXTENSIONS.items() if known in formats]
        raise OptionError(
            "`output` %s: %s is not written; name a file %s or .txt, or give `format`, too",
            *(path, end, ", ".join(ends)),
        )
    return format


def check_shown(options: Options, what: str) -> None:
    """Raise `OptionError` for options without a measure, and for counts alone, which `what` cannot show."""
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting == 2:
        raise OptionError("%s has no place for counts; use `counting` 1", what)


def render(
    report: Results,
    format: str = "classic",
    *,
    evaluations: Sequence[Evaluation] = (),
    details: bool = False,
    comparisons: Sequence["Comparison"] = (),
    figure: str | None = None,
    intervals: bool = False,
    sort: str | None = None,
    caption: str | None = None,
    label: str | None = None,
) -> str:
    """Return the report as a string in one of the formats of `rouge-eval`.

    `format` is classic, verbose (which needs the `evaluations` that were scored), json, jsonl, csv, tsv,
    markdown, latex or text. `details` adds the scores of the single evaluations to classic and json, and
    gives csv and tsv a row for each of them; `figure` (R, P or F, the default, or its name), `intervals` and
    `sort` (score, the default, given or id) shape the tables of markdown, latex and text. With `comparisons`
    that have one baseline, a table begins with the baseline, stars mark significant differences to it, and
    all systems that are not significantly worse than the best are marked as best. A `caption` and a `label`
    give tables of markdown and latex a caption, a label and notes on their marks below; in latex these tables
    are floats that fit a column. In the classic format, bytes of a name that are not UTF-8 are lone
    surrogates: encode that text with `errors="surrogateescape"`. Raises `OptionError` for choices that
    contradict each other.
    """
    check_report(report)
    figure = figure and figure_name(figure)[0].upper()
    check_format(format, report.options, details, figure, intervals, sort, bool(comparisons))
    check_caption(format, caption, label)
    shape = figure or "F", intervals, sort or "score"
    output = Output(report, evaluations, details, tuple(comparisons), *shape)
    return "".join(written(output._replace(title=caption or "", label=label), format))


def natural(id: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sorting key that puts `2` before `10`, and `sys2` before `sys10`. Each ID has its own key.

    Numbers are compared as digits, because Python refuses to convert thousands of digits.
    """
    parts = re.split("([0-9]+)", id)  # Texts and numbers by turns.
    parts[1::2] = (number.lstrip("0") for number in parts[1::2])
    return [(len(part) if place % 2 else 0, part) for place, part in enumerate(parts)], id
