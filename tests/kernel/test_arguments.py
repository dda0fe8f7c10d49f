"""What the compiled kernel must refuse, and what it makes of odd but correct arguments.

`make sanitize` runs these tests, and random hostile calls, under sanitizers.
"""

from __future__ import annotations

import ctypes
import math
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rouge_cli.kernel import python as definition
from rouge_cli.kernel.document import Document

from ..support.documents import document
from .bodies import compiled, needs_compiled

pytestmark = needs_compiled


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield document([[1]])
    raise FailingError


_ONE = array("i", [1])
_GOOD = document([[1, 2], [3]])
_NO_TOKENS = [
    None,
    1,
    "text",
    [1, 2],
    b"1234",
    bytearray(4),
    array("l", [1]),
    array("I", [1]),
    array("f", [1]),
    array("b", [1]),
    memoryview(array("i", range(8)))[::2],
    memoryview(array("i", range(8)))[::-1],
    memoryview(bytes(16)).cast("i", (2, 2)),
]
_NO_NUMBERS = [
    None,
    1.0,
    [1.0],
    bytes(8),
    array("f", [1]),
    array("i", [1]),
    memoryview(array("d", range(8)))[::2],
    memoryview(bytes(64)).cast("d", (2, 4)),
]
_COUNTS: list[Callable[[Any, Any], object]] = [
    lambda models, peers: compiled.ngram_hits(models, peers, 1),
    lambda models, peers: compiled.ngram_hits(models, peers, 3),
    lambda models, peers: compiled.skip_bigram_hits(models, peers, 4),
    lambda models, peers: compiled.lcs_hits(models, peers),
    lambda models, peers: compiled.weighted_lcs_hits(models, peers, array("d", range(9))),
]


_CALLS_WITH_ONE: list[Callable[[Any], object]] = [
    lambda part: compiled.ngram_hits([(part, _ONE, _ONE)], [], 1),
    lambda part: compiled.lcs_hits([], [(_ONE, part, _ONE)]),
    lambda part: compiled.skip_bigram_hits([(_ONE, _ONE, part)], [], 1),
    lambda part: compiled.weighted_lcs_hits([], [], part),
    lambda part: compiled.resample([part], 1, 1),
    lambda part: compiled.sort_samples(part),
]


def _named(value: object) -> str:
    return value.format if isinstance(value, memoryview) else repr(value)


@pytest.mark.parametrize("count", _COUNTS)
class TestDocuments:
    @pytest.mark.parametrize("wrong", _NO_TOKENS, ids=_named)
    @pytest.mark.parametrize("place", range(3))
    def test_all_parts_are_arrays_of_whole_numbers(
        self, count: Callable[[Any, Any], object], place: int, wrong: object
    ) -> None:
        parts: list[Any] = list(_GOOD)
        parts[place] = wrong
        with pytest.raises(TypeError, match="array"):
            count([tuple(parts)], [_GOOD])
        with pytest.raises(TypeError, match="array"):
            count([_GOOD], [_GOOD, tuple(parts)])

    @pytest.mark.parametrize("wrong", [None, 1, [*_GOOD], (), (_ONE, _ONE), (_ONE, _ONE, _ONE, _ONE)])
    def test_a_document_is_a_tuple_of_three(self, count: Callable[[Any, Any], object], wrong: object) -> None:
        with pytest.raises(TypeError):
            count([wrong], [_GOOD])
        with pytest.raises(TypeError):
            count([_GOOD], [wrong])

    @pytest.mark.parametrize(
        "ends",
        [[], [2], [4], [-1, 3], [2, 1, 3], [3, 2], [2, -(2**31), 3], [2**31 - 1], [2**31 - 1, 3], [3, 2, 3]],
        ids=str,
    )
    def test_ends_rise_to_the_number_of_words(
        self, count: Callable[[Any, Any], object], ends: list[int]
    ) -> None:
        wrong = Document(_GOOD.tokens, _GOOD.words, array("i", ends))
        with pytest.raises(ValueError, match="ends"):
            count([wrong], [_GOOD])
        with pytest.raises(ValueError, match="ends"):
            count([], [wrong])

    @pytest.mark.parametrize("wrong", [None, 1, _GOOD.tokens])
    def test_documents_are_a_sequence(self, count: Callable[[Any, Any], object], wrong: object) -> None:
        with pytest.raises(TypeError):
            count(wrong, [])
        with pytest.raises(TypeError):
            count([], wrong)

    def test_errors_of_the_arguments_come_through(self, count: Callable[[Any, Any], object]) -> None:
        with pytest.raises(FailingError):
            count(_failing(), [])
        with pytest.raises(FailingError):
            count([_GOOD], _failing())

    def test_views_and_extreme_tokens_count(self, count: Callable[[Any, Any], object]) -> None:
        extreme = document([[-(2**31), 2**31 - 1, 0], [], [-1]])
        views = tuple(memoryview(part).toreadonly() for part in extreme)
        assert count((views,), iter([views])) == count([extreme], [extreme])

    def test_nothing_has_nothing(self, count: Callable[[Any, Any], object]) -> None:
        empty = document([])
        assert count([], []) == []
        assert count([], [empty, _GOOD]) == [[], []]
        assert count([empty, _GOOD], []) == []
        assert count([empty, document([[], []])], [empty, _GOOD]) == [[0, 0], [0, 0]]


