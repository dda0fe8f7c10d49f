"""Every choice of a run is checked once, before anything is read."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import OptionError, Options, RougeError
from rouge_cli.options import BE_MODES, RealAsTyped, WholeAsTyped


@pytest.mark.parametrize(
    ("choices", "flag"),
    [
        ({"max_ngram": -1}, "-n"),
        ({"weight": 0}, "-w"),
        ({"weight": -1.2}, "-w"),
        ({"weight": nan}, "-w"),
        ({"word_limit": -1}, "-l"),
        ({"byte_limit": -1}, "-b"),
        ({"alpha": -0.01}, "-p"),
        ({"alpha": 1.01}, "-p"),
        ({"alpha": nan}, "-p"),
        ({"counting": 3}, "-t"),
        ({"counting": -1}, "-t"),
        ({"confidence": -0.1}, "-c"),
        ({"confidence": 100.1}, "-c"),
        ({"confidence": nan}, "-c"),
        ({"confidence": inf}, "-c"),
        ({"resamples": 0}, "-r"),
        ({"basic_elements": "X"}, "-3"),
        ({"basic_elements": ""}, "-3"),
        ({"basic_elements": "hm"}, "-3"),
        ({"word_limit": 1, "byte_limit": 1}, "-b"),
        ({"stem": True, "stem_models": True}, "-M"),
    ],
)
def test_a_wrong_choice_is_refused_and_its_flag_named(choices: dict[str, Any], flag: str) -> None:
    with pytest.raises(OptionError, match=f"\\({flag}\\)"):
        Options(**choices)


@pytest.mark.parametrize(
    "choices",
    [
        {"weight": 1e-9},
        {"skip_gap": -1},
        {"alpha": 0},
        {"alpha": 1},
        {"confidence": 0},
        {"confidence": 100},
        {"resamples": 1},
        {"word_limit": 1, "byte_limit": 0},
        {"word_limit": 0, "byte_limit": 1},
        *({"basic_elements": mode} for mode in BE_MODES),
        *({"counting": counting} for counting in (0, 1, 2)),
    ],
)
def test_the_ends_of_a_range_belong_to_it(choices: dict[str, Any]) -> None:
    options = Options(**choices)
    assert {name: getattr(options, name) for name in choices} == choices


def test_defaults_are_those_of_the_original() -> None:
    off = ("skip_unigrams", "skip_both", "stem", "stem_models", "remove_stop_words", "best_model")
    assert asdict(Options()) == {
        **dict.fromkeys(off, False),
        **dict.fromkeys(("weight", "skip_gap", "basic_elements", "data"), None),
        **dict.fromkeys(("max_ngram", "word_limit", "byte_limit", "counting"), 0),
        "rouge_l": True,
        "alpha": 0.5,
        "confidence": 95,
        "resamples": 1000,
    }


def test_options_are_immutable_and_hashable() -> None:
    options = Options(max_ngram=2)
    with pytest.raises(FrozenInstanceError):
        options.max_ngram = 3  # type: ignore[misc]
    assert len({options, Options(max_ngram=2), Options(max_ngram=3)}) == 2


def test_callers_may_catch_what_they_expect() -> None:
    """A wrong value is a `ValueError` to who knows Python, and a `RougeError` to who knows rouge_cli."""
    assert issubclass(OptionError, ValueError)
    assert issubclass(OptionError, RougeError)


@pytest.mark.parametrize("typed", ["0", "4", "04", "+4", "-1", "-0", "007"])
def test_a_whole_number_prints_as_typed(typed: str) -> None:
    """The report names ROUGE-S04 after `-2 04`."""
    number = WholeAsTyped(typed)
    assert (number, str(number)) == (int(typed), typed)


@pytest.mark.parametrize("typed", ["1.2", "1.20", ".5", "5.", "1e-1", "+1.2", "-1", "095", "1E2"])
def test_a_real_number_prints_as_typed(typed: str) -> None:
    """The report names ROUGE-W-1.20 after `-w 1.20`."""
    number = RealAsTyped(typed)
    assert (number, str(number)) == (float(typed), typed)


@pytest.mark.parametrize(
    "typed", ["", " ", "x", "1.5", "1e-3", "--1", " 1", "1 ", "1_000", "٣", "0x1", "1\n", "½"]
)
def test_what_is_no_whole_number_is_refused(typed: str) -> None:
    with pytest.raises(OptionError, match="not a whole number"):
        WholeAsTyped(typed)


@pytest.mark.parametrize(
    "typed", ["", ".", "x", "nan", "inf", "1,2", "1.2.3", "e5", "1e", "1_0.0", " 1.2", "1.2\n", "١.٢"]
)
def test_what_is_no_number_is_refused(typed: str) -> None:
    """Python reads `nan`, `inf` and `1_0` as numbers; a command line should not."""
    with pytest.raises(OptionError, match="not a number"):
        RealAsTyped(typed)


@pytest.mark.parametrize(("typed", "value"), [("1e3", 1000), ("10.0", 10), ("5.", 5), ("-1E0", -1)])
def test_a_whole_number_may_be_typed_as_a_real_one(typed: str, value: int) -> None:
    number = WholeAsTyped(typed)
    assert (int(number), str(number)) == (value, typed)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_ngram", 1.5),
        ("max_ngram", "2"),
        ("resamples", 10.0),
        ("weight", "1.2"),
        ("skip_gap", 1.5),
        ("alpha", None),
    ],
)
def test_a_choice_of_the_wrong_type_is_refused(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name):
        Options(**{name: value})  # type: ignore[arg-type]


def test_a_whole_number_of_five_thousand_digits_is_refused() -> None:
    """Python converts no more than 4300 digits and raises an error of its own."""
    assert WholeAsTyped("9" * 15) == 10**15 - 1
    with pytest.raises(OptionError, match="whole number"):
        WholeAsTyped("9" * 5000)


@pytest.mark.parametrize("number", [WholeAsTyped("04"), RealAsTyped("1.20")])
def test_copies_print_as_typed(number: WholeAsTyped | RealAsTyped) -> None:
    """Reports may go to other processes."""
    for twin in (copy.deepcopy(number), pickle.loads(pickle.dumps(number))):
        assert (twin, str(twin)) == (number, number.typed)


@given(st.integers(-(10**9), 10**9), st.sampled_from(["", "0", "000"]))
def test_leading_zeros_do_not_change_a_whole_number(number: int, zeros: str) -> None:
    sign = "-" if number < 0 else ""
    assert WholeAsTyped(f"{sign}{zeros}{abs(number)}") == number
