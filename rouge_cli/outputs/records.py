"""Results, scores and comparisons -> what JSON can hold, in the words of `data/report.schema.json`."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ..scoring.comparison import Comparison, Difference
from ..scoring.estimates import Estimate
from ..scoring.results import Result
from ..scoring.scores import Counts, Score

Record = dict[str, Any]


def result_record(result: Result, *, details: bool) -> Record:
    """What a system scores by a measure; `details` adds the scores of the single evaluations."""
    return {
        "evaluations": len(result.scores),
        "recall": _estimate(result.recall),
        "precision": _estimate(result.precision),
        "f": _estimate(result.f),
        **_counts(result.counts),
        **({"scores": [score_record(score) for score in result.scores]} if details else {}),
    }


def score_record(score: Score) -> Record:
    """What a peer scores in one evaluation."""
    return {
        "evaluation": score.evaluation,
        "recall": _number(score.recall),
        "precision": _number(score.precision),
        "f": _number(score.f),
        **_counts(score.counts),
    }


def comparison_record(comparison: Comparison) -> Record:
    """How far a system lies above a baseline."""
    return {
        "system": comparison.system,
        "baseline": comparison.baseline,
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


def _counts(counts: Counts) -> Record:
    return {f"{part}_count": _number(value) for part, value in counts._asdict().items()}


def _number(value: float) -> float | None:
    """JSON has neither NaN nor infinities."""
    return value if isfinite(value) else None
