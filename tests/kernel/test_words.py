"""Vocabularies: texts to tokens, their numbers and names, stop words and exceptions."""

from __future__ import annotations

import ctypes
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ..support.needs import needs
from . import hashes
from .bodies import BODIES, Vocabularies, compiled


def test_tokens_are_runs_of_ascii_letters_and_digits() -> None:
    vocabulary = Vocabularies()
    assert vocabulary.tokens([b"The cat, the 2nd-CAT.", b"", b" cat"], False) == (
        [0, 1, 0, 2, 1, 1],
        [5, 5, 6],
    )
    assert vocabulary.words([b"The cat, the 2nd-CAT."], False) == [[b"the", b"cat", b"the", b"2nd", b"cat"]]
    assert vocabulary.words(["müssen ÀZ".encode()], False) == [[b"m", b"ssen", b"z"]]


def test_every_byte_is_a_letter_a_digit_or_separates() -> None:
    for byte in range(256):
        single = bytes([byte])
        expected = [[b"a" + single.lower() + b"b"]] if re.match(rb"[A-Za-z0-9]", single) else [[b"a", b"b"]]
        assert Vocabularies().words([b"a" + single + b"b"], False) == expected


@given(st.lists(st.text("aAbB1 \t\0-é", max_size=40).map(str.encode), max_size=6))
def test_any_text(sentences: list[bytes]) -> None:
    expected = [re.findall(rb"[a-z0-9]+", sentence.lower()) for sentence in sentences]
    assert Vocabularies().words(sentences, False) == expected


def test_stems_are_of_words_of_four_letters_and_more() -> None:
    text = [b"dogs cats was happily ties tied"]
    assert Vocabularies().words(text, True) == [[b"dog", b"cat", b"was", b"happili", b"ti", b"ti"]]
    assert Vocabularies().words([b"ads mas"], True) == [[b"ads", b"mas"]]
    assert Vocabularies().words(text, False) == [text[0].split()]


def test_a_stem_is_the_number_of_its_word() -> None:
    vocabulary = Vocabularies()
    assert vocabulary.tokens([b"walk walked walking walks walked"], True) == ([0] * 5, [5])
    assert vocabulary.tokens([b"walk"], False) == ([0], [1])


def test_stop_words_are_left_out_before_stemming() -> None:
    vocabulary = Vocabularies([b"the", b"walk"])
    assert vocabulary.words([b"the walk walks The"], True) == [[b"walk"]]
    assert vocabulary.words([b"the walk walks The"], False) == [[b"walks"]]


def test_exceptions_replace_the_algorithm() -> None:
    vocabulary = Vocabularies((), {b"axes": b"axis", b"was": b"be", b"mice": b"Mouse"})
    assert vocabulary.words([b"axes was mice"], True) == [[b"axis", b"was", b"Mouse"]]
    assert vocabulary.stem(b"was") == b"be"
    assert vocabulary.stem(b"axis") == b"axi"


def test_no_exceptions() -> None:
    assert Vocabularies((), None).stem(b"cats") == b"cat"
    assert Vocabularies((), {}).stem(b"cats") == b"cat"


def test_numbers_and_names() -> None:
    vocabulary = Vocabularies()
    words = [b"", b"a", b"A b", b"\0", b"\0\0", bytes(range(256)), b"x" * 18, b"x" * 19, b"x" * 20, b"y" * 70]
    for number, word in enumerate(words):
        assert vocabulary.number(word) == number
    for number, word in enumerate(words):
        assert (vocabulary.number(word), vocabulary.name(number)) == (number, word)


def test_many_words() -> None:
    """So many that the table is laid out anew several times."""
    vocabulary = Vocabularies()
    words = [b"%dw%d" % (number, number * number) for number in range(5000)]
    assert vocabulary.tokens([b" ".join(words)], False)[0] == list(range(5000))
    assert [vocabulary.name(number) for number in range(5000)] == words


@needs("sanitized")
def test_hashes_are_those_of_the_compiled_body() -> None:
    """If they are no longer, other words of equal hash must be searched for."""
    library = ctypes.CDLL(compiled.__file__)
    function = library.hash_bytes
    function.restype = ctypes.c_uint64
    function.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t]
    for word in [b"", b"a", b"\0", *map(max, hashes.PAIRS), *hashes.words_of_equal_hash(4)]:
        assert function(hashes.START, word, 0, len(word)) % 2**32 == hashes.hash_of(word)


@pytest.mark.parametrize(("word", "other"), hashes.PAIRS)
def test_words_of_equal_hash(word: bytes, other: bytes) -> None:
    """Short words are told apart by their first bytes; of long ones, which begin alike, all are compared."""
    _assert_different(word, other)


