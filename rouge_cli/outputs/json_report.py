"""A `Report` -> one JSON document, which `data/report.schema.json` describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

from .._version import __version__
from ..options import PROFILES, Options, has_option
from .output import Output
from .records import Record, comparison_record, result_record, valid


def write(output: Output) -> Iterator[str]:
    """Yield the lines of the document, which are ASCII."""
    yield json.dumps(document(output), indent=1, allow_nan=False) + "\n"


def document(output: Output) -> Record:
    """Return the document as a dictionary of plain values."""
    report = output.report
    return {
        "version": __version__,
        "signature": report.signature,
        "options": _options(report.options),
        "systems": {
            valid(system): {
                measure: result_record(result, details=output.details) for measure, result in results.items()
            }
            for system, results in report.systems.items()
        },
        "comparisons": [comparison_record(comparison) for comparison in output.comparisons],
        "notes": [valid(note) for note in report.notes],
    }


def _options(options: Options) -> Record:
    """Return the choices that the profile has; the profile itself where it is not ROUGE-1.5.5."""
    names = [field.name for field in fields(options) if has_option(options.profile, field.name)]
    if options.profile == PROFILES[0]:
        names.remove("profile")
    values = {name: getattr(options, name) for name in names}
    return {name: valid(value) if isinstance(value, str) else value for name, value in values.items()}
