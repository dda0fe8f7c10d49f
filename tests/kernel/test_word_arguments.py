"""What the compiled vocabulary must refuse, and what it makes of odd but correct arguments."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

import pytest

from ..support.documents import document
from .bodies import compiled, needs_compiled

pytestmark = needs_compiled


class FailingError(Exception):
    """Raised by an argument."""


def _failing() -> Iterator[Any]:
    yield document([[1]])
    raise FailingError


class _Pairs(dict[bytes, bytes]):
    """A mapping whose items are whatever they are."""

    def __init__(self, items: object) -> None:
        super().__init__()
        self._items = items

    def items(self) -> Any:
        return self._items


class TestVocabulary:
    @pytest.mark.parametrize("wrong", [1, b"ab", ["a"], [None], "ab"])
    def test_stop_words_are_bytes(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.Vocabulary(wrong)

    @pytest.mark.parametrize(
        "wrong",
        [
            {1: b"a"},
            {b"a": None},
            {"a": "b"},
            *(_Pairs([item]) for item in (b"ab", [b"a", b"b"], (), (b"a",))),
        ],
    )
    def test_exceptions_are_pairs_of_bytes(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            compiled.Vocabulary((), wrong)

    def test_errors_of_the_arguments_come_through(self) -> None:
        with pytest.raises(FailingError):
            compiled.Vocabulary(word for word in [b"a", *_failing()] if isinstance(word, bytes))
        with pytest.raises(AttributeError):
            compiled.Vocabulary((), 5)

    def test_it_is_created_in_one_way_and_no_base(self) -> None:
        assert compiled.Vocabulary.__new__(compiled.Vocabulary).number(b"a") == 0
        with pytest.raises(TypeError):
            object.__new__(compiled.Vocabulary)
        with pytest.raises(TypeError):
            type("Sub", (compiled.Vocabulary,), {})
        with pytest.raises(TypeError):
            compiled.Vocabulary.tokens(object(), [], False)

    @pytest.mark.parametrize("wrong", [None, 1, ["a"], [bytearray(b"a")], [b"a", None]])
    def test_sentences_are_bytes(self, wrong: Any) -> None:
        vocabulary = compiled.Vocabulary()
        with pytest.raises(TypeError):
            vocabulary.tokens(wrong, True)
        assert vocabulary.tokens([b"a b"], True) == (array("i", [0, 1]), array("i", [2]))

    def test_it_may_be_used_by_what_it_reads(self) -> None:
        vocabulary = compiled.Vocabulary()

        def sentences() -> Iterator[bytes]:
            for place in range(50):
                vocabulary.tokens([b"more%d words%d" % (place, place)] * 30, True)
                yield b"word%d" % place

        tokens, ends = vocabulary.tokens(sentences(), False)
        assert [vocabulary.name(token) for token in tokens] == [b"word%d" % place for place in range(50)]
        assert list(ends) == list(range(1, 51))
