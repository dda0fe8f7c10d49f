"""The worked examples of the literature, and each measure against its definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Options, Score, score
from rouge_cli.numbers import RealAsTyped, WholeAsTyped

from ..support import lcs
from ..support.evaluations import result
from ..support.explained import explained, words
from ..support.scoring import measures

pytestmark = pytest.mark.usefixtures("kernel")

_SENTENCES = st.lists(st.lists(st.integers(1, 4), max_size=9), max_size=4)


# The worked examples of Lin (2004) and of the working note.


_VOICES = "pulses may ease schizophrenic voices"
_PULSES = [
    "magnetic pulse series sent through brain may ease schizophrenic voices",
    "yale finds magnetic stimulation some relief to schizophrenics imaginary voices",
]
_FOX = "The quick brown fox jumps over the lazy dog"
_FOXES = ["A fast brown dog jumps over a sleeping fox", "A quick brown dog jumps over the fox"]
_LOG, _UNION = "The quick brown dog jumps on the log.", ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"]
_POLICE, _LETTERS = ["police killed the gunman"], ["A B C D E F G"]


@pytest.mark.parametrize(
    ("peer", "models", "measure", "expected"),
    [
        # The note's own table joins the two references; the program does not.
        (_VOICES, _PULSES, "ROUGE-1", {"hit": 5, "model": 20, "recall": 0.25}),
        (_VOICES, _PULSES, "ROUGE-2", {"hit": 3, "model": 18, "recall": 0.16667}),
        (_VOICES, _PULSES, "ROUGE-3", {"hit": 2, "model": 16, "recall": 0.125}),
        (_VOICES, _PULSES, "ROUGE-4", {"hit": 1, "model": 14, "recall": 0.07143}),
        # Bigrams tell the first two apart no more, and LCS the last two.
        ("police kill the gunman", _POLICE, "ROUGE-L", {"recall": 0.75}),
        ("police kill the gunman", _POLICE, "ROUGE-2", {"recall": 0.33333}),
        ("the gunman kill police", _POLICE, "ROUGE-L", {"recall": 0.5}),
        ("the gunman kill police", _POLICE, "ROUGE-2", {"recall": 0.33333}),
        ("the gunman police killed", _POLICE, "ROUGE-L", {"recall": 0.5}),
        ("the gunman police killed", _POLICE, "ROUGE-2", {"recall": 0.66667}),
        # Lin (2004), section 3.3.
        ("police kill the gunman", _POLICE, "ROUGE-S*", {"hit": 3}),
        ("the gunman kill police", _POLICE, "ROUGE-S*", {"hit": 1}),
        ("gunman the killed police", _POLICE, "ROUGE-S*", {"hit": 0}),
        # N-grams and pairs cross the end of a sentence, a common subsequence does not.
        (["a", "b"], [["a b"]], "ROUGE-2", {"hit": 1}),
        (["a", "b"], [["a b"]], "ROUGE-S*", {"hit": 1}),
        (["a", "b"], [["a b"]], "ROUGE-L", {"hit": 2}),
        (["b", "a"], [["a b"]], "ROUGE-L", {"hit": 2}),
        # The union LCS.
        (_UNION, ["w1 w2 w3 w4 w5"], "ROUGE-L", {"model": 5, "peer": 10, "hit": 4}),
        # The paper has 0.571 and 0.286; the program weighs runs by their places in the reference alone.
        ("A B C D H I K", _LETTERS, "ROUGE-W-2", {"recall": 0.08163, "precision": 0.57143}),
        ("A H B K C I D", _LETTERS, "ROUGE-W-2", {"recall": 0.08163, "precision": 0.57143}),
        (_FOX, _FOXES, "ROUGE-1", {"hit": 12, "model": 17}),
        (_FOX, _FOXES, "ROUGE-2", {"hit": 4, "model": 15}),
        (_LOG, [_FOX], "ROUGE-L", {"recall": 0.55556, "precision": 0.625, "f": 0.58824}),
    ],
)
def test_worked_examples(
    peer: str | list[str], models: list[str | list[str]], measure: str, expected: dict[str, float]
) -> None:
    found = result(peer, models, measure, Options(max_ngram=4, weight=2, skip_gap=-1))
    values = found.counts._asdict() | found.scores[0]._asdict()
    assert {name: values[name] for name in expected} == expected


# Which measures there are.


_OF_ROUGE: list[tuple[dict[str, Any], str]] = [
    ({}, "rouge-1 rouge-2 rouge-l"),
    ({"max_ngram": 5}, "rouge-1 rouge-2 rouge-3 rouge-4 rouge-5 rouge-l"),
    ({"max_ngram": 1, "rouge_l": False}, "rouge-1"),
    ({"types": ["rouge-l", "rouge-4"]}, "rouge-l rouge-4"),
]


def test_measures_come_in_the_order_of_the_report() -> None:
    for options, names in [
        (Options(), "ROUGE-L"),
        (Options(rouge_l=False), ""),
        (Options(max_ngram=2), "ROUGE-1 ROUGE-2 ROUGE-L"),
        (Options(weight=1.2), "ROUGE-L ROUGE-W-1.2"),
        (Options(weight=RealAsTyped("1.20")), "ROUGE-L ROUGE-W-1.20"),
        (Options(skip_gap=4, rouge_l=False), "ROUGE-S4"),
        (Options(skip_gap=WholeAsTyped("04"), skip_both=True, rouge_l=False), "ROUGE-S04 ROUGE-SU04"),
        (Options(skip_gap=-1, rouge_l=False), "ROUGE-S*"),
        (Options(skip_gap=-7, skip_unigrams=True, rouge_l=False), "ROUGE-SU*"),
        (Options(skip_gap=0, skip_unigrams=True, skip_both=True, rouge_l=False), "ROUGE-SU0"),
        (Options(skip_unigrams=True, skip_both=True), "ROUGE-L"),
        (Options(basic_elements="HM"), "ROUGE-BE-HM"),
        (
            Options(max_ngram=1, weight=2, skip_gap=1, skip_both=True, basic_elements="H"),
            "ROUGE-1 ROUGE-W-2 ROUGE-S1 ROUGE-SU1 ROUGE-BE-H",
        ),
        (Options(profile="rouge-score"), "rouge1 rouge2 rougeL"),
        (Options(profile="evaluate"), "rouge1 rouge2 rougeL rougeLsum"),
        (Options(profile="rouge-score", max_ngram=4), "rouge1 rouge2 rouge3 rouge4 rougeL"),
        (Options(profile="evaluate", max_ngram=1), "rouge1 rougeL rougeLsum"),
        (Options(profile="evaluate", rouge_l=False), "rouge1 rouge2"),
        (Options(profile="evaluate", types=["rougeLsum", "rouge9", "rougeLsum"]), "rougeLsum rouge9"),  # type: ignore[arg-type]
        *(
            (Options(profile=profile, **choices), names)
            for profile in ("rouge", "rouge-chinese")
            for choices, names in _OF_ROUGE
        ),
    ]:
        assert [measure.name for measure in measures(options)] == names.split()


# Definitions.


def _text(sentences: list[list[int]]) -> list[str]:
    return [" ".join(map(str, sentence)) for sentence in sentences]


def _scores(model: list[list[int]], peer: list[list[int]], options: Options) -> dict[str, Score]:
    return score(_text(peer), [_text(model)], options)


def _marks(model: list[list[int]], peer: list[list[int]], weights: Sequence[float]) -> list[list[bool]]:
    """Return for each token of the model whether the LCS with any of the peer's sentences marks it."""
    rows = []
    for sentence in model:
        union = {place for other in peer for place in lcs.marked(sentence, other, weights)}
        rows.append([place in union for place in range(len(sentence))])
    return rows


