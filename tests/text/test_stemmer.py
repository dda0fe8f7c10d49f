"""Stems of tokens, with irregular forms; tests/kernel has the algorithm, tests/oracle asks the original."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.text.documents import Tokenizer
from rouge_cli.text.word_lists import exceptions, stop_words

from ..kernel.bodies import stem_of

pytestmark = pytest.mark.usefixtures("kernel")


def _stem(word: bytes) -> bytes:
    """Return the stem of a word by the body of the kernel that is tested."""
    return Tokenizer(exceptions=exceptions(None, print)).stem(word)


def test_stems() -> None:
    for word, stem in [
        # WordNet's exceptions come first.
        *[("best", "well"), ("was", "be"), ("comics", "comic_strip"), ("geese", "goose"), ("is", "be")],
        *[("caresses", "caress"), ("agreement", "agreem"), ("sayyed", "sayi")],
        # Tokens may hold digits and, in basic elements, any other character.
        *[("3rd", "3rd"), ("1990s", "1990"), ("abc's", "abc'"), ("as", "as"), ("", "")],
    ]:
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
    stem = stem_of(word.encode()).decode()
    assert len(stem) <= len(word)
    assert word[:2] == stem[:2] or len(word) <= 3


@pytest.mark.slow
def test_both_bodies_agree_on_all_words_of_the_lists() -> None:
    words = {*exceptions(None, print), *stop_words(None, print)}
    for word in {word + ending for word in words for ending in (b"", b"s", b"ed", b"ing", b"ly", b"ement")}:
        stem_of(word)
