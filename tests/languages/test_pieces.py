"""A text may be cut as `TokenRule.pieces` says: the tokens of the pieces are those of the whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import chain

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli.languages import unicode_words
from rouge_cli.languages.token_rule import folded
from rouge_cli.languages.tokenizers import tokenizer_named

from ..support.needs import needs
from .cutting import cut

_NAMES = ["unicode", "character", "whitespace", "rouge"]
_WITHOUT_PROPERTIES = regex.compile(r"[\p{Co}\p{Cs}\p{Cn}]")
"""Code points that are alike but for their number; the test takes some of them."""
_EVERY = 97
_TELLING = (
    "aÉß1٣½'’.:,_-‿ \t\n\r\v\f\x1c\x85\u00a0\u3000\u2028\u1680"
    "\u0301\u0308\u0327\u0345\u034f\u3099\u309a\ufe0f\U000e0101\u00ad\u200b\u200c\u200d\u2060\u20e3"
    "\u0600\u06dd\u0d4e\U000111c2\u1cf5"
    "क\u094dी\u093cถำกา가ᄀ\u1161\u11a8"
    "東京々〆〇豈\u2f00かがゝゞゟんカーガ゛ㇰ\U0001b000🈀㊗"
    '👍🏽❤✁🇦🇧ℹⓂ🅰©™אב"״'
)
_CHARACTERS = [
    c for c in map(chr, range(0x110000)) if ord(c) % _EVERY == 0 or not _WITHOUT_PROPERTIES.match(c)
]
_PLACES = "x xx ax 東x京xか東京 x東京かなx\nx\t👍\u200dx東アx、東1xaか！x漢:x"
_TEXTS = st.text(_TELLING, max_size=14) | st.text(max_size=10)


def _assert_pieces(name: str, texts: Iterable[str]) -> None:
    rule = tokenizer_named(name)
    for text in texts:
        pieces = cut(text, rule.pieces)
        assert [*chain.from_iterable(map(rule.tokens, pieces))] == rule.tokens(text), ascii(text)


def _in_places(character: str) -> str:
    """Return a text in which a character stands beside blanks, ideographs, hiragana and letters."""
    return _PLACES.replace("x", character)


@pytest.mark.slow
@pytest.mark.parametrize("name", _NAMES)
@given(text=_TEXTS)
@settings(max_examples=500)
@example(text="\u0d4e \u0301a")
@example(text=" \u200d🅰a")
@example(text="a \u200dℹ東 \u200d京")
def test_of_random_texts(name: str, text: str) -> None:
    _assert_pieces(name, [text])


@pytest.mark.parametrize("name", _NAMES)
def test_of_some_characters(name: str) -> None:
    _assert_pieces(name, map(_in_places, _CHARACTERS[::_EVERY]))


@pytest.mark.slow
@needs("minutes")
@pytest.mark.parametrize("name", _NAMES[:2])
def test_of_every_character(name: str) -> None:
    assert len(_CHARACTERS) > 150_000
    _assert_pieces(name, map(_in_places, _CHARACTERS))


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("name", ["unicode", "character"])
@given(text=_TEXTS)
def test_normal_forms_have_the_same_tokens(name: str, form: str, text: str) -> None:
    rule = tokenizer_named(name)
    assert rule.tokens(unicodedata.normalize(form, text)) == rule.tokens(text)


@given(text=_TEXTS | st.text("aB1.:,;'_\"-! अनु\u094dरो。", max_size=10))
@settings(max_examples=500)
def test_words_are_the_segments_of_the_grammar(text: str) -> None:
    """Short cuts for single words and ASCII find what the rules of the annex find."""
    segments = unicode_words.segments(folded(text))
    expected = [segment.lstrip() for segment in segments if regex.search(r"[\p{L}\p{N}]", segment)]
    assert unicode_words.rule().tokens(text) == expected
