"""The tokenizers: their tokens, their signatures and what the kernel relies on."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from unicodedata import unidata_version

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, Options, evaluate
from rouge_cli.text.languages.tokenizers import tokenizer_named

from ..support.files import write

TEXT = "The Straße's 3.5 km, façade_x: हिन्दी 東京\u3000テスト 👍🏽 \u0301"
_VERSIONS = f"(regex-{regex.__version__},unicodedata-{unidata_version})"
_NAMES = ["rouge", "unicode", "character", "whitespace"]


@pytest.mark.parametrize(
    ("name", "signature", "granted", "tokens"),
    [
        ("rouge", "rouge", ("blanks", True), "the stra e s 3 5 km fa ade x"),
        (
            *("unicode", f"unicode+marks{_VERSIONS}", ("ideographs", True)),
            "the strasse's 3.5 km façade_x हिन्दी 東 京 テスト",
        ),
        (
            *("character", f"character+marks{_VERSIONS}", ("ideographs", False)),
            " ".join([*"thestrasses35kmfaçadex", "हि", "न्दी", *"東京テスト"]),
        ),
        ("whitespace", "whitespace", ("blanks", False), TEXT.replace("\u3000", " ")),
    ],
)
def test_each_has_its_tokens(name: str, signature: str, granted: tuple[str, bool], tokens: str) -> None:
    rule = tokenizer_named(name)
    assert (rule.signature, rule.tokens(TEXT)) == (signature, tokens.split(" "))
    assert (rule.pieces, rule.plain_ascii) == granted
    # In Turkish the capital I has another small letter than in ASCII.
    assert not tokenizer_named("unicode", "tr").plain_ascii


@pytest.mark.parametrize("name", _NAMES)
def test_nothing_is_no_token(name: str) -> None:
    """Only `whitespace` keeps a control character, which is no blank, and half of a surrogate pair."""
    for text in ["", " ", "\n\t\u3000", "\0", "\ud800"]:
        kept = [text] if name == "whitespace" and text in "\0\ud800" and text else []
        assert tokenizer_named(name).tokens(text) == kept


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
    tokens = tokenizer_named(name).tokens
    assert tokens("\ufeffCat sat") == tokens("\ufeff\ufeffCat sat") == expected
    assert tokens("\ufeff") == []
    # Within a token it stays.
    assert tokenizer_named("whitespace").tokens("a\ufeffb \ufeff c\ufeff") == ["a\ufeffb", "c\ufeff"]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("name", ["whitespace", _FUNCTION])
def test_files_score_alike_with_and_without_a_byte_order_mark(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"p": "\ufeffcat sat\n\ufeff\ndown\n", "m": "cat sat\ndown\n"})
    peer, model = (File(str(tmp_path / file), "SPL") for file in "pm")
    options = Options(max_ngram=2, tokenizer=name)
    results = evaluate([Evaluation("1", {"s": peer}, [model])], options).systems["s"]
    assert [result.f.average for result in results.values()] == [1, 1, 1]


def test_tokens_of_spacy_are_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = SimpleNamespace(blank=lambda code: SimpleNamespace(tokenizer=lambda text: [code, *text.split()]))
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "7")
    for language, code in ((None, "en"), ("fr", "fr")):
        rule = tokenizer_named("spacy", language)
        assert (rule.signature, rule.tokens("A bC")) == (f"spacy-{code}(spacy-7)", [code, "a", "bc"])
        assert rule.pieces == "sentences"


def test_emoji_marks_and_signs_alone_are_no_tokens() -> None:
    for text in ["👍", "👩‍👩‍👧", "🇩🇪", "❤️", "\u0301", "\u0301\u0308", "\u093e", "🅰", "_", "…", "©", "⠇"]:
        assert tokenizer_named("unicode").tokens(text) == []
        assert tokenizer_named("character").tokens(text) == []
    assert tokenizer_named("unicode").tokens("1️⃣") == ["1⃣"]  # A keycap has a number.


_ASCII = st.text(st.characters(max_codepoint=127, exclude_characters="_"), max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rouge", "unicode"])
@given(before=_ASCII, run=st.from_regex("[A-Za-z0-9]{1,6}", fullmatch=True), after=_ASCII)
@example(before="'", run="a", after="'")
@example(before='"', run="9", after="%")
def test_the_only_run_of_an_ascii_text_is_its_only_token(
    name: str, before: str, run: str, after: str
) -> None:
    rule = tokenizer_named(name)
    assert rule.plain_ascii

    def bare(text: str) -> str:
        return "".join(c for c in text if not c.isalnum() and not c.isspace())

    assert rule.tokens(bare(before) + run + bare(after)) == [run.lower()]
