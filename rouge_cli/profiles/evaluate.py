"""evaluate: the metric `rouge` of Hugging Face, which computes rouge-score under a seed of its own."""

from __future__ import annotations

from .packages import PackageProfile
from .rouge_score import RougeScore


class Evaluate(RougeScore):
    """evaluate 0.4.6: rouge-score with rougeLsum by default, 95 % confidence and 1000 resamples.

    What it returns as a figure is the average here. The bounds, which it dropped in 0.3.0, are those of
    the same resamples.
    """

    name = "evaluate-0.4.6"
    title = "evaluate"
    default_types = PackageProfile.default_types
