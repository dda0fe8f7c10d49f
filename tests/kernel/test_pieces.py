"""Plans with pieces: the question for their tokens, and answers that are none."""

from __future__ import annotations

import gc
import signal
import sys
import weakref
from collections.abc import Callable
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
        self.asked += map(bytes.decode, pieces)
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


@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        ("blanks", ["a-b", "東京。", "aa", "a東b", "x"]),
        ("ideographs", ["a-b", "東", "京", "。", "aa", "a", "b", "x"]),
        ("sentences", ["a-b 東京。 aa", " a東b", "x "]),
    ],
)
def test_sentences_are_cut_and_each_piece_is_asked_for_once(pieces: str, asked: list[str]) -> None:
    words = _Words()
    counter = batch_counter(_plan(pieces), {}, words)
    for _ in range(2):
        counter.count(*one_evaluation(["a-b 東京。 aa\n a東b"], ["x "]))
    assert words.asked == asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("東かカナ語。2024年", ["東", "か", "カナ", "語", "。2024", "年"]),
        ("हैं।नहीं॥ है।", ["हैं", "।नहीं", "॥", "है", "।"]),
        ("か\u3099 中\ufe0f国 \u0600中 は゛", ["か\u3099", "中\ufe0f国", "\u0600中", "は゛"]),
        ("𠀀𠀁a", ["𠀀", "𠀁", "a"]),
    ],
)
def test_pieces_end_beside_ideographs_but_marks_stay(text: str, asked: list[str]) -> None:
    words = _Words()
    _counts(_plan("ideographs"), words, text, "")
    assert words.asked == asked


def test_plain_words_are_not_asked_for() -> None:
    words, text = _Words(), "Plain (WORDS), _not don't é 123. " + "x" * 70
    assert _counts(_plan(plain_ascii=True), words, text, "plain words 123") == (3, 7, 3)
    assert words.asked == ["_not", "don't", "é", "x" * 70]


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
    ],
)
def test_other_answers_are_refused(answer: object) -> None:
    with pytest.raises(TypeError, match="for each piece there must be a tuple of its tokens"):
        _counts(_plan(), lambda pieces: answer, "a", "a")


@pytest.mark.parametrize("function", [(), (None,), (1,)])
def test_a_plan_with_pieces_needs_a_function(function: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"^a plan with pieces needs a function that makes their tokens$"):
        batch_counter(_plan(), {}, *function)


@pytest.mark.parametrize(
    ("fields", "message"),
    [({"pieces": 9}, "^no choice has this number$"), ({"max_tokens": -1}, "^a limit must be 0 or more$")],
)
def test_other_plans_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch_counter(_plan(**fields), {}, _Words())


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
