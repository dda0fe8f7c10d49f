"""Pairs of texts in `pairs.jsonl`, and the output of `rouge-tools` for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from .commands import rouge_tools


def write_rows(folder: Path, *rows: Mapping[str, object]) -> None:
    """Write rows, with the system S and the number of the row as ID unless a row has its own."""
    lines = [json.dumps({"id": str(place), "system": "S", **row}) for place, row in enumerate(rows, 1)]
    (folder / "pairs.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def write_pairs(folder: Path, *pairs: tuple[str | Sequence[str], str]) -> None:
    """Write pairs of models and a peer."""
    write_rows(folder, *({"models": models, "peer": peer} for models, peer in pairs))


def printed(folder: Path, *arguments: str) -> str:
    """Return the output of a command of `rouge-tools` for the pairs."""
    output = rouge_tools([*arguments, "--jsonl", "pairs.jsonl"], folder)
    assert output.status == 0, output.stderr
    return output.stdout.decode()
