"""Length limits, against definitions that are written out here."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.text.sentences import Limit, cut_bytes, cut_bytes_apart, cut_words

_TEXTS = st.lists(st.text("abc \t\n-é", max_size=12).map(str.encode), max_size=6)
_LIMITS = st.integers(1, 30)


def _original_words(sentence: bytes) -> list[bytes]:
    """A split on runs of blanks, as Perl's: leading blanks give an empty first word, trailing ones none."""
    words = re.split(rb"[ \t\n\r\f\v]+", sentence)
    while words and not words[-1]:
        del words[-1]
    return words


@given(_TEXTS, _LIMITS)
def test_a_word_limit_keeps_the_first_words(sentences: list[bytes], limit: int) -> None:
    words = [_original_words(sentence) for sentence in sentences]
    flat = [word for sentence in words for word in sentence]
    kept = cut_words(sentences, limit)
    assert b" ".join(kept).split() == b" ".join(flat[:limit]).split()
    whole = len(kept) - 1 if len(flat) >= limit else len(kept)
    assert kept[:whole] == sentences[:whole]


@pytest.mark.parametrize(
    ("sentences", "limit", "kept"),
    [
        ([b"a b c"], 2, [b"a b"]),
        ([b"a b", b"c"], 2, [b"a b"]),
        ([b"a b", b"c d"], 3, [b"a b", b"c"]),
        # Leading blanks make an empty word that counts.
        ([b" a b"], 2, [b" a"]),
        # A sentence of blanks has no words.
        ([b"  ", b"a b"], 1, [b"  ", b"a"]),
        ([b"a b"], 9, [b"a b"]),
        # A fraction cuts behind the whole number below it, but leaves a word of the sentence that is cut.
        ([b"a b c"], 2.7, [b"a b"]),
        ([b"a b", b"c d"], 2.7, [b"a b", b"c"]),
        ([b"a b"], 0.7, [b"a"]),
    ],
)
def test_word_limits(sentences: list[bytes], limit: float, kept: list[bytes]) -> None:
    assert cut_words(sentences, limit) == kept


@given(_TEXTS, _LIMITS)
def test_a_byte_limit_keeps_the_first_bytes(sentences: list[bytes], limit: int) -> None:
    kept = cut_bytes(sentences, limit)
    assert b"".join(kept) == b"".join(sentences)[:limit]
    assert all(one == other for one, other in zip(kept[:-1], sentences, strict=False))


def test_a_fraction_of_a_byte_is_not_kept() -> None:
    """A sentence of two bytes is within 2.7, and the next one is cut."""
    assert cut_bytes([b"ab", b"cd"], 2.7) == [b"ab", b""]
    assert cut_bytes_apart([b"ab", b"cd", b"efg", b"h"], 2.7) == [b"ab", b"cd", b"ef"]
    assert cut_bytes([b"ab"], 0.7) == cut_bytes_apart([b"ab"], 0.7) == [b""]


def _pairs(sentence: bytes, limit: int) -> bytes:
    """Cut between two characters that have two bytes each."""
    return sentence[: limit // 2 * 2]


@pytest.mark.parametrize(
    ("limit", "kept"),
    [
        (3, [b"aa"]),
        (4, [b"aabb"]),
        (5, [b"aabb", b""]),
        (7, [b"aabb", b"cc"]),
        (9, [b"aabb", b"ccdd", b""]),
        (20, [b"aabb", b"ccdd", b"ee"]),
    ],
)
def test_characters_stay_whole_in_the_sentence_that_is_cut(limit: int, kept: list[bytes]) -> None:
    sentences = [b"aabb", b"ccdd", b"ee"]
    of_characters = Limit(max_bytes=limit, between_characters=_pairs)
    assert of_characters.cut(sentences) == (kept, kept)
    assert of_characters.cut([]) == ([], [])


@given(_TEXTS, _LIMITS)
def test_a_byte_limit_measures_each_sentence_of_l_and_w_alone(sentences: list[bytes], limit: int) -> None:
    long = [place for place, sentence in enumerate(sentences) if len(sentence) >= limit]
    end = long[0] + 1 if long else len(sentences)
    assert cut_bytes_apart(sentences, limit) == [sentence[:limit] for sentence in sentences[:end]]
