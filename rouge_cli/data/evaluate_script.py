"""The metric `rouge` for `evaluate.load(path)`, which runs a copy of this file: imports must be absolute.

`rouge_cli.evaluate_metric.path` is its path. Arguments and figures are as in `evaluate.load("rouge")`;
`evaluate` reads the texts, and seeds NumPy's global generator while they are scored.
"""

from typing import Any

import datasets
import evaluate

from rouge_cli.evaluate_metric import compute

_INPUTS = """Return ROUGE of predictions against references.

predictions: a list of texts.
references: a list of texts, or of lists of texts. Of a list, the text with the highest F counts.
rouge_types: rouge1 to rouge9, rougeL and rougeLsum, whose sentences are lines; default: 1, 2, L, Lsum.
use_aggregator: True for the bootstrap's median of mean F, False for the F of every text.
use_stemmer: True to compare stems of words of more than 3 characters.
tokenizer: a function from a text to its tokens, in place of a-z and 0-9 in lower case, or a name: "unicode".
split_summaries: True to split the sentences of rougeLsum by NLTK.
"""


class RougeMetric(evaluate.Metric):
    """ROUGE as rouge-score computes it, at the speed of rouge-eval."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="ROUGE as rouge-score computes it, at the speed of rouge-eval.",
            citation="",
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": datasets.Sequence(text)}),
                datasets.Features({"predictions": text, "references": text}),
            ],
        )

    def _compute(self, **arguments: Any) -> dict[str, Any]:
        return compute(**arguments)  # Its seed is the metric's: the present word of NumPy's generator.


RougeMetric.__name__ = "Rouge"  # evaluate names a metric after its class.
