"""Names from the input as pages and charts show them."""

from __future__ import annotations

from ..explanations.shown import shown

LONGEST = 32
"""The number of characters to which a name in a chart is shortened."""


def readable(name: str) -> str:
    """Return a name with escapes for what has no glyph, and with quotes where it is empty."""
    return shown(name) or "''"


def shortened(name: str) -> str:
    """Return a name as a chart shows it, without its middle if it is long."""
    name = readable(name)
    if len(name) <= LONGEST:
        return name
    half = LONGEST // 2 - 1
    return f"{name[:half]}…{name[-half:]}"
