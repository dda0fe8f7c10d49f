"""A `Report` -> tables in boxes for a terminal, whatever the width of the characters in names.

tabulate draws them, by the widths of wcwidth: two columns for an East Asian character, none for a
combining one. rich, which draws such boxes, too, brings several times as much along and takes four
times as long to load.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabulate import tabulate
from wcwidth import wrap

from .output import Output
from .table import Cell, Table, tables

_MARK = "›"
"""Before a figure that other formats print in bold."""
_WIDTH = 79


def write(output: Output) -> Iterator[str]:
    """Yield the lines: each table with its caption below it, then the signature."""
    for table in tables(output, f"marked {_MARK}"):
        yield from _table(table)
        yield from (f"{line}\n" for line in wrap(f"{table.caption}.", _WIDTH, break_on_hyphens=False))
        yield "\n"
    yield f"Signature: {output.report.signature}\n"


def _table(table: Table) -> Iterator[str]:
    numbers = len(table.head) - table.names
    drawn = tabulate(
        [[_cell(cell) for cell in row] for row in table.rows],
        table.head,
        "simple_outline",
        colalign=("left",) * table.names + ("right",) * numbers,
        disable_numparse=True,
        preserve_whitespace=True,
    )
    yield f"{drawn}\n"


def _cell(cell: Cell) -> str:
    mark = _MARK if cell.best else ""
    return f"{mark}{cell.text}{cell.stars.ljust(cell.room)}{cell.aside}"
