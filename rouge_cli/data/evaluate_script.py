"""The metric `rouge` for `evaluate.load(path)`, which runs a copy of this file: imports must be absolute.

`rouge_cli.evaluate_metric.path` is its path. Arguments and figures are as in `evaluate.load("rouge")`;
`evaluate` reads the texts, and seeds NumPy's global generator while they are scored.
"""

from typing import Any

import datasets
import evaluate

from rouge_cli.evaluate_metric import compute


class RougeMetric(evaluate.Metric):
    """ROUGE as rouge-score computes it, at the speed of rouge-eval."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="ROUGE as rouge-score computes it, at the speed of rouge-eval.",
            citation="",
            inputs_description=compute.__doc__ or "",
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, **arguments: Any) -> dict[str, Any]:
        return compute(**arguments)  # Its seed is the metric's: the present word of NumPy's generator.


RougeMetric.__name__ = "Rouge"  # evaluate names a metric after its class.
