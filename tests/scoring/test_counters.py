"""The compiled kernel counts a batch as the definition does: same counts, same figures, same traits."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli import Options
from rouge_cli.evaluation import Evaluation, Text
from rouge_cli.inputs.streams import stream_of

from ..support.counted import assert_alike, counters, plain
from ..support.needs import needs

needs_compiled = needs("compiled")

_VISIBLE = r"""the cat cats sat sitting agreement running axes a of Naïve ÄRGER U.S. vs. end. Then
    <q> </s> \n . ! " xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx 猫 2004
    stop-word İst 5K dying additionally"""
_WORDS = st.sampled_from(_VISIBLE.split()) | st.sampled_from([" ", "  ", "\t", "\r", "\x0b", "\ud800"])
_SENTENCE = st.lists(_WORDS, max_size=12).map(" ".join)
_TEXT = (
    st.lists(_SENTENCE, max_size=4).map("\n".join)
    | st.lists(_SENTENCE, max_size=4)
    | _SENTENCE.map(lambda text: text.encode("utf-8", "replace"))
)
_PAIRS = st.lists(st.tuples(_TEXT, st.lists(_TEXT, min_size=1, max_size=3)), min_size=1, max_size=5)
_OPTIONS = st.builds(
    lambda limit, stem, weighing, **options: Options(**{**options, **limit, **stem, **weighing}),
    limit=st.sampled_from(
        [{}, {}, {"word_limit": 1}, {"word_limit": 5}, {"byte_limit": 1}, {"byte_limit": 30}]
    ),
    stem=st.sampled_from([{}, {"stem": True}, {"stem_models": True}]),
    weighing=st.sampled_from(
        [{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.8}, {"beta": 0}, {"beta": 2.5}, {"beta": "ratio"}]
    ),
    max_ngram=st.sampled_from([0, 1, 2, 4, 30]),
    rouge_l=st.booleans(),
    weight=st.none() | st.sampled_from([1.2, 2, 0.5, 1.0, 3, 400.5, 1e300]),
    skip_gap=st.none() | st.sampled_from([-1, 0, 2, 4, 10**30]),
    skip_unigrams=st.booleans(),
    skip_both=st.booleans(),
    remove_stop_words=st.booleans(),
    best_model=st.booleans(),
    mead=st.booleans(),
    paper_weight=st.none() | st.sampled_from([1.2, 2, 0.5, 1.0, 3, 400.5, 1e300]),
)

_TYPES = ["rouge1", "rouge2", "rouge9", "rougeL", "rougeLsum"]
_PACKAGES = st.one_of(
    st.builds(
        Options,
        profile=st.just("rouge-score"),
        types=st.lists(st.sampled_from(_TYPES), min_size=1, max_size=5),
        stem=st.booleans(),
    ),
    st.builds(
        Options,
        profile=st.just("torchmetrics"),
        types=st.lists(st.sampled_from(_TYPES[:-1]), min_size=1, max_size=4),
        stem=st.booleans(),
        accumulate=st.sampled_from([None, "best", "avg"]),
    ),
)


@pytest.mark.slow
@needs_compiled
@settings(max_examples=400)
@given(_PAIRS, _OPTIONS | _PACKAGES | _OPTIONS.map(lambda options: replace(options, jackknife=True)))
def test_pairs_are_counted_as_defined(pairs: list[tuple[Any, list[Any]]], options: Options) -> None:
    assert_alike(pairs, *counters(options))


@pytest.mark.slow
@needs_compiled
@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.sampled_from("ABC"), st.none() | _TEXT),
            st.lists(_TEXT, min_size=1, max_size=3),
        ),
        max_size=6,
    ),
    _OPTIONS | _PACKAGES,
)
def test_evaluations_are_counted_as_defined(rows: list[Any], options: Options) -> None:
    """Systems that lack a summary here and there, and summaries that several evaluations share."""
    compiled, definition = counters(options)
    evaluations = [
        Evaluation(
            str(number),
            {system: None if text is None else Text.of(text) for system, text in peers.items()},
            tuple(map(Text.of, models)),
        )
        for number, (peers, models) in enumerate(rows)
    ]
    for batch in stream_of(evaluations).batches(frozenset("AB")):
        assert plain(compiled.count(batch)) == plain(definition.count(batch))


@needs_compiled
@pytest.mark.parametrize("models", [2, 4, 5, 7, 8, 9, 33, 40, 65, 600, 2100])
def test_means_over_models_are_added_up_as_defined(models: int) -> None:
    """The more there are, the more levels their sums have."""
    compiled, definition = counters(Options(profile="torchmetrics", types=["rouge1"], accumulate="avg"))
    source = random.Random(models)
    texts = [" ".join(source.choices("abcdefg", k=source.randrange(9))) for _ in range(models + 1)]
    assert [[*map(repr, row)] for row in compiled.score(texts)] == [
        [*map(repr, row)] for row in definition.score(texts)
    ]
