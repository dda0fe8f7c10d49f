"""The table model: cells, tables, and their writers in boxes, Markdown, LaTeX and aligned columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from ..measures.scores import probability

MARK = "›"
"""The sign in a box before a figure that other formats print in bold."""
NEAR = "~"
"""The sign in a box before a figure that other formats print in italics."""
_CAPTION_WIDTH = 79

_MARKDOWN_SPECIAL = re.compile(r"[\\`*_\[\]|~$#@:^]|(?<=www)\.", re.IGNORECASE)
"""Punctuation that is markup, or that GitHub turns into links, mentions or formulas."""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})

_LATEX_SPECIAL = {
    **{c: f"\\{c}" for c in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "`": r"\textasciigrave{}",
    "−": "$-$",
    "–": "--",
    "\0": "{}",
}
_LIGATURE = re.compile(r"([-,'])(?=\1)")
"""The first of two equal characters that form a ligature. `_latex_escaped` puts a NUL between them, because
no printable name contains one."""
_DIRECT = {*map(chr, range(0xA1, 0x17F))} - {*"«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų"}
"""The characters that LaTeX prints without any package, even in its oldest font encoding."""
_LATEX_FALLBACK = (
    "% Characters that pdfLaTeX may lack; XeLaTeX and LuaLaTeX print them, others their numbers.\n"
    "\\providecommand{\\rougechar}[2]{\\ifdefined\\Umathcode#1\\else U+#2\\fi}\n"
)


class Cell(NamedTuple):
    """A cell of a table. Its text is printable, but not yet escaped for a markup."""

    text: str
    best: bool = False
    aside: str = ""
    """The text behind the cell's own text and stars, which is never bold."""
    stars: str = ""
    """The stars of a significant difference to the baseline."""
    room: int = 0
    """The greatest number of stars in a cell of the column."""
    near: bool = False
    """True for a figure that is not significantly worse than the best, which italics show."""


class Table(NamedTuple):
    """A table and its caption."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    names: int
    """The number of columns with names. The columns behind them have numbers."""


def plain(value: float, sign: str = "-", decimals: int = 3) -> str:
    """Return a figure as it is, such as a coefficient, with a true minus; a dash if it is not finite."""
    if not isfinite(value):
        return "–"
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return f"{round(value, decimals) + 0.0:{sign}.{decimals}f}".replace("-", "−")


def hundredfold(value: float, sign: str = "-") -> str:
    """Return a figure × 100, with a true minus; the sign "+" marks positive figures, too."""
    return plain(100 * value, sign, 2)


def p_text(p: float) -> str:
    """Return a p, or a dash where there is none."""
    return probability(p) if isfinite(p) else "–"


def width(word: str) -> int:
    """Return the number of terminal columns that a word takes; an East Asian character takes two."""
    if word.isascii():
        return len(word)
    import wcwidth  # It takes 20 ms to load.

    return int(wcwidth.width(word))


def aligned(rows: Sequence[Sequence[str]], names: int) -> list[list[str]]:
    """Return rows with padded cells: the first `names` columns to the left, all others to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]

    def padded(cell: str, place: int) -> str:
        blanks = " " * (widths[place] - width(cell))
        return cell + blanks if place < names else blanks + cell

    return [[padded(cell, place) for place, cell in enumerate(row)] for row in rows]


def in_columns(rows: Sequence[Sequence[str]], names: int, indent: str = "  ") -> Iterator[str]:
    """Yield the lines of aligned rows, without a box."""
    for row in aligned(rows, names):
        yield f"{indent}{'  '.join(row).rstrip()}\n"


def headed(head: Sequence[str], rows: Sequence[Sequence[str]], names: int) -> list[list[str]]:
    """Return the aligned head and rows. A column is at least two characters wider than its head."""
    heads = [f"{name}  " if place < names else f"  {name}" for place, name in enumerate(head)]
    return aligned([heads, *rows], names)


