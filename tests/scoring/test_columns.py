"""Columns of counts and figures, and the records that are made of them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from rouge_cli import Counts, Evaluation, MeasureScores, Options, Score, Scorer, evaluate

from ..support.scoring import literal_scores

_ROWS = (
    Score(0.5, 0.25, 0.33333, Counts(4, 8, 2), "1"),
    Score(1.0, 0.5, 0.66667, Counts(1, 2, 1), "2"),
    Score(0.33333, 1.0, 0.5, Counts(9, 3, 3), "3"),
)


def _columns() -> MeasureScores:
    peers = ["a b x x x x x x", "a x", "a b c"]
    models = ["a b y y", "a", "a b c y y y y y y"]
    return Scorer(Options(max_ngram=1, rouge_l=False)).score_batch(peers, models)["ROUGE-1"]


def test_columns_are_a_sequence_of_records() -> None:
    scores = _columns()
    assert tuple(scores) == _ROWS
    assert (scores[0], scores[-1], len(scores)) == (_ROWS[0], _ROWS[2], 3)
    assert scores[1:] == _ROWS[1:]
    assert scores[::-2] == _ROWS[::-2]
    with pytest.raises(IndexError):
        scores[3]
    buffers: list[Any] = [scores.recall, scores.precision, scores.f]
    assert [tuple(column) for column in buffers] == [*zip(*(row[:3] for row in _ROWS), strict=True)]
    for column in buffers:
        with pytest.raises(TypeError):
            column[0] = 0.0
    counts = {name: list(column) for name, column in scores.counts.items()}
    assert counts == {"model": [4, 1, 9], "peer": [8, 2, 3], "hit": [2, 1, 3]}


def test_equality_is_of_the_records() -> None:
    assert _columns() == _ROWS
    assert _columns() == _columns()
    assert _columns() != _ROWS[:2]
    assert _columns() != list(_ROWS)
    with pytest.raises(TypeError):
        hash(_columns())


def test_they_can_be_pickled_and_are_shown_by_their_number() -> None:
    again = pickle.loads(pickle.dumps(_columns()))
    assert again == _columns()
    assert repr(again) == "<MeasureScores of 3 evaluations: mean recall 0.6111, precision 0.5833, f 0.5000>"
    one = "<MeasureScores of 1 evaluation: mean recall 0.5000, precision 0.2500, f 0.3333>"
    assert repr(literal_scores(_ROWS[:1])) == one


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("lengths", "total"), [([10, 1, 1], 1e16), ([1, 1, 10], 1e16 + 2)])
def test_sums_are_plain(lengths: list[int], total: float) -> None:
    """Counts are added from left to right, as doubles round: 1 is lost beside 1e16, but 2 is not."""
    evaluations = [
        Evaluation.of_texts(str(place), {"S": "a " * length}, ["b"]) for place, length in enumerate(lengths)
    ]
    results = evaluate(evaluations, Options(rouge_l=False, weight=16)).systems["S"]
    assert results["ROUGE-W-16"].counts.peer == total
