"""Names from the input as pages and charts show them."""

from __future__ import annotations

from ..explanations.shown import readable

LONGEST = 32
"""The number of characters to which a name in a chart is shortened."""


def shortened(name: str) -> str:
    """Return a name as a chart shows it, without its middle if it is long."""
    name = readable(name)
    if len(name) <= LONGEST:
        return name
    half = LONGEST // 2 - 1
    return f"{name[:half]}…{name[-half:]}"