class TestBuffers:
    """An array cannot be resized while someone holds its buffer; so one that can has been let go."""

    @pytest.mark.parametrize("type_code", "flbI")
    def test_refused_arrays_are_let_go(self, type_code: str) -> None:
        wrong = array(type_code, [1])
        for call in _CALLS_WITH_ONE:
            with pytest.raises(TypeError):
                call(wrong)
        wrong.append(1)

    def test_refused_bytes_are_let_go(self) -> None:
        wrong = bytearray(8)
        for call in _CALLS_WITH_ONE:
            with pytest.raises(TypeError):
                call(wrong)
        wrong.append(1)

    def test_taken_arrays_are_let_go(self) -> None:
        numbers, doubles = array("i", [1]), array("d", [1, 2])
        text = Document(numbers, numbers, numbers)
        compiled.weighted_lcs_hits([text], [text], doubles)
        compiled.resample([doubles], 2, 1)
        compiled.sort_samples(doubles)
        numbers.append(1)
        doubles.append(1)

    def test_a_format_of_several_letters_is_refused(self) -> None:
        """The items of such a buffer are records, of the right size by chance."""
        ndarray = pytest.importorskip("_testbuffer").ndarray
        records = ndarray([(1, b""), (2, b"")], shape=[2], format="i0s")
        assert records.itemsize == array("i").itemsize
        with pytest.raises(TypeError, match="array"):
            compiled.ngram_hits([(records, _ONE, _ONE)], [], 1)

    def test_a_format_with_a_byte_order_is_refused(self) -> None:
        with pytest.raises(TypeError, match="array"):
            compiled.ngram_hits([((ctypes.c_int * 1)(1), _ONE, _ONE)], [], 1)


class TestNumbers:
    @pytest.mark.parametrize("wrong", [None, 1.5, "1", [1]], ids=_named)
    def test_whole_numbers(self, wrong: Any) -> None:
        for function in (compiled.ngram_hits, compiled.skip_bigram_hits):
            with pytest.raises(TypeError):
                function([_GOOD], [_GOOD], wrong)

    @pytest.mark.parametrize("n", [0, -1, -(2**63), -(2**70)])
    def test_n_is_positive(self, n: int) -> None:
        with pytest.raises(ValueError, match="n must be 1 or more"):
            compiled.ngram_hits([_GOOD], [_GOOD], n)

    @pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**200])
    def test_sizes_beyond_all_texts(self, size: int) -> None:
        assert compiled.ngram_hits([_GOOD], [_GOOD], size) == [[0]]
        assert compiled.skip_bigram_hits([_GOOD], [_GOOD], size) == [[3]]
        assert compiled.skip_bigram_hits([_GOOD], [_GOOD], -size) == [[3]]

    @pytest.mark.parametrize("wrong", _NO_NUMBERS, ids=_named)
    def test_numbers_are_arrays_of_doubles(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.weighted_lcs_hits([_GOOD], [_GOOD], wrong)
        with pytest.raises(TypeError):
            compiled.resample([wrong], 1, 1)
        with pytest.raises(TypeError):
            compiled.sort_samples(wrong)

    def test_only_samples_must_be_writable(self) -> None:
        """Other messages do not ask for it."""
        with pytest.raises(TypeError, match=r"in one piece$"):
            compiled.resample([None], 1, 1)
        with pytest.raises(TypeError, match=r"in one piece that can be written$"):
            compiled.sort_samples(None)

    def test_weights_reach_the_longest_sentence_of_all_models(self) -> None:
        short = document([[1]])
        for models in ([_GOOD, short], [short, _GOOD], [short, short, _GOOD]):
            with pytest.raises(ValueError, match="more words in a model sentence than weights"):
                compiled.weighted_lcs_hits(models, [], array("d", [0, 1]))

    @pytest.mark.parametrize("weights", [[], [0], [0, 1]])
    def test_weights_reach_the_longest_model_sentence(self, weights: list[float]) -> None:
        with pytest.raises(ValueError, match="weights"):
            compiled.weighted_lcs_hits([_GOOD], [_GOOD], array("d", weights))

    def test_series(self) -> None:
        with pytest.raises(ValueError, match="equally many"):
            compiled.resample([array("d", [1]), array("d", [1, 2])], 1, 1)
        with pytest.raises(ValueError, match="equally many"):
            compiled.resample([array("d", [1]), array("d")], 1, 1)
        for resamples in (-1, 2**32):
            with pytest.raises(ValueError, match="resamples"):
                compiled.resample([array("d", [1])], resamples, 1)
        for resamples in (2**63, -(2**64)):
            with pytest.raises(OverflowError):
                compiled.resample([array("d", [1])], resamples, 1)
        with pytest.raises(MemoryError):
            compiled.resample([array("d", [1])] * 2**13, 2**32 - 1, 1)
        assert compiled.resample([], 2**32 - 1, 1) == []
        assert compiled.resample([array("d", [1])], 0, 1) == [array("d")]

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
        functions: list[Callable[..., object]] = [
            *(getattr(compiled, name) for name in definition.__all__),
            compiled.Vocabulary().tokens,
            compiled.Vocabulary().number,
        ]
        for function in functions:
            with pytest.raises(TypeError):
                function(*[None] * 5)
        for function in functions:
            if function is not compiled.Vocabulary:
                with pytest.raises(TypeError):
                    function()

    @pytest.mark.skipif(sys.version_info < (3, 12), reason="classes have no buffers before Python 3.12")
    def test_a_buffer_that_is_another_one_each_time(self) -> None:
        class Changing:
            sizes = iter([1, 1000])

            def __buffer__(self, flags: int) -> memoryview:
                return memoryview(array("d", range(next(self.sizes))))

        compiled.sort_samples(Changing())
