"""A `ProtocolTable` -> text for people: lines for a terminal, Markdown and LaTeX.

Figures are × 100 with two decimals, as papers print them, and a difference stands behind its figure.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import printable
from ..rendering import table_model
from ..rendering.table_model import Cell, Table, hundredfold, padded, width
from .table import Column, ProtocolTable, Swap

_PAIRS = 3
"""The most pairs of systems that a cell names."""


def text(table: ProtocolTable) -> Iterator[str]:
    """Yield the lines of all tables, for a terminal."""
    for shown in _tables(table):
        yield f"{shown.caption}\n"
        rows = [shown.head, *([cell.text + cell.aside for cell in row] for row in shown.rows)]
        widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield f"  {'  '.join(map(padded, row, widths)).rstrip()}\n"
        yield "\n"
    yield from (f"{line}\n" for line in _asides(table))


def markdown(table: ProtocolTable) -> Iterator[str]:
    """Yield the lines of all tables in Markdown."""
    yield from table_model.markdown(_tables(table))
    yield f"Signature of {table.base.name}: `{table.rows[0].signature}`\n"


def latex(table: ProtocolTable) -> Iterator[str]:
    """Yield the lines of all tables in LaTeX."""
    yield f"% {table.rows[0].signature}\n"
    yield from table_model.latex(_tables(table))


def _tables(table: ProtocolTable) -> Iterator[Table]:
    """Yield a table for each measure, and one of what makes the differences."""
    systems = [printable(system) for system in table.systems]
    for measure in table.measures:
        caption = f"{measure} × 100, and the difference to {table.base.name}"
        rows = [
            _row(row.protocol.name, row.columns[measure], table)
            for row in table.rows
            if measure in row.columns
        ]
        order = ["Order of systems"] if len(systems) > 1 else []
        yield Table(caption, ["Protocol", *systems, "Differing", *order], rows, 1)
    if len(table.rows) > 1:
        reasons = [
            [Cell(row.protocol.name), Cell("; ".join(row.reasons) or "nothing")] for row in table.rows[1:]
        ]
        caption = f"What makes the difference to {table.base.name}"
        yield Table(caption, ["Protocol", "What is otherwise"], reasons, 2)


def _row(name: str, column: Column, table: ProtocolTable) -> list[Cell]:
    is_base = name == table.base.name
    figures = [
        Cell(
            hundredfold(column.figures[system]),
            aside="" if is_base else f" ({hundredfold(column.differences[system], '+')})",
        )
        if system in column.figures
        else Cell("–")
        for system in table.systems
    ]
    differing = "" if is_base else f"{column.differing:,} of {column.evaluations:,}"
    cells = [Cell(name), *figures, Cell(differing)]
    if len(table.systems) > 1:
        cells.append(Cell("" if is_base else _order(column.swaps), best=bool(column.swaps)))
    return cells


def _order(swaps: tuple[Swap, ...]) -> str:
    if not swaps:
        return "same"
    named = ", ".join(f"{printable(swap.above)} > {printable(swap.below)}" for swap in swaps[:_PAIRS])
    more = len(swaps) - _PAIRS
    return f"now {named}" + (f" and {more:,} more" if more > 0 else "")


def _asides(table: ProtocolTable) -> Iterator[str]:
    yield (
        "Differing: the evaluations in which the figure of some system differs by more than the rounding"
        " to five decimals can make it."
    )
    for name, reason in table.left_out.items():
        yield f"Left out: {name} ({reason})."
