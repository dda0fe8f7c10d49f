"""Parity: both bodies of the kernel return the same for any plan and any batch."""

from __future__ import annotations

import math
from array import array
from itertools import product
from random import Random
from struct import iter_unpack
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli.kernel import plan as words
from rouge_cli.kernel.plan import document_at

from ..support.plans import rows_of
from .bodies import compiled, definition, needs_compiled

pytestmark = [needs_compiled, pytest.mark.no_cover]

_VISIBLE = r"""the cat cats sat sitting agreement running axes a of Naïve ÄRGER U.S. vs. end. Then
    <q> </s> \n . ! " xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 猫 2004
    stop-word İst 5K dying additionally"""
_WORDS = st.sampled_from(_VISIBLE.split()) | st.sampled_from([" ", "  ", "\t", "\r", "\x0b", "\ud800"])
_REPEATED = st.sampled_from("ab")  # Few different words make many ties.
_SENTENCE = st.lists(_WORDS, max_size=12).map(" ".join) | st.lists(_REPEATED, max_size=20).map(" ".join)
_TEXT = (
    st.lists(_SENTENCE, max_size=4).map("\n".join)
    | st.lists(_SENTENCE, max_size=4)
    | _SENTENCE.map(lambda text: text.encode("utf-8", "replace"))
)
_EVALUATION = st.tuples(st.lists(_TEXT, max_size=3), st.lists(_TEXT, max_size=3))
_READING = st.builds(words.Reading, st.booleans(), st.booleans(), st.booleans(), st.none())
_READINGS = st.shared(st.lists(_READING, min_size=1, max_size=3), key="readings").flatmap(st.sampled_from)
_NUMBERS = {
    **dict.fromkeys(("ngrams", "distinct_ngrams"), st.integers(1, 5) | st.sampled_from([30, 2**31, 2**70])),
    "signed_ngrams": st.integers(1, 30),
    "skip_bigrams": st.integers(-2, 8) | st.sampled_from([-(2**70), 2**70]),
}
_WEIGHTS = st.sampled_from([0.01, 0.5, 1, 1.0, 1.2, 2, 2.5, 3, 30, 300.5, 400, 400.5, 1e308])


def _measures(kind: words.Kind) -> st.SearchStrategy[words.Measure]:
    counts_grams = kind.startswith(("novel", "repeated"))
    numbers = st.integers(1, 4) if counts_grams else _NUMBERS.get(kind, st.just(0))
    weights = st.just(1) if kind == "signed_ngrams" else _WEIGHTS  # A ratio below 0 has no root.
    names = st.just(kind), st.just(kind)
    return st.builds(
        words.Measure, *names, _READINGS, _READINGS, st.just(""), numbers, st.booleans(), weights
    )


_FRACTIONS = st.sampled_from([0, -0.3, -0.75])
_LIMITS = (
    st.just({})
    | st.builds(lambda most, less: {"max_words": most + less}, st.integers(1, 12), _FRACTIONS)
    | st.builds(lambda most, less: {"max_bytes": most + less}, st.integers(1, 30), _FRACTIONS)
)
_PLANS = st.builds(
    lambda limit, **fields: words.Plan(**fields, **limit),
    limit=_LIMITS,
    measures=st.lists(st.sampled_from(get_args(words.Kind)).flatmap(_measures), min_size=1, max_size=4).map(
        tuple
    ),
    lowering=st.sampled_from(get_args(words.Lowering)),
    stemmer=st.sampled_from(get_args(words.Stemmer)),
    combination=st.sampled_from(get_args(words.Combination)),
    rounding=st.sampled_from(get_args(words.Rounding)),
    alpha=st.sampled_from([0.5, 0, 1, 0.8, -1, math.nan]),
)
_NOVEL = words.Measure(
    "novel_types", "novel_types", *[words.Reading(False, False, False, None)] * 2, number=1
)
_WITH_F_BELOW_0 = words.Plan((_NOVEL._replace(weight=0.01),), combination="best_f", alpha=-1)
_WORDS = {b"the": None, b"of": None, b"axes": b"axis", b"cats": b"Cat"}


def _counters(plan: words.Plan, *more: Any) -> tuple[Any, definition.BatchCounter]:
    lists = {} if plan.lowering in ("none", "spaces") else _WORDS  # rouge and COCO's ROUGE have no lists.
    return compiled.BatchCounter(plan.numbers(), lists, *more), definition.BatchCounter(plan, lists, *more)


def _counted(counter: Any, plan: words.Plan, *arguments: Any) -> tuple[object, ...]:
    """The rows, in which NaN equals itself, the traits and the words."""
    block, traits, of_words = counter.count(*arguments)
    return repr(rows_of(plan, block)), traits, of_words


