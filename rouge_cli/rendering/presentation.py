r"""A result as data, and one writer a format: text, Markdown, LaTeX, JSON, JSON Lines, separated values.

`Presentation` is the form of every result that is shown: reports, protocols, correlations, power. Tables have
printable text; each writer escapes it for its format. Separated values are for programs: `name_cell` escapes
IDs so that each row is one line, that no spreadsheet takes an ID for a formula, and that different IDs stay
different: a backslash is doubled, an unprintable character becomes its escape (`\n`, `\x1b`), and an ID that
begins with = + - @ or an apostrophe gets an apostrophe in front.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain, zip_longest
from math import isfinite
from typing import Any, NamedTuple

from .. import __version__
from ..errors import Message, printable
from ..numbers import probability
from .columns import from_left, least_width, padded, widest_piece, width, wrapped

Record = Mapping[str, Any]
Row = tuple[object, ...]

WIDTH = 80
"""The columns of a table in a file or a pipe."""
MARK = "›"
"""The sign in text before a figure that other formats print in bold."""
NONE, _HUGE = "–", 1e12
"""The sign for a missing figure, and the figure above which digits are counted from the left."""
_GAP = "  "
_COLUMN, _PAGE = 52, 76
"""The characters of a line in a column of a paper in two columns, and in one."""
_NAME = 24
"""The width to which columns of names are narrowed before anything else."""

_MARKDOWN_SPECIAL = re.compile(r"[\\`*_\[\]|~$#@:^]|(?<=www)\.", re.IGNORECASE)
"""Punctuation that is markup, or that GitHub turns into links, mentions or formulas."""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})

_LATEX_SPECIAL = {c: f"\\{c}" for c in "&%$#_{}"}
_LATEX_SPECIAL |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_LATEX_SPECIAL |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\char34{}"}
_LATEX_SPECIAL |= {"`": r"\textasciigrave{}", "–": "--", "\0": "{}"}
_LATEX_SPECIAL |= {"−": "$-$", "≤": r"$\le$", "α": r"$\alpha$", "β": r"$\beta$", "⁻": "$^-$", "⁸": "$^8$"}
_LIGATURE = re.compile(r"([-,'])(?=\1)")
"""The first of two equal characters that form a ligature. `_latex_escaped` puts a NUL between them, because
no printable name contains one."""
_DIRECT = {*map(chr, range(0xA1, 0x17F))} - {*"«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų"}
"""The characters that LaTeX prints without any package, even in its oldest font encoding."""
_LATEX_FALLBACK = (
    "% Characters that pdfLaTeX may lack; XeLaTeX and LuaLaTeX print them, others their numbers.\n"
    "\\providecommand{\\rougechar}[2]{\\ifdefined\\Umathcode#1\\else U+#2\\fi}\n"
)

_GETS_APOSTROPHE = tuple("=+-@＝＋－＠'")
"""The beginnings of formulas, full-width or not, and the apostrophe itself, so that IDs stay different."""
_NEEDS_ESCAPES = re.compile(r"[\ud800-\udfff]|\\ud[89a-f][0-9a-f]{2}")
"""A lone surrogate, or text that looks like the escape of one."""


class TableCell(NamedTuple):
    """A cell with more than plain text. Its text is printable, but not yet escaped for a markup."""

    text: str
    best: bool = False
    aside: str = ""
    """The text behind the cell's own text and stars, which is never bold."""
    stars: str = ""
    """The stars of a significant difference to the baseline."""