@given(_SENTENCES, _SENTENCES)
def test_rouge_l_counts_clipped_unions(model: list[list[int]], peer: list[list[int]]) -> None:
    ours, theirs = ([token for sentence in text for token in sentence] for text in (model, peer))
    left_ours, left_theirs = Counter(ours), Counter(theirs)
    hit = 0
    for sentence, marks in zip(model, _marks(model, peer, range(10)), strict=True):
        for token, marked in zip(sentence, marks, strict=True):
            if marked and left_ours[token] > 0 and left_theirs[token] > 0:
                left_ours[token] -= 1
                left_theirs[token] -= 1
                hit += 1
    assert _scores(model, peer, Options())["ROUGE-L"].counts == (len(ours), len(theirs), hit)


@given(_SENTENCES, _SENTENCES, st.sampled_from([0.5, 1.0, 1.2, 2.0]))
def test_rouge_w_weighs_runs(model: list[list[int]], peer: list[list[int]], weight: float) -> None:
    ours, theirs = ([token for sentence in text for token in sentence] for text in (model, peer))
    left_ours, left_theirs = Counter(ours), Counter(theirs)
    hit = 0.0
    for sentence, marks in zip(model, _marks(model, peer, [k**weight for k in range(10)]), strict=True):
        run = 0
        for place, token in enumerate(sentence):
            if marks[place] and left_ours[token] > 0 and left_theirs[token] > 0:
                left_ours[token] -= 1
                left_theirs[token] -= 1
                run += 1
                if place + 1 == len(sentence) or not marks[place + 1]:
                    hit += run**weight
                    run = 0
    base = 0.0
    for sentence in model:
        base += float(len(sentence)) ** weight
    found = _scores(model, peer, Options(weight=weight))[f"ROUGE-W-{weight}"]
    assert found.counts == (base**weight, float(len(theirs)) ** weight, hit)
    assert found.recall == (round((hit / base**weight) ** (1 / weight), 5) if base else 0)


