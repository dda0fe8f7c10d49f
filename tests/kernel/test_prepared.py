"""The compiled kernel checks the arguments of tiles and pairs of prepared texts."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from ..support.plans import MeasureNumbers, plan_of
from .bodies import STEMMED_APART, batch_counter, needs_compiled

pytestmark = needs_compiled


def _counter() -> Any:
    return batch_counter(plan_of(MeasureNumbers("ngrams", number=1), MeasureNumbers("lcs")))


def _within(code: str, *numbers: int) -> Any:
    """Numbers before and behind which others stand that would fit, too."""
    return memoryview(array(code, [0, *numbers, *numbers])).toreadonly()[1 : len(numbers) + 1]


def _texts(*tokens: int, count: int = 1) -> tuple[Any, ...]:
    """Texts of these tokens in one sentence."""
    places = [0, len(tokens), 0, len(tokens), 0, 1] * count
    return _within("i", *tokens), _within("i", len(tokens)), _within("q", *places)


SOUND = _texts(0, 1, 0)


def _tile(**changed: Any) -> tuple[Any, ...]:
    arguments = {"peers": SOUND, "models": SOUND, "kinds": 2, "first": 0, "end": 1, "first_model": 0}
    arguments |= {"model_end": 1, "measure": 0, "figure": 2, "stop": None} | changed
    return tuple(arguments.values())


def _places(*numbers: int) -> tuple[Any, ...]:
    return *SOUND[:2], _within("q", *numbers)


BAD = [
    *(({"kinds": kinds}, ValueError, "do not fit together") for kinds in (1, -1, 2**31)),
    *(
        (changed, ValueError, "no such text, measure or figure")
        for changed in (
            *({"end": 2}, {"first": -1}, {"first": 1, "end": 0}, {"model_end": 2}, {"first_model": -1}),
            *({"first_model": 1, "model_end": 0}, {"measure": 2}, {"figure": 3}, {"figure": -1}),
        )
    ),
    *(({"models": _places(first, 3, 0, 3, 0, 1)}, ValueError, "do not fit together") for first in (1, -1)),
    *(
        ({"peers": peers}, ValueError, "do not fit together")
        for peers in (
            *(_places(0, -3, 0, 3, 0, 1), _places(0, 3, 0, 4, 0, 1), _places(0, 3, 0, 3, 1, 1)),
            *(_places(0, 3, 0, 2, 0, 1), (array("i", [0, -1, 0]), *SOUND[1:])),
            (SOUND[0], array("i", [-3]), SOUND[2]),
        )
    ),
    ({"peers": SOUND[:2]}, TypeError, None),
    ({"peers": 7}, TypeError, "a tuple of arrays"),
    ({"models": (array("q"), *SOUND[1:])}, TypeError, r"array\('i'\) expected"),
    ({"models": (SOUND[0], b"", SOUND[2])}, TypeError, r"array\('i'\) expected"),
    ({"models": (*SOUND[:2], array("i", [1]))}, TypeError, r"array\('q'\) expected"),
]


@pytest.mark.parametrize(("changed", "error", "message"), BAD)
def test_numbers_that_do_not_fit_are_refused(
    changed: dict[str, Any], error: type[Exception], message: str | None
) -> None:
    for call, arguments in (("tile", (array("d", [0]), False)), ("pairs", (0.5, False))):
        with pytest.raises(error, match=message):
            getattr(_counter(), call)(_tile(**changed), *arguments)


def test_the_numbers_of_words_fill_their_room() -> None:
    """There is room for 64 at first; sanitizers see what is written beyond it."""
    text, before = " ".join(f"w{number}" for number in range(64)), 2**62 - 1
    tokens, _, places, *_ = _counter().read([([], [text])], {}, before, before)
    assert array("i", tokens).tolist() == list(range(64))
    assert array("q", places).tolist() == [before, 64, before, 64, before, 1]


def test_arrays_are_let_go() -> None:
    arrays = [array(part.format, part) for part in (*SOUND, *SOUND, _within("d", 0))]
    _counter().tile(_tile(peers=tuple(arrays[:3]), models=tuple(arrays[3:6])), arrays[6], False)
    for part in arrays:
        part.append(1)


def test_texts_fill_their_room() -> None:
    """There is room for 64 of all at first, and 4,096 models are scored at once."""
    for kinds, texts, end, peers in ((62, 64, 64, 17), (62, 4101, 4100, 1), (63, 4101, 4100, 17)):
        many = _texts(*(place % kinds for place in range(64)), count=texts)
        tile = _tile(peers=many, models=many, kinds=kinds, end=peers, model_end=end)
        assert len(_counter().pairs(tile, 0.01, False)) == 16 * peers * end
    wide = _tile(peers=_texts(*[0] * 4097), models=_texts(1, 0, 1), measure=1)
    assert len(_counter().pairs(wide, 0.0, False)) == 16


def test_postings_are_checked_before_they_are_listed() -> None:
    many = *SOUND[:2], array("q", [*SOUND[2]] * 20 + [0, 4, 0, 3, 0, 1])
    with pytest.raises(ValueError, match="do not fit together"):
        _counter().pairs(_tile(peers=many, models=many, end=20, model_end=21), 0.5, True)
    assert len(_counter().pairs(_tile(peers=many, models=many, end=20, model_end=20), 0.5, True)) == 16 * 190


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda c: c.tile(_tile(), array("d"), False), ValueError, "a cell for each row and column"),
        (lambda c: c.tile(_tile(models=_texts(0, count=2)), array("d", [0] * 3), 0), ValueError, "cell"),
        (lambda c: c.tile(_tile(model_end=0, models=_places()), array("d", [1]), False), ValueError, "cell"),
        (lambda c: c.tile(_tile(peers=_texts(0, count=2)), array("d", [0] * 2), 1), ValueError, "square"),
        (lambda c: c.tile(_tile(), array("f", [0]), False), TypeError, r"array\('d'\) expected"),
        (lambda c: c.tile(_tile(stop=b"1"), array("d", [0]), False), TypeError, "stop must be a bytearray"),
        (lambda c: c.pairs(_tile(stop=7), 0.5, False), TypeError, "stop must be a bytearray"),
        (lambda c: c.tile(), TypeError, None),
        (lambda c: c.pairs(1), TypeError, None),
        (lambda c: c.read([([], ["a"])]), TypeError, None),
        (lambda c: c.read([([], ["a"])], {b"a": "one"}, 0, 0), TypeError, None),
        (lambda c: c.read([([], ["a"])], {}, 2**62, 0), ValueError, "so many tokens"),
        (lambda c: c.read([([], ["a"])], {}, 0, 2**62), ValueError, "so many tokens"),
        (lambda c: c.read([([], ["a"])], {}, 0, -1), ValueError, "so many tokens"),
        (lambda c: c.read([([], [7])], {}, 0, 0), TypeError, "a text must be a string"),
        (lambda c: c.read([([], ["a"])], (), 0, 0), TypeError, None),
        (lambda c: c.extract([(["a"], [["a"]])], b"\2", 1), ValueError, "no such measure"),
        (lambda c: c.extract([(["a"], [["a"]])], b"\0", -1), ValueError, "no such measure, or number"),
        (lambda c: c.extract([(["a"], ["a"])], b"\0", 1), ValueError, "sentences of a document"),
        (lambda c: c.extract([([], [["a"]])], b"\0", 1), ValueError, "sentences of a document"),
        (lambda c: c.extract([(["a"], [["a"], ["b"]])], b"\0", 1), ValueError, "sentences of a document"),
        (lambda c: c.extract([([["a"]] * 2, [["a"]])], b"", 1), ValueError, "one model in one sentence"),
        (lambda c: c.extract([([["a", "b"]], [["a"]])], b"", 1), ValueError, "one model in one sentence"),
        (lambda _: batch_counter(plan_of()).extract([(["a"], [["a"]])], b"", 1), ValueError, "measure"),
        (lambda c: c.extract([(["a"], [["a", 7]])], b"\0", 1), TypeError, "list with int in it"),
        (lambda c: c.extract([(["a"], [["a"]])], "0", 1), TypeError, None),
    ],
)
def test_other_arguments_are_checked(
    call: Callable[[Any], object], error: type[Exception], message: str | None
) -> None:
    with pytest.raises(error, match=message):
        call(_counter())


def test_extracts_whose_words_are_other_than_their_tokens_are_left_to_python() -> None:
    plan, changes = plan_of(MeasureNumbers("lcs")), [{}, {"max_words": 2}, {"max_words": 1}, {"max_bytes": 9}]
    counters = [batch_counter(plan._replace(**one)) for one in (*changes, {"readings": STEMMED_APART[1:]})]
    found = [one.extract([(["a b"], [["a", "b"]])], b"\0", 2) is None for one in counters]
    assert found == [False, False, True, True, True]


def test_an_extract_knows_nothing_of_the_one_before() -> None:
    counter = _counter()
    for model, document, sentences in (("b", ["b"] * 4, [0]), ("a b c d", ["x", "a"], [1])):
        assert array("i", counter.extract([([model], [document])], b"\1", 2)[0]).tolist() == sentences


def test_a_call_that_is_not_wanted_ends() -> None:
    many = *SOUND[:2], array("q", [*SOUND[2]] * 3000)
    for call, arguments in (("tile", (array("d", [0]) * 3000**2, False)), ("pairs", (0.0, False))):
        stopped = _tile(peers=many, models=many, end=3000, model_end=3000, stop=bytearray(b"1"))
        with pytest.raises(RuntimeError, match="no longer wanted"):
            getattr(_counter(), call)(stopped, *arguments)
