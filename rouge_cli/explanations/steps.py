"""The steps by which recall, precision and F are worked out of counts, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from ..measures.base import Measure
from ..measures.scores import FIGURE_NAMES, AnyCounts, Score, TwoSidedCounts
from ..measures.spelling import fixed, short
from ..options import RATIO, Options
from ..profiles import profile_of
from .explanation import MeasureExplanation
from .wording import printed


class Figure(NamedTuple):
    """A figure and the steps by which it is worked out."""

    name: str
    value: str
    steps: str


def figures(of_measure: MeasureExplanation, options: Options) -> list[Figure]:
    """Return recall, precision and F as the report has them, each with the steps to it."""
    measure, score = of_measure.measure, of_measure.score
    steps: Sequence[str]
    if of_measure.sets:
        steps = [_mean(of_measure, figure) for figure in FIGURE_NAMES]
    elif profile_of(options).averages_models and len(of_measure.pairs) > 1:
        steps = [f"the mean of those with each of the {len(of_measure.pairs)} models"] * 3
    else:
        counts, units = score.counts, measure.units
        models = "the model" if len(of_measure.pairs) == 1 or of_measure.best is not None else "all models"
        steps = [
            _ratio(measure, counts.hit, counts.model, "hits", f"{units} of {models}"),
            _ratio(measure, counts.peer_hit, counts.peer, _peer_hits(counts), f"{units} of the peer"),
            _f_of_both_sides(counts) if isinstance(counts, TwoSidedCounts) else _f(measure, score, options),
        ]
    names = ("Recall", "Precision", "F")
    return [Figure(*three) for three in zip(names, printed(score, options), steps, strict=True)]


def _mean(of_measure: MeasureExplanation, figure: str) -> str:
    terms = " + ".join(fixed(getattr(one.score, figure)) for one in of_measure.sets)
    return f"the mean with the sets of models: ({terms}) / {len(of_measure.sets)}"


def _f(measure: Measure, score: Score, options: Options) -> str:
    recall, precision, _ = printed(score, options)
    formula, alpha = "P·R / ((1 − α)·P + α·R)", str(options.alpha)
    if not score.f:
        return f"{formula}, and 0 where there is nothing to divide"
    if options.beta == RATIO:
        beta = score.precision / score.recall if score.recall else inf
        alpha = fixed(1 / (1 + beta * beta))
        with_alpha = f"{formula} with β = P/R = {fixed(beta)} and α = 1/(1 + β²) = {alpha}"
    elif options.beta is not None:
        with_alpha = f"{formula} with β = {options.beta!s} and α = 1/(1 + β²) = {alpha}"
    else:
        with_alpha = f"{formula} with α = {alpha}"
    exact = "" if measure.f_of_rounded else ", R and P before they are rounded"
    return f"{with_alpha}: {precision}·{recall} / ((1 − {alpha})·{precision} + {alpha}·{recall}){exact}"


def _f_of_both_sides(counts: TwoSidedCounts) -> str:
    """Return the steps to F where what is shared is counted on both sides."""
    formula = "hits in both / words of both"
    model, peer, hit, peer_hit = map(short, counts)
    steps = f"({hit} + {peer_hit}) / ({model} + {peer})"
    if not counts.model + counts.peer:
        return f"{formula}: {steps}, and 0 where there is nothing to divide by"
    return f"{formula}: {steps}"


def _peer_hits(counts: AnyCounts) -> str:
    return "hits in the peer" if isinstance(counts, TwoSidedCounts) else "hits"


def _ratio(measure: Measure, hit: float, units: float, hits: str, of: str) -> str:
    ratio = f"{short(hit)} / {short(units)}"
    if not units:
        return f"{hits} / {of}: {ratio}, and 0 where there is nothing to divide by"
    return f"{measure.ratio_steps(f'{hits} / {of}')}: {measure.ratio_steps(ratio)}"
