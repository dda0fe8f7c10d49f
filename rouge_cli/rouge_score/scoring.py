"""Scores, and their bootstrap: `Score`, `AggregateScore`, `BaseScorer` and `BootstrapAggregator`.

If NumPy is installed, resamples are drawn by its global generator: the seed of a program counts, and the
generator ends in the state in which rouge-score would leave it. The code that draws is not NumPy's, which
takes twenty times as long.
"""

import re
from abc import ABC, abstractmethod
from array import array
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..kernel.plan import Doubles
from ..rouges import BEYOND
from ..scoring.resampling import WORDS, LegacyGenerator, bounds


class Score(namedtuple("Score", ["precision", "recall", "fmeasure"])):
    """Precision, recall and F of one text, in this order.

    rougeL and rougeLsum of texts without tokens are whole numbers, all 0.
    """

    # Instances can have further attributes, as they can in rouge-score.


class AggregateScore(namedtuple("AggregateScore", ["low", "mid", "high"])):
    """The lower bound, the median and the upper bound of mean scores; each is a `Score`."""


class BaseScorer(ABC):
    """The base of classes that score a prediction against a target."""

    @abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the score of the prediction by each type."""


class BootstrapAggregator:
    """The bootstrap of mean scores: `add_scores` for each text, then `aggregate`."""

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        """Set the share of the means between the bounds, and the number of resamples.

        Raises `ValueError` for an interval outside of [0, 1] and for less than one resample.
        """
        if not 0 <= confidence_interval <= 1:
            raise ValueError("confidence_interval must be in range [0, 1]")
        if n_samples <= 0:
            raise ValueError("n_samples must be positive")
        self._confidence, self._resamples = confidence_interval, n_samples
        self._scores: dict[str, list[Sequence[float] | float]] = {}

    def add_scores(self, scores: Mapping[str, Sequence[float] | float]) -> None:
        """Add the scores of a text, by type. A score may be any named tuple of numbers, or a number."""
        for rouge_type, score in scores.items():
            self._scores.setdefault(rouge_type, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Return the bounds and the median by type, in the order in which types were first added.

        Each type draws anew, so the types and their order change figures. Each field is resampled by itself:
        F is not computed from precision and recall here. Numbers are `numpy.float64` if NumPy is installed,
        else `float`.
        """
        columns = {rouge_type: fields_of(scores) for rouge_type, scores in self._scores.items()}
        percentiles = aggregated(columns, self._confidence, self._resamples)
        return {
            rouge_type: AggregateScore(*(type(self._scores[rouge_type][0])(*row) for row in rows))
            for rouge_type, rows in percentiles.items()
        }


def fmeasure(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall; 0.0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def fields_of(scores: Iterable[Sequence[float] | float]) -> Sequence[Doubles]:
    """Return a column for each field of scores; numbers have one. Raises `ValueError` for unequal fields."""
    rows = (score if isinstance(score, Iterable) else (score,) for score in scores)
    return [array("d", field) for field in zip(*rows, strict=True)]


def aggregated(
    columns: Mapping[str, Sequence[Doubles]],
    confidence: float,
    resamples: int = 1000,
    generator: LegacyGenerator | None = None,
) -> dict[str, list[tuple[float, ...]]]:
    """Return by type the lower bounds, the medians and the upper bounds of the fields' means.

    The types draw one after the other from the generator, by default from NumPy's global generator. Types
    that rouge-score lacks draw from a generator of their own, so they change no figure of other types.
    """
    try:
        from numpy import float64 as number
    except ImportError:
        number = float  # type: ignore[assignment, misc]
    means = _global_means() if generator is None else generator.means
    own_means = LegacyGenerator.seeded(0).means
    rows = {}
    for rouge_type, fields in columns.items():
        draw = own_means if re.fullmatch(BEYOND, rouge_type) else means
        ends = [map(number, bounds(one, confidence)) for one in draw(fields, resamples)]
        rows[rouge_type] = list(zip(*ends, strict=True))
    return rows


def _global_means() -> Callable[[Sequence[Doubles], int], Sequence[Doubles]]:
    """Return the function that draws means by NumPy's global generator."""
    try:
        import numpy
    except ImportError:
        from random import SystemRandom

        return LegacyGenerator.seeded(SystemRandom().getrandbits(32)).means  # No program can have seeded it.

    def means(series: Sequence[Doubles], resamples: int) -> Sequence[Doubles]:
        state: Any = numpy.random.get_state(legacy=False)
        if state["bit_generator"] != "MT19937":  # `numpy.random.set_bit_generator` has replaced it.
            rows = numpy.array(series).T
            places = numpy.arange(len(rows))
            draws = [rows[numpy.random.choice(places, size=len(rows))].mean(axis=0) for _ in range(resamples)]
            return [array("d", column) for column in numpy.array(draws).T.tolist()]
        words = state["state"]
        generator = LegacyGenerator(array("I", [*words["key"].tolist(), words["pos"]]))
        drawn = generator.means(series, resamples)
        words["key"] = numpy.array(generator.state[:WORDS], dtype=numpy.uint32)
        words["pos"] = generator.state[WORDS]
        numpy.random.set_state(state)
        return drawn

    return means
