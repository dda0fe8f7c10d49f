"""A `ProtocolTable` as data for every format, as sentences for papers, and as a picture.

Tables have figures × 100 with two decimals, as papers do, and the difference after each figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil, isfinite, nan
from typing import TYPE_CHECKING, Any

from .._version import __version__
from ..errors import printable, some
from ..rendering.pictures import drawn, labels, rows_named, styled
from ..rendering.presentation import Presentation, Table, TableCell, hundredfold, name_cell
from ..rouges import ROUGES
from .protocol import USUAL_TOKENS, ProtocolRow, ProtocolTable, traits

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAIRS = 3
"""The most pairs of systems that a cell names."""

_HEAD = (
    *("protocol", "system", "measure", "figure", "value", "difference"),
    *("evaluations", "differing", "differing_in_rounding", "swaps", "reasons", "command", "signature"),
)
_SPELT_OUT = ("tokens", "stems", "stop words", "limit", "sentences", "roots", "models")
"""The aspects of a protocol that a paper spells out; the signature has all aspects."""

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that most people can distinguish (Okabe and Ito)."""
_MARKS = ("o", "s", "^", "D", "v", "X")
_ROW, _PANEL, _LETTER = 0.2, 2.4, 0.075
"""In inches: the height of a protocol, the width of a panel and the width of a letter."""
_LEGEND = 4
"""The number of systems in a line of the legend."""


def presentation(table: ProtocolTable) -> Presentation:
    """Return a table of protocols as data. `data/protocols.schema.json` describes the record."""
    remarks = [
        "Differing: evaluations in which the figure of a system differs by more than five-decimal rounding"
        " explains.",
        *(f"Left out: {name} ({reason})." for name, reason in table.left_out.items()),
    ]
    return Presentation(
        tables=lambda marked: _tables(table),
        record=partial(_record, table),
        rows=partial(_rows, table),
        signature=table.rows[0].signature,
        signed=f"Signature of {table.base.name}",
        remarks=remarks,
    )


def _tables(table: ProtocolTable) -> Iterator[Table]:
    """Yield a table for each measure, and a table of the reasons for the differences."""
    several, base = len(table.systems) > 1, table.base.name
    heads = ["Protocol", *map(printable, table.systems), "Differing", *["Order of systems"][:several]]
    for measure in table.measures:
        rows = []
        for row in table.rows:
            if measure not in row.columns:
                continue
            column, is_base = row.columns[measure], row is table.rows[0]
            cells: list[TableCell | str] = [row.protocol.name]
            for system in table.systems:
                if system in column.figures:
                    difference = "" if is_base else f" ({hundredfold(column.differences[system], '+')})"
                    cells.append(TableCell(hundredfold(column.figures[system]), aside=difference))
                else:
                    cells.append("–")
            cells.append("" if is_base else f"{column.differing:,} of {column.evaluations:,}")
            if several:
                order = "same"
                if column.swaps:
                    swaps = [f"{printable(one.above)} > {printable(one.below)}" for one in column.swaps]
                    order = f"now {some(swaps, _PAIRS)}"
                cells.append("" if is_base else TableCell(order, best=bool(column.swaps)))
            rows.append(cells)
        yield Table(f"{measure} × 100, and the difference to {base}", heads, rows)
    if len(table.rows) > 1:
        reasons = [[row.protocol.name, "; ".join(row.reasons) or "nothing"] for row in table.rows[1:]]
        yield Table(f"How each protocol differs from {base}", ["Protocol", "Differs by"], reasons, 2)


