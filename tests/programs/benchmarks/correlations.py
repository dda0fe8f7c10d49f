"""Correlations of many measures: intervals and tests of all pairs, in one process on one processor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from .programs import heading, row

_SYSTEMS, _EVALUATIONS, _MEASURES, _DRAWS = 16, 100, 10, 1000
_ROOT = Path(__file__).parents[3]
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")

_JOB = f"""
import resource, sys, time
import numpy as np
from rouge_cli import Cell, correlate

rng = np.random.default_rng(16)
quality = rng.normal(0, 0.5, ({_SYSTEMS}, 1)) + rng.normal(0, 0.7, ({_SYSTEMS}, {_EVALUATIONS}))
tables = {{"human": np.round(2 * (quality + rng.normal(0, 0.7, quality.shape))) / 2}}
for number in range({_MEASURES}):
    tables[f"measure {{number}}"] = np.round(quality + rng.normal(0, 0.9, quality.shape), 5)
human, *measures = [
    [Cell(f"s{{s}}", f"d{{d}}", name, float(value)) for (s, d), value in np.ndenumerate(table)]
    for name, table in tables.items()
]
cells = [cell for of_measure in measures for cell in of_measure]
correlate(cells[:3200], human, resamples=20)  # Import everything.
interval, compare = sys.argv[1:]
start, processor = time.perf_counter(), time.process_time()
correlate(cells, human, interval=interval, compare=bool(int(compare)), resamples={_DRAWS})
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(time.perf_counter() - start, time.process_time() - processor, memory)
"""


def print_correlate(runs: int | None) -> None:
    """Print a row for the intervals, one for the tests, and one for both."""
    heading(
        f"{_SYSTEMS} systems, {_EVALUATIONS} evaluations, {_MEASURES} measures; 3 coefficients, 2 levels",
        *("seconds", "of the processor", "peak memory"),
    )
    for title, interval, compare in (
        (f"intervals, {_DRAWS:,} resamples", "both", "0"),
        (f"tests of all pairs, {_DRAWS:,} permutations", "none", "1"),
        ("both", "both", "1"),
    ):
        figures = [_figures(interval, compare) for _ in range(runs or 3)]
        seconds, processor, memory = (median(column) for column in zip(*figures, strict=True))
        row(title, f"{seconds:.1f} s", f"{processor:.1f} s", f"{memory / 1e6:.0f} MB")


def _figures(interval: str, compare: str) -> list[float]:
    """Run the job in a process of its own; return seconds, those of the processor, and bytes."""
    done = subprocess.run(
        [sys.executable, "-c", _JOB, interval, compare],
        env=os.environ | _ONE_THREAD | {"PYTHONPATH": str(_ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(figure) for figure in done.stdout.split()]
