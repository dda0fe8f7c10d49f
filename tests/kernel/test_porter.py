"""Porter's stemmer with the changes of ROUGE-1.5.5, and NLTK's in its default mode, in both bodies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .bodies import compiled, needs_compiled, stem_of

STORED = [pair.split(":") for pair in Path(__file__).with_name("stems.txt").read_text().split()]
"""Words and what ROUGE-1.5.5 stems them to; tests/oracle/test_stems.py asks the original."""
_MANY = settings(max_examples=10 * settings().max_examples)
"""Ten times as many examples as the profile in use has."""


def test_stems_are_those_of_the_original() -> None:
    assert len(STORED) == 704
    assert not [(word, stem) for word, stem in STORED if stem_of(word.encode()) != stem.encode()]


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        # ROUGE-1.5.5 quirk: a final `yy` stays double. Porter undoubles it like any other pair, to `say`.
        *(("sayyed sayying", "sayi"), ("hopping", "hop"), ("flyy", "flyi")),
        # ROUGE-1.5.5 quirk: step 4 has three rounds. Porter leaves `agreement`.
        *(("agreement agreements", "agreem"), ("adoption", "adopt"), ("opinion", "opinion")),
    ],
)
def test_quirks(words: str, stem: str) -> None:
    assert {stem_of(word.encode()) for word in words.split()} == {stem.encode()}


_SUFFIXES = """
b tr at oy yy l s sses ies ied eed ed ing al alli ational ement ment ent ion sion tion ll e y ous ive fulli
logi ology ically sky dying news
"""
_CHAINS = st.lists(st.sampled_from(_SUFFIXES.split()), min_size=1, max_size=5).map("".join)
_LETTERS = st.text("abdeilmnorstuyz", min_size=1, max_size=14)


@_MANY
@given(st.binary(max_size=12) | _LETTERS.map(str.encode))
def test_both_bodies_agree(word: bytes) -> None:
    stem_of(word)


@_MANY
@given(_CHAINS)
def test_both_bodies_agree_on_chains_of_suffixes(word: str) -> None:
    stem_of(word.encode())


def _stem(word: str) -> str:
    return stem_of(word.encode(), "porter-nltk").decode()


# Irregular forms; steps 1a to 1c; step 2; a short vowel and a consonant; step 4 tries one suffix alone.
_STEMS_OF_NLTK = """
skies:sky sky:sky dying:die lying:lie tying:tie news:news inning:inning innings:inning outing:outing
outings:outing canning:canning cannings:canning howe:howe proceed:proceed exceed:exceed succeed:succeed
dies:die died:die ties:tie tied:tie spied:spi spies:spi flies:fli fly:fli enjoy:enjoy days:day flyyed:fli
additionally:addit geology:geolog hopefulli:hope hopefully:hope
aged:age axes:axe owed:owe
agreement:agreement adoption:adopt opinion:opinion 1980s:1980 2000th:2000th
"""


def test_words_of_nltk() -> None:
    for pair in _STEMS_OF_NLTK.split():
        word, stem = pair.split(":")
        assert _stem(word) == stem


def test_irregular_forms_of_nltk_are_whole_words() -> None:
    assert (_stem("agnews"), _stem("newss"), _stem("innings2")) == ("agnew", "newss", "innings2")


@_MANY
@given(_LETTERS)
def test_both_bodies_agree_in_nltks_mode(word: str) -> None:
    _stem(word)


@_MANY
@given(_CHAINS)
def test_both_bodies_agree_on_chains_of_suffixes_in_nltks_mode(word: str) -> None:
    _stem(word)


@needs_compiled
@pytest.mark.parametrize(
    ("first", "letter", "last", "stem"),
    [("a", "x", "ied", "i"), ("", "x", "ally", "alli"), ("a", "x", "alli", "al"), ("", "x", "logi", "logi")],
)
def test_words_of_any_length_in_nltks_mode(first: str, letter: str, last: str, stem: str) -> None:
    for size in [63, 64, 65, 128, (1 << 20) + 7]:
        repeated = letter * (size - len(first) - len(last))
        assert compiled.stem(f"{first}{repeated}{last}".encode(), True) == f"{first}{repeated}{stem}".encode()
