"""Tables as GitHub shows them, printed row by row."""

from __future__ import annotations

from .programs import Cost


def heading(*cells: str) -> None:
    """Print the first two lines of a table."""
    row(*cells)
    row(*("---" for _ in cells))


def row(*cells: str) -> None:
    """Print a line of a table at once, as the next one may take minutes."""
    print(f"| {' | '.join(cells)} |", flush=True)


def both(cost: Cost) -> str:
    """Return seconds and peak memory, as a cell."""
    seconds = f"{cost.seconds:.3f}" if cost.seconds < 1 else f"{cost.seconds:.1f}"
    return f"{seconds} s, {cost.memory / 1e6:.0f} MB"


def times(slow: Cost, fast: Cost) -> str:
    """Return the ratio of the seconds, as a cell."""
    ratio = slow.seconds / fast.seconds
    return f"{ratio:.2f} ×" if ratio < 1 else f"{ratio:.1f} ×"
