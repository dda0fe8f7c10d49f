"""A `ProtocolTable` -> text for programs: JSON, to `data/protocols.schema.json`, and separated values."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from math import isfinite
from typing import Any

from .._version import __version__
from ..rendering.delimited import lines, name_cell
from ..rendering.json_formats import valid
from .papers import sentence
from .table import Column, ProtocolTable, Row

_HEAD = (
    *("protocol", "system", "measure", "figure", "value", "difference"),
    *("evaluations", "differing", "differing_in_rounding", "swaps", "reasons", "command", "signature"),
)


def json(table: ProtocolTable) -> Iterator[str]:
    """Yield the document, which is ASCII."""
    yield json_text.dumps(document(table), indent=1, allow_nan=False) + "\n"


def document(table: ProtocolTable) -> dict[str, Any]:
    """Return the document as a dictionary of plain values."""
    return {
        "version": __version__,
        "base": valid(table.base.name),
        "evaluations": table.evaluations,
        "systems": [valid(system) for system in table.systems],
        "protocols": [_protocol(row, table) for row in table.rows],
        "left_out": [
            {"name": valid(name), "reason": valid(reason)} for name, reason in table.left_out.items()
        ],
        "notes": [valid(note) for note in table.notes],
    }


def csv(table: ProtocolTable) -> Iterator[str]:
    """Yield a line for each protocol, system and measure; the first names the columns."""
    return lines((_HEAD, *_rows(table)))


def _rows(table: ProtocolTable) -> Iterator[tuple[object, ...]]:
    for row in table.rows:
        protocol = row.protocol
        for label, column in row.columns.items():
            swaps = "; ".join(f"{name_cell(above)} > {name_cell(below)}" for above, below in column.swaps)
            for system, figure in column.figures.items():
                yield (
                    *(name_cell(protocol.name), name_cell(system), label, protocol.figure, figure),
                    *(column.differences[system], column.evaluations, column.differing, column.in_rounding),
                    *(swaps, "; ".join(row.reasons), protocol.command, row.signature),
                )


def _protocol(row: Row, table: ProtocolTable) -> dict[str, Any]:
    protocol = row.protocol
    return {
        "name": valid(protocol.name),
        "profile": protocol.options.profile,
        "figure": protocol.figure,
        "whole": protocol.whole,
        "command": valid(protocol.command),
        "signature": row.signature,
        "reasons": list(row.reasons),
        "sentence": valid(sentence(row, several_models=table.several_models)),
        "measures": {label: _column(column) for label, column in row.columns.items()},
    }


def _column(column: Column) -> dict[str, Any]:
    return {
        "measure": column.measure,
        "systems": {
            valid(system): {"figure": _number(figure), "difference": _number(column.differences[system])}
            for system, figure in column.figures.items()
        },
        "evaluations": column.evaluations,
        "differing": column.differing,
        "differing_in_rounding": column.in_rounding,
        "swaps": [{"above": valid(swap.above), "below": valid(swap.below)} for swap in column.swaps],
    }


def _number(value: float) -> float | None:
    return value if isfinite(value) else None
