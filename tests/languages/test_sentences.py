"""The sentences of texts in each language of the table."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from rouge_cli.languages.language_table import LANGUAGES
from rouge_cli.languages.rules import splitter_for

from .tables import table

_SENTENCES = table("expected_sentences.toml")
_WITHOUT_BLANKS = ("ja", "zh")


def test_every_language_has_expected_sentences() -> None:
    assert list(_SENTENCES) == list(LANGUAGES)


def test_sentences_are_as_expected() -> None:
    for code in LANGUAGES:
        blank = "" if code in _WITHOUT_BLANKS else " "
        assert splitter_for(code).split(blank.join(_SENTENCES[code])) == _SENTENCES[code]


@pytest.mark.parametrize("code", ["ar", "en", "hi", "ja", "ur", "zh"])
def test_full_stops_of_all_scripts_end_sentences(code: str) -> None:
    for mark in "。！？।॥؟۔.!?":
        sentences = [f"一二三四{mark}", f"五六七八{mark}"]
        assert splitter_for(code).split(" ".join(sentences)) == sentences


@pytest.mark.parametrize("mark", [";", "\N{GREEK QUESTION MARK}"], ids=["semicolon", "Greek question mark"])
def test_both_question_marks_of_greek_end_sentences(mark: str) -> None:
    """They are one character in all normal forms."""
    assert splitter_for("el").split(f"Τι είναι{mark} Ναι.") == [f"Τι είναι{mark}", "Ναι."]
    assert splitter_for("de").split("Er kam; sie ging.") == ["Er kam; sie ging."]


def test_blanks_around_sentences_are_left_out() -> None:
    assert splitter_for("en").split("  One thing.   Another thing. \n") == ["One thing.", "Another thing."]
    assert splitter_for("en").split(" \n") == []


def test_the_signature_has_version_and_language() -> None:
    assert splitter_for("pt-BR").signature == f"sentencex-{version('sentencex')}-pt"
