"""The table of languages: the tokens, stems, sentences and stop words that it leads to, and its examples."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.languages.language_table import LANGUAGES, language_of
from rouge_cli.languages.rules import splitter_for
from rouge_cli.languages.stemmers import stemmer_named
from rouge_cli.languages.tokenizers import tokenizer_named

from ..support.commands import ROOT, rouge_eval
from ..support.needs import needs

_WANTED = (
    "ar az bn da de el en es fa fi fr he hi id it ja ko nb nl pl pt ru sv ta th tr uk ur vi zh".split()  # noqa: SIM905
)
_EXAMPLES = ROOT / "config_examples" / "languages"
# fmt: off
_BIGRAMS = {
    "ar": (9, 6), "az": (8, 3), "bn": (9, 4), "da": (11, 6), "de": (14, 9), "el": (12, 7),
    "en": (14, 10), "es": (13, 8), "fa": (11, 6), "fi": (10, 5), "fr": (14, 10), "he": (9, 3),
    "hi": (13, 8), "id": (12, 8), "it": (14, 10), "ja": (23, 18), "ko": (9, 3), "nb": (11, 6),
    "nl": (14, 9), "pl": (11, 6), "pt": (13, 9), "ru": (9, 5), "sv": (11, 6), "ta": (8, 4),
    "th": (14, 10), "tr": (9, 4), "uk": (9, 5), "ur": (13, 8), "vi": (15, 11), "zh": (16, 12),
}
# fmt: on
"""The bigrams of the model, and how many of them the summary in another order has."""
_PARTED = ("ja", "vi", "zh")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_TOKENS, _SENTENCES = _table("expected_tokens.toml"), _table("expected_sentences.toml")
_every_language = pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=needs("icu") if language.tokenizer == "icu" else ())
        for code, language in LANGUAGES.items()
    ],
)


def test_it_has_the_languages_in_order_with_expectations_and_examples() -> None:
    assert [language.code for language in LANGUAGES.values()] == _WANTED
    for table in (LANGUAGES, _TOKENS, _SENTENCES, _BIGRAMS):
        assert list(table) == _WANTED
    assert sorted(path.name for path in _EXAMPLES.iterdir()) == [f"{code}.jsonl" for code in _WANTED]


@_every_language
def test_tokens_and_stems_are_as_expected(code: str) -> None:
    language, expected = LANGUAGES[code], _TOKENS[code]
    tokens = tokenizer_named(language.tokenizer, code).tokens(expected["text"])
    assert tokens == expected["tokens"].split(" ")
    stemmer = stemmer_named(language.stemmer)
    stems = None if stemmer is None else " ".join(map(stemmer.stem, tokens))
    assert stems == expected.get("stems")


@pytest.mark.parametrize(
    ("code", "known"), [("de", "de"), ("pt-BR", "pt"), ("zh-Hant-TW", "zh"), ("EN_gb", "en"), ("no", "nb")]
)
def test_regions_and_scripts_are_passed_over(code: str, known: str) -> None:
    assert language_of(code) is LANGUAGES[known]


# Sentences.


def test_sentences_are_as_expected() -> None:
    for code in LANGUAGES:
        blank = "" if code in ("ja", "zh") else " "
        assert splitter_for(code).split(blank.join(_SENTENCES[code])) == _SENTENCES[code]
    assert splitter_for("pt-BR").signature == f"sentencex-{version('sentencex')}-pt"


@pytest.mark.parametrize("code", ["ar", "en", "hi", "ja", "ur", "zh"])
def test_full_stops_of_all_scripts_end_sentences(code: str) -> None:
    for mark in "。！？।॥؟۔.!?":
        sentences = [f"一二三四{mark}", f"五六七八{mark}"]
        assert splitter_for(code).split(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    ("code", "text", "sentences"),
    [
        # Both question marks of Greek are one character in all normal forms.
        ("el", "Τι είναι; Ναι.", ["Τι είναι;", "Ναι."]),
        ("el", "Τι είναι\N{GREEK QUESTION MARK} Ναι.", ["Τι είναι\N{GREEK QUESTION MARK}", "Ναι."]),
        ("de", "Er kam; sie ging.", ["Er kam; sie ging."]),
        ("en", "  One thing.   Another thing. \n", ["One thing.", "Another thing."]),
        ("en", " \n", []),
    ],
)
def test_sentences_of_odd_texts(code: str, text: str, sentences: list[str]) -> None:
    assert splitter_for(code).split(text) == sentences


# The examples in `config_examples/languages`: a text for each language.


def _report(code: str, *flags: str) -> tuple[bytes, dict[str, dict[str, str]]]:
    """Return the notes, and the recall of each system by each measure, as the report has it."""
    words = ["-n", "2", "-a", "--language", code, *flags]
    output = rouge_eval([*words, "--jsonl", str(_EXAMPLES / f"{code}.jsonl")])
    assert output.status == 0
    recalls: dict[str, dict[str, str]] = {}
    for system, measure, recall in re.findall(
        r"(\w+) (ROUGE-.) Average_R: ([0-9.]+)", output.stdout.decode()
    ):
        recalls.setdefault(system, {})[measure] = recall
    return output.stderr, recalls


@pytest.mark.slow
@_every_language
def test_equal_texts_score_1_others_0_and_reordered_ones_between(code: str) -> None:
    of_model, hits = _BIGRAMS[code]
    notes, recalls = _report(code, "--split-sentences")
    assert notes == b""
    assert recalls["equal"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "1.00000")
    assert recalls["other"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "0.00000")
    assert recalls["reordered"]["ROUGE-2"] == f"{hits / of_model:.5f}"
    assert 0 < float(recalls["reordered"]["ROUGE-L"]) < 1


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code not in ("az", "ta", "th")])
def test_stop_words_of_the_language_are_left_out(code: str) -> None:
    notes, recalls = _report(code, "--split-sentences", "--stop-words", code)
    # Most of these lists are of words that UAX #29 parts; that is said.
    assert notes.startswith(b"words of several tokens stay in the texts: ") == (code in _PARTED)
    assert (recalls["equal"]["ROUGE-1"], recalls["other"]["ROUGE-1"]) == ("1.00000", "0.00000")
