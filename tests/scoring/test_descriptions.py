"""What measures say of themselves, in explanations and signatures."""

from __future__ import annotations

from typing import Any

import pytest

from rouge_cli import Evaluation, Options
from rouge_cli.numbers import RealAsTyped, WholeAsTyped

from ..support.explained import words
from ..support.words import signed

_ALL: tuple[dict[str, Any], ...] = (
    {"max_ngram": 4, "weight": RealAsTyped("1.20"), "skip_gap": WholeAsTyped("04"), "skip_both": True},
    *({"skip_gap": gap, "skip_both": True} for gap in (0, -1)),
    {"basic_elements": "HM"},
    {"profile": "rouge"},
    {"about": "coverage"},
)


def _explained(name: str) -> str:
    """Return what the explanation of a measure says, with single blanks."""
    for choices in _ALL:
        text = "h|m|r" if "basic_elements" in choices else "x y z x y z x y z x y z"
        source = text if "about" in choices else None
        page = Evaluation.of_texts("1", {"S": text}, [text], source=source).explain(Options(**choices))
        for part in page.text.split("\nSystem S, ")[1:]:
            if part.startswith(f"{name}\n"):
                return words(part)
    raise AssertionError(f"no explanation of {name}")


@pytest.mark.parametrize(
    ("name", "units", "signed_name"),
    [
        ("ROUGE-1", "unigrams", "ROUGE-1"),
        ("ROUGE-2", "bigrams", "ROUGE-2"),
        ("ROUGE-3", "trigrams", "ROUGE-3"),
        ("ROUGE-4", "4-grams", "ROUGE-4"),
        ("ROUGE-L", "words", "ROUGE-L"),
        ("ROUGE-W-1.20", "weight", "ROUGE-W-1.2"),
        ("ROUGE-S04", "skip-bigrams", "ROUGE-S4"),
        ("ROUGE-SU04", "skip-bigrams and unigrams", "ROUGE-SU4"),
        ("ROUGE-S0", "skip-bigrams", "ROUGE-S0"),
        ("ROUGE-S*", "skip-bigrams", "ROUGE-S*"),
        ("ROUGE-SU*", "skip-bigrams and unigrams", "ROUGE-SU*"),
        ("ROUGE-BE-HM", "basic elements", "ROUGE-BE-HM"),
    ],
)
def test_units_and_signed_names(name: str, units: str, signed_name: str) -> None:
    """Signatures name a measure however its numbers were typed."""
    assert f" {units} of the model" in _explained(name)
    names = [signed(**choices)["measures"].split(",") for choices in _ALL[:3]]
    assert name == "ROUGE-BE-HM" or any(signed_name in some for some in names)


_CLIPPED = "counts as often as it appears in both texts: the smaller of the two counts (clipping)."


@pytest.mark.parametrize(
    ("name", "sentences"),
    {
        "ROUGE-1": [f"Single words. Each {_CLIPPED}"],
        "ROUGE-3": [
            f"3 words in a row, even across the end of a sentence. Each {_CLIPPED}",
            "A text of n words has n − 2 trigrams.",
            "The number behind marked words is of the trigrams in them; these numbers add up to the hits.",
        ],
        "ROUGE-S04": [
            f"Pairs of words in the order of the text with at most 4 others between them. Each {_CLIPPED}",
            "The number behind a word is of the matches that begin with it;"
            " these numbers add up to the hits.",
        ],
        "ROUGE-S0": [
            f"Pairs of words in the order of the text with at most 0 others between them. Each {_CLIPPED}",
            "The number behind a word is of the matches that begin with it;"
            " these numbers add up to the hits.",
        ],
        "ROUGE-SU*": [
            "Pairs of words in the order of the text with any number of others between them,"
            f" and single words: all but the last of each text. Each {_CLIPPED}",
            "The number behind a word is of the matches that begin with it;"
            " these numbers add up to the hits.",
        ],
        "ROUGE-BE-HM": [f"Basic elements are heads with their modifiers. Each {_CLIPPED}"],
        "rouge-1": ["Single words. One counts once, however often it stands in a text."],
        "rouge-2": [
            "2 words in a row, even across the end of a sentence. One counts once, however often it stands in"
            " a text."
        ],
        "coverage": ["The share of the summary's words that stand in fragments copied from the source."],
    }.items(),
)
def test_about(name: str, sentences: list[str]) -> None:
    assert " ".join(sentences) in _explained(name)
