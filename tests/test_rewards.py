"""Rewards: the figures of `Scorer.score` for each completion, in the shapes in which trainers pass texts."""

from __future__ import annotations

import pickle
import warnings
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import InputError, OptionError, Options, Scorer
from rouge_cli.rewards import RougeReward

from .support.tables import table

_TEXT = st.lists(st.sampled_from(["the", "cat", "cats", "sat", "on", "a", "mat.", "\n"]), max_size=8).map(
    " ".join
)
_REFERENCES = _TEXT | st.lists(_TEXT, min_size=1, max_size=3)


def _reward(
    completions: Any, references: Any, measure: str = "ROUGE-1", **choices: Any
) -> list[float | None]:
    return RougeReward(measure, **choices)(completions=completions, reference=references)


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("ROUGE-2", Options(max_ngram=2, stem=True)),
        ("ROUGE-L", Options()),
        ("ROUGE-W-1.2", Options(weight=1.2)),
        ("ROUGE-S*", Options(skip_gap=-1)),
        ("ROUGE-SU4", Options(skip_gap=4, skip_unigrams=True)),
        ("ROUGE-L", Options(language="de")),
        ("rougeLsum", Options(profile="rouge-score", types=("rougeLsum",))),
    ],
)
@given(rows=st.lists(st.tuples(_TEXT, _REFERENCES | st.none()), max_size=8))
def test_a_reward_is_the_figure_of_a_scorer(
    kernel: str, measure: str, options: Options, rows: list[tuple[str, Any]]
) -> None:
    completions, references = [row[0] for row in rows], [row[1] for row in rows]
    scorer = Scorer(options)
    for figure in ("recall", "precision", "f"):
        reward = RougeReward(measure, figure=figure, options=options)
        assert reward(["prompt"], completions, reference=references, other=1) == [
            None if models is None else getattr(scorer.score(peer, models)[measure], figure)
            for peer, models in rows
        ]


def test_names_of_packages_choose_their_rules() -> None:
    assert _reward(["dies"], ["die"], "rouge1", options=Options(profile="rouge-score", stem=True)) == [1.0]
    assert _reward(["a b\nc", "b"], ["c\na b", "a b c"], "rougeL") == [2 / 3, 0.5]


def test_shapes_of_texts() -> None:
    for completion, reference, expected in [
        ([{"role": "assistant", "content": "a"}], "a b", 0.66667),
        ([{"role": "assistant", "content": "x"}, {"role": "tool", "content": "b"}], "x", 1.0),
        ([{"role": "assistant", "content": "x"}, {"content": "a"}], "a", 1.0),
        ([{"role": "assistant", "content": [{"text": "a "}, {"type": "image"}, {"text": "b"}]}], "a b", 1.0),
        ([{"role": "assistant", "content": None}], "a", 0.0),
        ([0, 8], [8, 9], 0.5),
        ((7, 8), np.array([7, 8]), 1.0),
        (np.array([7, 8]), [[1], [7, 8, 9]], 0.5),
        ([], "a", 0.0),
        ([{"role": "assistant", "content": "a"}], "", 0.0),
        ("", [1, 2], 0.0),
        ("a", np.array(["a", "b"]), 0.5),
        (*np.array(["a b", "a b"]), 1.0),
        (None, "a", None),
        ("a", None, None),
        (None, None, None),
    ]:
        assert _reward([completion, "a"], [reference, "a"]) == [expected, 1.0]


def test_reasoning_is_dropped() -> None:
    for text, kept in table(__file__, "reasoning"):
        reference = "Well, c e a b"
        assert _reward([text], [reference], drop_reasoning=True) == _reward([kept], [reference])
        other = text.replace("<think>", "[[").replace("</think>", "]]")
        assert _reward([other], [reference], drop_reasoning=("[[", "]]")) == _reward([kept], [reference])


@pytest.mark.parametrize("measure", ["ROUGE-1", "ROUGE-L", "rougeL", "ROUGE-2", "ROUGE-SU4"])
def test_rewards_fade_by_length(measure: str) -> None:
    texts = [" ".join(["a", "b"] * half) for half in (1, 2, 3, 4, 5)]
    assert _reward(texts, texts, measure) == [1] * 5
    assert _reward(texts, texts, measure, fade=(4, 8)) == [1.0, 1.0, 0.5, 0.0, 0.0]
    assert _reward(texts, texts, measure, fade=(0, 8)) == [0.75, 0.5, 0.25, 0.0, 0.0]
    assert _reward([[1] * 3], [[1]], measure="ROUGE-1", fade=(2, 4)) == [0.25]


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("ROUGE-1", Options()),
        ("ROUGE-1", Options(jackknife=True)),
        ("ROUGE-L", Options(best_model=True)),
        ("rougeL", Options(profile="rouge-score")),
        ("rouge-l", Options(profile="rouge")),
        ("rouge-2", Options(profile="rouge-chinese", counts="all")),
    ],
)
def test_neither_references_nor_repeated_words_change_lengths(measure: str, options: Options) -> None:
    text = "a b a b a b"
    references = [text, [text] * 3, [text, "c"], [text]]
    plain = _reward([text] * 4, references, measure, options=options)
    assert plain[:2] == pytest.approx([1.0, 1.0])
    assert _reward([text] * 4, references, measure, options=options, fade=(6, 7)) == plain
    assert _reward([text] * 4, references, measure, options=options, fade=(4, 8)) == [
        one and one * 0.5 for one in plain
    ]


