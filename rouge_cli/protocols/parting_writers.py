"""Where two protocols part -> text for a terminal, and a page of HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click

from ..explanations.markup import Html, direction, named, table, tag
from ..explanations.page import article, document
from ..explanations.shown import shown
from ..explanations.terminal import listing
from ..explanations.wording import choices
from ..measures.spelling import fixed
from ..rendering.table_model import aligned
from ..reprs import several
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
        for row in aligned(rows, len(rows[0])):
            yield f"  {'  '.join(row).rstrip()}\n"
    if parted is None:
        return
    yield f"\n{bold(''.join(_of_one(parted, shown)))}\n"
    for point in parted.points:
        yield f"{point.title}:\n  A  {point.first}\n  B  {point.second}\n"
    for letter, side in zip("AB", parted.sides, strict=True):
        yield f"\n{bold(f'{letter}: {shown(side.protocol.name)}')}\n"
        yield listing(side.explanation, colour=colour)


def page(found: Distances, most: int, protocols: tuple[Protocol, Protocol], parted: Parting | None) -> str:
    """Return the same as a page, which needs neither network nor script."""
    title = _title(protocols)
    heads = [*_HEADS, *_letters(protocols), "Difference"]
    rows = [
        tag(
            "tr",
            tag("th", named(one.evaluation), scope="row"),
            tag("td", named(one.system)),
            *(tag("td", word) for word in row[2:]),
        )
        for one, row in zip(found.largest[:most], _rows(found.largest[:most]), strict=True)
    ]
    parts: list[Html] = [] if parted is None else list(_parts(parted))
    main = tag(
        "main",
        tag("section", table("The evaluations whose figures differ most", heads, rows)) if rows else "",
        *parts,
    )
    return document(title, "", tag("header", tag("h1", title), tag("p", _summary(found))), main)


def _parts(parted: Parting) -> Iterator[Html]:
    points = [
        tag(
            "tr",
            tag("th", point.title, scope="row"),
            *(tag("td", text, class_="words", dir=direction(text)) for text in (point.first, point.second)),
        )
        for point in parted.points
    ]
    names = [f"{letter}: {side.protocol.name}" for letter, side in zip("AB", parted.sides, strict=True)]
    yield tag(
        "section",
        tag("h2", *_of_one(parted, named)),
        table("Where they part", ["", *names], points),
        id="texts",
    )
    for name, side in zip(names, parted.sides, strict=True):
        yield tag(
            "section",
            tag("h2", name),
            tag("ul", *(tag("li", choice) for choice in choices(side.protocol.options)), class_="choices"),
            article(side.explanation, side.system, side.of_measure, "measure"),
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


def _of_one(parted: Parting, spelt: Callable[[str], str]) -> tuple[str, ...]:
    """Return the parts of a heading; `spelt` returns a name from the input as it is shown."""
    distance = parted.distance
    one, two = (side.value for side in parted.sides)
    evaluation, system = spelt(distance.evaluation), spelt(distance.system)
    return "Evaluation ", evaluation, ", system ", system, f", {distance.measure}: {one} or {two}"
