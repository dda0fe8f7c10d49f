"""Counts over the models of an evaluation -> recall, precision and F of each peer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .kernel.words import Document
from .measures import Counts, Measure, Texts, pooled
from .options import Options


class Score(NamedTuple):
    """One peer in one evaluation by one measure; the three figures are rounded to five decimals."""

    evaluation: str
    counts: Counts
    recall: float
    precision: float
    f: float


def scores(evaluation: str, measure: Measure, texts: Texts, options: Options) -> list[Score]:
    """The score of each peer against the models: pooled, or against the best of them."""
    return [
        _score(
            evaluation,
            measure,
            _best(measure, each, texts.models) if options.best_model else pooled(each),
            options.alpha,
        )
        for each in measure.counts(texts)
    ]


def _score(evaluation: str, measure: Measure, counts: Counts, alpha: float) -> Score:
    # Deliberate: F and everything after it stand on the rounded figures, as in the original.
    recall = round(measure.ratio(counts.hit, counts.model), 5)
    precision = round(measure.ratio(counts.hit, counts.peer), 5)
    return Score(evaluation, counts, recall, precision, round(f_measure(recall, precision, alpha), 5))


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