def test_verl_gets_a_number() -> None:
    reward = RougeReward("ROUGE-1")
    call = {"data_source": "cnn", "solution_str": "a", "extra_info": {"split": "train"}}
    assert reward.compute_score(**call, ground_truth="a b") == 0.66667
    assert reward.compute_score("cnn", "a", ["b", "a"]) == 0.5
    with pytest.raises(InputError, match="a row of cnn has no ground truth"):
        reward.compute_score("cnn", "a", None)


def test_a_reward_can_be_pickled_and_has_a_name() -> None:
    reward = RougeReward("ROUGE-L", reference="answer", figure="recall", drop_reasoning=True, fade=(1, 3))
    copy = pickle.loads(pickle.dumps(reward))
    assert copy(completions=["<think>x</think>a b"], answer=["a b c"]) == [0.66667 * 0.5]
    assert (copy.__name__, repr(copy)) == (
        "ROUGE-L recall",
        "RougeReward('ROUGE-L', reference='answer', figure='recall')",
    )


@pytest.mark.parametrize(
    ("choices", "part"),
    [
        ({"measure": "ROUGE-Q"}, "`measure` must be ROUGE-1"),
        *(({"measure": name}, name) for name in ("ROUGE-0", "ROUGE-S04", "ROUGE-SU00")),
        ({"measure": "rouge-l"}, "`measure` must be of rouge1 .* `profile` rouge-1.5.5 has ROUGE-1, ROUGE-L"),
        ({"measure": None}, "not None"),
        *(({"measure": name}, name) for name in ("ROUGE-W-1.2.3", "ROUGE-W-.", "ROUGE-W-")),
        *(
            ({"options": Options(**choices)}, "drop `about` and `basic_elements`")
            for choices in ({"about": "length"}, {"basic_elements": "HM", "rouge_l": False})
        ),
        ({"figure": "F1"}, "`figure` must be f, recall or precision"),
        *(
            ({"fade": fade}, "`fade` must be two")
            for fade in ((3, 3), (-1, 3), (3,), 5, (1, inf), ("1", "2"), (1, "2"))
        ),
        ({"drop_reasoning": ("<a>",)}, "`drop_reasoning` must be True, False or two tags"),
        *(({"drop_reasoning": tags}, "`drop_reasoning`") for tags in (("", "</a>"), 3, ("<a>", 3))),
    ],
)
def test_odd_choices_are_refused(choices: dict[str, Any], part: str) -> None:
    with pytest.raises(OptionError, match=part):
        RougeReward(**choices)


@pytest.mark.parametrize(
    ("completions", "references", "choices", "error", "part"),
    [
        (["a"], ["a", "b"], {}, InputError, "1 completion, but 2 references"),
        (["a"], [[]], {}, InputError, "completion 1 has an empty list of references"),
        (["a", "b"], ["a", ["a", "b"]], {"options": Options(paper_weight=1.2)}, InputError, "`best_model`"),
        (["a", [1]], ["a", "1"], {}, InputError, "completion 2: token IDs go with token IDs"),
        ([[1]], [[[1], "a"]], {}, InputError, "completion 1"),
        ([[1, -100]], [[1]], {}, InputError, "-100 is not the ID of a token"),
        *(
            ([[1]], [[1]], choices, OptionError, "token IDs are compared as they are")
            for choices in (
                {"options": Options(language="de")},
                {"options": Options(byte_limit=9)},
                {"drop_reasoning": True},
            )
        ),
        ([1], ["a"], {}, TypeError, "a completion must be a string, messages or token IDs, not 1"),
        ([["a"]], ["a"], {}, TypeError, "a completion must be"),
        ([[1, "a"]], ["a"], {}, TypeError, "a completion must be"),
        ([[{"content": "a"}, "a"]], ["a"], {}, TypeError, "a completion must be"),
        (["a"], [1.5], {}, TypeError, "the reference of completion 1 must be"),
        (["a"], [["a", None]], {}, TypeError, "the reference of completion 1 must be"),
    ],
)
def test_odd_texts_are_refused(
    completions: Any, references: Any, choices: Any, error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=part):
        _reward(completions, references, **choices)


def test_verl_calls_with_lists_and_with_mappings() -> None:
    """As its BatchRewardManager does; many of its data sets have the answers as a target."""
    compute_score = RougeReward("ROUGE-L").compute_score
    truths = [{"target": ["a b", "c"]}, {"target": "x"}, "target"]
    rewards = compute_score(
        data_sources=["d"] * 3, solution_strs=["a b"] * 3, ground_truths=truths, extra_infos=[{}] * 3
    )
    assert rewards == [0.57143, 0.0, 0.0]  # Counts of several models are pooled.
    assert compute_score("d", "a b", {"target": "a b"}) == 1.0
    with pytest.raises(InputError, match="a row of e has no ground truth"):
        compute_score(data_sources=["d", "e"], solution_strs=["a", "a"], ground_truths=["a", None])
    with pytest.raises(TypeError, match="the reference of completion 1 must be"):
        compute_score("d", "a b", {"answer": "a b"})


def test_a_missing_column_is_named() -> None:
    with pytest.raises(OptionError, match="no column 'answer'; there are: gold, id; name it by `reference`"):
        RougeReward(reference="answer")(completions=["a"], gold=["a"], id=[1])
    with pytest.raises(OptionError, match="no column 'reference'; no column was passed by name; name it"):
        RougeReward()(None, ["a"])


def test_references_without_a_word_are_doubted() -> None:
    """One is enough, and the warning names the line of the program."""
    with pytest.warns(UserWarning, match="no ASCII word") as warned:
        assert RougeReward("ROUGE-1")(completions=["今日は", "a"], reference=["今日は", "a"]) == [0.0, 1.0]
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert _reward(["今日は", ""], ["今日は", "a"], options=Options(tokenizer="character")) == [1.0, 0.0]
