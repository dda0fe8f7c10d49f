"""The signature pins every choice that changes a figure, and no other."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, __version__, evaluate, read_lines, score
from rouge_cli.numbers import RealAsTyped, WholeAsTyped
from rouge_cli.options import has_option

from ..support.files import write
from ..support.tables import table

_OTHERS: dict[str, Any] = table(__file__, "others")


def signature(options: Options) -> str:
    """Return the signature of texts with one model and a source."""
    text = "a|b|c" if options.basic_elements else "a"
    evaluation = Evaluation.of_texts("1", {"S": text}, [text], source="a")
    return evaluate([evaluation], options).signature


def _digest(options: Options) -> str:
    (pair,) = [pair for pair in signature(options).split("|") if pair.startswith("data:")]
    return pair


def test_the_default() -> None:
    assert signature(Options()) == (
        "rouge:1.5.5|measures:ROUGE-L|tokens:rouge|stem:no|stop:kept|limit:none|formula:A|alpha:0.5"
        "|counting:0|conf:95|resamples:1000|data:none|models:1|sentences:lines"
        f"|version:{__version__}"
    )


_CLASSIC = "ROUGE-1,ROUGE-2,ROUGE-3,ROUGE-4,ROUGE-L,ROUGE-W-1.2,ROUGE-S*,ROUGE-SU*"
_WEIGHT = RealAsTyped("1.20")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (
            Options(max_ngram=4, weight=1.2, skip_gap=-1, skip_both=True, stem=True),
            f"measures:{_CLASSIC}|tokens:rouge|stem:both",
        ),
        (Options(rouge_l=False), "measures:none"),
        (
            Options(mead=True, paper_weight=_WEIGHT, weight=_WEIGHT),
            "measures:ROUGE-L,ROUGE-W-1.2,ROUGE-W-paper-1.2,ROUGE-MEAD",
        ),
        (Options(tokenizer="rouge", word_limit=100), "limit:100words"),
        (Options(tokenizer="whitespace", word_limit=100), "limit:100tokens"),
        (Options(stem=True, exceptions="none"), "stem:both|exceptions:none|stop:kept"),
        (Options(beta="ratio"), "beta:ratio"),
        *(
            (
                Options(skip_gap=WholeAsTyped(typed), skip_both=True),
                f"measures:ROUGE-L,ROUGE-S{shown},ROUGE-SU{shown}",
            )
            for shown, spelt in (("4", "4 04 4.0 +4 4e0 40e-1"), ("0", "0 00 0.5"), ("*", "-1 -7"))
            for typed in spelt.split()
        ),
    ],
)
def test_a_choice_is_signed_as(options: Options, part: str) -> None:
    assert f"|{part}|" in signature(options)


@pytest.mark.parametrize(
    ("options", "same"),
    [
        (Options(stemmer="porter-1.5.5"), Options(stem=True)),
        (Options(stop_words="smart"), Options(remove_stop_words=True)),
        (Options(tokenizer="rouge", stemmer="none"), Options()),
        (Options(language="ru"), Options(language="ru", tokenizer="unicode", stemmer="snowball-russian")),
        (Options(profile="rouge-score", stemmer="porter-nltk"), Options(profile="rouge-score", stem=True)),
        # What the irregular forms are counts, not how they were chosen; without stems there are none.
        (Options(stemmer="porter-1.5.5", exceptions="none"), Options(stem=True, exceptions="none")),
        (Options(stem=True, exceptions="wordnet"), Options(stem=True)),
        (Options(exceptions="none"), Options()),
        (Options(beta=2), Options(alpha=0.2)),
        (Options(beta=1), Options()),
        (Options(alpha=RealAsTyped(".50"), confidence=RealAsTyped("95.0")), Options()),
        (Options(resamples=WholeAsTyped("01000")), Options()),
        (Options(weight=RealAsTyped("1.2")), Options(weight=_WEIGHT)),
    ],
)
def test_one_choice_by_two_names_is_one(options: Options, same: Options) -> None:
    assert signature(options) == signature(same)


def test_every_choice_shows() -> None:
    all_signatures = {name: signature(Options(**{name: value})) for name, value in _OTHERS.items()}
    all_signatures |= {
        "default": signature(Options()),
        "skip_unigrams": signature(Options(skip_gap=4, skip_unigrams=True)),
        "skip_both": signature(Options(skip_gap=4, skip_both=True)),
        "about": signature(Options(about="novel-1")),
        "about_count": signature(Options(about="novel-1", about_count="tokens")),
        "about_mean": signature(Options(about="novel-1", about_mean="pooled")),
        "missing": signature(Options(missing="zero")),
        "geometric_mean": signature(Options(geometric_mean=("all",))),
        "geometric_of": signature(Options(geometric_mean=("all",), geometric_of="evaluations")),
    }
    assert len(set(all_signatures.values())) == len(all_signatures)
    classic = {field.name for field in fields(Options) if has_option("rouge-1.5.5", field.name)}
    assert {*all_signatures} == classic - {"data", "exceptions", "profile"} | {"default"}


def test_every_choice_of_packages_shows() -> None:
    chosen = [
        Options(**{"profile": profile, "rouge_l": profile != "torchmetrics", **choices})
        for profile, several in table(__file__, "of_packages").items()
        for choices in several
    ]
    assert len({*map(signature, chosen)}) == len(chosen)


@pytest.mark.parametrize(
    "choices",
    [{"remove_stop_words": True}, {"stop_words": "smart"}, {"word_limit": 3}, {"byte_limit": 3}],
    ids=lambda choices: next(iter(choices)),
)
def test_what_basic_elements_pass_over_is_not_signed(choices: dict[str, Any]) -> None:
    alone = Options(basic_elements="HM", stem=True)
    assert signature(replace(alone, **choices)) == signature(alone)
    with_words = replace(alone, max_ngram=1)
    assert signature(replace(with_words, **choices)) != signature(with_words)


def test_sentences_that_no_measure_reads_are_not_signed() -> None:
    words = Options(max_ngram=2, rouge_l=False)
    assert signature(replace(words, split_sentences=True)) == signature(words)
    for choices in ({"rouge_l": True}, {"byte_limit": 9}):
        assert "|split:" in signature(replace(words, split_sentences=True, **choices))


def test_the_corpus_shows(tmp_path: Path) -> None:
    texts = [
        Evaluation.of_texts("1", {"S": "a"}, ["a", "b"]),
        Evaluation.of_texts("2", {"S": "a"}, ["a", "b", "c"]),
        Evaluation.of_texts("3", {}, ["a"] * 9),  # It has no peer, so that no figure owes it anything.
    ]
    assert "|models:2-3|sentences:lines|" in evaluate(texts).signature
    beside = [Evaluation.of_texts("1", {"S": "a"}, [], source="a")]
    assert "|models:0|sentences:lines|" in evaluate(beside, Options(about="coverage")).signature
    write(tmp_path, {"p": "a <q> b\n", "m": "a\n"})
    lines = read_lines({"S": tmp_path / "p"}, [tmp_path / "m"])
    assert "|models:1|sentences:<q>,none|" in evaluate(lines).signature
    lines = read_lines({"S": tmp_path / "p"}, [tmp_path / "m"], sentence_separator="a|b:c,d\t`")
    assert r"|models:1|sentences:a\x7cb\x3ac\x2cd\x09\x60|" in evaluate(lines).signature


@pytest.mark.parametrize("exceptions", ["cats dog\n", "cats cow\n"])
def test_exceptions_that_stem_otherwise_show(tmp_path: Path, exceptions: str) -> None:
    folder = tmp_path / "WordNet-2.0-Exceptions"
    folder.mkdir()
    (folder / "noun.exc").write_text(exceptions)
    options = Options(stem=True, data=str(tmp_path))
    assert _digest(options) != _digest(Options(stem=True))
    report = evaluate([Evaluation.of_texts("1", {"S": "cats"}, ["dog"])], options)
    assert report.signature == signature(options)
    assert report.systems["S"]["ROUGE-L"].f.average == ("dog" in exceptions)


def test_sentences_are_split_where_tokens_depend_on_it() -> None:
    """To Unicode, a full stop without a blank behind it is within a word; to ROUGE-1.5.5 it never is."""
    options = Options(max_ngram=1, rouge_l=False, language="en", split_sentences=True)
    assert "|split:" in signature(options)
    assert score("It works.Then it stops.", "It works. Then it stops.", options)["ROUGE-1"].f == 1
    assert "|split:" not in signature(Options(max_ngram=1, rouge_l=False, split_sentences=True))
    for profile in ("torchmetrics", "evaluate"):
        evaluate = Options(profile=profile, language="de", split_sentences=True)
        assert "|split:sentencex-" in signature(evaluate)
    assert "|split:lines|" in signature(replace(evaluate, split_sentences=False))
