"""Where two protocols part -> text for a terminal, and a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from ..errors import several, shown
from ..explanations.page import helpers
from ..explanations.terminal_text import listing
from ..measures.spelling import fixed
from ..rendering.page_templates import rendered
from ..rendering.table_model import in_columns
from .parting import Distance, Distances, Parting
from .protocol import Protocol

_HEADS = ("Evaluation", "System", "Measure")


def text(
    found: Distances, most: int, protocols: tuple[Protocol, Protocol], parted: Parting | None, *, colour: bool
) -> Iterator[str]:
    """Yield the lines: the evaluations that differ most, then one of them."""

    def bold(line: str) -> str:
        return click.style(line, bold=True) if colour else line

    yield f"{bold(_title(protocols))}\n{_summary(found)}\n"
    if found.largest:
        rows = [(*_HEADS, *_letters(protocols), "Difference"), *_rows(found.largest[:most])]
        yield "\n"
        yield from in_columns(rows, len(rows[0]))
    if parted is None:
        return
    yield f"\n{bold(_of_one(parted))}\n"
    for point in parted.points:
        yield f"{point.title}:\n  A  {point.first}\n  B  {point.second}\n"
    for letter, side in zip("AB", parted.sides, strict=True):
        yield f"\n{bold(f'{letter}: {shown(side.protocol.name)}')}\n"
        yield listing(side.explanation, colour=colour)


def page(found: Distances, most: int, protocols: tuple[Protocol, Protocol], parted: Parting | None) -> str:
    """Return the same as a page, which needs neither network nor script."""
    sides = [] if parted is None else parted.sides
    return rendered(
        "differ.html",
        title=_title(protocols),
        rules="",
        summary=_summary(found),
        heads=[*_HEADS, *_letters(protocols), "Difference"],
        rows=list(zip(found.largest[:most], _rows(found.largest[:most]), strict=True)),
        parted=parted,
        names=[f"{letter}: {side.protocol.name}" for letter, side in zip("AB", sides, strict=False)],
        **helpers(),
    )


def _title(protocols: tuple[Protocol, Protocol]) -> str:
    return f"A: {shown(protocols[0].name)}, B: {shown(protocols[1].name)}"


def _summary(found: Distances) -> str:
    """Return a sentence on how many evaluations differ."""
    rounded = len(found.largest) - found.differing
    compared = f"{', '.join(found.measures)} in {several(found.evaluations, 'evaluation')}"
    if not found.largest:
        return f"{compared}: all figures are the same."
    return f"{compared}: {found.differing:,} differ, and {rounded:,} more by rounding alone."


def _letters(protocols: tuple[Protocol, Protocol]) -> tuple[str, str]:
    return f"A ({protocols[0].figure})", f"B ({protocols[1].figure})"


def _rows(found: Sequence[Distance]) -> Iterator[tuple[str, ...]]:
    for one in found:
        yield (
            *(shown(one.evaluation), shown(one.system), one.measure),
            *(fixed(value).strip() for value in (one.first, one.second)),
            f"{one.second - one.first:+.5f}".replace("-", "−"),
        )


def _of_one(parted: Parting) -> str:
    distance = parted.distance
    one, two = (side.value for side in parted.sides)
    evaluation, system = shown(distance.evaluation), shown(distance.system)
    return f"Evaluation {evaluation}, system {system}, {distance.measure}: {one} or {two}"
