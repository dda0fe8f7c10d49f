"""The places of tokens in sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli.languages.characters import places
from rouge_cli.languages.tokenizers import tokenizer_named


def _shown(sentence: bytes, tokens: list[str]) -> list[str]:
    """Return what stands at the places of the tokens."""
    found = places(sentence, [token.encode() for token in tokens])
    return [sentence[start:end].decode("utf-8", "replace") for start, end in found]


def test_a_token_stands_where_the_folded_text_has_it() -> None:
    for sentence, tokens, expected in [
        ("Die Straße, „ＧＲＯẞ“!", ["die", "strasse", "gross"], ["Die", "Straße", "ＧＲＯẞ"]),
        ("हिन्दी में", ["हिन्दी", "में"], ["हिन्दी", "में"]),
        ("今天天气", ["今", "天", "天", "气"], ["今", "天", "天", "气"]),
        ("cafe\u0301 Cafe\u0301", ["café", "café"], ["cafe\u0301", "Cafe\u0301"]),
        ("ﬁne ½", ["fine", "1⁄2"], ["ﬁne", "½"]),
        ("Maß", ["m", "a", "s", "s"], ["M", "a", "ß", "ß"]),
        ("New York", ["▁new", "york"], ["", "York"]),
        ("a b a", ["a", "c", "a"], ["a", "", "a"]),
        ("", ["a"], [""]),
    ]:
        assert _shown(sentence.encode(), tokens) == expected


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("vi", "Nước Hoà Bình, thuỷ."), ("tr", "IŞIK İzmir’de"), ("fa", "كتاب ۱۲٫۵"), ("he", "צה״ל")],
)
@pytest.mark.parametrize("name", ["unicode", "character"])
def test_tokens_stand_where_their_language_unifies_letters(code: str, sentence: str, name: str) -> None:
    rule = tokenizer_named(name, code)
    tokens = rule.tokens(sentence)
    found = places(sentence.encode(), [token.encode() for token in tokens], rule.spelling)
    shown = [sentence.encode()[start:end].decode() for start, end in found]
    assert [rule.tokens(one) for one in shown if len(one) > 1] == [[one] for one in tokens if len(one) > 1]
    assert "" not in shown


def test_what_is_not_utf_8_is_passed_over() -> None:
    assert _shown(b"\xff Caf\xc3\xa9 \xe4\xbb\x8a\xff", ["café", "今"]) == ["Café", "今"]


_TEXTS = st.text(st.sampled_from("aZß \u0301é今天かक्षि،א.'-\u200d\u00adＡ🙂3½"), max_size=12)


@given(_TEXTS, st.sampled_from(["unicode", "character", "whitespace"]))
def test_places_are_in_order_and_whole_characters(text: str, name: str) -> None:
    sentence = text.encode()
    tokens = tokenizer_named(name).tokens(text)
    found = list(places(sentence, [token.encode() for token in tokens]))
    assert len(found) == len(tokens)
    assert [start for start, _ in found] == sorted(start for start, _ in found)
    for start, end in found:
        assert 0 <= start <= end <= len(sentence)
        sentence[start:end].decode()
