"""The table of languages, its examples, and the language that texts look like."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.errors import installing
from rouge_cli.text.languages.language_table import guess, language_of_texts

from ..support.commands import ROOT, rouge_eval
from ..support.needs import needs
from ..support.tables import table
from ..support.words import languages, sentences_of, signed, tokens_of

CODES = (
    "ar az bn da de el en es fa fi fr he hi id it ja ko nb nl pl pt ru sv ta th tr uk ur vi zh".split()  # noqa: SIM905
)
_EXAMPLES = ROOT / "config_examples" / "languages"
_BIGRAMS = table(__file__, "bigrams")
_PARTED = ("ja", "vi", "zh")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_TOKENS, _SENTENCES = _table("expected_tokens.toml"), _table("expected_sentences.toml")
_every_language = pytest.mark.parametrize(
    "code", [pytest.param(code, marks=needs("icu") if code == "th" else ()) for code in CODES]
)


def test_it_has_the_languages_in_order_with_expectations_and_examples() -> None:
    for one in (languages(), _TOKENS, _SENTENCES, _BIGRAMS):
        assert list(one) == CODES
    assert sorted(path.name for path in _EXAMPLES.iterdir()) == [f"{code}.jsonl" for code in CODES]


@_every_language
def test_tokens_and_stems_are_as_expected(code: str) -> None:
    expected = _TOKENS[code]
    assert tokens_of(expected["text"], language=code, stemmer="none") == expected["tokens"].split(" ")
    stems = tokens_of(expected["text"], language=code)
    assert stems == expected.get("stems", expected["tokens"]).split(" ")
    assert (signed(language=code)["stem"] == "no") == ("stems" not in expected)


@pytest.mark.parametrize(
    ("code", "known"),
    [("de", "de"), ("pt-BR", "pt"), ("zh-Hant-TW", "zh"), ("EN_gb", "en"), ("no", "nb"), ("fr.UTF-8", "fr")],
)
def test_regions_and_scripts_are_passed_over(code: str, known: str) -> None:
    found, expected = (signed(language=one, split_sentences=True) for one in (code, known))
    assert found == expected


# Sentences.


def _split(code: str, text: str) -> list[list[str]]:
    """Return the words between blanks of each sentence."""
    return sentences_of(text, language=code, tokenizer="whitespace", stemmer="none", split_sentences=True)


def test_sentences_are_as_expected() -> None:
    for code in CODES:
        blank = "" if code in ("ja", "zh") else " "
        assert _split(code, blank.join(_SENTENCES[code])) == [
            sentence.split() for sentence in _SENTENCES[code]
        ]
    signature = signed(language="pt-BR", split_sentences=True)
    assert signature["split"] == f"sentencex-{version('sentencex')}-pt"


@pytest.mark.parametrize("code", ["ar", "en", "hi", "ja", "ur", "zh"])
def test_full_stops_of_all_scripts_end_sentences(code: str) -> None:
    for mark in "。！？।॥؟۔.!?":
        sentences = [f"一二三四{mark}", f"五六七八{mark}"]
        assert _split(code, " ".join(sentences)) == [[sentence] for sentence in sentences]


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
    assert _split(code, text) == [sentence.split() for sentence in sentences]


# The examples in `config_examples/languages`: a text for each language.


def _report(code: str, *flags: str) -> tuple[bytes, dict[str, dict[str, str]]]:
    """Return the notes, and recall in the report by system and measure."""
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
    assert notes == b"" or code == "ja"  # Kana are noted.
    assert recalls["equal"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "1.00000")
    assert recalls["other"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "0.00000")
    assert recalls["reordered"]["ROUGE-2"] == f"{hits / of_model:.5f}"
    assert 0 < float(recalls["reordered"]["ROUGE-L"]) < 1


@pytest.mark.parametrize("code", [code for code in CODES if code not in ("az", "ta", "th")])
def test_stop_words_of_the_language_are_left_out(code: str) -> None:
    notes, recalls = _report(code, "--split-sentences", "--stop-words", code)
    # Most of these lists are of words that UAX #29 parts; that is said.
    assert (b"words of several tokens stay in the texts: " in notes) == (code in _PARTED)
    assert (recalls["equal"]["ROUGE-1"], recalls["other"]["ROUGE-1"]) == ("1.00000", "0.00000")


TEXTS = table(__file__, "texts")


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_is_known(code: str) -> None:
    assert language_of_texts([TEXTS[code]]) == code
    assert language_of_texts(TEXTS[code].upper().split()) == code


@pytest.mark.parametrize("text", table(__file__, "silent"))
def test_in_doubt_nothing_is_said(text: str) -> None:
    assert language_of_texts([text]) is None


@pytest.mark.parametrize(
    ("sure", "code", "doubtful"),
    [
        ("경찰은그남자를체포했다고", "ko", "경찰은그남자를체포했다"),  # 12 letters
        ("경찰은그남자를체abcd", "ko", "경찰은그남자를abcde"),  # two thirds of the letters
        ("警方表示北京昨天abcd", "zh", "警方表示北京昨abcde"),
        ("警" * 18 + "のは", "ja", "警" * 19 + "のは"),  # a tenth of the letters in kana
        # Four frequent words.
        ("Polizei der Hund die Katze und das Haus", "de", "Polizei der Hund die Katze und Haus"),
        ("der die und das" + " Polizei" * 46, "de", "der die und das" + " Polizei" * 47),  # 8 % of the words
        # One and a half times the frequent words of Finnish.
        ("der und das von zu mit että hän mutta ovat", "de", "der und das von zu x että hän mutta ovat"),
    ],
)
def test_a_language_is_known_up_to_a_bound(sure: str, code: str, doubtful: str) -> None:
    assert (language_of_texts([sure]), language_of_texts([doubtful])) == (code, None)


def test_a_guess_reads_no_more_than_the_beginning() -> None:
    german, long = TEXTS["de"], 1 << 13
    russian = "и в не на " * long
    assert language_of_texts([german * (long // len(german) + 1) + russian]) == "de"
    assert language_of_texts([german * long, russian]) is None
    assert language_of_texts([russian, german * long]) is None
    assert language_of_texts([]) is None


def test_what_is_not_installed_is_not_offered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package for sentences a language can be used, too."""
    monkeypatch.setitem(sys.modules, "icu", None)
    monkeypatch.setitem(sys.modules, "sentencex", None)
    assert guess([TEXTS["ko"]]) == "the texts look like Korean: use `language` ko"
    assert guess([TEXTS["th"]]) == (
        "the texts look like Thai: use `tokenizer` character, or run apt install libicu-dev pkg-config g++;"
        f" {installing('PyICU')} and use `language` th"
    )
