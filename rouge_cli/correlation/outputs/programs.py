"""Correlations -> JSON, to `data/correlation.schema.json`, and comma-separated values."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from math import isfinite
from typing import Any

from ..._version import __version__
from ...rendering.delimited import lines, name_cell
from ...rendering.json_formats import valid
from ..records import MeasureCorrelations
from .shown import Shown

_HEAD = (
    *("human", "level", "measure", "coefficient", "value", "low", "high", "n", "defined", "groups"),
    *("systems", "evaluations", "summaries", "baseline", "p", "p_corrected"),
)
"""The columns are the same with and without comparisons, so that files of several runs can be joined."""


def json(shown: Shown) -> Iterator[str]:
    """Yield the document, which is ASCII."""
    return written(document(shown))


def written(document: dict[str, Any]) -> Iterator[str]:
    """Yield a document, which is ASCII; IDs that JSON cannot hold are escaped."""
    yield json_text.dumps(_sound(document), indent=1, allow_nan=False) + "\n"


def _sound(value: Any) -> Any:
    if isinstance(value, str):
        return valid(value)
    if isinstance(value, dict):
        return {valid(name): _sound(one) for name, one in value.items()}
    return [_sound(one) for one in value] if isinstance(value, list) else value


def document(shown: Shown) -> dict[str, Any]:
    """Return the document as a dictionary of plain values."""
    return {
        "version": __version__,
        "human_files": list(shown.human_files),
        "score_files": list(shown.score_files),
        "signature": shown.signature,
        "figure": shown.figure,
        **shown.correlations.to_dict(),
    }


def csv(shown: Shown) -> Iterator[str]:
    """Yield a line for each coefficient and comparison; the first names the columns."""
    return lines((_HEAD, *_rows(shown)))


def _rows(shown: Shown) -> Iterator[tuple[object, ...]]:
    for result in shown.correlations.results:
        names, sizes = (name_cell(result.human), name_cell(result.measure)), _sizes(result)
        for level, coefficients in result.correlations.items():
            for name, one in coefficients.items():
                bounds = _cell(one.low), _cell(one.high)
                counts = one.n, one.defined, one.groups
                yield names[0], level, names[1], name, _cell(one.value), *bounds, *counts, *sizes, "", "", ""
        for accuracy in result.accuracies:
            for kind in ("plain", "calibrated", "epsilon", "soft"):
                value = getattr(accuracy, kind)
                if isfinite(value):
                    label = f"accuracy_{kind}_{accuracy.grouping}"
                    count = sum(accuracy.pairs)
                    row = (names[0], accuracy.level, names[1], label, value, "", "", count, "", "")
                    yield *row, *sizes, "", "", ""
    for compared in shown.correlations.comparisons:
        yield (
            *(name_cell(compared.human), compared.level, name_cell(compared.measure)),
            *(f"difference_{compared.coefficient}", _cell(compared.difference), "", "", "", "", ""),
            *(compared.systems, compared.evaluations, compared.summaries),
            *(name_cell(compared.baseline), _cell(compared.p), _cell(compared.corrected)),
        )


def _sizes(result: MeasureCorrelations) -> tuple[int, int, int]:
    return len(result.systems), len(result.evaluations), result.summaries


def _cell(value: float) -> object:
    return value if isfinite(value) else ""
