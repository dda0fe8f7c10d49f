"""The worked examples of the measures that papers describe, in `tests/data/papers`."""

from __future__ import annotations

import json
from typing import Any

from .commands import ROOT


def cases(name: str) -> list[Any]:
    """Return the cases of a file."""
    path = ROOT / "tests" / "data" / "papers" / f"{name}.json"
    cases: list[Any] = json.loads(path.read_text("utf-8"))["cases"]
    return cases
