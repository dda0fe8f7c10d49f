"""A `Report` -> one JSON document, which `data/report.schema.json` describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

from .._version import __version__
from ..options import Options, has_option
from .output import Output
from .records import Record, comparison_record, result_record, valid

_LATER = (
    *("profile", "paper_weight", "mead", "jackknife", "beta", "exceptions"),
    *("tokenizer", "stemmer", "stop_words", "language", "split_sentences"),
)
"""The options that ROUGE-1.5.5 has beside those of version 1.1."""


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
    """Return the choices that the profile has.

    Those of later versions stand there only where they are made, so that all else is as it has been.
    """
    values = {
        field.name: value
        for field in fields(options)
        if has_option(options.profile, field.name)
        and ((value := getattr(options, field.name)) != field.default or field.name not in _LATER)
    }
    return {name: valid(value) if isinstance(value, str) else value for name, value in values.items()}