@pytest.mark.parametrize(
    ("model", "peer", "hits"),
    [
        # Each of two model sentences has the peer's one token; ROUGE-1.5.5 clips the second.
        (["a b", "a c"], ["a"], (1, 1)),
        # ROUGE-1.5.5 quirk: a run whose last mark is clipped goes on in the next run; the second run `a b` is
        # clipped altogether.
        (["a b", "a b"], ["a b", "c"], (2, 4)),
        # Lin (2004), section 3.2: the runs are those of the model's marks.
        (["A B C D E F G"], ["A H B K C I D"], (4, 16)),
        (["A H B K C I D"], ["A B C D E F G"], (4, 4)),
        # Of the two LCS of `a b` and `b a` the walk from the last cell goes up first.
        (["a b c"], ["b a c"], (2, 2)),
    ],
)
def test_hits_of_l_and_w(model: list[str], peer: list[str], hits: tuple[int, int]) -> None:
    found = score(peer, [model], Options(weight=2))
    assert (found["ROUGE-L"].counts.hit, found["ROUGE-W-2"].counts.hit) == hits


@pytest.mark.parametrize(("gap", "hits"), [(-1, 6), (0, 3), (1, 5), (2, 6), (9, 6)])
def test_the_gap_is_the_number_of_tokens_between(gap: int, hits: int) -> None:
    found = score("a b c d", "a b c d", Options(skip_gap=gap, skip_both=True))
    assert [one.counts.hit for name, one in found.items() if name != "ROUGE-L"] == [hits, hits + 3]


def test_units_with_whole_weights_are_whole_numbers() -> None:
    """They are powers of the words of the sentences, also beyond 2**53."""
    model = [" ".join("a" * 22)] * 31 + ["a a a"]
    units = [
        score("b c", [some], Options(rouge_l=False, weight=3))["ROUGE-W-3"].counts.model
        for some in (["a a a"], model)
    ]
    assert list(map(repr, units)) == [str(27**3), str(330115**3)]


# What explanations say of them.


_CLIPPED = "Each counts as often as it appears in both texts: the smaller of the two counts (clipping)."
_ADDED = "these numbers add up to the hits."
_PAIRS = "Pairs of words in the order of the text with"
_BEGIN = f"The number behind a word is of the matches that begin with it; {_ADDED}"


@pytest.mark.parametrize(
    ("choices", "name", "sentences"),
    [
        ({"max_ngram": 4}, "ROUGE-4", "4-grams of the model"),
        (
            *({"max_ngram": 3}, "ROUGE-3"),
            f"3 words in a row, even across the end of a sentence. {_CLIPPED} A text of n words has n − 2"
            f" trigrams. The number behind marked words is of the trigrams in them; {_ADDED}",
        ),
        ({"skip_gap": 0}, "ROUGE-S0", f"{_PAIRS} at most 0 others between them. {_CLIPPED} {_BEGIN}"),
        (
            *({"skip_gap": -1, "skip_unigrams": True}, "ROUGE-SU*"),
            f"{_PAIRS} any number of others between them, and single words: all but the last of each text."
            f" {_CLIPPED} {_BEGIN}",
        ),
        (
            {"profile": "rouge"},
            "rouge-1",
            "Single words. One counts once, however often it stands in a text.",
        ),
    ],
)
def test_explanations_say_what_a_measure_counts(choices: dict[str, Any], name: str, sentences: str) -> None:
    """The stored outputs have the other measures."""
    parts = explained("a b c d e", "a b c d e", **choices).text.split("\nSystem S, ")
    (part,) = [part for part in parts if part.startswith(f"{name}\n")]
    assert sentences in words(part)
