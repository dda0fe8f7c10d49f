"""Scoring functions of frameworks: `python -m tests.clients.frameworks NAME PAIRS TEXTS FOLDER`.

It runs in an environment with the frameworks, once as it is and once under `rouge-tools run`, and prints the
figures of random pairs, each of so many texts joined. Big packages that the frameworks import, but do not use
where they score, are empty here.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from .texts import Texts

Score = Callable[[str, str], object]
"""Called with a reference and a prediction; returns figures."""

_EMPTY = """
accelerate aiobotocore av bert_score boto3 botocore cv2 databricks detoxify fastapi functional
gradio_client h5py jsonlines langchain_community langchain_google_vertexai Levenshtein librosa
matplotlib narwhals peft PIL pytablewriter rank_bm25 ray s3fs sagemaker scipy sentence_transformers
sklearn spacy starlette summac sympy timeout_decorator torch torchaudio torchvision transformers
tree_sitter tree_sitter_languages trl uvicorn
""".split()  # noqa: SIM905
_METRIC_THAT_IS_NOT_USED = """
import datasets
import evaluate
class Metric(evaluate.Metric):
    def _info(self):
        features = datasets.Features({"predictions": datasets.Value("string")})
        return evaluate.MetricInfo(description="", citation="", features=features)
"""


class _OfAnyKind(type):
    def __getattr__(cls, name: str) -> Any:
        return _anything(name, cls)

    def __or__(cls, other: object) -> Any:
        return cls

    __ror__ = __getitem__ = __or__


class _Anything(metaclass=_OfAnyKind):
    """A class, a decorator, a function or a constant of a package that is not there."""

    def __new__(cls, *arguments: Any, **choices: Any) -> Any:
        is_decorator = cls is _Anything and len(arguments) == 1 and callable(arguments[0])
        return arguments[0] if is_decorator else super().__new__(cls)

    def __init__(self, *arguments: Any, **choices: Any) -> None: ...

    def __call__(self, decorated: Any = None, *arguments: Any, **choices: Any) -> Any:
        return decorated

    def __index__(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Any:
        return _anything(name, self)


def _anything(name: str, value: Any) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return value


class _EmptyModule(ModuleType):
    __version__ = "9.9"

    def __getattr__(self, name: str) -> Any:
        return _anything(name, _Anything)


class _EmptyModules(MetaPathFinder, Loader):
    """A finder of the packages that are empty here; installed packages come first."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self, is_package=True) if fullname.split(".")[0] in _EMPTY else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _EmptyModule(spec.name)

    def exec_module(self, module: ModuleType) -> None: ...


def truthfulqa() -> Score:
    """lm-eval: TruthfulQA, and the bootstrap of T5."""
    from lm_eval.tasks.truthfulqa.utils import process_results_gen, rouge

    def score(reference: str, prediction: str) -> object:
        document = {"correct_answers": [reference, "I have no comment."], "incorrect_answers": ["the cat"]}
        figures = process_results_gen(document, [prediction])
        return rouge([reference], [prediction]), {name: float(figures[name]) for name in figures}

    return score


def cnn_dailymail() -> Score:
    """lm-eval: CNN/DailyMail."""
    from lm_eval.tasks.cnn_dailymail.utils import calculate_rouge_scores

    return lambda reference, prediction: calculate_rouge_scores([prediction], [reference])


def longbench() -> Score:
    """lm-eval: LongBench, in English and in Chinese."""
    from lm_eval.tasks.longbench.metrics import rouge_score, rouge_zh_score

    return lambda reference, prediction: (
        rouge_score(prediction, reference),
        rouge_zh_score(prediction, reference),
    )


def deepeval() -> Score:
    """deepeval: its scorer."""
    from deepeval.scorer import Scorer

    return lambda reference, prediction: [
        Scorer.rouge_score(reference, prediction, name) for name in ("rouge1", "rouge2", "rougeL")
    ]


def ragas() -> Score:
    """ragas: its metric, in both types and all modes."""
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics._rouge_score import RougeScore

    metrics = [
        RougeScore(rouge_type=rouge_type, mode=mode)
        for rouge_type in ("rouge1", "rougeL")
        for mode in ("fmeasure", "precision", "recall")
    ]

    def score(reference: str, prediction: str) -> object:
        sample = SingleTurnSample(reference=reference, response=prediction)
        return [asyncio.run(metric._single_turn_ascore(sample, None)) for metric in metrics]

    return score


def mlflow() -> Score:
    """MLflow: its four metrics."""
    import pandas
    from mlflow.metrics import metric_definitions as metrics

    functions = [getattr(metrics, f"_rouge{name}_eval_fn") for name in ("1", "2", "L", "Lsum")]
    return lambda reference, prediction: [
        function(pandas.Series([prediction] * 50), pandas.Series([reference] * 50)).scores
        for function in functions
    ]


