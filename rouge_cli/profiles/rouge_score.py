"""rouge-score: the package of Google Research that most papers since 2019 report, by itself or in another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ..measures.spelling import plain
from .packages import WHOLE_L, PackageProfile


class RougeScore(PackageProfile):
    """rouge-score 0.1.2: `RougeScorer` for each pair, `BootstrapAggregator` over all of them.

    An estimate is the median of the resamples' means, between the bounds of the confidence level. With
    `split_summaries` the sentences of rougeLsum are found by NLTK; otherwise they are lines.
    """

    name = "rouge-score-0.1.2"
    title = "rouge-score"
    default_types: ClassVar[tuple[str, ...]] = ("rouge1", "rouge2", WHOLE_L)

    @property
    def finds_sentences(self) -> bool:
        return self.options.split_summaries

    def aggregation(self) -> Mapping[str, str]:
        return {
            "combine": "best-f",
            "aggregator": "bootstrap-median",
            "conf": plain(self.options.confidence),
            "resamples": str(int(self.options.resamples)),
            "seed": str(int(self.seed)),
        }
