"""What a summary copies from its source, as explanations mark it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rouge_cli import Evaluation, InputError, Options, explain
from rouge_cli.evaluation import File

_SOURCE = "on monday the cat sat down on the mat"


def test_fragments_are_marked_and_new_words_are_not() -> None:
    peers = {"p": "the cat sat down\nand purred on a mat"}
    evaluation = Evaluation.of_texts("1", peers, ["the cat sat down", "a cat"], source=_SOURCE)
    page = explain(evaluation, options=Options(max_ngram=1, rouge_l=False))
    _, _, copied = page.text.partition("System p, coverage\n")
    assert copied.splitlines() == [
        "Coverage, which is no ROUGE, 0.66667 = copied words / tokens of the peer: 6 / 9",
        "The share of the summary's words that stand in fragments copied from the source.",
        "Fragments of the source are marked, as long as they are copied; words without a mark are new.",
        "",
        "Source: text in memory: 6 hits, tokens of the source: 9, of the peer: 9",
        "  [word] counts as matched",
        "Peer: text in memory",
        "   1  [the cat sat down]4",
        "   2  and purred [on]1 a [mat]1",
        "Source: text in memory",
        "   1  [on] monday [the cat sat down] on the [mat]",
    ]
    assert '<mark class="hit" data-n="4">the cat sat down</mark>' in page.html


def test_without_a_source_there_is_nothing_to_mark() -> None:
    evaluation = Evaluation.of_texts("1", {"p": "a"}, ["a"])
    assert "coverage" not in explain(evaluation, options=Options()).text


def test_without_models_only_what_is_copied_is_explained() -> None:
    evaluation = Evaluation.of_texts("1", {"p": "the cat"}, [], source=_SOURCE)
    page = explain(evaluation, options=Options(about="length"))
    assert "ROUGE-1" not in page.text
    assert "[the cat]2" in page.text
    assert '<mark class="hit" data-n="2">the cat</mark>' in page.html


def test_basic_elements_are_not_copied() -> None:
    elements = File("elements", "SIMPLE", b"cat|the|det\n")
    source = Evaluation.of_texts("1", {}, [], source=_SOURCE).source
    evaluation = Evaluation("1", {"p": elements}, (elements,), source=source)
    options = Options(max_ngram=0, rouge_l=False, basic_elements="HM")
    assert "coverage" not in explain(evaluation, options=options).text
    words = File("words", "SPL", b"the cat\n")
    assert "coverage" in explain(evaluation._replace(peers={"p": words}, models=(words,))).text
    with pytest.raises(InputError, match="evaluation 1: Unknown input format: SIMPLE for coverage"):
        explain(evaluation, options=replace(options, about="coverage"))
    with pytest.raises(InputError, match="evaluation 1: a source has words"):
        explain(evaluation._replace(source=elements), options=options)
