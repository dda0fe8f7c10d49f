"""COCO's JSON as input: `--coco annotations.json results.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..support.commands import rouge_eval
from ..support.files import write

_ANNOTATIONS = {
    "images": [{"id": 7}, {"id": 3}, {"id": 5}],
    "annotations": [
        {"image_id": 3, "id": 1, "caption": "A cat sits."},
        {"image_id": 7, "id": 2, "caption": "The dog, running!"},
        {"image_id": 7, "id": 3, "caption": "A dog\rruns"},
        {"image_id": 5, "id": 4, "caption": "x y"},
    ],
}
_RESULTS = [{"image_id": 3, "caption": "a cat sat"}, {"image_id": 7, "caption": "the dog is running"}]


def _run(folder: Path, results: Any, *flags: str, annotations: Any = _ANNOTATIONS) -> tuple[str, str, int]:
    write(folder, {"ann.json": json.dumps(annotations), "res.json": json.dumps(results)})
    done = rouge_eval([*flags, "--profile", "coco", "--coco", "ann.json", "res.json"], folder)
    return done.stdout.decode(), done.stderr.decode(), done.status


def test_scores_of_captions(tmp_path: Path) -> None:
    """P and R are 2/3 and 2/3 for image 3, 3/4 and 1 for image 7; image 5 has no result."""
    assert "Empty summary: res.json, result 1\n" in _run(tmp_path, [{"image_id": 5, "caption": ""}])[1]
    printed, notes, status = _run(tmp_path, _RESULTS, "--tokenizer", "ptb", "--format", "json")
    squared = 1.2**2
    image_7 = (1 + squared) * 0.75 * 1.0 / (1.0 + squared * 0.75)
    assert status == 0
    assert f"{(2 / 3 + image_7) / 2:.12f}"[:14] in printed
    assert "res has no summary in evaluation 5" in notes
    assert "1 caption has a line break in the middle (the first is of image 7)" in notes


@pytest.mark.parametrize(
    ("images", "order"),
    [
        ([{"id": 5}, {"id": 3}], ["5", "3", "7"]),
        ([{"id": 5}, {"file_name": "a.jpg"}, "5", {"id": 9}, {"id": 7}], ["5", "7", "3"]),
        ({"id": 5}, ["3", "7", "5"]),
        (None, ["3", "7", "5"]),
    ],
)
def test_evaluations_come_in_the_order_of_the_images(tmp_path: Path, images: Any, order: list[str]) -> None:
    """Images that are not listed follow in the order of their annotations."""
    results = [*_RESULTS, {"image_id": 5, "caption": "x"}]
    printed, _, _ = _run(
        tmp_path, results, "--format", "jsonl", annotations={**_ANNOTATIONS, "images": images}
    )
    lines = map(json.loads, printed.splitlines())
    assert [line["evaluation"] for line in lines if line["type"] == "score"] == order


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([*_RESULTS, _RESULTS[0]], "res.json: image 3 has two results"),
        (
            [{"image_id": 9, "caption": "a"}],
            "res.json: a result is for image 9, which has no caption in ann.json",
        ),
        (
            [{"image_id": 3}],
            "res.json: result 1 needs an image_id (text or a whole number) and a caption (text)",
        ),
        ({"image_id": 3}, "res.json: no results of COCO"),
        ([], "res.json: no results of COCO"),
        (
            [{"image_id": 3.0, "caption": "a"}],
            "res.json: result 1 needs an image_id (text or a whole number)",
        ),
    ],
)
def test_wrong_results_are_refused(tmp_path: Path, results: Any, said: str) -> None:
    printed, error, status = _run(tmp_path, results)
    assert (printed, status) == ("", 1)
    assert error.startswith(f"rouge-eval: {said}")
    assert error.count("\n") == 1


@pytest.mark.parametrize("annotations", [[], {"images": []}, {"annotations": {}}])
def test_other_documents_than_annotations_are_refused(tmp_path: Path, annotations: Any) -> None:
    said = "ann.json: no annotations of COCO (an object with a list 'annotations')"
    assert _run(tmp_path, _RESULTS, annotations=annotations) == ("", f"rouge-eval: {said}\n", 1)
