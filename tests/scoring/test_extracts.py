"""`oracle` and `lead`: extracts by the figures of `score`, and by other programs' rules to the index."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rouge_cli import OptionError, Options, Oracle, Scorer, lead, oracle

from ..support import kernels
from ..support.needs import needs

CASES = [
    json.loads(line) for line in Path(__file__).with_name("oracle_cases.jsonl").read_bytes().splitlines()
]
"""What the code of PreSumm, BertSum and fast_abs_rl returned; figures as `repr` prints them."""

WORDS = st.lists(st.sampled_from([*"abcdef", "a.", "b."]), max_size=5).map(" ".join)
DOCUMENTS = st.lists(WORDS, max_size=5)
CHOICES = [
    (Options(max_ngram=2), ("ROUGE-1", "ROUGE-2")),
    (Options(max_ngram=1, weight=1.2, skip_gap=1), ("ROUGE-L", "ROUGE-W-1.2", "ROUGE-S1")),
    (Options(max_ngram=1, stem_models=True), ("ROUGE-L", "ROUGE-1")),
    (Options(max_ngram=2, word_limit=4), ("ROUGE-1", "ROUGE-L")),
    (Options(max_ngram=2, weight=1.2, best_model=True), ("ROUGE-2", "ROUGE-W-1.2")),
    (Options(max_ngram=1, jackknife=True), ("ROUGE-1", "ROUGE-L")),
    (Options(profile="torchmetrics", types=("rouge1", "rougeL"), accumulate="avg"), ("rouge1", "rougeL")),
    (Options(profile="rouge", types=("rouge-1", "rouge-l")), ("rouge-1", "rouge-l")),
    (
        Options(profile="rouge-score", types=("rouge2", "rougeL", "rougeLsum")),
        ("ROUGE-2", "rougeL", "rougeLsum"),
    ),
]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("options", "measures"), CHOICES)
@settings(max_examples=15)
@given(document=DOCUMENTS, model=DOCUMENTS, most=st.integers(0, 4))
def test_the_greedy_oracle_adds_what_scores_best(
    options: Options, measures: tuple[str, ...], document: list[str], model: list[str], most: int
) -> None:
    scorer = Scorer(options)
    names = {name.lower().replace("-", ""): name for name in scorer.score("a", "a")}

    def value(places: list[int]) -> float:
        scores = scorer.score([document[place] for place in places], [model])
        total: float = 0
        for measure in measures:
            total += scores[names[measure.lower().replace("-", "")]].f
        return total

    chosen: list[int] = []
    reached = 0.0
    for _ in range(most):
        values = {
            place: value(sorted([*chosen, place])) for place in range(len(document)) if place not in chosen
        }
        if not values or max(values.values()) <= reached:
            break
        reached = max(values.values())
        chosen = sorted([*chosen, next(place for place, one in values.items() if one == reached)])
    found = oracle(document, model, most, measures, options=options)
    assert found.labels == [int(place in chosen) for place in range(len(document))]
    assert found in {Oracle(tuple(chosen), reached, len(document))}


@pytest.mark.usefixtures("kernel")
def test_other_oracles_choose_as_their_code_does() -> None:
    for case in CASES:
        document, reference = case["document"], case["abstract"]
        greedy = oracle(document, reference, case["size"], method="presumm")
        assert list(greedy.indices) == case["greedy"], case["id"]
        if "rouge_1" in case:
            assert greedy.score == float(case["rouge_1"]["f"]) + float(case["rouge_2"]["f"])
        if "combination" in case:
            combined = oracle(document, reference, case["combination_size"], method="combination")
            assert list(combined.indices) == case["combination"], case["id"]
        if "fast_abs_rl" in case:
            found = oracle(document, reference, method="fast-abs-rl")
            scores = [float(score) for score in case["fast_abs_rl"]["scores"]]
            assert list(found.indices) == case["fast_abs_rl"]["indices"], case["id"]
            assert found.score == (sum(scores) / len(scores) if scores else 0)


def test_sentences_are_strings_or_lists_of_tokens() -> None:
    document, reference = ["the mayor spoke", "a storm , it closed the bridge"], ["a storm closed the bridge"]
    tokens = [sentence.split() for sentence in document]
    for method in ("greedy", "presumm", "combination", "fast-abs-rl"):
        assert oracle(tokens, reference, 1, method=method) == oracle(document, reference, 1, method=method)
        assert 1 in oracle(document, reference, 1, method=method).indices
    for method, empty in (("greedy", []), ("fast-abs-rl", []), ("fast-abs-rl", [""])):
        with pytest.warns(UserWarning, match="^the reference is empty, so no sentence scores"):
            assert oracle(["a"], empty, method=method).score == 0


TEXT = st.text("ab.é\t\x1f\xa0\u2009\u3000\ud800 ", max_size=9)


@needs("compiled")
@example([" ".join(map(str, range(64)))], ["1"], 1)  # Different words fill the room for words.
@given(
    document=st.lists(TEXT | st.lists(TEXT, max_size=4), max_size=5),
    reference=st.lists(TEXT, max_size=2) | st.lists(st.lists(TEXT, max_size=4), max_size=2),
    most=st.integers(0, 6),
)
def test_both_kernels_clean_sentences_alike(document: list[Any], reference: list[Any], most: int) -> None:
    found = []
    for name in kernels.NAMES:
        with kernels.kernel_of(kernels.body(name)):
            found.append(oracle(document, reference, most, method="presumm"))
    assert found[0] == found[1]


def test_a_limit_cuts_extracts_and_not_the_document() -> None:
    options = Options(max_ngram=1, word_limit=4)
    assert oracle(["a b c", "d e"], ["d e"], 1, ["ROUGE-1"], options=options).score == 1


def test_an_oracle_warns_of_texts_without_a_word() -> None:
    with pytest.warns(UserWarning, match="no ASCII word"):
        assert oracle(["今日は"], ["今日は"]).indices == ()


def test_lead() -> None:
    document = ["a b c d", ["a", "b", "c"], "b c d e", "e f", "e f g"]
    assert lead(document, 2) == [0, 1]
    assert lead(document, 9) == [0, 1, 2, 3, 4]
    assert lead(document, 2, block_trigrams=True) == [0, 3]
    assert lead(document, 9, block_trigrams=True) == [0, 3, 4]
    assert lead(["a b c", "a x c"], 2, block_trigrams=True) == [0, 1]
    assert lead([], 3) == []
    assert lead(document, numpy.int64(1)) == [0]
    assert oracle(document, document, numpy.uint8(1)).indices == (0,)
    with pytest.raises(OptionError, match="`k` must be a whole number"):
        lead(["a"], -1)
    with pytest.raises(TypeError, match="document must be a list of sentences"):
        lead("a text", 1)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"method": "best"}, OptionError, "`method` must be one of: greedy, presumm, combination, fast"),
        ({"most": -1}, OptionError, "`most` must be a whole number from 0 on, not -1"),
        ({"most": True}, OptionError, "`most` must be a whole number from 0 on, not True"),
        ({"most": 1.0}, OptionError, "`most` must be a whole number from 0 on, not 1.0"),
        ({"measures": ["ROUGE-7"]}, OptionError, "`measures` must be some of: ROUGE-1, ROUGE-2, ROUGE-L"),
        ({"measures": "ROUGE-1"}, OptionError, "`measures` must be some of"),
        *(({"measures": wrong}, OptionError, "ROUGE-L; not ") for wrong in ([1], ["ROUGE-1", None], [], 7)),
        *(
            ({"document": wrong}, TypeError, "document must be a list of sentences, .* not ")
            for wrong in ("a text", b"a text", {"a"}, {"a": 1}, iter(["a"]), None, 5)
        ),
        ({"reference": [["a", 1]]}, TypeError, "reference must be a list of sentences, .* list with list in"),
        ({"options": 3}, TypeError, "options must be Options"),
        ({"options": Options(max_ngram=2, about="length")}, OptionError, "`about` goes with `score_batch`"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        oracle(**{"document": ["a"], "reference": ["a"], **arguments})
