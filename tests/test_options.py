"""Every choice of a run is checked once, before anything is read."""

from __future__ import annotations

import copy
import math
import os
import pickle
import re
from dataclasses import FrozenInstanceError, asdict, fields, replace
from itertools import product
from math import inf, nan
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

import pytest

from rouge_cli import InputError, OptionError, Options, RougeError
from rouge_cli.numbers import NaturalAsTyped, RealAsTyped, WholeAsTyped
from rouge_cli.options import jobs_of
from rouge_cli.rouges import PROFILES, ROUGES

from .support.tables import table

_SWITCHES = [
    *("rouge_l", "skip_unigrams", "skip_both", "mead", "stem", "stem_models"),
    *("remove_stop_words", "best_model", "split_sentences", "split_summaries", "jackknife"),
]
_TAKEN: dict[str, tuple[tuple[str, ...] | list[str], tuple[Any, ...]]] = {
    f"{', '.join(PROFILES[:-1])} or {PROFILES[-1]}": (("profile",), (None, "rouge-2")),
    "True or False": (_SWITCHES, ("no", 1)),
    "a whole number": (("skip_gap",), (1.5, "2", False)),
    "a whole number from 0 to 10000": (("max_ngram",), (1.5, "2", 10.0, None, True, -1, 10_001)),
    "a whole number from 0 to 4294967295": (("seed",), (1.5, "2", False, -1, 2**32)),
    "0, 1 or 2": (("counting",), (1.5, "2", None, True, 3, -1)),
    "a number above 0 and finite": (
        ("weight", "paper_weight"), ("1.2", True, [1], 0, -1.2, nan, inf, 10**400)
    ),
    "a number from 0 (no limit) to 1e308": (
        ("word_limit", "byte_limit"), (None, "0.5", True, -1, -0.5, inf, nan, 10**400)
    ),
    "a number from 0 to 1": (("alpha",), (None, "x" * 10_000, True, -0.01, 1.01, nan)),
    "a number from 0 to 100": (("confidence",), (None, "0.5", -0.1, 100.1, nan, inf)),
    "a number from 1 to 4294967295": (("resamples",), (None, "0.5", True, 0, 2**32)),
    "a number from 0 on and finite, or ratio": (("beta",), (True, [1], -0.1, nan, inf, "2", "Ratio")),
    "a tuple of names": (("types",), ("rouge1",)),
    "best or avg": (("accumulate",), (1, "mean")),
    "sets or all": (("counts",), (True, "some")),
    "median or plain": (("mean",), (None, "mean")),
    "H, HM, HMR, HM1, HMR1 or HMR2": (("basic_elements",), (1, "X", "", "hm")),
    "wordnet or none": (("exceptions",), (True, "porter")),
    "names": (("about", "geometric_mean"), (1,)),
    "averages or evaluations": (("geometric_of",), (None, "each")),
    "types, tokens or presumm": (("about_count",), (None, "all")),
    "summaries or pooled": (("about_mean",), (0, "mean")),
    "skip, zero or refuse": (("missing",), (0, "none")),
    "the path of a directory": (("data",), (b"lists", "")),
    "a name or MODULE:FUNCTION": (("tokenizer", "stemmer"), (("unicode",), True, "", len)),
    "smart, the path of a file or the code of a language": (("stop_words",), (["the"], "")),
    "the code of a language": (("language",), (1, "")),
}  # fmt: skip
"""By what is wanted, names of options and wrong values of each."""
_REFUSED: list[tuple[str, dict[str, Any]]] = [
    *((f"`{name}` must be {wanted}, not {shortened(value)}", {name: value})
      for wanted, (names, values) in _TAKEN.items() for name, value in product(names, values)),
    ("`alpha` must be a number from 0 to 1, not 2", {"alpha": RealAsTyped("2")}),
    (f"`alpha` must be a number from 0 to 1, not {'9' * 60}", {"alpha": RealAsTyped("9" * 99)}),
    ("`types` must be of rouge1 … rouge9, rougeL and rougeLsum, not None",
     {"profile": "rouge-score", "types": [None]}),
    *table(__file__, "refused"),
]  # fmt: skip
"""Messages, and choices that are refused with them."""


