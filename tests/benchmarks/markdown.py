"""Tables as GitHub shows them, printed row by row."""

from __future__ import annotations

from .programs import Cost


def heading(*cells: str) -> None:
    """Prints the first two lines of a table."""
    row(*cells)
    row(*("---" for _ in cells))


def row(*cells: str) -> None:
    """Prints a line of a table at once; the next may take minutes."""
    print(f"| {' | '.join(cells)} |", flush=True)


def both(cost: Cost) -> str:
    """Seconds and peak memory."""
    seconds = f"{cost.seconds:.3f}" if cost.seconds < 1 else f"{cost.seconds:.1f}"
    return f"{seconds} s, {cost.memory / 1e6:.0f} MB"


def times(slow: Cost, fast: Cost) -> str:
    """How many times as long the slow one takes."""
    ratio = slow.seconds / fast.seconds
    return f"{ratio:.2f} ×" if ratio < 1 else f"{ratio:.1f} ×"
