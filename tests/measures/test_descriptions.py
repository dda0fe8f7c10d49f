"""What measures say of themselves, for explanations, traces and signatures."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import pytest

from rouge_cli import Options
from rouge_cli.explanations.measure_words import about, ratio_steps
from rouge_cli.measures.base import Measure
from rouge_cli.measures.grams import GramMeasure
from rouge_cli.perl_numbers import RealAsTyped, WholeAsTyped
from rouge_cli.profiles import Profile

from ..support.documents import document
from ..support.scoring import measures

_OPTIONS = Options(max_ngram=4, weight=RealAsTyped("1.20"), skip_gap=WholeAsTyped("04"), skip_both=True)


class _Traits(NamedTuple):
    units: str
    width: int | None
    reads_sentences: bool
    names_evaluations: bool
    signature_name: str
    trace_title: str


def _all() -> dict[str, Measure]:
    others = Options(basic_elements="HM"), Options(profile="rouge")
    gaps = (Options(skip_gap=gap, skip_both=True) for gap in (0, -1))
    beside = Profile(Options(about="all,novel-9")).beside
    assert beside is not None
    profiles = (*map(Profile, (_OPTIONS, *others, *gaps)), beside)
    return {measure.name: measure for profile in profiles for measure in profile.measures}


@pytest.mark.parametrize(
    ("name", "traits"),
    {
        "ROUGE-1": _Traits("unigrams", 1, False, True, "ROUGE-1", "1-gram"),
        "ROUGE-2": _Traits("bigrams", 2, False, True, "ROUGE-2", "2-gram"),
        "ROUGE-3": _Traits("trigrams", 3, False, True, "ROUGE-3", "3-gram"),
        "ROUGE-4": _Traits("4-grams", 4, False, True, "ROUGE-4", "4-gram"),
        "ROUGE-L": _Traits("words", None, True, False, "ROUGE-L", "ROUGE-L"),
        "ROUGE-W-1.20": _Traits("weight", None, True, False, "ROUGE-W-1.2", "ROUGE-W-1.20"),
        "ROUGE-S04": _Traits("skip-bigrams", None, False, False, "ROUGE-S4", "ROUGE-S04"),
        "ROUGE-SU04": _Traits("skip-bigrams and unigrams", None, False, False, "ROUGE-SU4", "ROUGE-S04"),
        "ROUGE-S0": _Traits("skip-bigrams", None, False, False, "ROUGE-S0", "ROUGE-S0"),
        "ROUGE-S*": _Traits("skip-bigrams", None, False, False, "ROUGE-S*", "ROUGE-S-1"),
        "ROUGE-SU*": _Traits("skip-bigrams and unigrams", None, False, False, "ROUGE-SU*", "ROUGE-S-1"),
        "ROUGE-BE-HM": _Traits("basic elements", 1, False, False, "ROUGE-BE-HM", "BE-HM"),
    }.items(),
)
def test_traits(name: str, traits: _Traits) -> None:
    measure = _all()[name]
    found = {trait: getattr(measure, trait, None) for trait in traits._fields}
    assert found == traits._asdict()


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
    ("name", "grams"),
    {
        "ROUGE-1": [((7,), (0,)), ((8,), (1,)), ((9,), (2,))],
        "ROUGE-2": [((7, 8), (0, 1)), ((8, 9), (1, 2))],
        "ROUGE-3": [((7, 8, 9), (0, 1, 2))],
        "ROUGE-4": [],
        "ROUGE-S0": [((7, 8), (0, 1)), ((8, 9), (1, 2))],
        "ROUGE-S1": [((7, 8), (0, 1)), ((7, 9), (0, 2)), ((8, 9), (1, 2))],
        "ROUGE-S*": [((7, 8), (0, 1)), ((7, 9), (0, 2)), ((8, 9), (1, 2))],
        "ROUGE-SU0": [((7,), (0,)), ((7, 8), (0, 1)), ((8,), (1,)), ((8, 9), (1, 2))],
    }.items(),
)
def test_grams_that_are_shown_are_as_many_as_are_counted(
    name: str, grams: list[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    options = [Options(max_ngram=4), *(Options(skip_gap=gap, skip_both=True) for gap in (0, 1, -1))]
    (measure,) = {one.name: one for some in options for one in measures(some) if one.name == name}.values()
    assert isinstance(measure, GramMeasure)
    assert list(measure.grams([7, 8, 9])) == grams
    assert measure.model_units(document([[7, 8, 9]])) == len(grams)


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
    s_and_su = measures(options)[-2:]
    assert tuple(measure.model_units(document([[1] * 6])) for measure in s_and_su) == units
    for short in ([], [[1]]):
        assert [measure.model_units(document(short)) for measure in s_and_su] == [0, 0]


def test_columns_hold_the_counts_exactly() -> None:
    """Whole numbers in 64 bits, doubles, or a list for powers of whole weights, which may pass 64 bits."""
    options = Options(max_ngram=1, skip_gap=1, weight=1.2)
    kinds = {
        one.name: {c.typecode if isinstance(c, array) else "list" for c in one.columns()}
        for one in measures(options)
    }
    assert kinds == {"ROUGE-1": {"q"}, "ROUGE-L": {"q"}, "ROUGE-W-1.2": {"d"}, "ROUGE-S1": {"q"}}
    for weight in (2, 2.0):
        rouge_w = measures(Options(weight=weight))[-1]
        assert [*map(type, rouge_w.columns())] == [list] * 3


def test_steps_of_a_ratio() -> None:
    found = {name: ratio_steps(measure, "1/2") for name, measure in _all().items()}
    assert found.pop("ROUGE-W-1.20") == "(1/2)^(1/1.20)"
    assert set(found.values()) == {"1/2"}
