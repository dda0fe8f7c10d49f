"""What the compiled kernel must refuse, and what it makes of odd but correct arguments.

`make sanitize` runs these tests, and random hostile calls, under sanitizers.
"""

from __future__ import annotations

import ctypes
import importlib
import math
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from rouge_cli.kernel.plan import EMPTY, ON_ONE_LINE, SPLIT_WORDS, MeasurePlan, Plan, Reading

from ..support.commands import ROOT
from ..support.needs import needs
from ..support.resampling import resampled
from .bodies import (
    batch_counter,
    compiled,
    counter_of,
    needs_compiled,
    one_evaluation,
    places_in_bytes,
    places_of,
    plan_of,
    rows_of,
)
from .long_calls import Mapping

pytestmark = needs_compiled


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield "text"
    raise FailingError


_ONE = array("i", [1])
_GOOD = ["a b", "c"]
_NO_NUMBERS = [
    *(None, 1.0, [1.0], bytes(8), array("f", [1]), array("i", [1])),
    memoryview(array("d", range(8)))[::2],
    memoryview(bytes(64)).cast("d", (2, 4)),
]
_ngrams = MeasurePlan("ngrams", 0, 0, 1)


def _with(**fields: Any) -> Plan:
    return plan_of(_ngrams)._replace(**fields)


def _numbered(**fields: Any) -> tuple[object, ...]:
    """A plan as the compiled kernel takes it, with other numbers."""
    return tuple(Plan(*plan_of(_ngrams).numbers())._replace(**fields))  # type: ignore[arg-type]


def _count(texts: Any, *places: Any) -> Any:
    return counter_of("ngram_hits", 1).count(texts, *places)


_CALLS_WITH_ONE: list[Callable[[Any], object]] = [
    lambda part: resampled([part], 0, 1, 1),
    lambda part: compiled.sort_samples(part),
]


def _named(value: object) -> str:
    return value.format if isinstance(value, memoryview) else repr(value)


class TestTexts:
    @pytest.mark.parametrize(
        ("wrong", "name"),
        [
            (None, "NoneType"),
            (1, "int"),
            ((_ONE, _ONE, _ONE), "a list with array in it"),
            ((b"text", _ONE), "a list with array in it"),
            (_ONE, "a list with int in it"),
            ({}, "dict"),
            ({"a"}, "set"),
            (bytearray(b"text"), "bytearray"),
            (iter(["text"]), "list_iterator"),
            (["text", None], "a list with NoneType in it"),
            (["text", bytearray(b"text")], "a list with bytearray in it"),
        ],
        ids=lambda one: one if isinstance(one, str) else type(one).__name__,
    )
    def test_they_are_strings_and_lists(self, wrong: object, name: str) -> None:
        for texts in ([wrong], ["text", wrong]):
            error = rf"^a text must be a string or a list of strings, not {name}$"
            with pytest.raises(TypeError, match=error):
                _count(texts, *places_of([]))

    def test_errors_of_the_arguments_come_through(self) -> None:
        class Failing(Sequence[str]):
            def __len__(self) -> int:
                return 2

            def __getitem__(self, place: Any) -> Any:
                if place == 1:
                    raise FailingError
                return "text"

        for texts, error in [(_failing(), FailingError), (["text", Failing()], FailingError), (1, TypeError)]:
            with pytest.raises(error):
                _count(texts, *places_of([]))

    def test_one_text_may_be_many_models_and_peers(self) -> None:
        block, *_ = _count([_GOOD], *places_of([([0] * 3, [0] * 2)]))
        assert rows_of(plan_of(_ngrams), block) == [[(9, 9, 9, 1, 1, 1)] * 2]

    def test_a_batch_may_have_many(self) -> None:
        """Signals are looked for after 1,024 texts."""
        block, *_ = _count(["a b"] * 1500, *places_of([([0], [1499])]))
        assert rows_of(plan_of(_ngrams), block) == [[(2, 2, 2, 1, 1, 1)]]


