"""Stems, as the original has them; tests/oracle compares tens of thousands more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import kernel as chosen
from rouge_cli.kernel.python.porter import stem as definition
from rouge_cli.text.documents import Tokenizer
from rouge_cli.text.word_lists import exceptions, stop_words

pytestmark = pytest.mark.usefixtures("kernel")


def _stem(word: bytes) -> bytes:
    """Return the stem of a word by the body of the kernel that is tested."""
    return Tokenizer(exceptions=exceptions(None, print)).stem(word)


def _by_algorithm(word: bytes) -> bytes:
    """Return the stem of a word that no list of exceptions knows."""
    return chosen.stem(word)


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        # WordNet's exceptions come first.
        *[("best", "well"), ("was", "be"), ("comics", "comic_strip"), ("geese", "goose")],
        # Porter's algorithm, in Martin Porter's own revision (bli, logi).
        *[("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"), ("agreed", "agre")],
        *[
            ("hopping", "hop"),
            ("falling", "fall"),
            ("hissing", "hiss"),
            ("fizzed", "fizz"),
            ("sized", "size"),
        ],
        *[
            ("happily", "happili"),
            ("relational", "relat"),
            ("possibly", "possibl"),
            ("electriciti", "electr"),
        ],
        *[("archaeology", "archaeolog"), ("generalizations", "gener"), ("adoption", "adopt")],
        *[("opinion", "opinion"), ("dependent", "depend"), ("controlling", "control")],
        # Where ROUGE differs from Porter: `yy` stays, and `ment` and `ent` go after a longer suffix.
        *[("sayyed", "sayi"), ("agreement", "agreem"), ("agreements", "agreem")],
        # Tokens may hold digits and, in basic elements, any other character.
        *[("3rd", "3rd"), ("1990s", "1990"), ("abc's", "abc'"), ("is", "be"), ("as", "as"), ("", "")],
    ],
)
def test_stems(word: str, stem: str) -> None:
    assert _stem(word.encode()) == stem.encode()


def test_bytes_outside_ascii_are_left_alone() -> None:
    """`É` must not be lowered to `é`, and bytes that are not UTF-8 must not be lost."""
    assert _stem("ÉTATS".encode("latin-1")) == "ÉTATS".encode("latin-1")
    assert _stem("états".encode()) == "état".encode()
    assert _stem(b"\xff\xfes") == b"\xff\xfe"


def test_exceptions_win() -> None:
    assert Tokenizer(exceptions={b"cats": b"Dog"}).stem(b"cats") == b"Dog"


@given(st.text("abdeilmnorstuyz", min_size=1, max_size=14))
def test_a_stem_is_not_longer_and_begins_like_its_word(word: str) -> None:
    """Suffixes go or are replaced by shorter ones; only `e` is ever appended, after `ed` or `ing` went."""
    stem = _by_algorithm(word.encode()).decode()
    assert len(stem) <= len(word)
    assert word[:2] == stem[:2] or len(word) <= 3


_ENDINGS = """
sses ies ss s eed ed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization ation ator
alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e ll yy zz
"""
_ANY_WORD = st.one_of(
    st.binary(max_size=12),
    st.text("aeiouybcdlmnstz", max_size=14).map(str.encode),
    st.builds(
        lambda start, endings: "".join([start, *endings]).encode(),
        st.text("aeiouybcdfglmnprstvwxz", max_size=5),
        st.lists(st.sampled_from(_ENDINGS.split()), max_size=4),
    ),
)


compiled = pytest.mark.parametrize("kernel", ["compiled"], indirect=True, scope="module")


@pytest.mark.slow
@compiled
@settings(max_examples=2000, deadline=None)
@given(_ANY_WORD)
def test_the_compiled_body_stems_as_its_definition(kernel: str, word: bytes) -> None:
    assert _by_algorithm(word) == definition(word)


@pytest.mark.slow
@compiled
def test_the_compiled_body_stems_all_words_of_the_lists_as_its_definition(kernel: str) -> None:
    words = {*exceptions(None, print), *stop_words(None, print)}
    words |= {word + ending.encode() for word in words for ending in ("", "s", "ed", "ing", "ly", "ement")}
    assert [word for word in sorted(words) if _by_algorithm(word) != definition(word)] == []
