"""torchmetrics: its own ROUGE, which follows rouge-score in the arithmetic of 32-bit floats."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import ClassVar

from ..kernel.plan import Document, Plan
from ..kernel.python.sums import mean_of_floats
from ..measures.base import Measure, Texts
from ..measures.scores import AnyCounts, Estimate, Figures, Row
from ..profile import Ordered, Progress, ignore
from .combining import pooled
from .packages import PackageProfile


class TorchMetrics(PackageProfile):
    """torchmetrics 1.9: `ROUGEScore`.

    Figures are rounded to floats, and the average is their plain mean in floats, without resamples and
    bounds. Sentences of rougeLsum are found by NLTK, and line ends do not matter. Only comparisons of
    systems resample, as rouge-score does.
    """

    name = "torchmetrics-1.9"
    title = "torchmetrics"
    has_intervals: ClassVar[bool] = False
    floats = True

    @property
    def finds_sentences(self) -> bool:
        return True

    def plan(self) -> Plan:
        plan = super().plan()
        return plan._replace(combination="mean_of_floats") if self.averages_models else plan

    @property
    def averages_models(self) -> bool:
        return self.options.accumulate == "avg"

    def chosen(self, measure: Measure, counts: Sequence[AnyCounts], models: Sequence[Document]) -> int | None:
        return None if self.averages_models else super().chosen(measure, counts, models)

    def combine(self, measure: Measure, texts: Texts) -> Iterator[Row]:
        """Keep the row with the best model, or pool counts and average figures over the models."""
        if not self.averages_models:
            yield from super().combine(measure, texts)
            return
        for counts, of_models in zip(pooled(measure, texts), measure.counts(texts), strict=True):
            figures = [self.figures(measure, one) for one in of_models]
            yield Row(counts, Figures(*map(mean_of_floats, zip(*figures, strict=True))))

    def figures(self, measure: Measure, counts: AnyCounts) -> Figures[float]:
        """Return the figures, F being made of unrounded ones, each rounded to a float."""
        return Figures(*array("f", super().figures(measure, counts)))

    def estimates(
        self, scored: Sequence[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Figures[Estimate]]:
        """Yield averages alone: torchmetrics has no intervals."""
        for done, one in enumerate(scored, 1):
            yield self.observed(one).map(lambda average: Estimate(average, nan, nan))
            progress(len(scored), done)

    def mean(self, values: Sequence[float]) -> float:
        return mean_of_floats(values)

    def aggregation(self) -> Mapping[str, str]:
        return {"combine": "mean" if self.averages_models else "best-f", "aggregator": "mean-of-floats"}