@pytest.mark.parametrize("word", [b"", b"a", b"x" * 14, b"x" * 16, b"x" * 17, b"y" * 50])
def test_words_that_zeros_follow(word: bytes) -> None:
    """Only their lengths tell them apart, because the hash fills up the last eight bytes with zeros."""
    _assert_different(word + b"\0", word + b"\0\0")


def _assert_different(word: bytes, other: bytes) -> None:
    if word:
        assert hashes.hash_of(word) == hashes.hash_of(other)
    for first, second in ((word, other), (other, word)):
        vocabulary = Vocabularies()
        assert (vocabulary.number(first), vocabulary.number(second)) == (0, 1)
        assert (vocabulary.number(second), vocabulary.number(first)) == (1, 0)
        assert (vocabulary.name(0), vocabulary.name(1)) == (first, second)


def test_many_words_of_equal_hash() -> None:
    words = hashes.words_of_equal_hash(500)
    vocabulary = Vocabularies()
    assert vocabulary.tokens([b" ".join(words * 2)], False)[0] == [*range(500)] * 2


# Words are looked up several at a time, but those that fill a block of the text are read on their own.
_SIZES_OF_WORDS = [7, 8, 9, 15, 16, 17, 18, 19, 47, 48, 49, 63, 64, 65, 127, 128, 129, 192, 300]
_SIZES_OF_WORDS += [4095, 4096, 4097, 8192, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (3 << 20) + 7]
# A beginning, a repeated letter, an end, and what is left of both: the beginning decides about the end.
_STEMS_OF_LONG_WORDS = [
    (b"", b"x", b"ed", b"", b"ed"),  # no vowel
    (b"a", b"x", b"edi", b"a", b"edi"),
    (b"a", b"x", b"abed", b"a", b"ab"),
    (b"y", b"x", b"ing", b"y", b"ing"),
    (b"xy", b"x", b"bing", b"xy", b"b"),
    (b"ab", b"x", b"ement", b"ab", b"em"),
    (b"abab", b"x", b"ements", b"abab", b""),
    (b"", b"e", b"ational", b"", b"ation"),
    (b"", b"a", b"bement", b"", b"bem"),
    (b"ab", b"a", b"bement", b"ab", b"b"),
    (b"2", b"0", b"ies", b"2", b"i"),
]


@pytest.mark.parametrize("before", [*range(40, 70), *range(4000, 4100)])
def test_words_cross_the_ends_of_blocks(before: int) -> None:
    """Texts are read in blocks of 4096 bytes, or 64 under sanitizers, and these in parts of 64 and of 8."""
    text = b"." * before + b"First. 2ND\xe4third" + b"-" * 60 + b"Fourth"
    assert Vocabularies().words([text, text[:-6], text[:-66]], False) == [
        [b"first", b"2nd", b"third", b"fourth"],
        [b"first", b"2nd", b"third"],
        [b"first", b"2nd", b"third"],
    ]


@pytest.mark.parametrize("size", _SIZES_OF_WORDS)
def test_words_of_any_length(size: int) -> None:
    vocabulary = compiled.Vocabulary() if compiled else Vocabularies()
    for number, words in enumerate([b"%b", b"%b a", b"a %b", b" a, %b! a"]):
        word = b"Ab" * (size // 2) + b"%d" % number * (size % 2)
        tokens, _ = vocabulary.tokens([words % word, word], False)
        expected = [*re.findall(rb"[a-z0-9]+", (words % word).lower()), word.lower()]
        assert [vocabulary.name(token) for token in tokens] == expected


@pytest.mark.parametrize("size", [size for size in _SIZES_OF_WORDS if size > 9])
@pytest.mark.parametrize("parts", _STEMS_OF_LONG_WORDS, ids=str)
def test_stems_of_words_of_any_length(parts: tuple[bytes, ...], size: int) -> None:
    first, letter, last, stem_first, stem_last = parts
    repeated = letter * (size - len(first) - len(last))
    word, stem = first + repeated + last, stem_first + repeated + stem_last
    body = compiled.Vocabulary() if compiled else Vocabularies()
    assert body.stem(word) == stem


@pytest.mark.parametrize("number", [-1, 1, 2**31, 2**64, -(2**64)])
def test_numbers_that_no_token_has(number: int) -> None:
    for body in BODIES:
        vocabulary = body.Vocabulary()
        vocabulary.number(b"a")
        with pytest.raises(IndexError):
            vocabulary.name(number)
