"""Texts to tokens: letters, stop words, exceptions, words that a table must tell apart, and stems."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel import plan

from ..support.needs import needs
from . import hashes
from .bodies import compiled, counter_of, needs_compiled, one_evaluation, stem_of, tokens_of


@pytest.mark.parametrize(
    ("text", "stemmed", "tokens"),
    [
        ("The cat, the 2nd-CAT.", False, "the cat the 2nd cat"),
        ("müssen ÀZ", False, "m ssen z"),
        ("dogs cats was happily ties tied", True, "dog cat was happili ti ti"),
        ("dogs cats was happily ties tied", False, "dogs cats was happily ties tied"),
        ("ads mas", True, "ads mas"),  # Words of three letters are not stemmed.
        ("", True, ""),
    ],
)
def test_tokens(text: str, stemmed: bool, tokens: str) -> None:
    assert tokens_of([text.encode()], stemmed) == [tokens.encode().split()]


def test_every_byte_is_a_letter_a_digit_or_separates() -> None:
    for byte in range(256):
        single = bytes([byte])
        expected = [[b"a" + single.lower() + b"b"]] if re.match(rb"[A-Za-z0-9]", single) else [[b"a", b"b"]]
        assert tokens_of([b"a" + single + b"b"]) == expected


@given(st.lists(st.text("aAbB1 \t\0-é", max_size=40).map(str.encode), max_size=6))
def test_any_text(sentences: list[bytes]) -> None:
    expected = [re.findall(rb"[a-z0-9]+", sentence.lower()) for sentence in sentences]
    assert tokens_of(sentences) == expected


def test_stop_words_are_left_out_before_stemming() -> None:
    text, stop_words = [b"the walk walks The"], [b"the", b"walk"]
    assert tokens_of(text, True, stop_words) == [[b"walk"]]
    assert tokens_of(text, False, stop_words) == [[b"walks"]]


def test_exceptions_replace_the_algorithm() -> None:
    """Words of up to three letters stay."""
    exceptions = {b"axes": b"axis", b"was": b"be", b"mice": b"Mouse"}
    assert tokens_of([b"axes was mice axis"], True, (), exceptions) == [[b"axis", b"was", b"Mouse", b"axi"]]
    assert tokens_of([b"axes was mice axis"], False, (), exceptions) == [[b"axes", b"was", b"mice", b"axis"]]


def _assert_lowered(text: str) -> None:
    words = re.findall("[a-z0-9]+", text.lower())
    assert tokens_of([text.encode()], lowering="unicode") == [list(map(str.encode, words))]


@needs("minutes")
def test_every_code_point_is_lowered() -> None:
    """The lower case of İ and of the sign of Kelvin begins with a letter of ASCII."""
    points = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000]
    for start in range(0, len(points), 1 << 16):
        _assert_lowered(" ".join(f"a{point}b" for point in points[start : start + (1 << 16)]))


@given(st.text("aİ\N{KELVIN SIGN}é1 K", max_size=40))
def test_any_text_is_lowered(text: str) -> None:
    _assert_lowered(text)


# Words are looked up several at a time, but those that fill a block of the text are read on their own.
_SIZES_OF_WORDS = [7, 8, 9, 15, 16, 17, 48, 63, 64, 65, 128, 4095, 4096, 4097, 8192, (1 << 20) + 7]


def test_words_cross_the_ends_of_blocks() -> None:
    """Texts are read in blocks of 4096 bytes, or 64 under sanitizers, and these in parts of 64 and of 8."""
    for before in [40, 55, 56, 57, 63, 64, 65, 4031, 4032, 4033, *range(4085, 4100)]:
        text = b"." * before + b"First. 2ND\xe4third" + b"-" * 60 + b"Fourth"
        first = [b"first", b"2nd", b"third"]
        assert tokens_of([text, text[:-6], text[:-66]]) == [[*first, b"fourth"], first, first]


def test_words_of_any_length() -> None:
    assert tokens_of([b"x" * 5000, b"y"], lowering="none") == [[b"x" * 5000], [b"y"]]
    for size in _SIZES_OF_WORDS:
        for number, words in enumerate([b"%b", b"%b a", b"a %b", b" a, %b! a"]):
            word = b"Ab" * (size // 2) + b"%d" % number * (size % 2)
            assert tokens_of([words % word, word]) == [
                re.findall(rb"[a-z0-9]+", (words % word).lower()),
                [word.lower()],
            ]


class _Word(ctypes.Structure):
    _fields_ = (
        ("bytes", ctypes.c_char_p),
        ("length", ctypes.c_size_t),
        ("head", ctypes.c_uint64 * 2),
        ("hash", ctypes.c_uint64),
    )


@needs("sanitized")
def test_hashes_are_those_of_the_compiled_body() -> None:
    """If they are no longer, other words of equal hash must be searched for."""
    function = ctypes.CDLL(compiled.__file__).word_of
    function.restype, function.argtypes = _Word, [ctypes.c_char_p, ctypes.c_size_t]
    for word in [b"", b"a", b"\0", *map(max, hashes.PAIRS), *hashes.words_of_equal_hash(4)]:
        assert function(word, len(word)).hash % 2**32 == hashes.hash_of(word)


@needs_compiled
@pytest.mark.parametrize(
    ("words", "others"),
    [
        # Short words are told apart by their first bytes; of long ones, which begin alike, all are compared.
        *(([one], [other]) for one, other in hashes.PAIRS),
        (hashes.words_of_equal_hash(500)[::2], hashes.words_of_equal_hash(500)[1::2]),
        ([b"%dw%d" % (n, n * n) for n in range(5000)], [b"%dw%d" % (n, n * n) for n in range(5000, 9000)]),
    ],
)
def test_words_are_told_apart(words: list[bytes], others: list[bytes]) -> None:
    """Words of equal hash, and so many that the table is laid out anew several times."""
    counter, (one, other) = counter_of("ngrams", 1), map(b" ".join, (words, others))
    for model, peer, hits in (
        (one, other, 0),
        (one, one, len(words)),
        (other, one + b" " + other, len(others)),
    ):
        block, *_ = counter.count(*one_evaluation([model], [peer]))
        assert memoryview(block).cast("q")[2] == hits


def test_odd_words_stay() -> None:
    assert stem_of(b"ba\0ing") == b"ba\0e"
    for word in [b"", b"a", b"s", b"is", b"\0", b"\0\0\0\0", bytes(range(256)), b"y" * 70]:
        assert stem_of(word) == (word[:-1] + b"i" if word.startswith(b"yy") else word)


@needs_compiled
@pytest.mark.parametrize("wrong", [(), (b"a",), ("a", True), (None, True), (b"a", True, 1)])
def test_only_bytes_have_stems(wrong: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        compiled.stem(*wrong)


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
@given(st.binary(max_size=12) | (_LETTERS | _CHAINS).map(str.encode), st.sampled_from(get_args(plan.Stemmer)))
def test_both_bodies_agree(word: bytes, stemmer: plan.Stemmer) -> None:
    stem_of(word, stemmer)


# Irregular forms; steps 1a to 1c; step 2; a short vowel and a consonant; step 4 tries one suffix
# alone; words that end in an irregular form are regular.
_STEMS_OF_NLTK = """
skies:sky sky:sky dying:die lying:lie tying:tie news:news inning:inning innings:inning outing:outing
outings:outing canning:canning cannings:canning howe:howe proceed:proceed exceed:exceed succeed:succeed
dies:die died:die ties:tie tied:tie spied:spi spies:spi flies:fli fly:fli enjoy:enjoy days:day flyyed:fli
additionally:addit geology:geolog hopefulli:hope hopefully:hope
aged:age axes:axe owed:owe
agreement:agreement adoption:adopt opinion:opinion 1980s:1980 2000th:2000th
agnews:agnew newss:newss innings2:innings2
"""


def test_words_of_nltk() -> None:
    for pair in _STEMS_OF_NLTK.split():
        word, stem = pair.encode().split(b":")
        assert stem_of(word, "porter-nltk") == stem
