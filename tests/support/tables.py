"""Cases of tests that stand as data in files: in TOML beside a module, and in `tests/data/papers`."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from .commands import ROOT


def table(module: str, name: str) -> Any:
    """Return a table of the file of a module of tests: `words.toml` for `test_words.py`."""
    path = Path(module)
    tables = tomllib.loads(path.with_name(f"{path.stem.removeprefix('test_')}.toml").read_text("utf-8"))
    return tables[name]


def cells(text: str) -> list[list[str]]:
    """Return the cells of all rows of the tables in a text for a terminal, with their heads."""
    rows: list[list[str]] = []
    columns: list[slice] = []
    for before, line in pairwise(["", *text.splitlines()]):
        if line.startswith("─"):
            columns = [slice(*found.span()) for found in re.finditer("─+", line)]
            rows.append([before[column].strip() for column in columns])
        elif not line:
            columns = []
        elif columns:
            rows.append([line[column].strip() for column in columns])
    return rows


def of_papers(name: str) -> list[Any]:
    """Return the worked examples of a measure that papers describe."""
    path = ROOT / "tests" / "data" / "papers" / f"{name}.json"
    cases: list[Any] = json.loads(path.read_text("utf-8"))["cases"]
    return cases