class TestPlaces:
    @pytest.mark.parametrize(
        ("places", "error"),
        [
            (([2], [1], [], [1], []), "must be as many ends|the ends of evaluations"),
            (([2], [1], [0], [1], [0]), "^models: there is no place 2$"),
            (([-1], [1], [0], [1], [0]), "^models: there is no place -1$"),
            (([0], [1], [2], [1], [0]), "^peers: there is no place 2$"),
            (([0], [1], [-(2**31)], [1], [0]), f"^peers: there is no place {-(2**31)}$"),
            (([0], [1], [1], [1], [1]), "^rows: there is no place 1$"),
            (([0], [1], [1], [1], [-1]), "^rows: there is no place -1$"),
            (([0], [1], [1], [1], [2**31 - 1]), f"^rows: there is no place {2**31 - 1}$"),
            (([0], [1], [1], [1], []), "a row for each peer"),
            (([0], [1], [1], [1], [0, 0]), "a row for each peer"),
            (([0], [1], [1], [], [0]), "as many ends of peers as of models"),
            (([0], [], [1], [1], [0]), "as many ends of peers as of models"),
            *(
                (places, "^the ends of evaluations must rise to the number of places$")
                for places in [
                    *(([0], [0], [1], [1], [0]), ([0], [2], [1], [1], [0]), ([0], [1], [1], [0], [0])),
                    *(([0], [-1, 1], [1], [0, 1], [0]), ([0] * 2, [2, 1, 2], [], [0] * 3, [])),
                    *(([], [0] * 3, [0] * 2, [2, 1, 2], [0, 1]), ([0], [2**31 - 1], [1], [1], [0])),
                ]
            ),
        ],
    )
    def test_they_are_checked(self, places: tuple[list[int], ...], error: str) -> None:
        with pytest.raises(ValueError, match=error):
            _count(["a", "a"], *places_in_bytes(*places))

    @pytest.mark.parametrize("wrong", [None, "text", [1], bytearray(4), _ONE])
    def test_they_are_bytes(self, wrong: object) -> None:
        for place in range(5):
            places: list[Any] = list(places_of([([0], [1])]))
            places[place] = wrong
            with pytest.raises(TypeError, match=rf"^count\(\) argument {place + 2} must be bytes, not "):
                _count(["a", "a"], *places)

    def test_rows_may_be_written_twice_or_not_at_all(self) -> None:
        plan = plan_of(_ngrams)
        block, *_ = _count(["a b", "a", "b b b"], *places_in_bytes([0], [1], [1, 2], [2], [1, 1]))
        assert rows_of(plan, block) == [[(0, 0, 0, 0, 0, 0), (2, 3, 1, 0.5, 0.33333, 0.4)]]

    def test_texts_that_nobody_asks_for_are_not_read(self) -> None:
        block, traits, _ = _count(["a b", "é", "a. b. Then it."], *places_of([([0], [0])]))
        assert len(block) == 48
        assert traits[0] == 0
        assert traits[1] == EMPTY | SPLIT_WORDS
        assert traits[2] & ~ON_ONE_LINE == EMPTY

    @pytest.mark.parametrize("stop", [b"1", bytearray(), array("b", [1]), memoryview(bytearray(1)), 1, "1"])
    def test_stop_is_a_bytearray(self, stop: object) -> None:
        with pytest.raises(TypeError, match=r"^stop must be a bytearray of a byte at least$"):
            _count(["a", "a"], *places_of([([0], [1])]), stop)

    def test_stop_may_be_none(self) -> None:
        places = places_of([([0], [1])])
        for stop in (None, bytearray(1)):
            assert _count(["a", "a"], *places, stop) == _count(["a", "a"], *places)


