"""The function that computes what `evaluate.load("rouge")` does: figures that evaluate 0.4.6 printed.

The script is compared with the package itself in `tests.clients`.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from rouge_cli import evaluate_metric
from rouge_cli.evaluate_metric import compute
from tests.scoring.worked_examples import CORPUS

pytestmark = pytest.mark.usefixtures("kernel")

_REFERENCES, _PREDICTIONS = map(list, zip(*CORPUS, strict=True))


def _computed(**choices: Any) -> dict[str, Any]:
    return compute(**{"predictions": _PREDICTIONS, "references": _REFERENCES, "seed": 0, **choices})


def test_medians() -> None:
    assert _computed() == {
        "rouge1": 0.5595238095238095,
        "rouge2": 0.32619047619047625,
        "rougeL": 0.49702380952380953,
        "rougeLsum": 0.49702380952380953,
    }
    assert _computed(rouge_types=["rougeLsum"]) == {"rougeLsum": 0.5}


def test_lists_of_f_have_whole_zeros() -> None:
    lists = _computed(use_aggregator=False)
    assert repr(lists["rougeL"]) == "[0.6666666666666666, 0.5714285714285715, 0, 0.75]"
    assert repr(lists["rouge1"][2]) == "0.0"


def test_several_references() -> None:
    predictions = ["the cat sat", "a x"]
    references = [["the cat sat on the mat", "a cat sat"], ["x", "a"]]
    figures = compute(predictions=predictions, references=references, seed=0)
    third = 0.6666666666666666
    assert figures == {"rouge1": third, "rouge2": 0.28571428571428575, "rougeL": third, "rougeLsum": third}
    lists = compute(predictions=predictions, references=references, use_aggregator=False)
    assert lists["rouge2"] == [0.5714285714285715, 0.0]


def test_the_seed_is_where_numpy_stands_which_stays_there() -> None:
    numpy.random.seed(0)
    figures = _computed(seed=None)
    assert figures == _computed(seed=0) == _computed(seed=None)
    assert {type(figure) for figure in figures.values()} == {numpy.float64}
    assert numpy.random.randint(0, 2**31) == 209652396  # the first after the seed
    state = numpy.random.get_state()
    assert _computed(seed=None) == _computed(seed=int(state[1][state[2]]))


def test_precision_and_recall_can_be_asked_for() -> None:
    """Two of two words are right, of four that are wanted; equal pairs have equal means in every resample."""
    texts = {"predictions": ["a b"] * 2, "references": ["a b c d"] * 2, "rouge_types": ["rouge1"]}
    figures = {"rouge1": 2 / 3, "rouge1_precision": 1.0, "rouge1_recall": 0.5}
    assert _computed(**texts, precision_recall=True) == pytest.approx(figures)
    of_each = _computed(**texts, precision_recall=True, use_aggregator=False)
    assert of_each == {name: [pytest.approx(value)] * 2 for name, value in figures.items()}


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numpy", "numpy.random"):
        monkeypatch.setitem(sys.modules, name, None)
    figures = _computed()
    assert figures["rouge1"] == 0.5595238095238095
    assert type(figures["rouge1"]) is float
    for _ in range(9):  # The seed is random.
        assert 0 < _computed(seed=None, rouge_types=["rouge1"])["rouge1"] < 1


def test_other_things_are_made_into_texts() -> None:
    for predictions, references, fs in [
        (["bc d", "x"], [["b"], "bc d"], [0.0, 0.0]),
        (["b", "c"], ["b", ["b", "c"]], [1.0, 0.6666666666666666]),
        (["a", 1], ["a", "1"], [1.0, 1.0]),
        (["a", "b"], [["a"], b"b"], [1.0, 0.0]),
        (("a", "b"), ("a", "b"), [1.0, 1.0]),
        ("abc", "abd", [1.0, 1.0, 0.0]),
        (["a"], [{"a": 1}], [1.0]),
        (["a"], [[["a"]]], [1.0]),
        (["b"], [numpy.array(["b", "c"])], [1.0]),
        ([""], [[""]], [0.0]),
    ]:
        assert _computed(
            predictions=predictions, references=references, use_aggregator=False, rouge_types=["rouge1"]
        ) == {"rouge1": fs}


@pytest.mark.parametrize(
    ("predictions", "references", "error"),
    [
        ([], [], IndexError),
        (["a"], [], IndexError),
        (["a", "b"], ["a"], ValueError),
        (["a"], [[]], ValueError),
        (["a", "b"], [["a"], []], ValueError),
        ([None], ["a"], ValueError),
        (["a"], [[None]], ValueError),
        (["a"], [1], ValueError),
        (["a"], [numpy.array("a")], ValueError),
        ([b"a"], ["a"], ValueError),
        (["a", "b"], [["a"], 1], ValueError),
        (["a", "b"], [["a"], None], TypeError),
        (["a"], [None], AttributeError),
        (["a", None], ["a", "b"], AttributeError),
        (["a"], [["a", None]], AttributeError),
        (["a\ud800"], ["a"], UnicodeEncodeError),
        (["a"], ["\ud800"], UnicodeEncodeError),
        (["a"], None, TypeError),
    ],
)
def test_errors(predictions: Any, references: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        compute(predictions=predictions, references=references)


def test_types_and_tokenizers() -> None:
    assert _computed(rouge_types=[]) == {}
    with pytest.raises(ValueError, match="Invalid rouge type: rouge0"):
        _computed(rouge_types=["rouge0"])
    lists = _computed(tokenizer=str.split, use_stemmer=True, use_aggregator=False, rouge_types=["rouge1"])
    assert lists == {"rouge1": [0.6666666666666666, 0.5714285714285715, 0.0, 1.0]}


def test_the_script_is_there() -> None:
    assert "class RougeMetric(evaluate.Metric)" in Path(evaluate_metric.path).read_text(encoding="utf-8")


def test_bounds_beside_the_medians() -> None:
    medians = _computed(seed=0)
    for confidence in (0.95, 0.5):
        wider = _computed(seed=0, confidence_interval=confidence)
        assert {name: wider[name] for name in medians} == medians
        for name, median in medians.items():
            assert wider[f"{name}_low"] < median < wider[f"{name}_high"]
    assert _computed(seed=0, confidence_interval=0.95)["rouge1_low"] == 0.16666666666666666
    of_one = {"predictions": ["a"], "references": ["a"], "rouge_types": ["rouge1"]}
    for confidence in (0, 1):
        expected = dict.fromkeys(("rouge1", "rouge1_low", "rouge1_high"), 1.0)
        assert _computed(**of_one, confidence_interval=confidence) == expected
    for choices in (
        {"confidence_interval": 1.1},
        {"confidence_interval": -0.1},
        {"confidence_interval": 0.9, "use_aggregator": False},
    ):
        with pytest.raises(ValueError, match="confidence_interval must be from 0 to 1"):
            _computed(**choices)


@pytest.mark.usefixtures("sentences_of_nltk")
def test_names_of_tokenizers_and_sentences_of_nltk() -> None:
    texts = {"predictions": ["Ja. Häuser."], "references": ["Häuser. Ja."], "use_aggregator": False}
    assert compute(**texts, tokenizer="unicode")["rouge1"] == [1.0]
    types = {"rouge_types": ["rougeLsum"], "tokenizer": "unicode"}
    assert compute(**texts, **types)["rougeLsum"] == [0.5]
    assert compute(**texts, **types, split_summaries=True)["rougeLsum"] == [1.0]


def test_what_a_metric_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are compared with the packages in `tests.clients`."""
    for name, module, needed in (
        ("torch_metric", "torchmetrics", "torch and torchmetrics"),
        ("ignite_metric", "ignite", "pytorch-ignite"),
    ):
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, f"rouge_cli.{name}", raising=False)
        with pytest.raises(ImportError, match=rf"needs {needed} .*: .*pip install {needed.split()[-1]}$"):
            importlib.import_module(f"rouge_cli.{name}")
