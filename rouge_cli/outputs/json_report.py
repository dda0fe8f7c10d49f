"""A `Report` -> one JSON document; `data/report.schema.json` says what is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

from .._version import __version__
from .output import Output
from .records import comparison_record, result_record


def write(output: Output) -> Iterator[str]:
    """The lines of the document, all of them ASCII."""
    report = output.report
    document = {
        "version": __version__,
        "signature": report.signature,
        "options": {field.name: getattr(report.options, field.name) for field in fields(report.options)},
        "systems": {
            system: {
                measure: result_record(result, details=output.details) for measure, result in results.items()
            }
            for system, results in report.systems.items()
        },
        "comparisons": [comparison_record(comparison) for comparison in output.comparisons],
        "notes": report.notes,
    }
    yield json.dumps(document, indent=1, allow_nan=False) + "\n"
