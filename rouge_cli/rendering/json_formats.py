"""A `Report` -> one JSON document, or JSON Lines with a line for each score and each comparison.

`data/report.schema.json` describes the document, and the lines under `$defs/line`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from math import isfinite
from typing import Any

from .._version import __version__
from ..measures.scores import AnyCounts, Estimate, Score
from ..options import Options, has_option
from ..scoring.comparison import Comparison, Difference
from ..scoring.results import Result
from .output import Output

Record = dict[str, Any]

_LATER = (
    *("profile", "paper_weight", "mead", "jackknife", "beta"),
    *("tokenizer", "stemmer", "stop_words", "exceptions", "language", "split_sentences"),
)
"""Options of ROUGE-1.5.5 that came after version 1.1; documents name them only where they are chosen."""

_NEEDS_ESCAPES = re.compile(r"[\ud800-\udfff]|\\ud[89a-f][0-9a-f]{2}")
"""A lone surrogate, or text that looks like the escape of one."""
_ESCAPE = re.compile(r"\\\\|\\u(d[89a-f][0-9a-f]{2})")
"""A doubled backslash, or the escape of a lone surrogate."""


def valid(text: str) -> str:
    r"""Return the text without lone surrogates, which are not valid in JSON; no two texts become equal.

    A lone surrogate, which stands for a byte of a file name that is not UTF-8, becomes its escape, the
    six characters `\udcff`. In a text that has a surrogate or such an escape, backslashes are doubled.
    """
    if _NEEDS_ESCAPES.search(text) is None:
        return text
    return text.replace("\\", r"\\").encode("utf-8", "backslashreplace").decode()


def original(text: str) -> str:
    """Return the text that `valid` was given."""
    if _NEEDS_ESCAPES.search(text) is None:
        return text
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else "\\", text)


def result_record(result: Result, *, details: bool) -> Record:
    """Return the result of a system by a measure; `details` adds the scores of the single evaluations."""
    return {
        "evaluations": len(result.scores),
        "recall": _estimate(result.recall),
        "precision": _estimate(result.precision),
        "f": _estimate(result.f),
        **_counts(result.counts),
        **({"scores": [score_record(score) for score in result.scores]} if details else {}),
    }


def score_record(score: Score) -> Record:
    """Return the score of a peer in one evaluation."""
    return {
        "evaluation": valid(score.evaluation),
        "recall": _number(score.recall),
        "precision": _number(score.precision),
        "f": _number(score.f),
        **_counts(score.counts),
    }


def comparison_record(comparison: Comparison) -> Record:
    """Return a comparison: the distance of a system above a baseline."""
    return {
        "system": valid(comparison.system),
        "baseline": valid(comparison.baseline),
        "measure": comparison.measure,
        "evaluations": comparison.evaluations,
        "differences": {
            "recall": _difference(comparison.recall),
            "precision": _difference(comparison.precision),
            "f": _difference(comparison.f),
        },
    }


def _difference(difference: Difference) -> Record:
    return {
        **_estimate(difference.estimate),
        "p": _number(difference.p),
        "p_corrected": _number(difference.corrected),
    }


def _estimate(estimate: Estimate) -> Record:
    return {name: _number(value) for name, value in estimate._asdict().items()}


def _counts(counts: AnyCounts) -> Record:
    return {f"{part}_count": _number(value) for part, value in counts._asdict().items()}


def _number(value: float) -> float | None:
    """Return the number, or null for NaN and infinities, which JSON does not have."""
    return value if isfinite(value) else None


def document_lines(output: Output) -> Iterator[str]:
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
    """Return the choices that the profile has, so that old documents and new ones are alike."""
    values = {
        field.name: value
        for field in fields(options)
        if has_option(options.profile, field.name)
        and ((value := getattr(options, field.name)) != field.default or field.name not in _LATER)
    }
    return {name: valid(value) if isinstance(value, str) else value for name, value in values.items()}


def score_lines(output: Output) -> Iterator[str]:
    """Yield a line of ASCII for each system, measure and evaluation, then for each comparison."""
    for record in _line_records(output):
        yield json.dumps(record, allow_nan=False) + "\n"


def _line_records(output: Output) -> Iterator[Record]:
    for system, results in output.report.systems.items():
        for measure, result in results.items():
            names = {"type": "score", "system": valid(system), "measure": measure}
            for score in result.scores:
                yield names | score_record(score)
    for comparison in output.comparisons:
        yield {"type": "comparison", **comparison_record(comparison)}
