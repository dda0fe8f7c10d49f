"""NLTK's stemmer in its default mode, in both bodies: the definition is NLTK itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .bodies import compiled, needs_compiled, stem_of

_MANY = settings(max_examples=10 * settings().max_examples)


def _stem(word: str) -> str:
    return stem_of(word.encode(), "porter-nltk").decode()


def test_words() -> None:
    for words, stem in [
        # Irregular forms.
        ("skies sky", "sky"),
        ("dying", "die"),
        ("lying", "lie"),
        ("tying", "tie"),
        ("news", "news"),
        ("inning innings", "inning"),
        ("outing outings", "outing"),
        ("canning cannings", "canning"),
        ("howe", "howe"),
        ("proceed", "proceed"),
        ("exceed", "exceed"),
        ("succeed", "succeed"),
        # Steps 1a to 1c.
        ("dies died", "die"),
        ("ties tied", "tie"),
        ("spied spies", "spi"),
        ("flies fly", "fli"),
        ("enjoy", "enjoy"),
        ("days", "day"),
        ("flyyed", "fli"),
        # Step 2.
        ("additionally", "addit"),
        ("geology", "geolog"),
        ("hopefulli hopefully", "hope"),
        # A short vowel and a consonant.
        ("aged", "age"),
        ("axes", "axe"),
        ("owed", "owe"),
        # Step 4 tries one suffix alone.
        ("agreement", "agreement"),
        ("adoption", "adopt"),
        ("opinion", "opinion"),
        ("1980s", "1980"),
        ("2000th", "2000th"),
    ]:
        assert {_stem(word) for word in words.split()} == {stem}


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
