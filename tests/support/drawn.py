"""Pages and pictures, parsed so that tests can measure them."""

from __future__ import annotations

from typing import NamedTuple

from lxml import html


class Drawn(NamedTuple):
    """An element of a page or of a picture in it."""

    text: str
    """Its text, that of all elements in it included."""
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
