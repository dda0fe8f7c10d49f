"""The table of languages: what it has, and the tokens and stems that it leads to."""

from __future__ import annotations

import pytest

from rouge_cli.languages.language_table import LANGUAGES, language_of
from rouge_cli.languages.stemmers import stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named

from .tables import language_params, table

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