def _record(table: ProtocolTable) -> Mapping[str, Any]:
    return {
        "base": table.base.name,
        "evaluations": table.evaluations,
        "systems": table.systems,
        "protocols": [
            {
                "name": row.protocol.name,
                "profile": row.protocol.options.profile,
                "figure": row.protocol.figure,
                "whole": row.protocol.whole,
                "command": row.protocol.command,
                "signature": row.signature,
                "reasons": row.reasons,
                "sentence": _sentence(row, table),
                "measures": {
                    label: {
                        "measure": column.measure,
                        "systems": {
                            system: {"figure": figure, "difference": column.differences[system]}
                            for system, figure in column.figures.items()
                        },
                        "evaluations": column.evaluations,
                        "differing": column.differing,
                        "differing_in_rounding": column.in_rounding,
                        "swaps": column.swaps,
                    }
                    for label, column in row.columns.items()
                },
            }
            for row in table.rows
        ],
        "left_out": [{"name": name, "reason": reason} for name, reason in table.left_out.items()],
        "notes": table.notes,
    }


def _rows(table: ProtocolTable) -> Iterator[tuple[object, ...]]:
    """Yield the names of the columns, then a row for each protocol, system and measure."""
    yield _HEAD
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


def papers(table: ProtocolTable) -> Iterator[str]:
    """Yield a paragraph for each protocol: the sentence for a paper."""
    for place, row in enumerate(table.rows):
        if place:
            yield "\n"
        yield f"{row.protocol.name}:\n"
        yield f"{_sentence(row, table)}\n"


def _sentence(row: ProtocolRow, table: ProtocolTable) -> str:
    """Return the sentence for a paper: measures and figure, package and version, command, signature."""
    protocol, options = row.protocol, row.protocol.options
    *names, last = protocol.columns()
    measures = f"{', '.join(names)} and {last}" if names else last
    marked = "|sentences:none|" not in row.signature
    phrases = traits(protocol, several_models=table.several_models, marked=marked)
    figure = {"R": "recall", "P": "precision", "F": "F1"}[protocol.figure]
    if protocol.figure == "F" and (weight := phrases["F"]) != "α = 0.5":
        figure = f"F ({weight})"
    chosen = [phrases[aspect] for aspect in _SPELT_OUT if aspect in phrases]
    if ROUGES[options.profile].mean == "f_of_means":
        chosen.append(phrases["average"])
    # Readers expect the usual tokens.
    choices = ", ".join(phrase for phrase in chosen if phrase != USUAL_TOKENS)
    # No other program has the tokens and stems that users choose apart from the profile.
    is_own = options.is_plain or ROUGES[options.profile].words != "kernel"
    how = "as computed by" if is_own else "by the rules of"
    whole = ", each summary on one line" if protocol.whole else ""
    return (
        f"We report {measures} {figure} {how} {ROUGES[options.profile].package}"
        f" ({choices}), with rouge-eval {__version__}: `{protocol.command}`{whole};"
        f" signature `{row.signature}`."
    )


def picture(table: ProtocolTable, format: str) -> bytes:
    """Return a picture with a panel for each measure. A figure that is not finite has no mark."""
    title = f"{table.base.name} and other protocols: averages"
    names = labels(row.protocol.name for row in table.rows)
    systems = list(zip(table.systems, labels(table.systems), strict=True))
    width = max(map(len, names)) * _LETTER + 0.5 + _PANEL * len(table.measures)
    height = 1.2 + _ROW * (len(names) + ceil(len(systems) / _LEGEND))

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(table.measures), sharey=True, squeeze=False)[0]
        for panel, measure in zip(panels, table.measures, strict=True):
            styled(panel, measure)
            columns = [
                (row.columns[measure].figures, y)
                for y, row in enumerate(table.rows)
                if measure in row.columns
            ]
            for place, (system, label) in enumerate(systems):
                points = [(figures.get(system, nan), y) for figures, y in columns]
                finite = [(x, y) for x, y in points if isfinite(x)]
                panel.plot(
                    [x for x, _ in finite],
                    [y for _, y in finite],
                    _MARKS[place // len(_COLOURS) % len(_MARKS)],
                    color=_COLOURS[place % len(_COLOURS)],
                    label=label if panel is panels[0] else None,
                    markersize=4,
                )
            panel.locator_params(axis="x", nbins=4)
        rows_named(panels[0], names)
        figure.legend(loc="outside lower center", ncols=min(_LEGEND, len(systems)), frameon=False)

    return drawn(draw, (width, height), title, format)
