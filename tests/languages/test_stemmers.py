"""The stemmers that can be named."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from types import ModuleType

import pytest

from rouge_cli import Options
from rouge_cli.languages.rules import rules_of
from rouge_cli.languages.stemmers import StemRule, stemmer_named


def _named(name: str) -> StemRule:
    rule = stemmer_named(name)
    assert rule is not None
    return rule


def test_none_is_no_stemmer() -> None:
    assert stemmer_named("none") is None


def test_stems() -> None:
    for name, stems in [
        # Words of up to three bytes have no stems in ROUGE-1.5.5; rouge-score counts characters.
        (
            "porter-1.5.5",
            {"agreement": "agreem", "dies": "di", "ies": "ies", "oés": "oé", "modèles": "modèl"},
        ),
        ("porter-nltk", {"agreement": "agreement", "dies": "die", "ies": "ies", "oés": "oés"}),
        # NLTK's double letters are characters, not bytes.
        ("porter-nltk", {"modèles": "modèl", "naïvely": "naïv", "abééed": "abé"}),
        ("snowball-english", {"agreement": "agreement", "dying": "die", "generously": "generous"}),
        ("snowball-german", {"häuser": "haus", "aufeinanderfolgenden": "aufeinanderfolg"}),
        ("snowball-french", {"continuellement": "continuel", "l'hôtel": "hôtel"}),
        ("snowball-russian", {"важнейшими": "важн"}),
        ("snowball-dutch_porter", {"lichamelijkheden": "licham"}),
    ]:
        rule = _named(name)
        assert {word: rule.stem(word) for word in stems} == stems


def test_irregular_forms_are_porters_of_rouge() -> None:
    rule = stemmer_named("porter-1.5.5", {b"geese": b"goose", b"was": b"be"})
    assert rule is not None
    assert [rule.stem(word) for word in ("geese", "was", "running")] == ["goose", "was", "run"]


def test_the_kernel_knows_the_porters_alone() -> None:
    names = ("porter-1.5.5", "porter-nltk", "snowball-german")
    known = [rules_of(Options(stemmer=name)).kernel_stemmer for name in names]
    assert known == ["porter-1.5.5", "porter-nltk", None]
    needing = [rules_of(Options(stemmer=name)).needs_words for name in names]
    assert needing == [False, False, True]
    assert rules_of(Options(tokenizer="unicode")).needs_words
    assert not rules_of(Options(tokenizer="rouge")).needs_words


def test_signatures() -> None:
    assert [_named(name).signature for name in ("porter-1.5.5", "porter-nltk", "snowball-german")] == [
        "porter-1.5.5",
        "porter-nltk",
        f"snowball-german(snowballstemmer-{version('snowballstemmer')})",
    ]


def test_another_package_of_stemmers_does_not_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """`snowballstemmer` prefers PyStemmer, whose version the signature would not show."""
    other = ModuleType("Stemmer")
    other.algorithms = list  # type: ignore[attr-defined]
    other.Stemmer = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Stemmer", other)
    for name in [name for name in sys.modules if name.partition(".")[0] == "snowballstemmer"]:
        monkeypatch.delitem(sys.modules, name)
    assert _named("snowball-german").stem("häuser") == "haus"


def test_a_token_of_which_nothing_would_be_left_stays_as_it_is() -> None:
    """Otherwise all such words would match one another."""
    stem = _named("snowball-greek").stem
    assert [stem(word) for word in ("όταν", "είτε", "των")] == ["όταν", "είτε", "τ"]


@pytest.mark.parametrize("word", ["aतed", "aतeds", "a䶶ing"])
def test_porter_cuts_no_character(word: str) -> None:
    """The last two bytes of ``त`` and of ``䶶`` are equal, but no double consonant."""
    assert _named("porter-1.5.5").stem(word) == word[:2]


@pytest.mark.slow
def test_threads_share_a_stemmer() -> None:
    rule = _named("snowball-turkish")
    words = [f"evlerimiz{letter}" for letter in "aeiou"] * 40
    expected = [_named("snowball-turkish").stem(word) for word in words]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(rule.stem, words)) == expected
