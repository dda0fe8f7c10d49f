"""Counts over the models of an evaluation -> recall, precision and F of a peer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .measures import Counts, Measure, pooled
from .options import Options
from .tokens import Document


@dataclass(frozen=True, slots=True)
class Score:
    """One peer in one evaluation by one measure; the three figures are rounded to five decimals."""

    evaluation: str
    counts: Counts
    recall: float
    precision: float
    f: float


def score(
    evaluation: str,
    measure: Measure,
    models: Sequence[Document],
    peer: Document,
    options: Options,
) -> Score:
    """The score of `peer` against `models`: pooled, or against the best of them."""
    each = [measure.count(model, peer) for model in models]
    counts = _best(measure, each, models) if options.best_model else pooled(each)
    # Deliberate: F and everything after it stand on the rounded figures, as in the original.
    recall = round(measure.ratio(counts.hit, counts.model), 5)
    precision = round(measure.ratio(counts.hit, counts.peer), 5)
    return Score(evaluation, counts, recall, precision, round(f_measure(recall, precision, options.alpha), 5))


def f_measure(recall: float, precision: float, alpha: float) -> float:
    """The weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined."""
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def _best(measure: Measure, each: Sequence[Counts], models: Sequence[Document]) -> Counts:
    best, highest = Counts(0, 0, 0), -1.0
    for counts, model in zip(each, models, strict=True):
        recall = measure.choosing_recall(counts, model)
        if recall > highest:  # The first of equals; none at all, where no recall is a number.
            best, highest = counts, recall
    return best
