"""The worked examples of the literature, and each measure against its definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Counts, Options
from rouge_cli.kernel.plan import Document
from rouge_cli.measures.base import Measure, Texts
from rouge_cli.measures.lcs import power
from rouge_cli.perl_numbers import RealAsTyped, WholeAsTyped

from ..support import lcs
from ..support.documents import document
from ..support.evaluations import result
from ..support.scoring import counts_of, measures
from ..support.texts import MODELS, PEER

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
    peer: str | list[str], models: list[str], measure: str, expected: dict[str, float]
) -> None:
    found = result(peer, models, measure, Options(max_ngram=4, weight=2))
    values = found.counts._asdict() | found.scores[0]._asdict()
    assert {name: values[name] for name in expected} == expected


# What the original prints for two small models (total counts of `-v`, and of `-M`).


@pytest.mark.parametrize(
    ("measure", "counts"),
    [
        ("ROUGE-1", (18, 14, 10)),
        ("ROUGE-L", (18, 14, 10)),
        ("ROUGE-W-1.2", (40.7277147952852, 20.6608242623237, 12.5858144866315)),
        ("ROUGE-SU0", (32, 24, 12)),
    ],
)
def test_counts_of_the_original(measure: str, counts: tuple[float, ...]) -> None:
    options = Options(max_ngram=1, weight=1.2, skip_gap=0, skip_unigrams=True, stem=True)
    assert result(PEER, MODELS, measure, options).counts == pytest.approx(counts, rel=1e-14)


# Which measures there are, and how each reads its texts.


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
    ]:
        assert [measure.name for measure in measures(options)] == names.split()


def _stems(options: Options) -> dict[str, tuple[bool, ...]]:
    """For each measure: stems of the model's tokens and sentences, and of the peer's."""
    return {
        measure.name: (*measure.model_reading[:2], *measure.peer_reading[:2]) for measure in measures(options)
    }


def test_stemming_the_models_alone_leaves_out_n_and_the_sentences_of_w() -> None:
    options = Options(max_ngram=1, weight=2, skip_gap=1, skip_both=True, stem_models=True)
    tokens_and_sentences = (True, True, False, False)
    assert _stems(options) == {
        "ROUGE-1": (False, False, False, False),
        "ROUGE-L": tokens_and_sentences,
        "ROUGE-W-2": (True, False, False, False),
        "ROUGE-S1": tokens_and_sentences,
        "ROUGE-SU1": tokens_and_sentences,
    }
    assert _stems(Options(basic_elements="H", stem_models=True)) == {"ROUGE-BE-H": tokens_and_sentences}


def test_stemming_is_of_everything_else() -> None:
    options = Options(max_ngram=1, weight=2, skip_gap=1, skip_both=True, stem=True)
    assert set(_stems(options).values()) == {(True, True, True, True)}


# Definitions.


def _count(measure: Measure, model: Document, peer: Document) -> Counts:
    (counts,) = counts_of(measure, Texts([model], [peer]), best=False)
    return counts


def _one(options: Options) -> Measure:
    return measures(options)[-1]


def _marks(model: list[list[int]], peer: list[list[int]], weights: Sequence[float]) -> list[list[bool]]:
    """Return for each token of the model whether the LCS with any of the peer's sentences marks it."""
    rows = []
    for sentence in model:
        union = {place for other in peer for place in lcs.marked(sentence, other, weights)}
        rows.append([place in union for place in range(len(sentence))])
    return rows


@given(_SENTENCES, _SENTENCES)
def test_rouge_l_counts_clipped_unions(model: list[list[int]], peer: list[list[int]]) -> None:
    ours, theirs = document(model), document(peer)
    left_ours, left_theirs = Counter(ours.tokens), Counter(theirs.tokens)
    hit = 0
    for sentence, marks in zip(model, _marks(model, peer, range(10)), strict=True):
        for token, marked in zip(sentence, marks, strict=True):
            if marked and left_ours[token] > 0 and left_theirs[token] > 0:
                left_ours[token] -= 1
                left_theirs[token] -= 1
                hit += 1
    counts = _count(_one(Options()), ours, theirs)
    assert counts == (len(ours.tokens), len(theirs.tokens), hit)


@given(_SENTENCES, _SENTENCES, st.sampled_from([0.5, 1.0, 1.2, 2.0]))
def test_rouge_w_weighs_runs(model: list[list[int]], peer: list[list[int]], weight: float) -> None:
    ours, theirs = document(model), document(peer)
    left_ours, left_theirs = Counter(ours.tokens), Counter(theirs.tokens)
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
    measure = _one(Options(weight=weight))
    counts = _count(measure, ours, theirs)
    assert tuple(counts) == (base**weight, float(len(theirs.tokens)) ** weight, hit)
    if base:
        assert measure.ratio(hit, counts.model) == (hit / counts.model) ** (1 / weight)
        assert measure.choosing_recall(counts, ours) == (hit / base) ** (1 / weight)


@given(_SENTENCES)
def test_a_text_has_everything_in_common_with_itself(sentences: list[list[int]]) -> None:
    """Only for ROUGE-W is that not so: it weighs the model's length twice."""
    text = document(sentences)
    for measure in measures(Options(max_ngram=3, skip_gap=2, skip_both=True)):
        counts = _count(measure, text, text)
        assert counts.model == counts.peer == counts.hit, measure.name


def test_n_s_and_su_cross_sentence_ends_where_l_does_not() -> None:
    options = Options(max_ngram=2, skip_gap=0, rouge_l=True)
    for measure, hit in (("ROUGE-2", 1), ("ROUGE-S0", 1), ("ROUGE-L", 2)):
        assert result(["a", "b"], [["a b"]], measure, options).counts.hit == hit
    assert result(["b", "a"], [["a b"]], "ROUGE-L").counts.hit == 2


def test_ratios_of_nothing_are_zero() -> None:
    for measure in measures(Options(max_ngram=1, weight=1.2, skip_gap=1)):
        assert measure.ratio(0, 0) == 0
        assert measure.choosing_recall(Counts(0, 1, 0), document([])) == 0


def test_recalls_are_compared_as_printed_but_for_l_and_w() -> None:
    counts, model = Counts(300001, 1, 100000), document([[1] * 3])
    chosen = {
        measure.name: measure.choosing_recall(counts, model)
        for measure in measures(Options(max_ngram=1, weight=1.0, skip_gap=1, skip_both=True))
    }
    assert chosen.pop("ROUGE-L") == 100000 / 300001
    assert chosen.pop("ROUGE-W-1.0") == 100000 / 3
    assert set(chosen.values()) == {0.33333}


def test_a_whole_weight_counts_exactly_in_64_bits() -> None:
    """What the original prints with `-w 3 -t 1 -d`: beyond 2**53 a double would end in 876."""
    model = document([[1] * 22] * 31 + [[1] * 3])
    (rouge_w,) = measures(Options(rouge_l=False, weight=3))
    assert _count(rouge_w, model, document([[2, 3]])).model == 35974583594270875
    for exponent in (3, 3.0):
        assert power(330115, exponent) == 35974583594270875
        assert power(4, exponent) + power(330115, exponent) == 35974583594270939
        assert isinstance(power(2**18, exponent), float)  # of a power of two it is a double
        assert isinstance(power(2**22 - 1, exponent), float)  # by its length, 66 bits
