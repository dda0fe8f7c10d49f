"""Line coverage of the C files by gcov."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path

FLAGS = ["-O0", "--coverage", "-DSMALL_BLOCKS"]
FLOOR = 97.0
"""The least percentage of lines. What is left needs 2**31 tokens or another version of Python."""


def report(home: Path) -> bool:
    """Print a row for each C file of a copy that has run, and return whether the floor is reached."""
    files = _lines(home)
    print(f"{'file':16} {'lines':>6} {'covered':>8}  lines not covered")
    for name, lines in files.items():
        missed = [number for number, count in sorted(lines.items()) if not count]
        _print_row(name, len(lines), len(missed), _ranges(missed))
    counts = [count for lines in files.values() for count in lines.values()]
    percentage = _print_row("all", len(counts), counts.count(0), f"(at least {FLOOR} % wanted)")
    return percentage >= FLOOR


def _lines(home: Path) -> dict[str, dict[int, int]]:
    """For each C file, how often each of its lines ran."""
    files = {}
    for data in sorted(home.glob("*.gcda")):
        if data.stem != "allocations":
            done = subprocess.run(
                ["gcov", "--json-format", "--stdout", data.name], cwd=home, capture_output=True, check=True
            )
            for file in json.loads(done.stdout)["files"]:
                name = Path(file["file"]).name
                if name == f"{data.stem}.c":
                    counts: dict[int, int] = {}
                    for line in file["lines"]:
                        number = line["line_number"]
                        counts[number] = max(counts.get(number, 0), line["count"])
                    files[name] = counts
    return files


def _print_row(name: str, lines: int, missed: int, note: str) -> float:
    percentage = 100 * (1 - missed / lines)
    print(f"{name:16} {lines:6} {percentage:6.1f} %  {note}")
    return percentage


def _ranges(numbers: list[int]) -> str:
    """1-3, 7: neighbours are joined."""
    starts = [after for before, after in pairwise([-1, *numbers]) if after != before + 1]
    ends = [before for before, after in pairwise([*numbers, -1]) if after != before + 1]
    return ", ".join(
        str(start) if start == end else f"{start}-{end}" for start, end in zip(starts, ends, strict=True)
    )
