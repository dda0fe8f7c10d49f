"""NLTK's stemmer in its default mode, in both bodies: the definition is NLTK itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .bodies import compiled, needs_compiled, stem_of

_MANY = settings(max_examples=10 * settings().max_examples)


def _stem(word: str) -> str:
    return stem_of(word.encode(), "porter-nltk").decode()


_IRREGULAR = """sky:skies,sky die:dying lie:lying tie:tying news:news inning:inning,innings
outing:outing,outings canning:canning,cannings howe:howe proceed:proceed exceed:exceed succeed:succeed"""
_STEP_1 = "die:dies,died tie:ties,tied spi:spied,spies fli:flies,flyyed enjoy:enjoy day:days"
_STEP_2 = "addit:additionally geolog:geology hope:hopefulli,hopefully"
_SHORT = "age:aged axe:axes owe:owed"
_STEP_4 = "agreement:agreement adopt:adoption opinion:opinion 1980:1980s 2000th:2000th"  # One suffix alone.


@pytest.mark.parametrize("words", [_IRREGULAR, _STEP_1, _STEP_2, _SHORT, _STEP_4])
def test_words(words: str) -> None:
    for stem, _, spelt in (one.partition(":") for one in words.split()):
        assert {_stem(word) for word in spelt.split(",")} == {stem}


def test_irregular_forms_are_whole_words() -> None:
    assert (_stem("agnews"), _stem("newss"), _stem("innings2")) == ("agnew", "newss", "innings2")


@_MANY
@given(st.text("abdeilmnorstuyz", min_size=1, max_size=14))
def test_both_bodies_agree(word: str) -> None:
    _stem(word)


_PARTS = """
b tr at oy yy l s sses ies ied eed ed ing al alli ational ement ment ent ion sion tion ll e y ous ive fulli
logi ology ically sky dying news
"""


@_MANY
@given(st.lists(st.sampled_from(_PARTS.split()), min_size=1, max_size=5).map("".join))
def test_both_bodies_agree_on_chains_of_suffixes(word: str) -> None:
    _stem(word)


@needs_compiled
@pytest.mark.parametrize(
    ("first", "letter", "last", "stem"),
    [("a", "x", "ied", "i"), ("", "x", "ally", "alli"), ("a", "x", "alli", "al"), ("", "x", "logi", "logi")],
)
def test_words_of_any_length(first: str, letter: str, last: str, stem: str) -> None:
    for size in [63, 64, 65, 128, (1 << 20) + 7]:
        repeated = letter * (size - len(first) - len(last))
        assert compiled.stem(f"{first}{repeated}{last}".encode(), True) == f"{first}{repeated}{stem}".encode()