@settings(max_examples=5 * settings().max_examples)
@given(_PLANS, st.lists(_EVALUATION, max_size=4), st.sampled_from([b"\n", b"<q>", b"at", b""]))
def test_counts_figures_and_traits(plan: words.Plan, evaluations: list[Any], separator: bytes) -> None:
    fast, slow = _counters(plan)
    for some in (evaluations, [*evaluations, *evaluations[:1]]):
        expected = _counted(slow, plan, some, None, (separator,))
        assert _counted(fast, plan, some, None, (separator,)) == expected


_LINES = words.Reading(True, True)
_SKIPS = ((-1, True), (4, False), (1, True), (1, True), (0, False), (0, True))
"""Gaps, and whether unigrams count, which go on from the measure before where its gap is the same."""
_STEMS = words.Reading(False, True)
_EVERY = tuple(
    words.Measure("", kind, *readings, "", number, unigrams, weight + 0.2 * kind.startswith("weighted"))
    for readings, weight in (((_LINES, _LINES), 1), ((_LINES, _STEMS), 2), ((_STEMS, _STEMS), 1))
    for kind in get_args(words.Kind)
    for number, unigrams in (_SKIPS if kind == "skip_bigrams" else ((1, True), (2, True)))
)
_MODELS = ["the cats sat on the mats\nthe dog ran and the cat ran", "a cat sat\n\nno dog ran on", "", "a b c"]
_PEERS = [
    "the cat ran on the mat\nthe cat sat and sat and ran",
    "dog",
    "",
    "a b c",
    "no mat sat on cats on a mat",
]


@pytest.mark.parametrize("combination", get_args(words.Combination))
def test_every_measure_with_every_rounding(combination: words.Combination) -> None:
    evaluations = [(_MODELS[:1], _PEERS), (_MODELS[:2], _PEERS), (_MODELS[1:], _PEERS), ([], _PEERS)]
    evaluations.append((["a\nx x x a " + "y " * 60 + "b c"], ["a\nb c"]))  # The second a is clipped.
    evaluations.append((["cats running run a"], ["runs running", "run cat run"]))
    recalls_equal_when_rounded = [(["a " * n + "x " * (n + 2) for n in (348, 349)], ["a " * 349])]
    few = tuple(one for one in _EVERY if one.kind in ("ngrams", "lcs", "longest_lcs"))
    for rounding, alpha in zip(get_args(words.Rounding), (0.8, math.nan, -2, 0.5, 0, 1), strict=True):
        for measures, some in ((_EVERY, evaluations), (few, recalls_equal_when_rounded)):
            plan = words.Plan(measures, combination=combination, rounding=rounding, alpha=alpha)
            fast, slow = _counters(plan)
            assert _counted(fast, plan, some) == _counted(slow, plan, some)


@pytest.mark.parametrize("size", [63, 64, 65, 128, 129])
def test_sentences_as_long_as_words_of_bits(size: int) -> None:
    """A row has a bit for each column, in words of 64 bits. Equal beginnings and ends need no rows."""
    kinds = [one for one in _EVERY if one.kind in ("lcs", "weighted_lcs", "lcs_of_pairs", "distinct_lcs")]
    fast, slow = _counters(plan := words.Plan(tuple(kinds[::2])))
    for letters in ("abc", "abcdefghijklmnopqrst"):
        one, other = (" ".join(Random(size + seed).choices(letters, k=size)) for seed in (1, 2))
        peers = [other, one + " " + other, f"{one} b {one}", one[:-2], one[2:], f"a\n{other}"]
        evaluations = [([one], peers), ([f"b b\n{one}"], [other, "b"])]
        assert _counted(fast, plan, evaluations) == _counted(slow, plan, evaluations)


def _pieces(pieces: list[bytes]) -> Any:
    """Tokens that depend on their neighbours in a piece, and stems that the kernel does not know."""
    parts = [[part for part in piece.lower().split(b"s") if part] for piece in pieces]
    return tuple((tuple(tokens), tuple(token[:2] for token in tokens)) for tokens in parts)


@given(_PLANS, st.lists(_EVALUATION, max_size=3), st.integers(0, 5))
def test_texts_whose_tokens_a_function_makes(plan: words.Plan, evaluations: list[Any], most: int) -> None:
    plan = plan._replace(pieces="sentences", max_words=0, max_tokens=most)
    fast, slow = _counters(plan, _pieces)
    expected = _counted(slow, plan, evaluations)
    assert [_counted(fast, plan, evaluations) for _ in range(2)] == [expected] * 2, "known pieces, too"


