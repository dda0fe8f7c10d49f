"""Plans with pieces: the question for their tokens, and answers that are none."""

from __future__ import annotations

import gc
import signal
import sys
import weakref
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from ..support.needs import needs
from ..support.plans import MeasureNumbers, PlanNumbers, plan_of, rows_of
from .bodies import batch_counter, needs_compiled, one_evaluation

pytestmark = needs_compiled

_NGRAMS = MeasureNumbers("ngrams", 0, 0, 1)
_Answers = tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]


class _Words:
    """Each piece as its token, and its first letter as the stem; the pieces that were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, pieces: list[bytes]) -> _Answers:
        assert pieces
        self.asked += [piece.decode(errors="surrogateescape") for piece in pieces]
        return tuple(((piece,), (piece[:1],)) for piece in pieces)


def _plan(pieces: Any = "blanks", **fields: Any) -> PlanNumbers:
    return plan_of(_NGRAMS)._replace(pieces=pieces, **fields)


def _counts(
    plan: PlanNumbers, function: Callable[[list[bytes]], object], peer: Any, model: Any
) -> tuple[float, ...]:
    counter = batch_counter(plan, {b"stop": None}, function)
    block, *_ = counter.count(*one_evaluation([model], [peer]))
    ((row,),) = rows_of(plan, block)
    return row[:3]


_CUT = "a-b\x0e<\x08\r東京。\x0baa\n\ta東b x "


@pytest.mark.parametrize(
    ("pieces", "text", "asked"),
    [
        ("blanks", _CUT, ["a-b\x0e<\x08", "東京。", "aa", "a東b", "x"]),
        ("ideographs", _CUT, ["a-b\x0e<\x08", "東", "京", "。", "aa", "a", "b", "x"]),
        ("sentences", _CUT, ["a-b\x0e<\x08\r東京。\x0baa", "\ta東b x "]),
        # Pieces end beside ideographs, but marks stay.
        ("ideographs", "東かカナ語。2024年", ["東", "か", "カナ", "語", "。2024", "年"]),
        ("ideographs", "हैं।नहीं॥ है।", ["हैं", "।नहीं", "॥", "है", "।"]),
        ("ideographs", "か\u3099 中\ufe0f国 \u0600中 は゛", ["か\u3099", "中\ufe0f国", "\u0600中", "は゛"]),
        ("ideographs", "ぁゖ㐀䶿一鿿𠀀𪛟𪜀𮯠।॥", [*"ぁゖ㐀䶿一鿿𠀀𪛟𪜀𮯠।॥"]),  # the ends of ranges
        ("ideographs", "\udc80中国\udc80国\U0002f800", ["\udc80中", "国\udc80国\U0002f800"]),
        ("loose_blanks", "x C 1 2. 3) 4 b 5", ["x", "C", "1 2. 3) 4", "b", "5"]),
        ("loose_blanks", "abcd. B\nbcd. B\nAbcd. B\naBcd. B", ["abcd.", "B", "bcd. B", "Abcd. B", "aBcd. B"]),
        ("loose_blanks", "abCd. B\nabcD. B\ne. f\ng <h", ["abCd. B", "abcD. B", "e.", "f", "g <h"]),
        ("loose_blanks", "2" * 70 + " 3 b " + "4" * 70, ["2" * 70 + " 3", "b", "4" * 70]),
    ],
)
def test_sentences_are_cut_and_each_piece_is_asked_for_once(pieces: str, text: str, asked: list[str]) -> None:
    words = _Words()
    counter = batch_counter(_plan(pieces), {}, words)
    for _ in range(2):
        counter.count(*one_evaluation([], [text.encode(errors="surrogateescape")]))
    assert words.asked == asked


def test_plain_words_are_not_asked_for() -> None:
    words, text = _Words(), "Plain (WORDS), _not don't é 123. \udc80y " + "1" * 70 + " 2"
    whole = text.encode(errors="surrogateescape")
    assert _counts(_plan(plain_ascii=True), words, whole, "plain words 123") == (3, 9, 3)
    assert words.asked == ["_not", "don't", "é", "\udc80y", "1" * 70]


def test_plain_words_stand_anywhere() -> None:
    """Bytes are looked at 64 at a time, and a piece that stands across the end the next time."""
    for size, blank in product(range(1, 64), ("", " ")):
        words, x, y = _Words(), "x" * size, "y" * size
        assert _counts(_plan(plain_ascii=True), words, f"{blank}{x} é {y} ü", f"{blank}{x} {y}") == (2, 4, 2)
        assert words.asked == ["é", "ü"]


def test_what_the_limit_of_tokens_cuts_off_is_not_asked_for() -> None:
    words, plan = _Words(), _plan(max_tokens=2, plain_ascii=True, measures=(MeasureNumbers("sentences"),))
    counter = batch_counter(plan, {}, words)
    for text, sentences in (("é ö\nb", 1), ("é\né\nü", 2), ("ö\nö\nü", 2), ("a b\nü", 1)):
        assert memoryview(counter.count(*one_evaluation([""], [text]))[0]).cast("q")[2] == sentences
    assert words.asked == ["é", "ö"]


def test_stop_words_count_for_the_limit_of_tokens() -> None:
    text = "a stop é stop b c"
    for plain_ascii in (False, True):
        counted = [
            _counts(_plan(max_tokens=most, plain_ascii=plain_ascii), _Words(), text, "a é b c")[1]
            for most in range(1, 8)
        ]
        assert counted == [1, 1, 2, 2, 3, 4, 4]


@pytest.mark.parametrize(
    "answer",
    [
        *(None, [((b"a",), (b"a",))], (), (((b"a",), (b"a",)),) * 2, (None,), ((),), (((b"a",),),)),
        *((([b"a"], (b"a",)),), (((b"a",), ()),), ((("a",), (b"a",)),), (((b"a",), ("a",)),)),
        (((b"a",), (b"a",), ()),),
    ],
)
def test_other_answers_are_refused(answer: object) -> None:
    with pytest.raises(TypeError, match="for each piece there must be a tuple of its tokens"):
        _counts(_plan(), lambda pieces: answer, "a", "a")


@pytest.mark.parametrize("function", [(), (None,), (1,)])
def test_a_plan_with_pieces_needs_a_function(function: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"^a plan with pieces needs a function that makes their tokens$"):
        batch_counter(_plan(), {}, *function)


def test_after_an_exception_the_counter_goes_on() -> None:
    failing = True

    def function(pieces: list[bytes]) -> _Answers:
        if failing:
            raise KeyError("no tokens")
        return _Words()(pieces)

    counter = batch_counter(_plan(), {}, function)
    arguments = one_evaluation(["a é"], ["é"])
    for _ in range(3):
        with pytest.raises(KeyError, match="no tokens"):
            counter.count(*arguments)
    failing = False
    block, *_ = counter.count(*arguments)
    assert rows_of(_plan(), block)[0][0][:3] == (2, 1, 1)


@needs("posix")
def test_a_function_can_be_interrupted() -> None:
    def function(pieces: list[bytes]) -> _Answers:
        signal.raise_signal(signal.SIGINT)
        return _Words()(pieces)

    with pytest.raises(KeyboardInterrupt):
        _counts(_plan(), function, "a", "a")


def test_no_reference_is_lost_or_kept() -> None:
    token = b"".join([b"a token", b" of its own"])
    answers = (((token,), (token,)),)
    before = sys.getrefcount(token), sys.getrefcount(answers)
    for _ in range(5):
        _counts(_plan(), lambda pieces: answers, "a", "a")
    assert (sys.getrefcount(token), sys.getrefcount(answers)) == before


@pytest.mark.slow
def test_a_counter_that_its_function_holds_is_freed() -> None:
    function: Any = _Words()
    function.counter = batch_counter(_plan(), {}, function)
    gone = weakref.ref(function)
    del function
    gc.collect()
    assert gone() is None
