"""The tokenizers: their tokens, their signatures and what the kernel relies on."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from unicodedata import unidata_version

import pytest
import regex

from rouge_cli import Evaluation, File, Options, Scorer, evaluate
from rouge_cli.rouge_score.tokenizers import NamedTokenizer

from ..support.files import write
from ..support.installed import install
from ..support.words import signed, tokens_of

TEXT = "The Straße's 3.5 km, façade_x: हिन्दी 東京\u3000テスト 👍🏽 \u0301"
_VERSIONS = f"(regex-{regex.__version__},unicodedata-{unidata_version})"
_NAMES = ["rouge", "unicode", "character", "whitespace"]


@pytest.mark.parametrize(
    ("name", "signature", "tokens"),
    [
        ("rouge", "rouge", "the stra e s 3 5 km fa ade x"),
        (*("unicode", f"unicode+marks{_VERSIONS}"), "the strasse's 3.5 km façade_x हिन्दी 東 京 テスト"),
        (
            *("character", f"character+marks{_VERSIONS}"),
            " ".join([*"thestrasses35kmfaçadex", "हि", "न्दी", *"東京テスト"]),
        ),
        ("whitespace", "whitespace", TEXT.replace("\u3000", " ")),
    ],
)
def test_each_has_its_tokens(name: str, signature: str, tokens: str) -> None:
    assert signed(tokenizer=name)["tokens"] == signature
    assert tokens_of(TEXT, tokenizer=name) == tokens.split(" ")


@pytest.mark.parametrize("name", _NAMES)
def test_nothing_is_no_token(name: str) -> None:
    """Only `whitespace` keeps a control character, which is no blank, and half of a surrogate pair."""
    for text in ["", " ", "\n\t\u3000", "\0", "\ud800"]:
        kept = {"\0": [r"\x00"], "\ud800": ["?"]}.get(text, []) if name == "whitespace" else []
        assert tokens_of(text, tokenizer=name) == kept


_FUNCTION = "tests.languages.functions_of_users:halves"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rouge", ["cat", "sat"]),
        ("unicode", ["cat", "sat"]),
        ("character", [*"catsat"]),
        ("whitespace", ["Cat", "sat"]),
        (_FUNCTION, ["<s>", "C", "at", "s", "at"]),
    ],
)
def test_a_byte_order_mark_is_no_part_of_a_token(name: str, expected: list[str]) -> None:
    for marks in ("", "\ufeff", "\ufeff\ufeff"):
        assert tokens_of(f"{marks}Cat sat", tokenizer=name) == expected
        assert tokens_of(marks, tokenizer=name) == tokens_of("", tokenizer=name)
    # Within a token it stays.
    inner = tokens_of("a\ufeffb \ufeff c\ufeff", tokenizer="whitespace")
    assert inner == [r"a\ufeffb", r"c\ufeff"]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("name", ["whitespace", _FUNCTION])
def test_files_score_alike_with_and_without_a_byte_order_mark(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"p": "\ufeffcat sat\n\ufeff\ndown\n", "m": "cat sat\ndown\n"})
    peer, model = (File(str(tmp_path / file), "SPL") for file in "pm")
    options = Options(max_ngram=2, tokenizer=name)
    results = evaluate([Evaluation("1", {"s": peer}, [model])], options).systems["s"]
    assert [result.f.average for result in results.values()] == [1, 1, 1]


def test_tokens_of_spacy_are_lowered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "from types import SimpleNamespace as S; blank = lambda c: S(tokenizer=lambda t: [c, *t.split()])"
    install({"spacy": code}, tmp_path, monkeypatch)
    # Rules are kept for the process: no other test may take these languages with spaCy.
    for language, code in (("it", "it"), ("fr", "fr")):
        choices = {"tokenizer": "spacy", "language": language, "stemmer": "none"}
        assert tokens_of("A bC", **choices) == [code, "a", "bc"]
        assert signed(**choices)["tokens"] == f"spacy-{code}(spacy-7)"


def test_emoji_marks_and_signs_alone_are_no_tokens() -> None:
    for text in ["👍", "👩‍👩‍👧", "🇩🇪", "❤️", "\u0301", "\u0301\u0308", "\u093e", "🅰", "_", "…", "©", "⠇"]:
        assert tokens_of(text, tokenizer="unicode") == []
        assert tokens_of(text, tokenizer="character") == []
    assert tokens_of("1️⃣", tokenizer="unicode") == ["1⃣"]  # A keycap has a number.


_PTB = [
    json.loads(line) for line in Path(__file__).with_name("ptb_tokens.jsonl").read_text("utf-8").splitlines()
]
"""Texts with the tokens that COCOEvalCap's program in Java prints for each of them."""


def test_ptb_has_the_tokens_of_coco() -> None:
    tokenize = NamedTokenizer("ptb").tokenize
    assert [(text, " ".join(tokenize(text))) for text, _ in _PTB] == [(text, tokens) for text, tokens in _PTB]


@pytest.mark.usefixtures("kernel")
def test_ptb_tokens_join_over_blanks_in_both_kernels() -> None:
    scorer = Scorer(Options(profile="coco", tokenizer="ptb"))
    of_tokens = Scorer(Options(profile="coco"))
    tokenize = NamedTokenizer("ptb").tokenize
    texts = [f"{first} {second}" for (first, _), (second, _) in pairwise(_PTB)]
    texts += ["1 " * 50 + "1/2 cup", "No. 5, no. five", "Plan B. The cat", "a <b c> d", "call (650) 723-0293"]
    texts += ['st"u. The cat', "u"]
    pairs = list(pairwise(texts))
    assert [scorer.score(peer, model) for peer, model in pairs] == [
        of_tokens.score(" ".join(tokenize(peer)), " ".join(tokenize(model))) for peer, model in pairs
    ]


def test_ptb_takes_long_texts_without_blanks() -> None:
    tokenize = NamedTokenizer("ptb").tokenize
    for part in ("a,", "a.1.", "a-b.", "<a ", "a@", "a'", "1:", "A&", "(1", "www.", "<!a"):
        assert tokenize(part * 5_000)
