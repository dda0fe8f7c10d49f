"""Records behave as frozen data classes do, though their classes have no methods of their own."""

from __future__ import annotations

import copy
import pickle
import pydoc
from dataclasses import FrozenInstanceError, asdict, fields, replace
from inspect import signature

import pytest

from rouge_cli.record import Record


class _Point(Record):
    """A point."""

    x: int
    y: int = 2


class _Checked(Record):
    size: int

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("the size is negative")


class _Other(Record):
    x: int
    y: int = 2


def test_fields_are_given_by_name() -> None:
    point = _Point(x=1)
    assert (point.x, point.y) == (1, 2)
    assert repr(point) == "_Point(x=1, y=2)"
    with pytest.raises(TypeError, match=r"^_Point\(\) got an unexpected keyword argument 'z'$"):
        _Point(x=1, z=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^_Point\(\) lacks the keyword argument 'x'$"):
        _Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        _Point(1)  # type: ignore[call-arg]


def test_fields_are_checked_and_frozen() -> None:
    with pytest.raises(ValueError, match=r"^the size is negative$"):
        _Checked(size=-1)
    point = _Point(x=1)
    with pytest.raises(FrozenInstanceError, match=r"^cannot assign to field 'x'$"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match=r"^cannot delete field 'x'$"):
        del point.x
    assert point.x == 1


def test_records_are_compared_by_class_and_value() -> None:
    assert _Point(y=2, x=1) == _Point(x=1)
    assert hash(_Point(y=2, x=1)) == hash(_Point(x=1))
    assert _Point(x=1) != _Point(x=2)
    assert _Point(x=1) != _Other(x=1)


def test_the_functions_of_dataclasses_take_records() -> None:
    assert [field.name for field in fields(_Point)] == ["x", "y"]
    assert asdict(_Point(x=1)) == {"x": 1, "y": 2}
    assert replace(_Point(x=1), y=3) == _Point(x=1, y=3)
    with pytest.raises(ValueError, match="negative"):
        replace(_Checked(size=1), size=-1)


def test_records_are_copied_and_pickled() -> None:
    point = _Point(x=1, y=5)
    for made in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert made == point


def test_the_signature_names_the_fields() -> None:
    assert str(signature(_Point)) == "(*, x: 'int', y: 'int' = 2)"
    assert "_Point(*, x: 'int', y: 'int' = 2)" in pydoc.plain(pydoc.render_doc(_Point))
    assert "class Record" in pydoc.plain(pydoc.render_doc(Record))
