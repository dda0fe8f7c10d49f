"""The common parts of the programs for Dask and Spark: options, reports, and the death of a worker."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from rouge_cli import Options, PreparedTexts, Report, Scorer, render

OPTIONS = Options(max_ngram=2, stem=True, resamples=200)
SYSTEM = "bart"


def whole(report: Report) -> str:
    """Return the report with all figures, not rounded, and its signature."""
    return render(report, "json", details=True)


def estimates(report: Report) -> str:
    """Return the report without the scores of the pairs, which stand in the order of the input."""
    return render(report, "json")


def write_reports(runs: object, directory: Path) -> int:
    """Write the result of each public method to a file with its name; return the number that failed.

    A run that fails is reported on standard error and leaves no file; the other runs go on.
    """
    failures = 0
    for name in vars(type(runs)):
        if not name.startswith("_"):
            try:
                (directory / name).write_text(getattr(runs, name)(), encoding="utf-8")
            except Exception:
                failures += 1
                print(f"{name} failed:", file=sys.stderr)
                traceback.print_exc()
    return failures


def parts_of(texts: Sequence[str]) -> list[Sequence[str]]:
    """Return the texts of each part of a matrix."""
    return [texts[start : start + 70] for start in range(0, len(texts), 70)]


def block(scorer: Scorer, rows: PreparedTexts, columns: PreparedTexts) -> list[list[float]]:
    """Return the figures of a block of a matrix."""
    figures: list[list[float]] = scorer.matrix(rows, columns).tolist()
    return figures


def joined(blocks: Iterable[Sequence[list[list[float]]]]) -> str:
    """Return the matrix of rows of blocks, as JSON."""
    return json.dumps([[*chain.from_iterable(rows)] for row in blocks for rows in zip(*row, strict=True)])


def die_once(marker: Path) -> None:
    """Kill this process at the first call with a marker, a file that this call makes."""
    with suppress(FileExistsError):
        marker.touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
