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
from typing import Any

import pytest

from rouge_cli.kernel import plan as words

from ..support.commands import ROOT
from ..support.needs import needs
from ..support.plans import MeasureNumbers, PlanNumbers, plan_of, rows_of
from ..support.resampling import resampled
from .bodies import batch_counter, compiled, counter_of, needs_compiled, one_evaluation
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
_ngrams = MeasureNumbers("ngrams", 0, 0, 1)


def _with(**fields: Any) -> PlanNumbers:
    return plan_of(_ngrams)._replace(**fields)


def _count(evaluations: Any, *arguments: Any) -> Any:
    return counter_of("ngrams", 1).count(evaluations, *arguments)


_CALLS_WITH_ONE: list[Callable[[Any], object]] = [
    lambda part: resampled([part], 0, 1, 1),
    lambda part: compiled.sort_samples(part),
    lambda part: compiled.differences(part, array("d")),
    lambda part: compiled.differences(array("d"), part),
]


class TestTexts:
    @pytest.mark.parametrize(
        ("wrong", "name"),
        [
            (None, "NoneType; leave out what is missing, or give an empty string"),
            (1, "int"),
            (1.5, "float"),
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
                _count([([], texts)])

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
                _count([([], texts)])

    def test_one_text_may_be_many_models_and_peers(self) -> None:
        block, *_ = _count([([_GOOD] * 3, [_GOOD] * 2)])
        assert rows_of(plan_of(_ngrams), block) == [[(9, 9, 9, 9, 1, 1, 1)] * 2]


class TestEvaluations:
    @pytest.mark.parametrize("wrong", [None, "ab", ["a", "b"], (["a"],), (["a"], ["a"], ["a"])])
    def test_they_are_pairs(self, wrong: object) -> None:
        with pytest.raises(TypeError, match=r"^an evaluation must be a pair of its models and its peers$"):
            _count([(["a"], ["a"]), wrong])

    @pytest.mark.parametrize("wrong", [None, 1])
    def test_models_and_peers_are_lists(self, wrong: object) -> None:
        for evaluation in ((wrong, ["a"]), (["a"], wrong)):
            with pytest.raises(TypeError, match="is not iterable"):
                _count([evaluation])

    def test_an_object_that_stands_in_several_places_is_read_once(self) -> None:
        class Sentences(list[str]):
            """Sentences of which nothing is left once they have been read."""

            def __iter__(self) -> Iterator[str]:
                sentences = list(super().__iter__())
                self.clear()
                return iter(sentences)

        text = Sentences(["a b", "a"])
        block, traits, _ = _count([([text] * 2, [text]), ([], [text]), (["a"], [text])])
        assert [row[:3] for row in rows_of(plan_of(_ngrams), block)[0]] == [(6, 6, 6), (0, 0, 0), (1, 3, 1)]
        assert traits == bytes(6)

    @pytest.mark.parametrize("stop", [b"1", bytearray(), array("b", [1]), memoryview(bytearray(1)), 1, "1"])
    def test_stop_is_a_bytearray(self, stop: object) -> None:
        with pytest.raises(TypeError, match=r"^stop must be a bytearray of a byte at least$"):
            _count([(["a"], ["a"])], stop)


class TestPlans:
    @pytest.mark.parametrize(
        ("plan", "error", "message"),
        [
            (None, TypeError, "a plan must be a tuple"),
            ([*plan_of(_ngrams).numbers()], TypeError, "a plan must be a tuple"),
            ((), TypeError, "argument"),
            ((*plan_of(_ngrams).numbers(), 1), TypeError, "argument"),
            (_with(readings=[]), TypeError, "tuple"),
            (_with(readings=([True, True],)), TypeError, "^a reading must be a tuple$"),
            (_with(readings=((True,),)), TypeError, "argument"),
            (_with(measures=[(0, 0, 0, 1, False, 1.0)]), TypeError, "tuple"),
            (_with(measures=([0, 0, 0, 1, False, 1.0],)), TypeError, "^a measure must be a tuple$"),
            (_with(measures=((0, 0, 0, 1, False),)), TypeError, "argument"),
            *(
                (_with(measures=((kind, 0, 0, 1, False, 1.0),)), ValueError, "^no kind of measure")
                for kind in (-1, 21, 2**31 - 1)
            ),
            *(
                (_with(**{choice: number}), ValueError, "^no choice has this number$")
                for choice, most in (
                    *(("lowering", 4), ("stemmer", 1), ("combination", 4), ("rounding", 5), ("pieces", 4)),
                )
                for number in (-1, most + 1)
            ),
            (_with(readings=((True, True),) * 9), ValueError, "^too many readings$"),
            (_with(readings=()), ValueError, "^a measure must have readings of the plan$"),
            (_with(max_words=-1), ValueError, "^a limit must be 0 or more$"),
            (_with(max_bytes=-(2**70)), ValueError, "^a limit must be 0 or more$"),
            (_with(max_tokens=-1), ValueError, "^a limit must be 0 or more$"),
            *((_with(**{name: "1"}), TypeError, None) for name in ("max_words", "max_bytes", "alpha")),
            (_with(max_words=math.nan), ValueError, "^a limit must be 0 or more$"),
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
                    ({"kind": "signed_ngrams", "number": 0}, ValueError, "^n must be 1 or more$"),
                    ({"kind": "novel_presumm", "number": 0}, ValueError, "^n must be 1 or more$"),
                    ({"number": 1.5}, TypeError, None),
                    ({"weight": None}, TypeError, None),
                ]
            ),
        ],
    )
    def test_they_are_checked(self, plan: object, error: type[Exception], message: str | None) -> None:
        with pytest.raises(error, match=message):
            compiled.BatchCounter(plan.numbers() if isinstance(plan, PlanNumbers) else plan)

    def test_no_measures_and_no_readings(self) -> None:
        """All rows are empty then, and so are the traits of texts that are not read."""
        for plan in (_with(measures=()), _with(measures=(), readings=())):
            assert batch_counter(plan).count([(["a"], ["a"])])[:2] == (b"", bytes(2))

    def test_eight_readings(self) -> None:
        readings = tuple(words.Reading(bool(n & 1), bool(n & 2)) for n in range(8))
        measures = tuple(MeasureNumbers("ngrams", n, 7 - n, 1) for n in range(8))
        plan = _with(readings=readings, measures=measures)
        block, *_ = batch_counter(plan).count([(["talks talk"], ["talk"])])
        assert [hit for [(_, _, hit, *_)] in rows_of(plan, block)] == [1] * 8

    def test_arguments_have_no_names_and_a_counter_no_heirs(self) -> None:
        counter, numbers = compiled.BatchCounter, plan_of(_ngrams).numbers()
        for call in (
            *(lambda: counter(), lambda: counter(numbers, words={b"a": None})),
            *(lambda: counter(numbers, {}, None, None), lambda: object.__new__(counter)),
            lambda: type("Sub", (counter,), {}),
        ):
            with pytest.raises(TypeError):
                call()

    @pytest.mark.parametrize(
        "words",
        [
            *(1, b"ab", [b"a"], None, {1: b"a"}, {b"a": 1}, {"a": "b"}, {"a": None}, {None: None}),
            *(Mapping(lambda item=item: [item]) for item in (b"ab", [b"a", b"b"], (), (b"a",), (b"a",) * 3)),  # type: ignore[misc]
            Mapping(lambda: map(str.encode, _failing())),
        ],
    )
    def test_words_and_their_stems_are_bytes(self, words: Any) -> None:
        with pytest.raises((TypeError, AttributeError, FailingError)):
            batch_counter(plan_of(_ngrams), words)

    @pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**200])
    def test_numbers_beyond_all_texts(self, size: int) -> None:
        for kind, n, hits in (("ngrams", size, 0), ("skip_bigrams", size, 3), ("skip_bigrams", -size, 3)):
            block, *_ = counter_of(kind, n).count(*one_evaluation([_GOOD], [_GOOD]))
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
        stop = bytearray(1)
        _count([(["text"], ["text"])], stop)
        with pytest.raises(TypeError, match="a pair"):
            _count([None], stop)
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
                compiled.rows([wrong])  # type: ignore[list-item]


class TestNumbers:
    @pytest.mark.parametrize("wrong", _NO_NUMBERS)
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
        with pytest.raises(ValueError, match=r"^both arrays must have equally many values$"):
            compiled.differences(two, one)
        for first, resamples in [(0, -1), (0, 2**32), (-1, 1), (2**32, 0), (1, 2**32 - 1), (2**62, 2**62)]:
            with pytest.raises(ValueError, match=r"^resamples must be from 0 to 2\*\*32 - 1$"):
                resampled([one], first, resamples, 1)
        for first, resamples in [(0, 2**63), (0, -(2**64)), (2**63, 0)]:
            with pytest.raises(OverflowError):
                resampled([one], first, resamples, 1)
        with pytest.raises(MemoryError):
            resampled([one] * 2**13, 0, 2**32 - 1, 1)
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