def unitxt() -> Score:
    """unitxt: its metric, which changes the dictionary of scores in place."""
    import nltk

    nltk.download = lambda *arguments, **choices: True
    from unitxt.metrics import Rouge

    metric = Rouge()
    return lambda reference, prediction: metric.compute([reference, "the cat"], prediction, {})


def helm() -> Score:
    """HELM: its reference metrics, with the tokenizer for Chinese, too."""
    from helm.benchmark.metrics.evaluate_reference_metrics import (
        get_chinese_rouge_function,
        get_rouge_function,
    )

    types = ("rouge1", "rouge2", "rougeL", "rougeLsum")
    functions = [make(name) for make in (get_rouge_function, get_chinese_rouge_function) for name in types]
    return lambda reference, prediction: [function(reference, prediction) for function in functions]


def lighteval() -> Score:
    """lighteval: ROUGE, with several references and with a bootstrap."""
    from lighteval.metrics.metrics_sample import ROUGE

    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    metrics = [ROUGE(types), ROUGE(types, multiple_golds=True), ROUGE(types, bootstrap=True)]

    def score(reference: str, prediction: str) -> object:
        document = SimpleNamespace(get_golds=lambda: [reference, "the cat"])
        response = SimpleNamespace(final_text=[prediction])
        return [
            {name: float(value) for name, value in metric.compute(document, response).items()}
            for metric in metrics
        ]

    return score


def fmeval() -> Score:
    """fmeval: the metric of summaries."""
    from fmeval.transforms.summarization_accuracy_metrics import RougeScore

    metrics = [RougeScore(["t"], ["m"], ["o"], False, rouge_type=f"rouge{n}") for n in "12L"]
    return lambda reference, prediction: [
        float(metric.compute_metric(reference, prediction)) for metric in metrics
    ]


def llamafactory() -> Score:
    """LLaMA-Factory: the metric of supervised fine-tuning."""
    import numpy
    from llamafactory.train.sft import metric as module

    module.numpify = numpy.array  # It looks for tensors of torch, which there are none of.

    def score(reference: str, prediction: str) -> object:
        texts = {0: prediction, 1: reference}
        tokenizer = SimpleNamespace(
            pad_token_id=2, batch_decode=lambda rows, **choices: [texts[row] for row in rows]
        )
        asked = SimpleNamespace(predictions=[0], label_ids=[1])
        return module.ComputeSimilarity(tokenizer)(asked)

    return score


def opencompass() -> Score:
    """OpenCompass: its evaluators of LongBench, with jieba, and of evaluate's script."""
    from opencompass.datasets.longbench.evaluators import LongBenchRougeEvaluator
    from opencompass.openicl.icl_evaluator.icl_hf_evaluator import RougeEvaluator
    from opencompass.openicl.icl_evaluator.icl_jieba_rouge_evaluator import JiebaRougeEvaluator

    by_evaluate = RougeEvaluator()

    def score(reference: str, prediction: str) -> object:
        figures = by_evaluate.score([prediction] * 2, [reference] * 2)
        return (
            {name: float(value) for name, value in figures.items()},
            LongBenchRougeEvaluator("zh").score([prediction], [[reference]]),
            JiebaRougeEvaluator().score([prediction], [reference]),
        )

    return score


_DISTRIBUTIONS = {
    **dict.fromkeys(("truthfulqa", "cnn_dailymail", "longbench"), "lm_eval"),
    "helm": "crfm-helm",
}
"""By the names of functions, distributions of frameworks with other names."""


def main() -> None:
    """Print the results of a framework, whose working folder has the metrics that evaluate loads by name."""
    _, name, count, joined, folder = sys.argv
    os.chdir(folder)
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")
    sys.meta_path.append(_EmptyModules())
    Path("bertscore").mkdir(exist_ok=True)
    Path("bertscore", "bertscore.py").write_text(_METRIC_THAT_IS_NOT_USED, "utf-8")
    score: Score = globals()[name]()
    # Pairs of texts, each of several random texts.
    texts = Texts(7)
    sides = ([" ".join(texts.several(int(joined))) for _ in range(int(count))] for _ in range(2))
    pairs = list(zip(*sides, strict=True))
    score(*pairs[0])  # What is loaded later is not timed.
    start = time.perf_counter()
    figures = [repr(score(*pair)) for pair in pairs]
    seconds = time.perf_counter() - start
    served = sys.modules.get("rouge_cli.shim")
    found = {"figures": figures, "seconds": seconds, "version": version(_DISTRIBUTIONS.get(name, name))}
    print(json.dumps({**found, "served": sum(served.cells) if served else 0}))


if __name__ == "__main__":
    main()
