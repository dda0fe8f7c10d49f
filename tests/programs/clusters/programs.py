"""What the programs of Dask and Spark share: the options, the reports they write, a worker's death."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rouge_cli import Options, Report, render

OPTIONS = Options(max_ngram=2, stem=True, resamples=200)
SYSTEM = "bart"


def whole(report: Report) -> str:
    """Return the report with every figure that it has, none of them rounded, and its signature."""
    return render(report, "json", details=True)


def estimates(report: Report) -> str:
    """Return the report without the scores of the pairs, which stand in the order of the input."""
    return render(report, "json")


def write_reports(runs: Iterable[Callable[[], str]], directory: Path) -> int:
    """Write what each run returns to a file of its name; return how many of them failed.

    A run that fails says so on standard error and leaves no file; the others go on.
    """
    failures = 0
    for run in runs:
        try:
            (directory / run.__name__).write_text(run(), encoding="utf-8")
        except Exception:
            failures += 1
            print(f"{run.__name__} failed:", file=sys.stderr)
            traceback.print_exc()
    return failures


def die_once(marker: Path) -> None:
    """Kill this process at the first call for the marker, a file that is made then."""
    with suppress(FileExistsError):
        marker.touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
