"""The tokens that ICU's dictionaries find, and what may be taken for granted about them."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.languages.tokenizers import tokenizer_named

from ..support.needs import needs
from .cutting import cut

pytestmark = needs("icu")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "今天天气非常热。", ["今天", "天气", "非常", "热"]),
        ("ja", "私は学生です。", ["私", "は", "学生", "です"]),
        ("th", "ฉันรักภาษาไทย", ["ฉัน", "รัก", "ภาษา", "ไทย"]),
        ("km", "ខ្ញុំទៅផ្សារ", ["ខ្ញុំ", "ទៅ", "ផ្សារ"]),
        ("lo", "ພາສາລາວ", ["ພາສາ", "ລາວ"]),
        ("my", "ကျွန်တော်စာအုပ်ဖတ်", ["ကျွန်တော်", "စာအုပ်", "ဖတ်"]),
        ("de", "Die Straße ist 3,5 km lang!", ["die", "strasse", "ist", "3,5", "km", "lang"]),
        (None, "👍 𝐀𝐛 \U00020000 can't", ["ab", "\U00020000", "can't"]),
    ],
)
def test_words(language: str | None, text: str, expected: list[str]) -> None:
    assert tokenizer_named("icu", language).tokens(text) == expected


def test_versions_and_language_stand_in_the_signature() -> None:
    import icu

    assert tokenizer_named("icu", "th").signature.startswith(
        f"icu-th+apostrophe+digits(PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},"
    )
    assert tokenizer_named("icu").signature.startswith("icu(PyICU-")


_TEXT = st.text(
    "aB1'.:,_- \t\n\u00a0東京都今天天気ですかなカタ\u0301\u200d👍ฉันรักภาษาไทยำ\u0e33ພາສາខ្មែរမြန်မာ", max_size=24
)


@pytest.mark.parametrize("language", [None, "ja", "th"])
@given(text=_TEXT)
@settings(max_examples=300)
def test_texts_may_be_cut_at_blanks(language: str | None, text: str) -> None:
    rule = tokenizer_named("icu", language)
    pieces = cut(text, rule.pieces)
    assert [*chain.from_iterable(map(rule.tokens, pieces))] == rule.tokens(text)


def test_a_word_of_ascii_is_looked_up_like_any_other() -> None:
    """ICU joins `@` to a letter, so that not every run of letters is a word."""
    rule = tokenizer_named("icu")
    assert (rule.tokens("a@b c"), rule.plain_ascii) == (["a@b", "c"], False)
