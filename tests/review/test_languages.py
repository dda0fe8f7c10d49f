"""A review of texts in any script judges them by the tokens, stems and sentences that were chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Options, Text
from rouge_cli.review import Review, review, review_input
from rouge_cli.review.findings import Problem

from ..support.files import configuration, eval_element, write

_HINDI = "नदी रात में चढ़ गई। पुल बंद हैं।"


def _review(peer: str, model: str, **options: object) -> Review:
    evaluation = Evaluation.of_texts("1", {"S": peer}, [model])
    return review_input([evaluation], options=Options(**options))  # type: ignore[arg-type]


def _problems(reviewed: Review) -> set[Problem]:
    return {problem for problem, _, _ in reviewed.findings}


@pytest.mark.parametrize(
    ("options", "words", "problem"),
    [
        ({}, 0, Problem.NO_WORDS),
        ({"stemmer": "snowball-hindi"}, 0, Problem.NO_WORDS),
        ({"language": "hi"}, 12, Problem.ONE_LINE),
        ({"tokenizer": "whitespace"}, 12, Problem.ONE_LINE),
        ({"language": "hi", "stop_words": "hi"}, 9, Problem.ONE_LINE),
    ],
)
def test_words_are_those_of_the_tokenizer(options: dict[str, object], words: int, problem: Problem) -> None:
    reviewed = _review(_HINDI, "पुल बंद हैं।\nकल", **options)
    assert (reviewed.extent.words, _problems(reviewed)) == (words, {problem})


def test_sentences_are_found_where_that_is_asked_for() -> None:
    reviewed = _review(_HINDI, "कल", language="hi", split_sentences=True)
    assert (reviewed.extent.sentences, _problems(reviewed)) == (3, set())


@pytest.mark.parametrize(
    "text", ["他来了。她走了。", "हम चले। वे आए॥", "هل جاء؟ نعم", "وہ آیا۔ وہ گیا۔", "彼は「来た！」と言う"]
)
def test_full_stops_of_other_scripts_part_sentences(text: str) -> None:
    assert _problems(_review(text, "ok", tokenizer="unicode")) == {Problem.ONE_LINE}


def test_sentences_of_other_scripts_are_counted() -> None:
    reviewed = _review("他来了。她走了！It ended. Then 好？", "ok", tokenizer="unicode")
    assert [places for _, _, places in reviewed.findings] == [
        ["text in memory (the peer of S in 1): 4 sentences, it seems"]
    ]


@pytest.mark.parametrize("text", ["他来了。", "हम चले॥ ", "第1章、第2章", "Il est là."])
def test_one_full_stop_at_the_end_parts_nothing(text: str) -> None:
    assert _problems(_review(text, "ok", tokenizer="unicode")) == set()


def test_what_the_rules_of_sentences_leave_whole_is_no_problem() -> None:
    text = "Das ist Prof. Dr. med. Müller"
    assert _problems(_review(text, "ok", language="de")) == {Problem.ONE_LINE}
    assert _problems(_review(text, "ok", language="de", split_sentences=True)) == set()


def test_words_that_are_split_are_found_beside_sentences_that_are_left_whole() -> None:
    options = {"tokenizer": "rouge", "language": "de"}
    text = "Das ist Prof. Dr. med. Müller"
    assert _problems(_review(text, "ok", **options)) == {Problem.ONE_LINE, Problem.SPLIT_WORDS}
    assert _problems(_review(text, "ok", **options, split_sentences=True)) == {Problem.SPLIT_WORDS}


def test_other_bytes_than_utf_8_are_a_problem_to_other_tokenizers() -> None:
    texts = (Text(("Zürich ruft".encode("latin-1"),)), Text(("Zürich".encode(),)))
    evaluation = Evaluation("1", {"S": texts[0]}, texts[1:])
    assert _problems(review_input([evaluation], options=Options(language="de"))) == {Problem.NOT_UTF8}
    assert Problem.NOT_UTF8 not in _problems(review_input([evaluation]))


def test_letters_outside_ascii_are_no_problem_to_other_tokenizers() -> None:
    assert _problems(_review("Zürich ruft", "ok")) == {Problem.SPLIT_WORDS}
    assert _problems(_review("Zürich ruft", "ok", tokenizer="rouge")) == {Problem.SPLIT_WORDS}
    assert _problems(_review("Zürich ruft", "ok", language="de")) == set()


def test_texts_of_no_token_are_told_from_texts_without_ascii() -> None:
    (problem, count, _), *others = _review("…!", "und der", language="de", stop_words="de").findings
    assert (problem, count, others) == (Problem.NO_TOKENS, 2, [])


def test_texts_of_equal_tokens_are_equal() -> None:
    assert _problems(_review("Häuser: STRASSE", "Hauses, Straße")) == {Problem.SPLIT_WORDS}
    assert _problems(_review("häuser: STRASSE", "Häuser, Straße", tokenizer="unicode")) == {
        Problem.PEER_IS_MODEL
    }
    assert _problems(_review("Häuser", "Haus", tokenizer="unicode")) == set()
    assert _problems(_review("Häuser", "Haus", language="de")) == {Problem.PEER_IS_MODEL}


def test_a_marked_text_of_another_script_is_measured_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    see = '<a name="1">[1]</a> <a href="#1" id=1>{}</a>\n'
    outside = see.format("पुल बंद हैं") + "नदी रात में चढ़ गई और तीन पुल बंद हैं\n"
    write(tmp_path, {"p": see.format("नदी रात में"), "m1": outside, "m2": see.format("कल")})
    write(tmp_path, {"c.xml": configuration(eval_element(format="SEE"))})
    partly = [list(one) for one in review("c.xml", Options(language="hi")).findings]
    assert partly == [[Problem.PARTLY_READ, 1, ["./m1 (a model of 1): 3 of 13 words, read as SEE"]]]


def test_what_cannot_be_had_is_told_before_anything_is_read() -> None:
    with pytest.raises(OptionError, match=r"`language` xx is not known"):
        review_input([], options=Options(language="xx"))
    with pytest.raises(InputError, match="the module gone cannot be imported"):
        review_input([], options=Options(tokenizer="gone:words"))