class TestPlans:
    @pytest.mark.parametrize(
        ("plan", "error", "message"),
        [
            (None, TypeError, "a plan must be a tuple"),
            ([*plan_of(_ngrams).numbers()], TypeError, "a plan must be a tuple"),
            ((), TypeError, "argument"),
            ((*plan_of(_ngrams).numbers(), 1), TypeError, "argument"),
            (_numbered(readings=[]), TypeError, "tuple"),
            (_numbered(readings=([True, True],)), TypeError, "^a reading must be a tuple$"),
            (_numbered(readings=((True,),)), TypeError, "argument"),
            (_numbered(measures=[(0, 0, 0, 1, False, 1.0)]), TypeError, "tuple"),
            (_numbered(measures=([0, 0, 0, 1, False, 1.0],)), TypeError, "^a measure must be a tuple$"),
            (_numbered(measures=((0, 0, 0, 1, False),)), TypeError, "argument"),
            *(
                (_numbered(measures=((kind, 0, 0, 1, False, 1.0),)), ValueError, "^no kind of measure")
                for kind in (-1, 20, 2**31 - 1)
            ),
            *(
                (_numbered(**{choice: number}), ValueError, "^no choice has this number$")
                for choice, most in (
                    *(("lowering", 2), ("stemmer", 1), ("combination", 2), ("rounding", 4), ("pieces", 3)),
                )
                for number in (-1, most + 1)
            ),
            (_with(combination="none"), ValueError, "not in tuple"),
            (_with(rounding=""), ValueError, "not in tuple"),
            (_with(measures=(_ngrams._replace(kind="unigrams"),)), ValueError, "not in tuple"),  # type: ignore[arg-type]
            (_with(readings=((True, True),) * 9), ValueError, "^too many readings$"),
            (_with(readings=()), ValueError, "^a measure must have readings of the plan$"),
            (_with(max_words=-1), ValueError, "^a limit must be 0 or more$"),
            (_with(max_bytes=-(2**70)), ValueError, "^a limit must be 0 or more$"),
            (_numbered(max_words="1"), TypeError, None),
            (_with(max_words=math.nan), ValueError, "^a limit must be 0 or more$"),
            (_numbered(max_bytes="1"), TypeError, None),
            (_with(alpha="1"), TypeError, None),
            *(
                (_with(measures=(_ngrams._replace(**fields),)), error, message)
                for fields, error, message in [
                    *(
                        ({reading: place}, ValueError, "^a measure must have readings of the plan$")
                        for reading in ("model_reading", "peer_reading")
                        for place in (-1, 1)
                    ),
                    ({"model_reading": 2**64}, OverflowError, None),
                    ({"number": 0}, ValueError, "^n must be 1 or more$"),
                    ({"kind": "novel_presumm", "number": 0}, ValueError, "^n must be 1 or more$"),
                    ({"number": 1.5}, TypeError, None),
                    ({"weight": None}, TypeError, None),
                ]
            ),
        ],
    )
    def test_they_are_checked(self, plan: object, error: type[Exception], message: str | None) -> None:
        with pytest.raises(error, match=message):
            compiled.BatchCounter(plan.numbers() if isinstance(plan, Plan) else plan)

    def test_no_measures_and_no_readings(self) -> None:
        """All rows are empty then, and so are the traits of texts that are not read."""
        for plan in (_with(measures=()), _with(measures=(), readings=())):
            assert batch_counter(plan).count(["a", "a"], *places_of([([0], [1])]))[0] == b""

    def test_eight_readings(self) -> None:
        readings = tuple(Reading(bool(n & 1), bool(n & 2)) for n in range(8))
        measures = tuple(MeasurePlan("ngrams", n, 7 - n, 1) for n in range(8))
        plan = _with(readings=readings, measures=measures)
        block, *_ = batch_counter(plan).count(["talks talk", "talk"], *places_of([([0], [1])]))
        assert [hit for [(_, _, hit, *_)] in rows_of(plan, block)] == [1] * 8

    def test_arguments_have_no_names_and_a_counter_no_heirs(self) -> None:
        counter, numbers = compiled.BatchCounter, plan_of(_ngrams).numbers()
        for call in (
            *(lambda: counter(), lambda: counter(numbers, stop_words=[b"a"])),
            *(lambda: counter(numbers, (), None, None, None), lambda: object.__new__(counter)),
            lambda: type("Sub", (counter,), {}),
        ):
            with pytest.raises(TypeError):
                call()

    @pytest.mark.parametrize(
        "lists",
        [
            *((wrong,) for wrong in (1, b"ab", ["a"], [None], "ab")),
            *(((), wrong) for wrong in ({1: b"a"}, {b"a": None}, {"a": "b"}, 5)),
            *(((), Mapping(lambda item=item: [item])) for item in (b"ab", [b"a", b"b"], (), (b"a",))),  # type: ignore[misc]
            (map(str.encode, _failing()),),
        ],
    )
    def test_stop_words_are_bytes_and_exceptions_pairs_of_them(self, lists: tuple[Any, ...]) -> None:
        with pytest.raises((TypeError, AttributeError, FailingError)):
            batch_counter(plan_of(_ngrams), *lists)

    @pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**200])
    def test_numbers_beyond_all_texts(self, size: int) -> None:
        for function, number, hits in [
            *(("ngram_hits", size, 0), ("skip_bigram_hits", size, 3), ("skip_bigram_hits", -size, 3))
        ]:
            block, *_ = counter_of(function, number).count(*one_evaluation([_GOOD], [_GOOD]))
            assert memoryview(block).cast("q")[2] == hits
        arguments = one_evaluation([" a b\nc"], ["a b c"])
        for plan in (_with(max_words=size), _with(max_bytes=size)):
            assert batch_counter(plan).count(*arguments) == _count(*arguments)


