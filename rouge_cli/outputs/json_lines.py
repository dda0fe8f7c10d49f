"""A `Report` -> JSON Lines: a line for each system, measure and evaluation, then for each comparison.

`data/report.schema.json` describes the lines under `$defs/line`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from .output import Output
from .records import Record, comparison_record, score_record, valid


def write(output: Output) -> Iterator[str]:
    """Yield the lines, which are ASCII."""
    for record in _records(output):
        yield json.dumps(record, allow_nan=False) + "\n"


def _records(output: Output) -> Iterator[Record]:
    for system, results in output.report.systems.items():
        for measure, result in results.items():
            names = {"type": "score", "system": valid(system), "measure": measure}
            for score in result.scores:
                yield names | score_record(score)
    for comparison in output.comparisons:
        yield {"type": "comparison", **comparison_record(comparison)}
