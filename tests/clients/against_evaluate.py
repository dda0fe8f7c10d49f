"""Cases of evaluate's metric and of ours: `python -m tests.clients.against_evaluate NAME COUNT`.

Ours are the script that `evaluate.load` loads, and the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import evaluate
import numpy

from rouge_cli import evaluate_metric

from .outcomes import Case, each, main
from .texts import Texts

_THEIRS = str(Path(__file__).with_name("evaluate_theirs.py"))


@lru_cache
def _class(path: str) -> Any:
    """Return the class of a metric; a metric is of no more use once it has refused something."""
    return type(evaluate.load(path))


def _loaded(path: str, seed: int | None, **arguments: Any) -> Any:
    """Return what a metric computes that is made under a seed, or under NumPy's own, and NumPy's state."""
    numpy.random.seed(seed or 7)
    metric = _class(path)(seed=seed, experiment_id=uuid4().hex)  # No metric waits for another's file.
    return _types(metric.compute(**arguments)), metric.name, numpy.random.randint(0, 2**31)


def _called(seed: int | None, **arguments: Any) -> Any:
    numpy.random.seed(seed or 7)
    return _types(evaluate_metric.compute(**arguments, seed=seed)), "rouge", numpy.random.randint(0, 2**31)


def _types(result: Any) -> Any:
    """Return a result with the type of each of its figures."""
    return {name: (value, type(value)) for name, value in result.items()}


def _both(seed: int | None, arguments: dict[str, Any]) -> Iterator[Case]:
    theirs = lru_cache(partial(_loaded, _THEIRS, seed, **arguments))
    yield (seed, arguments, "script"), partial(_loaded, evaluate_metric.path, seed, **arguments), theirs
    yield (seed, arguments, "call"), partial(_called, seed, **arguments), theirs


def loads(count: int) -> Iterator[Case]:
    """Yield metrics as `evaluate.load` makes them, with a seed of their own, and computed twice."""
    references, predictions = map(list, zip(*Texts(3).pairs(count), strict=True))
    for choice in ({}, {"seed": 5}):
        yield each(choice, (evaluate_metric.path, _THEIRS), _twice, choice, predictions, references)


def _twice(path: str, choice: Any, predictions: Any, references: Any) -> Any:
    numpy.random.seed(3)
    metric = evaluate.load(path, **choice)
    numpy.random.seed(4)
    metric.add_batch(predictions=predictions, references=references)
    whole = metric.compute()
    again = metric.compute(predictions=predictions, references=references)
    return whole, again, numpy.random.randint(0, 2**31)


def corpora(count: int) -> Iterator[Case]:
    """Yield corpora under ten seeds, of single references and of lists."""
    texts = Texts(1)
    for seed in (None, *range(8), 2**32 - 1):
        for rows in (texts.pairs(count), texts.lists(count)):
            references, predictions = map(list, zip(*rows, strict=True))
            for choice in (
                {},
                {"use_stemmer": True},
                {"use_aggregator": False},
                {"rouge_types": ["rougeLsum"]},
            ):
                yield from _both(seed, {"predictions": predictions, "references": references, **choice})


_INPUTS: tuple[tuple[Any, Any], ...] = (
    ([], []), (["a"], []), ([], ["a"]), (["a", "b"], ["a"]), (["a b"], [[]]),
    (["a b", "c"], [["a"], []]), ([None], ["a"]), (["a"], [None]), (["a"], [[None]]),
    (["a", None], ["a", "b"]), (["a"], [["a", None]]), (["a\ud800"], ["a"]), (["a"], ["a\ud800"]),
    ([1], ["a"]), (["a"], [1]), (["a", 1], ["a", "1"]), (["a", "1"], ["a", 1]), ([b"ab"], ["ab"]),
    (["bc d", "x"], [["b"], "bc d"]), (["b", "c"], ["b", ["b", "c"]]), (("a", "b"), ("a", "b")),
    (["a"], [("a", "b")]), ("abc", "abd"), ("abc", ["a", "b", "d"]), ("", ""),
    (numpy.array(["a", "b"]), numpy.array(["a", "c"])), (["a"], [{"a": 1}]), (["a"], [[["a"]]]),
    ([["a"]], ["a"]), ([["a"]], [["a"]]), (["a"], [{"a"}]), (["a"], None), (None, ["a"]),
    (iter("a"), iter("a")), ([True], ["a"]), (["a", "b", "c"], ["a", None, ["x"]]),
    (["a", "b", "c"], ["a", 1.5, True]), (["a", "b"], ["a", b"\xff"]), (["a", ["b"]], ["a", "b"]),
    (["a", "b"], [["a"], 1]), (["a", "b"], [["a"], [1]]), (["a", "b"], [["a"], b"b"]),
    (["a", "b"], [["a"], [["b"]]]), (["a", "b"], [["a"], ["b", None]]),
    (["a", "b"], [["a"], ("b", "c")]), (["a", "b"], [["a"], ""]), (["a"], [""]), ([""], [""]),
    (["a"], [(1,)]), (["a"], [b"a"]), (["a"], [numpy.array(["a", "b"])]), ({"a": 1}, ["a"]),
    (["a"], numpy.array([["a", "b"]])), ([None, "a"], ["b", "a"]), (["x", "a"], [None, "a"]),
    (["x"], [[["a"], ["b"]]]), ([1.5], [[1.5]]),
)  # fmt: skip
_CHOICES: tuple[dict[str, Any], ...] = (
    {"rouge_types": []}, {"rouge_types": ["rouge0"]}, {"rouge_types": "rouge1"}, {"rouge_types": ("rouge1",)},
    {"rouge_types": ["rouge1", "rouge1"]}, {"tokenizer": str.split}, {"tokenizer": 0}, {"other": 1},
    {"tokenizer": list, "use_stemmer": True}, {"rouge_types": [], "use_aggregator": False},
)  # fmt: skip


def inputs(count: int) -> Iterator[Case]:
    """Yield inputs that are coerced or refused."""
    for predictions, references in _INPUTS:
        yield from _both(0, {"predictions": predictions, "references": references, "use_aggregator": False})
    for choice in _CHOICES:
        yield from _both(0, {"predictions": ["a b", "c d\ne"], "references": ["a b c", "d e"], **choice})
    del count


if __name__ == "__main__":
    main(corpora, inputs, loads)
