"""The table of languages: what it has, and the tokens and stems that it leads to."""

from __future__ import annotations

import pytest

from rouge_cli.errors import OptionError
from rouge_cli.languages.language_table import LANGUAGES, language_of
from rouge_cli.languages.stemmers import stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named

from .tables import language_params, needs_icu, table

_WANTED = (
    "ar az bn da de el en es fa fi fr he hi id it ja ko nb nl pl pt ru sv ta th tr uk ur vi zh".split()  # noqa: SIM905
)
_TOKENS = table("expected_tokens.toml")


def test_it_has_the_languages_in_order() -> None:
    assert list(LANGUAGES) == _WANTED
    assert [language.code for language in LANGUAGES.values()] == _WANTED


def test_every_language_has_expected_tokens() -> None:
    assert list(_TOKENS) == _WANTED


@pytest.mark.parametrize("code", language_params())
def test_tokens_and_stems_are_as_expected(code: str) -> None:
    language, expected = LANGUAGES[code], _TOKENS[code]
    tokens = tokenizer_named(language.tokenizer, code).tokens(expected["text"])
    assert tokens == expected["tokens"].split(" ")
    stemmer = stemmer_named(language.stemmer)
    if stemmer is None:
        assert "stems" not in expected
    else:
        assert list(map(stemmer.stem, tokens)) == expected["stems"].split(" ")


@pytest.mark.parametrize(
    ("code", "known"),
    [
        ("de", "de"),
        ("pt-BR", "pt"),
        ("zh-Hant-TW", "zh"),
        ("EN_gb", "en"),
        ("no", "nb"),
    ],
)
def test_regions_and_scripts_are_passed_over(code: str, known: str) -> None:
    assert language_of(code) is LANGUAGES[known]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(OptionError) as refusal:
        language_of("dee")
    assert str(refusal.value) == (
        f"`language` dee is not known; the languages are {', '.join(_WANTED)}; did you mean de?"
    )


@pytest.mark.parametrize(("name", "code"), [("German", "de"), ("hindi", "hi"), ("Chinese_Taiwan", "zh")])
def test_the_name_of_a_language_is_answered_by_its_code(name: str, code: str) -> None:
    with pytest.raises(OptionError, match=rf"`language` {name} is not known; .*; did you mean {code}\?$"):
        language_of(name)


@needs_icu
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # NFKC has the vowel am in two characters; the words of the dictionary have it in one.
        ("ผู้คนกำลังทำงาน", ["ผู้คน", "กำลัง", "ทำงาน"]),
        ("ຂ້ອຍກໍາລັງເຮັດວຽກ", ["ຂ້ອຍ", "ກຳລັງ", "ເຮັດວຽກ"]),
        ("ខ្ញុំទៅសាលារៀន", ["ខ្ញុំ", "ទៅ", "សាលារៀន"]),
        ("今天下雨。", ["今天", "下雨"]),
    ],
    ids=["th", "lo", "km", "zh"],
)
def test_icu_has_words_of_dictionaries(text: str, tokens: list[str]) -> None:
    assert tokenizer_named("icu").tokens(text) == tokens
