"""Marks in texts of any script, and on fragments that a summary copies from its source."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, InputError, Options, explain

from ..support.explained import articles, explained, marked, words
from ..support.tables import table


@pytest.mark.parametrize(("options", "peer", "model", "expected"), table(__file__, "matches"))
def test_matches_are_marked_in_the_text_as_it_was_written(
    options: dict[str, str | int], peer: str, model: str, expected: str
) -> None:
    choices = {"tokenizer": "unicode", "max_ngram": 1, "rouge_l": False} | options
    assert marked(explained(peer, model, **choices))[0] == expected


_TEXTS = st.text(st.sampled_from("aZß \n\u0301é今天かक्षि،א.'-\u200d\u00adＡ🙂3½"), max_size=20)


@given(_TEXTS, _TEXTS, st.sampled_from(["unicode", "character", "whitespace"]), st.integers(0, 5))
def test_no_character_is_lost(peer: str, model: str, tokenizer: str, limit: int) -> None:
    page = explained(peer, model, max_ngram=1, tokenizer=tokenizer, word_limit=limit)
    for article in articles(page):
        shown = [item.text_content() for item in article.xpath(".//ol[@class='peer']/li")]
        assert [line.replace("\\xad", "\u00ad") for line in shown] == list(filter(None, peer.split("\n")))


def test_the_choices_of_a_language_are_named() -> None:
    page = explain("Häuser", "Haus", Options(max_ngram=1, language="de", word_limit=4))
    assert "tokens: unicode+marks(regex-" in page.text
    assert "stem: snowball-german(snowballstemmer-" in words(page.text)
    assert "only the first 4 tokens" in words(page.text)
    assert "tokens" not in explain("a", "b", Options(max_ngram=1, word_limit=4)).text


def test_text_that_may_run_from_right_to_left_finds_its_direction() -> None:
    assert '<li dir="auto">' in explain("שלום", "a", Options(max_ngram=1)).html
    assert "dir=" not in explain("a", "b", Options(max_ngram=1)).html


_SOURCE = "on monday the cat sat down on the mat"


def test_fragments_are_marked_and_new_words_are_not() -> None:
    peers = {"p": "the cat sat down\nand purred on a mat"}
    evaluation = Evaluation.of_texts("1", peers, ["the cat sat down", "a cat"], source=_SOURCE)
    page = explain(evaluation, options=Options(max_ngram=1, rouge_l=False))
    _, _, copied = page.text.partition("System p, coverage\n")
    assert copied.splitlines() == [
        "Coverage, which is no ROUGE,  0.667 = copied words / tokens of the peer: 6 / 9",
        "The share of the summary's words that stand in fragments copied from the source.",
        "A mark is a fragment that was copied from the source; words without a mark are",
        "new.",
        "",
        "Source: 6 hits, tokens of the source: 9, of the peer: 9",
        "  [word] counts as matched",
        "Peer                                   │ Source",
        "text in memory                         │ text in memory",
        " 1  [the cat sat down]4                │  1  [on] monday [the cat sat down] on",
        " 2  and purred [on]1 a [mat]1          │     the [mat]",
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
    text = File("words", "SPL", b"the cat\n")
    assert "coverage" in explain(evaluation._replace(peers={"p": text}, models=(text,))).text
    with pytest.raises(InputError, match="evaluation 1: Unknown input format: SIMPLE for coverage"):
        explain(evaluation, options=replace(options, about="coverage"))
    with pytest.raises(InputError, match="evaluation 1: a source has words"):
        explain(evaluation._replace(source=elements), options=options)