class TestStrings:
    def test_lone_surrogates_are_question_marks(self) -> None:
        plan = plan_of(_ngrams)
        for text in ("a\ud800b", ["a\ud800b"]):
            block, traits, _ = batch_counter(plan).count(*one_evaluation([text], ["b c a"]))
            assert rows_of(plan, block)[0][0][:3] == (2, 3, 2)
            assert traits[0] == 0

    def test_subclasses_of_strings_and_of_lists_count(self) -> None:
        text, data, items = (type("Sub", (base,), {}) for base in (str, bytes, list))
        alike = ["a b", b"a b", text("a b"), data(b"a b")]
        lists = [["a b"], (b"a b",), items(["a b"]), items([text("a b")])]
        assert len({_count(*one_evaluation([one], [one])) for one in (*alike, *lists)}) == 1

    def test_texts_may_be_changed_once_they_are_read(self) -> None:
        """A list of sentences is copied; what other threads do with it no longer matters."""
        sentences = ["a b"]
        counter = counter_of("ngram_hits", 1)

        def texts() -> Iterator[Any]:
            yield sentences
            yield "a"

        before = counter.count(texts(), *places_of([([0], [1])]))
        sentences.clear()
        assert counter.count(texts(), *places_of([([0], [1])])) != before


class TestBuffers:
    """An array cannot be resized while someone holds its buffer; so one that can has been let go."""

    @pytest.mark.parametrize("wrong", [*(array(code, [1]) for code in "flbI"), bytearray(8)], ids=repr)
    def test_refused_buffers_are_let_go(self, wrong: Any) -> None:
        for call in _CALLS_WITH_ONE:
            with pytest.raises(TypeError):
                call(wrong)
        wrong.append(1)

    def test_taken_arrays_are_let_go(self) -> None:
        doubles = array("d", [1, 2])
        places, stop = places_of([([0], [0])]), bytearray(1)
        _count(["text"], *places, stop)
        with pytest.raises(ValueError, match="no place"):
            _count([], *places, stop)
        resampled([doubles], 0, 2, 1)
        compiled.sort_samples(doubles)
        for one in (doubles, stop):
            one.append(1)

    @needs("_testbuffer")
    def test_a_format_of_several_letters_is_refused(self) -> None:
        """Records, of the right size by chance, and numbers with a byte order."""
        ndarray = importlib.import_module("_testbuffer").ndarray
        records = ndarray([(1, b""), (2, b"")], shape=[2], format="i0s")
        assert records.itemsize == array("i").itemsize
        for wrong in (records, (ctypes.c_int * 1)(1)):
            with pytest.raises(TypeError, match="array"):
                compiled.rows([(array("d", [1]), wrong)])  # type: ignore[list-item]


