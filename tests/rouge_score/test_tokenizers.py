"""Tokenizers: tokens and stems that rouge-score 0.1.2 printed."""

from __future__ import annotations

import pytest

from rouge_cli.rouge_score import tokenize
from rouge_cli.rouge_score.tokenizers import DefaultTokenizer, Tokenizer


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("don't 3.14 1,000 A1b2 foo_bar", ["don", "t", "3", "14", "1", "000", "a1b2", "foo", "bar"]),
        ("Straße naïve İstanbul \u212a ﬁ ½", ["stra", "e", "na", "ve", "i", "stanbul", "k"]),
        ("\ud800a\0b\xa0c", ["a", "b", "c"]),
        (" ...\n", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert DefaultTokenizer().tokenize(text) == tokenize.tokenize(text, None) == tokens


def test_stems_are_those_of_nltk() -> None:
    words = "skies dying news innings additionally geology enjoying days was dies flies agreed the 1980s"
    stems = "sky die news inning addit geolog enjoy day was die fli agre the 1980"
    assert DefaultTokenizer(use_stemmer=True).tokenize(words) == stems.split()


class _Stemmer:
    def stem(self, word: str) -> str:
        return "" if word == "drop" else word[::-1]


def test_any_stemmer_stems_tokens_of_more_than_three_letters() -> None:
    assert tokenize.tokenize("one three drop", _Stemmer()) == ["one", "eerht"]


def test_bytes_are_utf_8_and_other_things_are_refused() -> None:
    assert DefaultTokenizer().tokenize("A é İ".encode()) == ["a"]  # type: ignore[arg-type]
    with pytest.raises(UnicodeDecodeError):
        DefaultTokenizer().tokenize(b"\xff")  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        DefaultTokenizer().tokenize(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a text must be a string, not int"):
        tokenize.as_string(3)


def test_tokenizers_of_ones_own_must_have_tokenize() -> None:
    with pytest.raises(TypeError):
        Tokenizer()  # type: ignore[abstract]