@pytest.mark.parametrize(("message", "choices"), _REFUSED)
def test_wrong_choices_are_refused_by_name(message: str, choices: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as error:
        Options(**choices)
    assert str(error.value) == message


def test_the_ends_of_a_range_belong_to_it() -> None:
    for name, values in table(__file__, "ends").items():
        for value in values:
            assert getattr(Options(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("beta", "alpha"), [(0, 1), (1, 0.5), (2, 0.2), (RealAsTyped("3"), 0.1), (1.7976931348623157e308, 0)]
)
def test_beta_weighs_recall(beta: float, alpha: float) -> None:
    """Precision has the weight 1/(1+β²): at 0 F is precision, at infinity it would be recall."""
    options = Options(beta=beta)
    assert (options.beta, options.alpha) == (beta, alpha)
    assert replace(options, max_ngram=2).alpha == alpha
    assert Options(alpha=alpha, beta=beta) == options


def test_defaults_are_those_of_the_original() -> None:
    off = ("skip_unigrams", "skip_both", "mead", "stem", "stem_models", "remove_stop_words", "best_model")
    none = ("weight", "paper_weight", "skip_gap", "basic_elements", "beta", "data", "exceptions", "tokenizer")
    assert asdict(Options()) == {
        **dict.fromkeys((*off, "jackknife", "split_sentences", "split_summaries"), False),
        **dict.fromkeys((*none, "stemmer", "stop_words", "language", "accumulate", "counts", "seed"), None),
        **dict.fromkeys(("max_ngram", "word_limit", "byte_limit", "counting"), 0),
        **dict.fromkeys(("types", "about"), ()),
        "profile": "rouge-1.5.5",
        "rouge_l": True,
        "alpha": 0.5,
        "confidence": 95,
        "resamples": 1000,
        "mean": "median",
        "geometric_mean": (),
        "geometric_of": "averages",
        "about_count": "types",
        "about_mean": "summaries",
        "missing": "skip",
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
    assert issubclass(InputError, RougeError)


def test_numbers_are_read_as_perl_reads_them_and_print_as_typed() -> None:
    """The report names ROUGE-S04 after `-2 04`, and ROUGE-W-1.20 after `-w 1.20`."""
    for typed, number in table(__file__, "as_perl").items():
        real, whole = RealAsTyped(typed), WholeAsTyped(typed)
        assert (typed, real, whole) == (typed, number, math.floor(number))
        assert (str(real), str(whole)) == (typed, typed)


def test_what_perl_misreads_is_known() -> None:
    for typed, as_whole, as_real in [
        *((typed, False, False) for typed in ("4", " 4\n", "+04")),
        ("2.7", True, False),
        *((typed, True, True) for typed in ("2x", "1_000", "0x10", "4 -m", "95%")),
    ]:
        assert (WholeAsTyped(typed).is_misread, RealAsTyped(typed).is_misread) == (as_whole, as_real)


def test_natural_numbers_are_0_where_what_was_typed_is_negative() -> None:
    for typed in ("-1", "-0.5", "-2x"):
        number = NaturalAsTyped(typed)
        assert (number, str(number), number.is_misread) == (0, typed, True)
        assert pickle.loads(pickle.dumps(number)) == 0


def test_what_perl_takes_for_infinity_or_no_number_is_refused() -> None:
    for typed in ["nan", "inf", " -Infinity", "information", "+NaN", "1.#INF", "1#IND"]:
        with pytest.raises(OptionError, match="not a whole number"):
            WholeAsTyped(typed)
        with pytest.raises(OptionError, match="not a number"):
            RealAsTyped(typed)


def test_every_option_refuses_something() -> None:
    assert {name for names, _ in _TAKEN.values() for name in names} == {
        field.name for field in fields(Options)
    }


def test_paths_become_strings() -> None:
    options = Options(data=Path("some") / "where")  # type: ignore[arg-type]
    assert options == Options(data=os.path.join("some", "where"))
    assert isinstance(options.data, str)
    assert Options(stop_words=Path("words.txt")).stop_words == "words.txt"  # type: ignore[arg-type]


@pytest.mark.parametrize("choices", table(__file__, "agreeing"))
def test_choices_of_languages_that_agree_are_taken(choices: Any) -> None:
    assert not Options(**choices).is_plain


def test_equal_numbers_are_equal_options_however_they_were_typed() -> None:
    """They print differently, so the report differs in its names alone."""
    one, other = (Options(weight=RealAsTyped(typed)) for typed in ("1.2", "1.20"))
    assert (one, hash(one)) == (other, hash(other))
    assert one == Options(weight=1.2)
    assert [str(one.weight), str(other.weight)] == ["1.2", "1.20"]


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


def test_no_jobs_are_as_many_as_there_are_processors() -> None:
    for jobs, threads in ((1, 1), (2, 2), (100_000, 100_000), (0, os.cpu_count()), (WholeAsTyped("02"), 2)):
        assert jobs_of(jobs) == threads


def test_jobs_are_a_whole_number_from_0_on() -> None:
    for jobs, shown in [(-1, "-1"), (True, "True"), (1.0, "1.0"), ("2", "'2'"), (None, "None")]:
        with pytest.raises(OptionError) as error:
            jobs_of(jobs)
        assert str(error.value) == f"`jobs` must be a whole number from 0 on, not {shown}"


_OF_ROUGE_SCORE = "rouge-1.5.5 or rouge-score or evaluate or torchmetrics"
_ALL_WITH_STEMS = f"{_OF_ROUGE_SCORE} or xlsum"
_OF_SOME = {
    "stem": (True, f"{_ALL_WITH_STEMS} or py-rouge"),
    "language": ("en", _ALL_WITH_STEMS),
    "types": ((), " or ".join(PROFILES[1:])),
    "counts": ("all", "rouge or rouge-chinese"),
    "split_summaries": (True, "rouge-score"),
    "seed": (0, "rouge-score or evaluate or xlsum"),
    "mean": ("plain", "rouge-score or evaluate or xlsum"),
    "accumulate": ("best", "torchmetrics"),
    "confidence": (RealAsTyped("95"), "rouge-1.5.5 or rouge-score or xlsum"),
    "resamples": (10, "rouge-1.5.5 or rouge-score or xlsum"),
    **dict.fromkeys(
        ["tokenizer", "stemmer"], ("none", f"{_OF_ROUGE_SCORE} or coco or rouge-metric or ignite")
    ),
    "split_sentences": (True, f"{_OF_ROUGE_SCORE} or coco or rouge-metric or ignite"),
    "weight": (1.2, "rouge-1.5.5 or py-rouge or rouge-metric"),
    "skip_gap": (4, "rouge-1.5.5 or rouge-metric"),
    **dict.fromkeys(("skip_unigrams", "skip_both"), (True, "rouge-1.5.5 or rouge-metric")),
    **dict.fromkeys(("word_limit", "byte_limit"), (1, "rouge-1.5.5 or py-rouge")),
    "best_model": (True, "rouge-1.5.5 or py-rouge or rouge-metric or ignite"),
    "alpha": (RealAsTyped("0.5"), "rouge-1.5.5 or py-rouge or rouge-metric or ignite"),
    "beta": (0.9, "rouge-1.5.5 or coco"),
    **{
        name: (value, "rouge-1.5.5")
        for name, value in {
            "paper_weight": 1.2,
            **dict.fromkeys(("mead", "jackknife", "stem_models", "remove_stop_words"), True),
            "counting": 1,
            "basic_elements": "HM",
            "stop_words": "smart",
            "data": "lists",
            "exceptions": "none",
        }.items()
    },
}
"""By option, a value and the profiles that have it; all have the others."""


def test_a_profile_refuses_what_it_does_not_have() -> None:
    for name in _OF_SOME:
        value, having = _OF_SOME[name]
        for profile in PROFILES:
            if name == "types":
                value = tuple(ROUGES[profile].types)[:1] or ("rouge1",)
            choices: Any = {"profile": profile, name: value}
            if profile in having.split(" or "):
                assert getattr(Options(**choices), name) == value
                continue
            with pytest.raises(OptionError) as error:
                Options(**choices)
            complaint = f"`profile` {profile} has no `{name}`, which goes with {having}; drop it"
            assert str(error.value) == complaint


def test_every_option_is_of_some_profiles_or_of_all() -> None:
    of_all = {"profile", "max_ngram", "rouge_l", "about", "about_count", "about_mean", "missing"}
    of_all |= {"geometric_mean", "geometric_of"}
    assert {field.name for field in fields(Options)} == of_all | _OF_SOME.keys()


def test_a_list_of_types_becomes_a_tuple() -> None:
    assert Options(profile="evaluate", types=["rougeL"]).types == ("rougeL",)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "message"), table(__file__, "unknown"))
def test_an_unknown_name_is_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        Options(**{name: 2})  # type: ignore[arg-type]


def test_options_are_named() -> None:
    with pytest.raises(TypeError, match="positional"):
        Options("evaluate")  # type: ignore[misc]
