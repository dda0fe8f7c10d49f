"""Pages and pictures, parsed so that tests can measure them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree, html


class Drawn(NamedTuple):
    """An element of a page or of a picture in it."""

    text: str
    """Its text, with the text of all elements in it."""
    classes: frozenset[str]
    attributes: dict[str, str]

    def at(self, *names: str) -> tuple[float, ...]:
        """Return these attributes as numbers; a percentage is the number before its sign."""
        return tuple(float(self.attributes[name].removesuffix("%")) for name in names)


def drawn(markup: str, tag: str, *classes: str, within: str | None = None) -> list[Drawn]:
    """Return the elements of a tag with all of these classes, or those within elements with a class."""
    return [
        Drawn("".join(one.itertext()), frozenset(one.get("class", "").split()), dict(one.attrib))
        for one in html.fromstring(markup).iter(tag)
        if {*classes} <= {*one.get("class", "").split()}
        and (
            within is None
            or any(within in (above.get("class") or "").split() for above in one.iterancestors())
        )
    ]


class Panel(NamedTuple):
    """A panel of a picture with its contents by colour; places are from 0 to 1, from left and from below."""

    texts: dict[str, tuple[float, float]]
    marks: dict[str, list[tuple[float, float]]]
    lines: dict[str, list[tuple[float, float, float]]]
    """By colour, both ends and the height of horizontal lines."""


def panels(svg: bytes) -> Iterator[Panel]:
    """Yield the panels of a picture that matplotlib drew."""
    root: Any = etree.fromstring(svg)
    for axes in root.iter("{*}g"):
        if not (axes.get("id") or "").startswith("axes_"):
            continue
        if (frame := axes.find(".//{*}path")) is None:  # A place without a panel.
            continue
        box = _points(frame)
        left, right = min(x for x, _ in box), max(x for x, _ in box)
        top, bottom = min(y for _, y in box), max(y for _, y in box)

        def placed(x: float, y: float, box: Any = (left, right, top, bottom)) -> tuple[float, float]:
            return (x - box[0]) / (box[1] - box[0]), (box[3] - y) / (box[3] - box[2])

        texts = (
            (text.text or "", float(text.get("x")), float(text.get("y"))) for text in axes.iter("{*}text")
        )
        panel = Panel({text: placed(*place) for text, *place in texts}, {}, {})
        for use in axes.iter("{*}use"):
            mark = placed(float(use.get("x")), float(use.get("y")))
            panel.marks.setdefault(_colour(use, "fill"), []).append(mark)
        for path in axes.iter("{*}path"):
            points = _points(path)
            if len(points) == 2 and points[0][1] == points[1][1] and (colour := _colour(path, "stroke")):
                (start, y), (end, _) = (placed(*point) for point in points)
                panel.lines.setdefault(colour, []).append((start, end, y))
        yield panel


def _points(path: Any) -> list[tuple[float, float]]:
    return [
        (float(x), float(y))
        for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", path.get("d").replace("\n", " "))
    ]


def _colour(element: Any, kind: str) -> str:
    found = re.search(rf"{kind}: (#\w+)", element.get("style") or "")
    return found[1] if found else ""
