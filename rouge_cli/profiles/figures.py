"""Counts -> recall, precision and F, as the words of a ROUGE define them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import inf

from ..measures.base import Measure, Texts
from ..measures.scores import RECORDS, AnyCounts, Figures, TwoSidedCounts, added
from ..measures.spelling import DECIMALS


def f_measure(recall: float, precision: float, alpha: float | None) -> float:
    """Return the weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined.

    Without `alpha` it is 1/(1+β²) with β = precision / recall, as Lin's papers name it once; where
    recall is 0, β is infinite, so that F is recall: 0.
    """
    if alpha is None:
        beta = precision / recall if recall else inf
        alpha = 1 / (1 + beta * beta)
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def f_of_both_sides(model: float, peer: float, hit: float, peer_hit: float) -> float:
    """Return F by equation 8 of ROUGE's working note: what both sides share, by all that they have."""
    return ratio(hit + peer_hit, model + peer)


def ratio(hit: float, count: float) -> float:
    """Return the share of a count that is hit; 0 of nothing."""
    return hit / count if count else 0.0


def decimals(measure: Measure, counts: AnyCounts, alpha: float | None) -> Figures[float]:
    """Return figures as ROUGE-1.5.5 prints them.

    ROUGE-1.5.5 quirk: recall and precision are rounded, and F and everything after it is computed from the
    rounded figures.
    """
    exact_recall = measure.ratio(counts.hit, counts.model)
    exact_precision = measure.ratio(counts.peer_hit, counts.peer)
    recall, precision = round(exact_recall, DECIMALS), round(exact_precision, DECIMALS)
    if isinstance(counts, TwoSidedCounts):
        f = f_of_both_sides(*counts)
    elif measure.f_of_rounded:
        f = f_measure(recall, precision, alpha)
    else:
        f = f_measure(exact_recall, exact_precision, alpha)
    return Figures(recall, precision, round(f, DECIMALS))


def doubles(measure: Measure, counts: AnyCounts, alpha: float | None) -> Figures[float]:
    """Return figures as they are. At an `alpha` of 0.5, F has the bits of 2PR / (P + R): halves are exact."""
    recall = measure.ratio(counts.hit, counts.model)
    precision = measure.ratio(counts.peer_hit, counts.peer)
    return Figures(recall, precision, f_measure(recall, precision, alpha))


def floats(measure: Measure, counts: AnyCounts, alpha: float | None) -> Figures[float]:
    """Return figures rounded to 32 bits; F is made of unrounded ones."""
    return Figures(*array("f", doubles(measure, counts, alpha)))


def smoothed(measure: Measure, counts: AnyCounts, alpha: float | None) -> Figures[float]:
    """Return figures as the package rouge makes them: F of equal texts is 0.999999995."""
    recall = measure.ratio(counts.hit, counts.model)
    precision = measure.ratio(counts.peer_hit, counts.peer)
    return Figures(recall, precision, 2 * (precision * recall / (precision + recall + 1e-8)))


def precision_alone(measure: Measure, counts: AnyCounts, alpha: float | None) -> Figures[float]:
    """Return precision in place of all three figures: a measure beside ROUGE has one."""
    share = ratio(counts.hit, counts.peer)
    return Figures(share, share, share)


ROUNDINGS = {
    "decimals": decimals,
    "doubles": doubles,
    "floats": floats,
    "smoothed": smoothed,
    "precision": precision_alone,
}


def pooled(measure: Measure, texts: Texts) -> Iterator[AnyCounts]:
    """Yield, for each peer, the sums of its counts with all models."""
    columns = measure.columns()
    for counts in measure.counts(texts):
        yield RECORDS[type(columns)](
            *(added([one[place] for one in counts]) for place in range(len(columns)))
        )