def boxed(tables: Iterable[Table]) -> Iterator[str]:
    """Yield the lines of tables in boxes for a terminal, each with its caption below it."""
    import wcwidth  # It takes 20 ms to load.

    for table in tables:
        cells = [
            [
                f"{MARK * one.best}{NEAR * one.near}{one.text}{one.stars.ljust(one.room)}{one.aside}"
                for one in row
            ]
            for row in table.rows
        ]
        head, *rows = headed(table.head, cells, table.names)
        rules = ["─" * (width(cell) + 2) for cell in head]
        yield f"┌{'┬'.join(rules)}┐\n"
        yield f"│ {' │ '.join(head)} │\n"
        yield f"├{'┼'.join(rules)}┤\n"
        for row in rows:
            yield f"│ {' │ '.join(row)} │\n"
        yield f"└{'┴'.join(rules)}┘\n"
        for line in wcwidth.wrap(f"{table.caption}.", _CAPTION_WIDTH, break_on_hyphens=False):
            yield f"{line}\n"
        yield "\n"


def markdown(tables: Iterable[Table]) -> Iterator[str]:
    """Yield the lines of tables in the syntax of GitHub, each with its caption below it."""
    for table in tables:
        heads = [_markdown_escaped(name) for name in table.head]
        cells = [[_markdown_cell(cell) for cell in row] for row in table.rows]
        # Padded cells make the source of the table readable, too.
        head, rule, *rows = aligned([heads, ["---"] * len(heads), *cells], table.names)
        dashes = ["-" * (len(cell) - 1) for cell in rule]
        marks = [f":{one}" if place < table.names else f"{one}:" for place, one in enumerate(dashes)]
        for row in (head, marks, *rows):
            yield f"| {' | '.join(row)} |\n"
        yield f"\n{_markdown_escaped(table.caption)}.\n\n"


def _markdown_cell(cell: Cell) -> str:
    text = _markdown_escaped(cell.text)
    if cell.near:
        text = f"*{text}*"
    return (f"**{text}**" if cell.best else text) + _markdown_escaped(cell.stars) + cell.aside


def _markdown_escaped(text: str) -> str:
    return _MARKDOWN_SPECIAL.sub(r"\\\g<0>", text).translate(_ENTITIES)


def latex(tables: Iterable[Table]) -> Iterator[str]:
    r"""Yield the lines of at least one table, to `\input`, and the commands that they need.

    The tables have neither floats nor captions, and need the package booktabs.
    """
    yield "% \\usepackage{booktabs}\n"
    lines: list[str] = []
    for table in tables:
        numbers = len(table.head) - table.names
        lines += (
            "\n\\par\\bigskip\n" if lines else "\n",
            f"% {table.caption}.\n",
            f"\\begin{{tabular}}{{@{{}}{'l' * table.names}{'r' * numbers}@{{}}}}\n",
            "\\toprule\n",
            f"{' & '.join(map(_latex_escaped, table.head))} \\\\\n",
            "\\midrule\n",
            *(f"{' & '.join(map(_latex_cell, row))} \\\\\n" for row in table.rows),
            "\\bottomrule\n\\end{tabular}\n",
        )
    if any("\\rougechar" in line for line in lines):
        yield _LATEX_FALLBACK
    yield from lines


def _latex_cell(cell: Cell) -> str:
    text = _latex_escaped(cell.text)
    if cell.near:
        text = f"\\textit{{{text}}}"
    if cell.best:
        text = f"\\textbf{{{text}}}"
    if cell.stars:
        text += f"$^{{{cell.stars}}}$"
    if room := "*" * (cell.room - len(cell.stars)):  # This aligns the figures of the column.
        text += f"\\hphantom{{$^{{{room}}}$}}"
    return text + _latex_escaped(cell.aside)


def _latex_escaped(text: str) -> str:
    escaped = "".join(
        _LATEX_SPECIAL.get(c) or (c if c.isascii() or c in _DIRECT else f"\\rougechar{{{c}}}{{{ord(c):04X}}}")
        for c in _LIGATURE.sub("\\1\0", text)
    )
    # After the end of a row, LaTeX would read `[` or `*` as options of the line break.
    return f"{{}}{escaped}" if escaped.startswith(("[", "*")) else escaped
