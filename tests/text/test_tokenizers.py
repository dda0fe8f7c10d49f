"""Length limits, normalisation, stop words and stems of tokens; tests/kernel has the algorithm of stems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Options
from rouge_cli.kernel import stem as porter
from rouge_cli.kernel.plan import Reading
from rouge_cli.kernel.python.words import Limit, Vocabulary, splitter, with_exceptions
from rouge_cli.text.word_lists import lists_of

from ..kernel.bodies import stem_of

pytestmark = pytest.mark.usefixtures("kernel")


_WHOLE, _STEMMED = Reading(False, False), Reading(True, True)


def _vocabulary(
    limit: Limit | None = None, stop_words: Iterable[bytes] = (), exceptions: Any = None
) -> Vocabulary:
    return Vocabulary(splitter("ascii"), with_exceptions(porter, exceptions), stop_words, limit)


def _tokens(sentences: Sequence[bytes], *, stem: bool = False, **lists: Any) -> list[bytes]:
    vocabulary = _vocabulary(**lists)
    document = vocabulary.document(list(sentences), _STEMMED if stem else _WHOLE)
    return [vocabulary.name(token) for token in document.tokens]


def test_only_tokens_of_more_than_three_bytes_are_stemmed() -> None:
    """Not even by an exception; the words of basic elements are stemmed at any length."""
    tokens = _tokens([b"abc abcd cats gas"], stem=True, exceptions={b"abc": b"x", b"abcd": b"y"})
    assert tokens == [b"abc", b"y", b"cat", b"gas"]
    assert _vocabulary(exceptions={b"abc": b"X"}).stem(b"abc") == b"X"


def test_tokens_and_sentences_may_differ_in_stemming() -> None:
    """ROUGE-W under -M clips stemmed tokens by sentences that are not stemmed."""
    tokenizer = _vocabulary(exceptions={b"abcd": b"ab", b"abxx": b"ab"})
    document = tokenizer.document([b"abcd", b"abxx ef"], Reading(True, False))
    assert [tokenizer.name(token) for token in document.tokens] == [b"ab", b"ab", b"ef"]
    assert [[tokenizer.name(token) for token in sentence] for sentence in document.sentences()] == [
        [b"abcd"],
        [b"abxx", b"ef"],
    ]


@pytest.mark.parametrize(
    ("most", "read", "tokens", "stems"),
    [
        (0, [4, 0, 4], "cat sat|| a dog ran", "c s||a d r"),
        (8, [4, 0, 4], "cat sat|| a dog ran", "c s||a d r"),
        (6, [4, 0, 2], "cat sat|| a", "c s||a"),
        (4, [4], "cat sat", "c s"),
        (3, [3], "cat", "c"),
    ],
)
def test_a_limit_in_tokens_counts_stop_words(most: int, read: list[int], tokens: str, stems: str) -> None:
    sentences = [b"the cat the sat", b" ", b"the a dog ran"]
    tokenizer = Vocabulary(bytes.split, lambda word: word[:1], [b"the"], Limit(max_tokens=most), 0)
    assert list(map(len, tokenizer.read(sentences))) == read
    for stem, expected in ((False, tokens), (True, stems)):
        document = tokenizer.document(sentences, Reading(stem, stem))
        found = [[tokenizer.name(token).decode() for token in one] for one in document.sentences()]
        assert found == [sentence.split() for sentence in expected.split("|")]
        assert list(document.tokens) == list(chain.from_iterable(document.sentences()))


def test_stems() -> None:
    tokenizer = _vocabulary(exceptions=lists_of(Options(stem=True)).exceptions)
    for word, stem in [
        # WordNet's exceptions come first.
        *[(b"best", b"well"), (b"was", b"be"), (b"comics", b"comic_strip"), (b"geese", b"goose")],
        *[(b"is", b"be"), (b"caresses", b"caress"), (b"agreement", b"agreem"), (b"sayyed", b"sayi")],
        # Tokens may hold digits and, in basic elements, any other character.
        *[(b"3rd", b"3rd"), (b"1990s", b"1990"), (b"abc's", b"abc'"), (b"as", b"as"), (b"", b"")],
        # `É` must not be lowered to `é`, and bytes that are not UTF-8 must not be lost.
        *[(b"\xc9TATS", b"\xc9TATS"), ("états".encode(), "état".encode()), (b"\xff\xfes", b"\xff\xfe")],
    ]:
        assert tokenizer.stem(word) == stem


@pytest.mark.slow
def test_both_bodies_agree_on_all_words_of_the_lists() -> None:
    lists = lists_of(Options(stem=True, remove_stop_words=True))
    words = {*(lists.exceptions or {}), *lists.stop_words}
    for word in {word + ending for word in words for ending in (b"", b"s", b"ed", b"ing", b"ly", b"ement")}:
        stem_of(word)


_TEXTS = st.lists(st.text("abc \t\n-é", max_size=12).map(str.encode), max_size=6)
_LIMITS = st.integers(1, 30)


def _original_words(sentence: bytes) -> list[bytes]:
    """Split a sentence like Perl: leading blanks give an empty first word, trailing blanks give none."""
    words = re.split(rb"[ \t\n\r\f\v]+", sentence)
    while words and not words[-1]:
        del words[-1]
    return words


@given(_TEXTS, _LIMITS)
def test_a_word_limit_keeps_the_first_words(sentences: list[bytes], limit: int) -> None:
    words = [_original_words(sentence) for sentence in sentences]
    flat = [word for sentence in words for word in sentence]
    kept, _ = Limit(limit).cut(sentences)
    assert b" ".join(kept).split() == b" ".join(flat[:limit]).split()
    whole = len(kept) - 1 if len(flat) >= limit else len(kept)
    assert kept[:whole] == sentences[:whole]


@given(_TEXTS, _LIMITS)
def test_a_byte_limit_keeps_the_first_bytes(sentences: list[bytes], limit: int) -> None:
    kept, _ = Limit(0, limit).cut(sentences)
    assert b"".join(kept) == b"".join(sentences)[:limit]
    assert all(one == other for one, other in zip(kept[:-1], sentences, strict=False))


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
    assert Limit(0, limit).cut(sentences)[1] == [sentence[:limit] for sentence in sentences[:end]]
