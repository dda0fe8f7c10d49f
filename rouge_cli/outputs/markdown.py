"""A `Report` -> tables in Markdown, as GitHub and most others render them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .output import Output
from .table import Cell, Table, tables

_SPECIAL = re.compile(r"[\\`*_\[\]|~$#@:^]|(?<=www)\.", re.IGNORECASE)
"""Punctuation that marks up, or that GitHub makes links, mentions or formulas of."""
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def write(output: Output) -> Iterator[str]:
    """The lines: each table and below it what there is to say of it, in the end the signature."""
    for table in tables(output):
        yield from _table(table)
        yield f"\n{_escaped(table.caption)}.\n\n"
    yield f"Signature: `{output.report.signature}`\n"


def _table(table: Table) -> Iterator[str]:
    """The lines of a table, with its columns padded so that it can be read as it stands."""
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
    return (f"**{text}**" if cell.best else text) + cell.aside


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text).translate(_ENTITIES)
