"""The points in which rouge-score differs from ROUGE-1.5.5, and those in which it does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Options, Scorer

pytestmark = pytest.mark.usefixtures("kernel")


def _classic(candidate: str, references: str | list[str], measure: str = "ROUGE-1", **choices: Any) -> Any:
    scorer = Scorer(Options(max_ngram=1, **choices))
    return scorer.score(candidate, references)[measure]


def _package(candidate: str, references: str | list[str], measure: str = "rouge1", **choices: Any) -> Any:
    types = ("rouge1", "rougeL", "rougeLsum")
    return Scorer(Options(profile="rouge-score", types=types, **choices)).score(candidate, references)[
        measure
    ]


def test_lines() -> None:
    pair = "d e f\na b c", "a b c\nd e f"
    assert _classic(*pair, "ROUGE-L").f == 1
    assert _package(*pair, "rougeL").f == 0.5
    assert _package(*pair, "rougeLsum").f == 1


def test_stems() -> None:
    for reference, candidate, classic, package in [
        ("they go", "they went", 1.0, 0.5),  # WordNet's exceptions
        ("one day", "two days", 0.0, 0.5),
        ("he say", "he says", 0.5, 1.0),
        ("new york", "news york", 1.0, 0.5),
        ("sky", "skies", 0.0, 1.0),
    ]:
        assert _classic(candidate, reference, stem=True).f == classic
        assert _package(candidate, reference, stem=True).f == package


def test_several_references() -> None:
    references = ["a", "a b c d e f"]
    assert _classic("a b c d", references)[:3] == (0.71429, 0.625, 0.66667)
    assert _classic("a b c d", references, best_model=True)[:3] == (1.0, 0.25, 0.4)
    assert _package("a b c d", references)[:3] == (0.6666666666666666, 1.0, 0.8)


def test_rounding() -> None:
    assert _classic("a b c d e f", "a").f == 0.28572
    assert _package("a b c d e f", "a").f == 0.2857142857142857


def test_letters_beyond_ascii() -> None:
    reference, candidate = "5 k", "5 \N{KELVIN SIGN}"
    assert _classic(candidate, reference)[:3] == (0.5, 1.0, 0.66667)
    assert _package(candidate, reference)[:3] == (1.0, 1.0, 1.0)


_TEXTS = st.lists(st.text("ab ", max_size=12), max_size=4).map("\n".join)


@given(_TEXTS, _TEXTS)
def test_counts_are_the_same_without_stems(reference: str, candidate: str) -> None:
    """ROUGE-L is rougeLsum, and the others are called alike."""
    for measure, name in (("ROUGE-1", "rouge1"), ("ROUGE-L", "rougeLsum")):
        classic, package = _classic(candidate, reference, measure), _package(candidate, reference, name)
        assert classic.counts == package.counts
        assert classic.recall == round(package.recall, 5)