class Table(NamedTuple):
    """A table and its caption."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[TableCell | str]]
    names: int = 1
    """The number of columns with names. The columns behind them have numbers."""
    about: str = ""
    """Sentences on the data. Tables with the same sentences stand together."""
    subject: str = ""
    """A word on a table that is not the first, for the caption and the label of a paper."""

    def cells(self) -> list[list[TableCell]]:
        """Return the cells of each row; blanks behind their stars give all stars of a column one width."""
        rows = [[TableCell(one) if isinstance(one, str) else one for one in row] for row in self.rows]
        rooms = [max(len(cell.stars) for cell in column) for column in zip(*rows, strict=True)]
        return [
            [cell._replace(stars=cell.stars.ljust(room)) for cell, room in zip(row, rooms, strict=True)]
            for row in rows
        ]


class Presentation(NamedTuple):
    """A result as data. The functions make their part when a format asks for it."""

    tables: Callable[[str], Iterable[Table]]
    """Returns the tables; the argument says in captions how the format marks the best figures."""
    record: Callable[[], Record]
    """Returns the JSON document, without the version of the package."""
    rows: Callable[[], Iterable[Row]]
    """Returns the rows of separated values; the first names the columns."""
    signature: str = ""
    signed: str = "Signature"
    """The name of the signature."""
    remarks: Sequence[str] = ()
    """Sentences that follow the tables in a terminal."""
    notes: Sequence[str] = ()
    """Notes on the input, for tables that leave the terminal."""
    records: Callable[[], Iterable[Record]] = tuple
    """Returns the lines of JSON, for results that have them."""
    title: str = ""
    """The caption of tables in a paper; their own captions are notes then."""
    label: str | None = None
    """The label of tables in a paper."""
    width: int = WIDTH
    """The most columns of text."""


def plain(value: float, sign: str = "-", decimals: int = 3) -> str:
    """Return a figure as it is, such as a coefficient, with a true minus; a dash if it is not finite."""
    if not isfinite(value):
        return NONE
    if abs(value) > _HUGE:
        return f"{value:{sign}.4g}".replace("-", "−")
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(value, decimals) + 0.0:{sign}.{decimals}f}".replace("-", "−")


def hundredfold(value: float, sign: str = "-") -> str:
    """Return a figure × 100, with a true minus; the sign "+" marks positive figures, too."""
    return plain(100 * value, sign, 2)


def p_text(p: float) -> str:
    """Return a p, or a dash where there is none."""
    return probability(p) if isfinite(p) else NONE


# Text for a terminal.


def text(shown: Presentation) -> Iterator[str]:
    """Yield tables, each with its caption below it, for a terminal."""
    lines: list[str] = []
    about, most = "", shown.width
    for table in shown.tables(f"marked {MARK}"):
        if table.about != about:
            about = table.about
            lines += *wrapped([about], most), ""
        lines += *text_table(table, most), "", *wrapped([f"{table.caption}."], most), ""
    for sentence in shown.remarks:
        lines += *wrapped([sentence], most), ""
    if shown.signature:
        lines.append(f"{shown.signed}: {shown.signature}")
    return (f"{line}\n" for line in lines)


def text_table(table: Table, most: int = WIDTH) -> list[str]:
    """Return the lines of a table, at most `most` columns wide where words and figures allow it.

    Where a table is too wide, long names are broken, then intervals stand below their figures, then heads are
    broken between words, then the columns of figures are spread over tables that stand one below the other.
    """
    names, gap, body = table.names, len(_GAP), table.cells()
    # Intervals of one width keep the points of the figures before them below one another.
    rooms = [max(len(cell.aside) for cell in column) for column in zip(*body, strict=True)]
    rooms[:names] = [0] * names
    for is_stacked, usual in ((False, _NAME), (True, _NAME), (True, 0)):
        rows = [[[head] for head in table.head]]
        rows += [
            [_text_lines(cell, room, is_stacked=is_stacked) for cell, room in zip(row, rooms, strict=True)]
            for row in body
        ]
        columns = list(zip(*rows, strict=True))
        widths = [max(map(width, chain.from_iterable(column))) for column in columns]
        least = [
            max(min(widest_piece(column), most // (names + 1)), min(widths[place], usual))
            for place, column in enumerate(columns[:names])
        ]
        if not usual:
            widths[names:] = map(least_width, columns[names:])
        figures = sum(gap + one for one in widths[names:])
        if sum(least) + gap * (names - 1) + figures <= most:
            break
    else:
        figures = gap + max(widths[names:], default=-gap)
    while sum(widths[:names]) + gap * (names - 1) + figures > most:
        broken = [place for place in range(names) if widths[place] > least[place]]
        if not broken:
            break
        widths[max(broken, key=widths.__getitem__)] -= 1
    chunks: list[list[int]] = [[*range(names)]]
    for place in range(names, len(widths)):
        chunk = chunks[-1]
        if len(chunk) > names and sum(widths[one] + gap for one in chunk) + widths[place] > most:
            chunks.append(chunk := [*range(names)])
        chunk.append(place)
    lines: list[str] = []
    for chunk in chunks:
        lines += [""] * bool(lines)
        filled = [widths[place] for place in chunk]
        is_left = [place < names for place in chunk]
        for number, row in enumerate(rows):
            cells = map(wrapped, (row[place] for place in chunk), filled)
            for line in zip_longest(*cells, fillvalue=""):
                lines.append(_GAP.join(map(padded, map(from_left, line), filled, is_left)).rstrip())
            if not number:
                lines.append(_GAP.join("─" * most for most in filled))
    return lines


def _text_lines(cell: TableCell, room: int, *, is_stacked: bool) -> list[str]:
    """Return the lines of a cell, which are several if its aside stands below its figure."""
    shown = f"{MARK * cell.best}{cell.text}{cell.stars}"
    if is_stacked and cell.aside:
        return [shown, cell.aside.strip()]
    return [shown + (cell.aside and cell.aside.rjust(room))]


# Text for papers and pages.


def markdown(shown: Presentation) -> Iterator[str]:
    """Yield tables in the syntax of GitHub, each with its caption below it, and the signature."""
    for table in shown.tables("in bold"):
        title, label = titled(shown, table)
        if label:
            yield f'<a id="{label}"></a>\n'
        if title:
            yield f"**{_markdown_escaped(title)}.**\n\n"
        rows = [list(map(_markdown_escaped, table.head))]
        rows += (list(map(_markdown_cell, row)) for row in table.cells())
        # Padded cells make the source of the table readable, too.
        widths = [max(3, *map(width, column)) for column in zip(*rows, strict=True)]
        is_left = [place < table.names for place in range(len(widths))]
        rows.insert(1, [":".ljust(most, "-") for most in widths[: table.names]])
        rows[1] += [":".rjust(most, "-") for most in widths[table.names :]]
        yield from (f"| {' | '.join(map(padded, row, widths, is_left))} |\n" for row in rows)
        yield f"\n{_markdown_escaped(_caption(table))}.\n\n"
    yield from (f"- {_markdown_escaped(printable(note))}\n" for note in shown.notes)
    if shown.notes:
        yield "\n"
    if shown.signature:
        yield Message(f"%s: `{shown.signature}`\n", shown.signed)


def _caption(table: Table) -> str:
    return f"{table.caption}. {table.about.removesuffix('.')}" if table.about else table.caption


def _markdown_cell(cell: TableCell) -> str:
    text = _markdown_escaped(cell.text)
    return (f"**{text}**" if cell.best else text) + _markdown_escaped(cell.stars.rstrip()) + cell.aside


def _markdown_escaped(text: str) -> str:
    return _MARKDOWN_SPECIAL.sub(r"\\\g<0>", text).translate(_ENTITIES)


def latex(shown: Presentation) -> Iterator[str]:
    r"""Yield a comment with the signature, then a `tabular` for each table, to `\input`.

    The tables need the package booktabs. With a title or a label each table is a float that fits a column,
    or the page if it is wide, with a caption, notes below, and intervals below their figures. Otherwise
    captions are comments.
    """
    if shown.signature:
        yield f"% {shown.signature}\n"
    yield from (f"% {printable(note)}\n" for note in shown.notes)
    yield "% \\usepackage{booktabs}\n"
    lines: list[str] = []
    for table in shown.tables("in bold"):
        title, label = titled(shown, table)
        caption, columns = f"{_caption(table)}.", "l" * table.names + "r" * (len(table.head) - table.names)
        above, below = [f"% {caption}\n"], []
        if is_float := bool(title or label):
            named = f"\\caption{{{_latex_escaped(title)}}}" + f"\\label{{{label}}}" * bool(label)
            star, size = "*" * (_em(table) > _COLUMN), "footnotesize" if _em(table) > _PAGE else "small"
            setting = f"\\centering\\{size}\\setlength{{\\tabcolsep}}{{3pt}}"
            above = [f"\\begin{{table{star}}}\n{setting}\n{named}\n"]
            notes = f"\\parbox{{\\linewidth}}{{\\footnotesize {_latex_escaped(caption)}}}"
            below = [f"\\par\\smallskip\n{notes}\n", f"\\end{{table{star}}}\n"]
        lines += (
            "\n\\par\\bigskip\n" if lines and not is_float else "\n",
            *above,
            f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n",
            f"{' & '.join(map(_latex_escaped, table.head))} \\\\\n\\midrule\n",
            *(f"{' & '.join(row)} \\\\\n" for row in _latex_rows(table, stacked=is_float)),
            "\\bottomrule\n\\end{tabular}\n",
            *below,
        )
    if any("\\rougechar" in line for line in lines):
        yield _LATEX_FALLBACK
    yield from lines


def titled(shown: Presentation, table: Table) -> tuple[str, str | None]:
    """Return the caption and the label of a table in a paper, empty where there are none."""
    if not table.subject:
        return shown.title, shown.label
    label = f"{shown.label}-{table.subject.replace(' ', '-')}" if shown.label else ""
    return f"{shown.title}: {table.subject}" if shown.title else "", label


def _em(table: Table) -> float:
    """Return the width of a table in a paper, in characters; intervals stand below their figures."""
    rows = [[TableCell(head) for head in table.head], *table.cells()]
    return sum(
        1.3
        + max(max(len(cell.text) + 0.7 * len(cell.stars), 0.85 * len(cell.aside.strip())) for cell in column)
        for column in zip(*rows, strict=True)
    )


def _latex_rows(table: Table, *, stacked: bool) -> Iterator[list[str]]:
    """Yield the cells of each row; intervals may stand in a row of their own, in small digits."""
    body = table.cells()
    stacked = stacked and any(cell.aside for row in body for cell in row[table.names :])
    shares = [0.0] * len(table.head)
    if _em(table) > _PAGE:
        longest = (max(len(cell.text) for cell in column) for column in zip(*body, strict=True))
        shares[: table.names] = [0.6 if most > _COLUMN else 0.25 for most in longest][: table.names]
    for row in body:
        asides = [cell.aside if stacked else "" for cell in row]
        yield [
            _latex_cell(cell._replace(aside="") if aside else cell, share)
            for cell, aside, share in zip(row, asides, shares, strict=True)
        ]
        if any(asides):
            yield [f"{{\\scriptsize {_latex_escaped(aside.strip())}}}" if aside else "" for aside in asides]


def _latex_cell(cell: TableCell, share: float) -> str:
    """Return a cell; long text is broken in a share of the line, if there is one."""
    text, stars = _latex_escaped(cell.text), cell.stars.rstrip()
    if share and len(cell.text) > _NAME:
        return f"\\parbox[t]{{{share}\\linewidth}}{{\\raggedright {text}\\strut}}"
    if cell.best:
        text = f"\\textbf{{{text}}}"
    if stars:
        text += f"$^{{{stars}}}$"
    filler = "a" if stars.strip("*") else "*"
    if free := filler * (len(cell.stars) - len(stars)):  # This aligns the figures of the column.
        text += f"\\hphantom{{$^{{{free}}}$}}"
    return text + _latex_escaped(cell.aside)


def _latex_escaped(text: str) -> str:
    escaped = "".join(
        _LATEX_SPECIAL.get(c) or (c if c.isascii() or c in _DIRECT else f"\\rougechar{{{c}}}{{{ord(c):04X}}}")
        for c in _LIGATURE.sub("\\1\0", text)
    )
    # After the end of a row, LaTeX would read `[` or `*` as options of the line break.
    return f"{{}}{escaped}" if escaped.startswith(("[", "*")) else escaped


# Formats for programs.


def json_document(shown: Presentation) -> Iterator[str]:
    """Yield the document with the version of this package, in ASCII."""
    yield json.dumps(document(shown), indent=1, allow_nan=False) + "\n"


def document(shown: Presentation) -> dict[str, Any]:
    """Return the JSON document as a dictionary of plain values."""
    made: dict[str, Any] = plain_values({"version": __version__, **shown.record()})
    return made


def json_lines(shown: Presentation) -> Iterator[str]:
    """Yield a line of ASCII for each record."""
    for record in shown.records():
        yield json.dumps(plain_values(record), allow_nan=False) + "\n"


def separated(shown: Presentation, separator: str = ",") -> Iterator[str]:
    """Yield a line for each row, whatever its IDs contain; the first line names the columns."""
    for row in shown.rows():
        line = StringIO()
        csv.writer(line, delimiter=separator, lineterminator="\n").writerow(row)
        yield line.getvalue()


WRITERS: dict[str, Callable[[Presentation], Iterator[str]]] = {
    "text": text,
    "markdown": markdown,
    "latex": latex,
    "json": json_document,
    "jsonl": json_lines,
    "csv": separated,
    "tsv": partial(separated, separator="\t"),
}
"""The writers by the names of their formats."""


def name_cell(id: str) -> str:
    """Return an ID with the escapes that the docstring of this module describes."""
    escaped = printable(id.replace("\\", r"\\"))
    return f"'{escaped}" if escaped.startswith(_GETS_APOSTROPHE) else escaped


def valid(text: str) -> str:
    r"""Return the text without lone surrogates, which are not valid in JSON; no two texts become equal.

    A lone surrogate, which stands for a byte of a file name that is not UTF-8, becomes its escape, the
    six characters `\udcff`. In a text that has a surrogate or such an escape, backslashes are doubled.
    """
    if _NEEDS_ESCAPES.search(text) is None:
        return text
    return text.replace("\\", r"\\").encode("utf-8", "backslashreplace").decode()


def plain_values(value: Any) -> Any:
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
        return {valid(name): plain_values(one) for name, one in value.items()}
    return [plain_values(one) for one in value]
