"""The metric `rouge` over rouge-score, for `evaluate.load`: the script of evaluate's repository, in short."""

from typing import Any

import datasets
import evaluate
from rouge_score import rouge_scorer, scoring

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


class Callable:
    """A tokenizer for rouge-score, made of a function."""

    def __init__(self, function: Any) -> None:
        self.tokenize = function


class Rouge(evaluate.Metric):
    """The metric of evaluate 0.3.0 and later."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        lists = datasets.Features({"predictions": text, "references": datasets.Sequence(text)})
        texts = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo(
            description="", citation="", inputs_description="", features=[lists, texts]
        )

    def _compute(
        self,
        predictions: Any,
        references: Any,
        rouge_types: Any = None,
        use_aggregator: bool = True,
        use_stemmer: bool = False,
        tokenizer: Any = None,
    ) -> Any:
        scorer = rouge_scorer.RougeScorer(
            TYPES if rouge_types is None else rouge_types,
            use_stemmer=use_stemmer,
            tokenizer=None if tokenizer is None else Callable(tokenizer),
        )
        score = scorer.score_multi if isinstance(references[0], list) else scorer.score
        scores = [score(*pair) for pair in zip(references, predictions, strict=False)]
        if not use_aggregator:
            return {name: [one[name].fmeasure for one in scores] for name in scores[0]}
        aggregator = scoring.BootstrapAggregator()
        for one in scores:
            aggregator.add_scores(one)
        return {name: one.mid.fmeasure for name, one in aggregator.aggregate().items()}
