"""A `Report` -> tables in Markdown, in the syntax of GitHub, which most renderers take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .output import Output
from .table import Cell, Table, tables

_SPECIAL = re.compile(r"[\\`*_\[\]|~$#@:^]|(?<=www)\.", re.IGNORECASE)
"""Punctuation that is markup, or that GitHub turns into links, mentions or formulas."""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def write(output: Output) -> Iterator[str]:
    """Yield the lines: each table with its caption below it, then the signature."""
    yield from document(tables(output))
    yield f"Signature: `{output.report.signature}`\n"


def document(shown: Iterable[Table]) -> Iterator[str]:
    """Yield the lines of tables, each with its caption below it."""
    for table in shown:
        yield from _table(table)
        yield f"\n{_escaped(table.caption)}.\n\n"


def _table(table: Table) -> Iterator[str]:
    """Yield the lines of a table, padded so that its source can be read, too."""
    rows = [[_escaped(name) for name in table.head], *([_cell(cell) for cell in row] for row in table.rows)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    marks = [
        ":" + "-" * (width - 1) if place < table.names else "-" * (width - 1) + ":"
        for place, width in enumerate(widths)
    ]
    for row in (rows[0], marks, *rows[1:]):
        padded = (
            text.ljust(width) if place < table.names else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"| {' | '.join(padded)} |\n"


def _cell(cell: Cell) -> str:
    text = _escaped(cell.text)
    if cell.near:
        text = f"*{text}*"
    return (f"**{text}**" if cell.best else text) + _escaped(cell.stars) + cell.aside


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text).translate(_ENTITIES)
