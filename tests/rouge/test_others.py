"""The classes of pycocoevalcap, py-rouge and rouge-metric: what the packages returned, to the last bit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import coco, py_rouge, rouge_metric

pytestmark = pytest.mark.usefixtures("kernel")


def _of_coco(case: dict[str, Any]) -> Any:
    gts = {key: models for key, models, _ in case["items"]}
    average, scores = coco.Rouge().compute_score(gts, {key: caption for key, _, caption in case["items"]})
    return {"average": float(average), "scores": scores.tolist()}


def _of_py_rouge(case: dict[str, Any]) -> Any:
    return py_rouge.Rouge(**case["init"]).get_scores(case["hypothesis"], case["references"])


def _of_rouge_metric(case: dict[str, Any]) -> Any:
    return rouge_metric.PyRouge(**case["init"]).evaluate(case["hypotheses"], case["references"])


def _in_hex(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_hex(one) for key, one in value.items()}
    if isinstance(value, list):
        return list(map(_in_hex, value))
    return value.hex() if isinstance(value, float) else value


@pytest.mark.parametrize(
    ("name", "score"), [("coco", _of_coco), ("py_rouge", _of_py_rouge), ("rouge_metric", _of_rouge_metric)]
)
def test_recorded_calls(name: str, score: Callable[[dict[str, Any]], Any]) -> None:
    """Figures, the order of keys and errors of 150 calls are those of the package."""
    lines = Path(__file__).with_name(f"{name}.jsonl").read_bytes().splitlines()
    assert len(lines) == 150
    for case in map(json.loads, lines):
        found: Any
        try:
            found = _in_hex(score(case))
        except Exception as error:
            found = type(error).__name__
        assert json.dumps(found) == json.dumps(case.get("expected_hex", case.get("error"))), case["id"]


def test_coco_takes_its_weight_and_refuses_other_shapes() -> None:
    scorer = coco.Rouge()
    scorer.beta = 1
    assert scorer.calc_score(["a b"], ["a c", "b"]) == 2 * 0.5 * 1.0 / 1.5
    assert scorer.method() == "Rouge"
    assert coco.my_lcs(["a", "b", "c"], ["a", "c"]) == 2
    for gts, res in (
        ({1: ["a"]}, {2: ["a"]}),
        ({1: ["a"]}, {1: ["a", "b"]}),
        ({1: []}, {1: ["a"]}),
        ({1: ("a",)}, {1: ["a"]}),
        ({1: ["a"]}, {1: "a"}),
    ):
        with pytest.raises(AssertionError):
            scorer.compute_score(gts, res)
    with pytest.raises(AttributeError):
        scorer.compute_score({1: [None]}, {1: ["a"]})
