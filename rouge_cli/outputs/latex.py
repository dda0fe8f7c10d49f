r"""A `Report` -> LaTeX tables to `\input`, without floats or captions; they need the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .output import Output
from .table import Cell, Table, tables

_SPECIAL = {
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
"""Characters that form a ligature with their like; `_escaped` parts them with a NUL, which no printable
name contains.
"""
_DIRECT = {*map(chr, range(0xA1, 0x17F))} - {*"«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų"}
"""The characters that LaTeX prints without any package, even in its oldest font encoding."""
_FALLBACK = (
    "% Characters that pdfLaTeX may lack; XeLaTeX and LuaLaTeX print them, others their numbers.\n"
    "\\providecommand{\\rougechar}[2]{\\ifdefined\\Umathcode#1\\else U+#2\\fi}\n"
)
_BETWEEN = "\n\\par\\bigskip\n"
"""The gap between two tables."""


def write(output: Output) -> Iterator[str]:
    r"""Yield the lines: comments with the signature, then a `tabular` for each table."""
    yield f"% {output.report.signature}\n"
    yield from document(tables(output))


def document(shown: Iterable[Table]) -> Iterator[str]:
    """Yield the lines of one table at least, and what must stand before them."""
    yield "% \\usepackage{booktabs}\n"
    lines = [line for table in shown for line in (_BETWEEN, *_table(table))]
    lines[0] = "\n"
    if any("\\rougechar" in line for line in lines):
        yield _FALLBACK
    yield from lines


def _table(table: Table) -> Iterator[str]:
    numbers = len(table.head) - table.names
    yield f"% {table.caption}.\n"
    yield f"\\begin{{tabular}}{{@{{}}{'l' * table.names}{'r' * numbers}@{{}}}}\n"
    yield "\\toprule\n"
    yield f"{' & '.join(map(_escaped, table.head))} \\\\\n"
    yield "\\midrule\n"
    for row in table.rows:
        yield f"{' & '.join(map(_cell, row))} \\\\\n"
    yield "\\bottomrule\n\\end{tabular}\n"


def _cell(cell: Cell) -> str:
    text = _escaped(cell.text)
    if cell.near:
        text = f"\\textit{{{text}}}"
    return (f"\\textbf{{{text}}}" if cell.best else text) + _stars(cell) + _escaped(cell.aside)


def _stars(cell: Cell) -> str:
    """Return the stars, with room for as many as the column has, so that its figures stand in line."""
    room = "*" * (cell.room - len(cell.stars))
    return (f"$^{{{cell.stars}}}$" if cell.stars else "") + (f"\\hphantom{{$^{{{room}}}$}}" if room else "")


def _escaped(text: str) -> str:
    escaped = "".join(map(_character, _LIGATURE.sub("\\1\0", text)))
    # After the end of a row, LaTeX would read `[` or `*` as options of the line break.
    return f"{{}}{escaped}" if escaped.startswith(("[", "*")) else escaped


def _character(c: str) -> str:
    if c in _SPECIAL:
        return _SPECIAL[c]
    return c if c.isascii() or c in _DIRECT else f"\\rougechar{{{c}}}{{{ord(c):04X}}}"
