"""The short cuts of the words of UAX #29 give what the grammar gives."""

from __future__ import annotations

import re
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.languages import unicode_words
from rouge_cli.languages.token_rule import folded
from rouge_cli.languages.tokenizers import tokenizer_named
from rouge_cli.languages.unicode_words import segments

_ASCII = "ab1_.,:;'\"-! \t"
_OTHERS = "éäß҃Ӓकाि्।॥״׳א٫٬٪カー東·‧\u200d\u00ad\u0301՟՚&#()«»…‿ªⅧ①Ⓐ🅰"


_RULE = tokenizer_named("unicode")
tokens, tokens_of_lines = _RULE.tokens, _RULE.tokens_of_lines


def _by_grammar(text: str) -> list[str]:
    return [segment.lstrip() for segment in segments(folded(text)) if any(map(_is_told, segment))]


def _is_told(character: str) -> bool:
    from unicodedata import category

    return category(character)[0] in "LN"


@pytest.mark.slow
@settings(max_examples=2000)
@given(st.text(_ASCII, max_size=12) | st.text(_OTHERS, max_size=6) | st.text(_OTHERS + _ASCII, max_size=8))
def test_words_are_those_of_the_grammar(text: str) -> None:
    assert tokens(text) == _by_grammar(text)


@given(st.lists(st.text(_OTHERS + _ASCII, max_size=8), min_size=1, max_size=4))
def test_lines_have_the_tokens_of_each(texts: list[str]) -> None:
    assert tokens_of_lines
    assert tokens_of_lines("\n".join(texts)) == [tokens(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't 3.14 1,000 a.b a:b a1.2", ["don't", "3.14", "1,000", "a.b", "a:b", "a1.2"]),
        ("a. .b 'tis x' 3. 1;2 1:2 a,b", ["a", "b", "tis", "x", "3", "1;2", "1", "2", "a", "b"]),
        ("_ _a a_ a_b a__1 _.a", ["_a", "a_", "a_b", "a__1", "a"]),
        ("the u.s. said: hello. a_, b.1", ["the", "u.s", "said", "hello", "a_", "b", "1"]),
        ("«été» „Öl“ हैं।", ["été", "öl", "हैं"]),
    ],
)
def test_words_of_both_short_cuts(text: str, words: list[str]) -> None:
    assert tokens(text) == words


def test_words_of_ascii_need_no_possessive_quantifier() -> None:
    """Python 3.11.2, which Debian 12 has, finds all of `aca` in `aca` by `(?:ab?c)++`."""
    patterns = [value.__self__.pattern for value in vars(unicode_words).values() if _finds(value, re.Pattern)]
    assert len(patterns) == 1
    assert not re.search(r"[*+?}]\+|\(\?>", patterns[0])


def _finds(value: object, kind: type) -> bool:
    return isinstance(getattr(value, "__self__", None), kind)


@pytest.mark.parametrize("text", ["_" * 20_000, "a_" * 20_000, "a" + "_" * 20_000, "a." * 20_000])
def test_long_texts_of_ascii_are_read_once(text: str) -> None:
    """That takes some milliseconds; with the square of the length it would take seconds."""
    start = perf_counter()
    tokens(text)
    assert perf_counter() - start < 1