class TestNumbers:
    @pytest.mark.parametrize("wrong", _NO_NUMBERS, ids=_named)
    def test_numbers_are_arrays_of_doubles(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match=r"^array\('d'\) expected, in one piece$"):
            resampled([wrong], 0, 1, 1)
        with pytest.raises(TypeError, match=r"in one piece that can be written$"):
            compiled.sort_samples(wrong)

    def test_series(self) -> None:
        one, two = array("d", [1]), array("d", [1, 2])
        for series in ([one, two], [one, array("d")], [array("d"), one]):
            with pytest.raises(ValueError, match=r"^all series must have equally many values$"):
                resampled(series, 0, 1, 1)
        for first, resamples in [(0, -1), (0, 2**32), (-1, 1), (2**32, 0), (1, 2**32 - 1), (2**62, 2**62)]:
            with pytest.raises(ValueError, match=r"^resamples must be from 0 to 2\*\*32 - 1$"):
                resampled([one], first, resamples, 1)
        for first, resamples in [(0, 2**63), (0, -(2**64)), (2**63, 0)]:
            with pytest.raises(OverflowError):
                resampled([one], first, resamples, 1)
        with pytest.raises(MemoryError):
            resampled([one] * 2**13, 0, 2**32 - 1, 1)
        for order in map(partial(array, "i"), ([0], [0, 1, 1])):
            with pytest.raises(ValueError, match=r"^all series must have equally many values$"):
                compiled.rows([(two, None), (two, order)])
        for place in (2, -1):
            with pytest.raises(IndexError, match=r"^there is no value at a place$"):
                compiled.rows([(two, array("i", [place]))])
        for wrong in (two, (two,), (two, None, None), (two, [0])):
            with pytest.raises(TypeError):
                compiled.rows([wrong])  # type: ignore[list-item]
        assert resampled([], 0, 2**32 - 1, 1) == []
        assert resampled([one], 2**32 - 1, 0, 1) == [array("d")]
        assert resampled([one], 2**32 - 2, 1, 1) == [one]

    def test_samples_that_cannot_be_written(self) -> None:
        samples = memoryview(array("d", [2, 1])).toreadonly()
        with pytest.raises(TypeError, match="written"):
            compiled.sort_samples(samples)
        assert samples.tolist() == [2, 1]

    def test_samples_stay_where_they_are_if_one_is_no_number(self) -> None:
        samples = array("d", [2, math.nan, 1])
        assert math.isnan(compiled.sort_samples(samples))
        assert repr(samples) == "array('d', [2.0, nan, 1.0])"
        assert compiled.sort_samples(array("d")) == 0

    def test_wrong_numbers_of_arguments(self) -> None:
        functions = [compiled.rows, compiled.resample, compiled.sort_samples, compiled.BatchCounter]
        for function in (*functions, compiled.stem, counter_of("lcs_hits").count):
            for number in (0, 5, 8):
                with pytest.raises(TypeError):
                    function(*[None] * number)

    @needs("python-3.12")
    def test_a_buffer_that_is_another_one_each_time(self) -> None:
        class Changing:
            sizes = iter([1, 1000])

            def __buffer__(self, flags: int) -> memoryview:
                return memoryview(array("d", range(next(self.sizes))))

        compiled.sort_samples(Changing())


def test_no_format_means_another_type_under_another_python() -> None:
    """Python 3.13's headers give `#` another C function than older ones, and all read the same binary."""
    for path in (ROOT / "rouge_cli" / "kernel" / "c").glob("*.c"):
        assert not re.search(r'"[^"\n]*[syz]#[^"\n]*"(?=,)', path.read_text("utf-8")), path.name
