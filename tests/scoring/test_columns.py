"""Columns of counts and figures, and the records that are made of them."""

from __future__ import annotations

import pickle
from array import array
from typing import Any

import pytest

from rouge_cli import Counts, MeasureScores, Score
from rouge_cli.kernel.plan import Measure, Reading
from rouge_cli.kernel.python.sums import added
from rouge_cli.scoring.scores import Columns

from ..support.scoring import literal_scores

_ROWS = (
    Score(0.5, 0.25, 0.125, Counts(4, 8, 2), "1"),
    Score(1.0, 0.5, 0.75, Counts(1, 2, 1), "2"),
    Score(0.375, 1.0, 0.625, Counts(9, 3, 3), "3"),
)


def _columns() -> MeasureScores:
    reading = Reading(stem=False, stem_sentences=False)
    hits = array("q", [2, 1, 3])
    columns = Columns(
        *(array("q", [4, 1, 9]), array("q", [8, 2, 3]), hits, hits),
        *(array("d", [0.5, 1.0, 0.375]), array("d", [0.25, 0.5, 1.0]), array("d", [0.125, 0.75, 0.625])),
    )
    return MeasureScores(Measure("ROUGE-1", "ngrams", reading, reading), ["1", "2", "3"], columns)


def test_columns_are_a_sequence_of_records() -> None:
    scores = _columns()
    assert tuple(scores) == _ROWS
    assert (scores[0], scores[-1], len(scores)) == (_ROWS[0], _ROWS[2], 3)
    assert scores[1:] == _ROWS[1:]
    assert scores[::-2] == _ROWS[::-2]
    with pytest.raises(IndexError):
        scores[3]
    buffers: list[Any] = [scores.recall, scores.precision, scores.f]
    assert [list(column) for column in buffers] == [[0.5, 1.0, 0.375], [0.25, 0.5, 1.0], [0.125, 0.75, 0.625]]
    for column in buffers:
        with pytest.raises(TypeError):
            column[0] = 0.0


def test_counts_are_columns_by_name() -> None:
    counts = {name: list(column) for name, column in _columns().counts.items()}
    assert counts == {"model": [4, 1, 9], "peer": [8, 2, 3], "hit": [2, 1, 3]}


def test_equality_is_of_the_records() -> None:
    assert _columns() == _ROWS
    assert _columns() == _columns()
    assert _columns() != _ROWS[:2]
    assert _columns() != list(_ROWS)
    with pytest.raises(TypeError):
        hash(_columns())


@pytest.mark.parametrize(
    ("order", "total"),
    [
        ([2, 0, 1], (14, 13, 6)),
        ([0, 1, 2], (14, 13, 6)),
        ([1], (1, 2, 1)),
        ([0, 1], (5, 10, 3)),
        ([], (0, 0, 0)),
    ],
)
def test_counts_are_added_up_over_the_places_of_an_order(
    order: list[int], total: tuple[int, int, int]
) -> None:
    assert _columns().total(order) == [*total, total[-1]]


def test_sums_of_doubles_depend_on_the_order() -> None:
    scores = literal_scores([_ROWS[0]._replace(counts=Counts(hit, 1, 1)) for hit in (1e16, 0.6, -1e16)])
    assert scores.total([0, 1, 2])[0] == 0.0
    assert scores.total([0, 2, 1])[0] == 0.6


def test_they_can_be_pickled_and_are_shown_by_their_number() -> None:
    again = pickle.loads(pickle.dumps(_columns()))
    assert again == _columns()
    assert repr(again) == "<MeasureScores of 3 evaluations: mean recall 0.6250, precision 0.5833, f 0.5000>"
    one = "<MeasureScores of 1 evaluation: mean recall 0.5000, precision 0.2500, f 0.1250>"
    assert repr(literal_scores(_ROWS[:1])) == one


def test_sums_are_plain() -> None:
    """From left to right, as doubles round: 0.1 is lost beside 1e16, and a single one stays as it is."""
    assert added([1e16, 0.1, -1e16]) == 0.0
    assert added([0.1, 0.2, 0.3]) == 0.6000000000000001
    assert added([7]) == 7
    assert added([]) == 0
    assert str(added([-0.0])) == "-0.0"
