"""What measures say of themselves, for explanations, traces and signatures."""

from __future__ import annotations

import pytest

from rouge_cli import Options, score
from rouge_cli.explanations.phrases import about
from rouge_cli.kernel.plan import Measure
from rouge_cli.kernel.python.rouge import gram_places
from rouge_cli.numbers import RealAsTyped, WholeAsTyped
from rouge_cli.scoring.profile import Profile
from rouge_cli.scoring.signatures import signed_choices

from ..support.scoring import measures

_OPTIONS = Options(max_ngram=4, weight=RealAsTyped("1.20"), skip_gap=WholeAsTyped("04"), skip_both=True)
_GAPS = [Options(skip_gap=gap, skip_both=True) for gap in (0, -1)]


def _all() -> dict[str, Measure]:
    others = Options(basic_elements="HM"), Options(profile="rouge")
    beside = Profile(Options(about="all,novel-9")).beside
    assert beside is not None
    profiles = (*map(Profile, (_OPTIONS, *others, *_GAPS)), beside)
    return {measure.name: measure for profile in profiles for measure in profile.measures}


@pytest.mark.parametrize(
    ("name", "units", "signed"),
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
def test_units_and_signed_names(name: str, units: str, signed: str) -> None:
    """Signatures name a measure however its numbers were typed."""
    assert _all()[name].units == units
    profiles = map(Profile, (_OPTIONS, Options(basic_elements="HM"), *_GAPS))
    assert any(signed in signed_choices(profile)["measures"].split(",") for profile in profiles)


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
        "length-ratio": ["The number of words in the summary, divided by the mean number in the models."],
        "novel-9": ["The share of the summary's n-grams that the source lacks."],
    }.items(),
)
def test_about(name: str, sentences: list[str]) -> None:
    assert list(about(_all()[name])) == sentences


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("ROUGE-1", [(0,), (1,), (2,)]),
        ("ROUGE-2", [(0, 1), (1, 2)]),
        ("ROUGE-3", [(0, 1, 2)]),
        ("ROUGE-4", []),
        ("ROUGE-S0", [(0, 1), (1, 2)]),
        ("ROUGE-S1", [(0, 1), (0, 2), (1, 2)]),
        ("ROUGE-S*", [(0, 1), (0, 2), (1, 2)]),
        ("ROUGE-SU0", [(0,), (0, 1), (1,), (1, 2)]),
    ],
)
def test_grams_that_are_shown_are_as_many_as_are_counted(name: str, places: list[tuple[int, ...]]) -> None:
    for options in (Options(max_ngram=4), *(Options(skip_gap=gap, skip_both=True) for gap in (0, 1, -1))):
        for measure in measures(options):
            if measure.name == name:
                assert list(gram_places(measure, 3)) == places
                assert score("x y z", "x y z", options)[name].counts.hit == len(places)


@pytest.mark.parametrize(
    ("options", "units"),
    [
        # The pairs of 6 tokens by their distance: 5 + 4 + 3 + 2 + 1.
        (Options(skip_gap=0, skip_both=True), (5, 5 + 5)),
        (Options(skip_gap=2, skip_both=True), (5 + 4 + 3, 12 + 5)),
        (Options(skip_gap=3, skip_both=True), (5 + 4 + 3 + 2, 14 + 5)),
        (Options(skip_gap=9, skip_both=True), (15, 15 + 5)),
        (Options(skip_gap=-1, skip_both=True), (15, 15 + 5)),
    ],
)
def test_numbers_of_skip_bigrams(options: Options, units: tuple[int, int]) -> None:
    for text, wanted in (("a a a a a a", units), ("", (0, 0)), ("a", (0, 0))):
        found = [one.counts.model for one in score("a", [text], options).values()]
        assert tuple(found[-2:]) == wanted
