"""Texts in any script are judged by the tokens, stems and sentences that were chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Options, Text
from rouge_cli.check import Findings, check_config, check_evaluations

from ..support.files import configuration, eval_element, write
from ..support.tables import table

_HINDI, _MODEL = "नदी रात में चढ़ गई। पुल बंद हैं।", "पुल बंद हैं।\nकल"
_DOCTOR = "Das ist Prof. Dr. med. Müller"
_UNICODE, _GERMAN = {"tokenizer": "unicode"}, {"language": "de"}
_ROUGE_IN_GERMAN = {**_GERMAN, "tokenizer": "rouge"}


def _check(peer: str, model: str, **options: object) -> Findings:
    evaluation = Evaluation.of_texts("1", {"S": peer}, [model])
    return check_evaluations([evaluation], options=Options(**options))  # type: ignore[arg-type]


def _problems(checked: Findings) -> set[str]:
    return {problem for problem, _, _ in checked}


@pytest.mark.parametrize(
    ("options", "words", "problem"),
    [
        ({}, 0, "NO_WORDS"),
        ({"stemmer": "snowball-hindi"}, 0, "NO_WORDS"),
        ({"language": "hi"}, 12, "ONE_LINE"),
        ({"tokenizer": "whitespace"}, 12, "ONE_LINE"),
        ({"language": "hi", "stop_words": "hi"}, 9, "ONE_LINE"),
    ],
)
def test_words_are_those_of_the_tokenizer(options: dict[str, object], words: int, problem: str) -> None:
    checked = _check(_HINDI, _MODEL, **options)
    assert (checked.extent["words"], _problems(checked)) == (words, {problem})


_IN_GERMAN = "Die Häuser und das Auto sind in der Stadt und nicht auf dem Land."


@pytest.mark.parametrize(
    ("peers", "problem", "remedy"),
    [
        (["यह एक परीक्षण है और पानी में है"], "NO_WORDS", "The texts look like Hindi: use `language` hi."),
        # Only the first twenty texts with such a problem tell the language.
        ([*(["plain"] * 20), f"{_IN_GERMAN} </s>"], "SPLIT_WORDS",
         "The texts look like German: use `language` de."),
        ([*([_IN_GERMAN] * 20), *(["Zürich, quoi?"] * 200)], "SPLIT_WORDS", "The texts look like"),
        ([*(["Zürich ?"] * 20), _IN_GERMAN], "SPLIT_WORDS", None),
        (["Zürich"], "SPLIT_WORDS", None),
    ],
)  # fmt: skip
def test_the_remedy_names_the_language_of_the_texts(
    peers: list[str], problem: str, remedy: str | None
) -> None:
    texts = [peer + "!" * place for place, peer in enumerate(peers)]  # No two are equal.
    evaluations = [Evaluation.of_texts(str(place), {"S": one}, ["a"]) for place, one in enumerate(texts)]
    findings = check_evaluations(evaluations)
    assert problem in {found for found, _, _ in findings}
    assert findings.remedies.get(problem, "").startswith(remedy or "The texts") == (remedy is not None)


def test_sentences_are_found_where_that_is_asked_for() -> None:
    checked = _check(_HINDI, "कल", language="hi", split_sentences=True)
    assert (checked.extent["sentences"], _problems(checked)) == (3, set())


@pytest.mark.parametrize(("peer", "model", "options", "problems"), table(__file__, "problems"))
def test_problems(peer: str, model: str, options: dict[str, object], problems: list[str]) -> None:
    assert _problems(_check(peer, model, **options)) == set(problems)


def test_sentences_of_other_scripts_are_counted() -> None:
    checked = _check("他来了。她走了！It ended. Then 好？", "ok", tokenizer="unicode")
    assert [places for _, _, places in checked] == [
        ["text in memory (the peer of S in 1): 4 sentences, it seems"]
    ]


def test_other_bytes_than_utf_8_are_a_problem_to_other_tokenizers() -> None:
    texts = (Text(("Zürich ruft".encode("latin-1"),)), Text(("Zürich".encode(),)))
    evaluation = Evaluation("1", {"S": texts[0]}, texts[1:])
    assert _problems(check_evaluations([evaluation], options=Options(language="de"))) == {"NOT_UTF8"}
    assert "NOT_UTF8" not in _problems(check_evaluations([evaluation]))


def test_all_evaluations_may_lack_models() -> None:
    """Measures beside ROUGE need none."""
    one, other = (Evaluation(id, {"S": Text((b"a b",))}, ()) for id in "12")
    assert _problems(check_evaluations([one, other])) == set()
    assert _problems(check_evaluations([one, other._replace(models=(Text((b"c",)),))])) == {"MODELS_VARY"}


def test_a_marked_text_of_another_script_is_measured_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    see = '<a name="1">[1]</a> <a href="#1" id=1>{}</a>\n'
    outside = see.format("पुल बंद हैं") + "नदी रात में चढ़ गई और तीन पुल बंद हैं\n"
    write(tmp_path, {"p": see.format("नदी रात में"), "m1": outside, "m2": see.format("कल")})
    write(tmp_path, {"c.xml": configuration(eval_element(format="SEE"))})
    partly = [list(one) for one in check_config("c.xml", Options(language="hi"))]
    assert partly == [["PARTLY_READ", 1, ["./m1 (a model of 1): 3 of 13 words, read as SEE"]]]


def test_what_cannot_be_had_is_told_before_anything_is_read() -> None:
    with pytest.raises(OptionError, match=r"`language` xx is not known"):
        check_evaluations([], options=Options(language="xx"))
    with pytest.raises(InputError, match="the module gone cannot be imported"):
        check_evaluations([], options=Options(tokenizer="gone:words"))
