"""The IDs of evaluations that are numbered, and how IDs are put behind one another."""

from __future__ import annotations

import pickle

import pytest

from rouge_cli.evaluation import Numbered
from rouge_cli.scoring.tally import joined_ids


def test_numbered_ids_are_a_sequence_of_strings_that_takes_no_memory() -> None:
    ids = Numbered(12, 9)
    assert list(ids) == ["9", "10", "11", "12"]
    assert (len(ids), ids[0], ids[-1], ids[1:3], ids[::-2]) == (4, "9", "12", ["10", "11"], ["12", "10"])
    assert "10" in ids
    assert 10 not in ids
    assert ids.index("11") == 2
    with pytest.raises(IndexError):
        ids[4]
    assert list(Numbered(3)) == ["1", "2", "3"]
    assert not Numbered(0)
    assert (len(Numbered(10**9)), Numbered(10**9)[-1]) == (10**9, "1000000000")
    again = pickle.loads(pickle.dumps(Numbered(7, 3), 0))
    assert (type(again), repr(again)) == (Numbered, "Numbered(7, 3)")


def test_they_are_equal_to_the_same_ids_in_a_list() -> None:
    assert Numbered(2) == ["1", "2"] == Numbered(2) == Numbered(2)
    assert Numbered(2) == ("1", "2")
    for other in (Numbered(2, 2), ["1", "3"], [1, 2], 2):
        assert Numbered(2) != other
    with pytest.raises(TypeError):
        hash(Numbered(2))


def test_ids_are_put_behind_one_another() -> None:
    """They stay numbered as long as the numbers go on."""
    for ids, more, together, stay_numbered in [
        ((), Numbered(2), ["1", "2"], True),
        (Numbered(2), Numbered(4, 3), ["1", "2", "3", "4"], True),
        (Numbered(3, 2), Numbered(5, 4), ["2", "3", "4", "5"], True),
        (Numbered(2), Numbered(2), ["1", "2", "1", "2"], False),
        (Numbered(2), Numbered(5, 4), ["1", "2", "4", "5"], False),
        (Numbered(2), ["3"], ["1", "2", "3"], False),
        (["1"], Numbered(2, 2), ["1", "2"], False),
        (["a"], ["b", "c"], ["a", "b", "c"], False),
        (("a",), ["b"], ["a", "b"], False),
        ((), ["a"], ["a"], False),
        ((), (), [], False),
        (["a"], [], ["a"], False),
    ]:
        found = joined_ids(ids, more)
        assert found == together
        assert isinstance(found, Numbered if stay_numbered else list)


def test_a_list_grows_in_place_and_what_is_added_stays_as_it_is() -> None:
    """Otherwise a run of many batches would copy its IDs as often."""
    ids, more = ["a"], ["b"]
    assert joined_ids(ids, more) is ids
    first = joined_ids((), more)
    assert first is not more
    joined_ids(first, ["c"])
    assert more == ["b"]