def _read(counter: Any, texts: list[Any]) -> tuple[Any, list[bytes], list[Any]]:
    """The arrays of prepared texts, the words of all, and what else a counter tells of them."""
    words: dict[bytes, int] = {}
    tokens, ends, places, *others = counter.read([(texts[:4], texts[4:])], words, 0, 0)
    return (array("i", tokens), array("i", ends), array("q", places)), list(words), others


# The kernel lists the texts that have each token where there are more than 16 peers.
_TEXTS = st.sampled_from([0, 17]).flatmap(lambda least: st.lists(_TEXT, min_size=least, max_size=24))


@settings(max_examples=settings().max_examples // 2)
@example(_WITH_F_BELOW_0, ["a", "b cat"], 0, -1)
@example(words.Plan((_NOVEL,), lowering="spaces"), ["", "a"], 0, 0)
@given(_PLANS, _TEXTS, st.integers(0, 24), st.sampled_from([-1, 0, 0.3, 0.5, 2 / 3, 0.8, 1, 2]))
def test_prepared_texts_tiles_and_pairs(
    plan: words.Plan, texts: list[Any], parted: int, at_least: float
) -> None:
    fast, slow = _counters(plan)
    read = [_read(counter, texts) for counter in (fast, slow)]
    documents = [
        [
            [[names[token] for token in part] for part in (document.tokens, document.words)] + [document.ends]
            for number in range(len(arrays[2]) // 6)
            for document in [document_at(arrays, number, whole=False)]
        ]
        for arrays, names, _ in read
    ]
    assert (documents[0], sorted(read[0][1])) == (documents[1], sorted(read[1][1]))
    assert read[0][2] == read[1][2]
    arrays, names, _ = read[0]
    count = len(texts)
    part = min(parted, count)
    blocks = [((0, count), (0, count), True), ((0, part), (part // 2, count), False)]
    for measure, figure, (peers, models, later) in product(range(len(plan.measures)), range(3), blocks):
        tile = (arrays, arrays, len(names), *peers, *models, measure, figure, None)
        matrices = [array("d", [-1]) * count**2 for _ in range(2)]
        found = []
        for counter, matrix in zip((fast, slow), matrices, strict=True):
            counter.tile(tile, matrix, later)
            found.append(sorted(iter_unpack("iid", counter.pairs(tile, at_least, later)), key=repr))
        assert list(map(repr, matrices[0])) == list(map(repr, matrices[1]))
        assert repr(found[0]) == repr(found[1])


@pytest.mark.parametrize(("alpha", "most"), [(0.5, 0), (0.5, 9), (0.8, 0)])
@pytest.mark.parametrize("rounding", ["decimals", "precision", "squared_beta"])
def test_no_pair_is_missed(rounding: words.Rounding, alpha: float, most: int) -> None:
    """Of any measure, figure and threshold, whether texts are looked for by their tokens or not."""
    texts = [*_MODELS, *_PEERS, "dogs cat", "dog cats", "a b", *(f"a{n} b a{n - 1} cats" for n in range(9))]
    plan = words.Plan(_EVERY, max_bytes=most, rounding=rounding, alpha=alpha)
    counter, count = _counters(plan)[0], len(texts)
    arrays, names, _ = _read(counter, texts)
    for measure, figure in product(range(len(plan.measures)), range(3)):
        tile = (arrays, arrays, len(names), 0, count, 0, count, measure, figure, None)
        counter.tile(tile, matrix := array("d", [0]) * count**2, False)
        for least in (0.3, 0.6, 1.0):
            pairs = sorted(iter_unpack("iid", counter.pairs(tile, least, False)))
            assert pairs == [(*divmod(at, count), one) for at, one in enumerate(matrix) if one >= least]


_LENGTHS = st.integers(1, 300) | st.builds(pow, st.just(2), st.integers(0, 14)) | st.integers(1, 30_000)


@settings(max_examples=5 * settings().max_examples)
@example(1, 64)  # 0.015625 and 0.046875 exactly: halves go to the even digit.
@example(3, 64)
@example(1, 8_000)  # The double is a little more than 0.000125.
@example(40_000, 3)
@given(_LENGTHS, _LENGTHS)
def test_figures_are_rounded_as_python_rounds(source: int, summary: int) -> None:
    reading = words.Reading(False, False)
    plan = words.Plan((words.Measure("", "compression", reading, reading),))
    block, *_ = _counters(plan)[0].count([([b"a " * source], [b"a " * summary])])
    [[row]] = rows_of(plan, block)
    assert row[5] == round(source / summary, 5)


def test_readings_that_differ_in_sentences_alone_share_their_documents() -> None:
    lines, whole = words.Reading(True, True), words.Reading(True, True, whole=True)
    plan = words.Plan((words.Measure("", "lcs", lines, whole), words.Measure("", "lcs", whole, lines)))
    assert plan.distinct_readings == [lines]
