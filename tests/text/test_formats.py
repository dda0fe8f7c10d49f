"""The bytes of a summary that are sentences, in each format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, Options, Text, evaluate, render
from rouge_cli.errors import printable

from ..support.words import sentences_of, tokens_of

_WHOLE = "tests.languages.functions_of_users:whole"
_ANCHOR = b'<a name="1">[1]</a> <a href="#1" id=1>'


@pytest.mark.parametrize(
    ("format", "content", "sentences"),
    [
        ("SPL", b"", []),
        ("SPL", b"\n\n", []),
        ("SPL", b"a b\n\nc", [b"a b", b"c"]),
        # A `\r` stays in its line, and a line of blanks is a sentence.
        ("SPL", b"a\r\n \n", [b"a\r", b" "]),
        ("SPL", b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f\n", [b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f"]),
        ("SPL", b"A \x00\xff\n", [b"A \x00\xff"]),
        # UTF-16 is told by its mark, or by NULs at every second place of its first characters.
        ("SPL", "\ufeff猫犬".encode("utf-16-le"), ["猫犬".encode()]),
        ("SPL", "\ufeff猫犬".encode("utf-16-be"), ["猫犬".encode()]),
        ("SPL", "abĀ".encode("utf-16-le"), ["abĀ".encode()]),
        ("SPL", ("ĀĀ" + "a" * 58).encode("utf-16-le"), [("ĀĀ" + "a" * 58).encode()]),
        ("SPL", ("ĀĀĀ" + "a" * 17).encode("utf-16-le"), [("ĀĀĀ" + "a" * 17).encode("utf-16-le")]),
        ("SPL", "ab猫犬".encode("utf-16-le"), ["ab猫犬".encode("utf-16-le")]),
        ("SEE", _ANCHOR + b"one two</a>\n", [b"one two"]),
        ("SEE", b'<a size="10" name="12">[12]</a>\t \r<a href="#12" id=12>x<', [b"x"]),
        # Without `<` the text runs to the end of the line, which is part of it.
        ("SEE", _ANCHOR + b"one\n" + _ANCHOR + b"two", [b"one\n", b"two"]),
        ("SEE", _ANCHOR + b"\n", [b"\n"]),
        ("SEE", _ANCHOR + b"</a>\n", []),
        ("SEE", _ANCHOR.replace(b"<a name", b'<a size="" name') + b"x</a>\n", []),
        ("SEE", _ANCHOR, []),
        ("SEE", b" " + _ANCHOR + b"x</a>\n", []),
        ("SEE", b"<p>\n" + _ANCHOR + b"x</a>\n</p>\n", [b"x"]),
        ("SEE", _ANCHOR.replace(b"</a> ", b"</a>\n") + b"x</a>\n", []),
        ("SEE", _ANCHOR.replace(b"</a> ", b"</a>") + b"x</a>\n", []),
        ("SEE", _ANCHOR.replace(b"name", b"NAME") + b"x</a>\n", []),
        ("SEE", _ANCHOR.replace(b'"1"', b'"a"') + b"x</a>\n", []),
        ("SEE", _ANCHOR.replace(b"id=1", b'id="1"') + b"x</a>\n", []),
        ("SEE", b"plain text\n", []),
        ("ISI", b'<S SNTNO="1">one two</S>\n<S SNTNO="2a,3">three</S> more\n', [b"one two", b"three"]),
        ("ISI", b'<S SNTNO="1"></S>\n', []),
        ("ISI", b'<S SNTNO="1">a<b>c</b></S>\n', []),
        ("ISI", b'<S SNTNO="1">a\n</S>\n', []),
        ("ISI", b'<S SNTNO="A">a</S>\n', []),
        ("ISI", b' <S SNTNO="1">a</S>\n', []),
        ("ISI", b'<s sntno="1">a</s>\n', []),
        ("ISI", b'<S SNTNO="1">a</S><S SNTNO="2">b</S>', [b"a"]),
    ],
)
def test_each_format_has_its_sentences(
    tmp_path: Path, format: str, content: bytes, sentences: list[bytes]
) -> None:
    """A sentence is a line, an anchored line or a numbered line."""
    (tmp_path / "summary").write_bytes(content)
    expected = [[printable(sentence.decode("utf-8", "replace"))] for sentence in sentences]
    for name, data in (("summary", None), ("gone", content)):
        file = File(str(tmp_path / name), format, data)
        assert sentences_of(file, tokenizer=_WHOLE) == expected


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One.\n\n Two.\r\n", [["One."], [r" Two.\r"]]),
        (["One\ntwo", "", "café"], [[r"One\ntwo"], [], ["café"]]),
    ],
)
def test_a_text_in_memory_has_its_non_empty_lines_as_sentences_or_those_that_it_is_given(
    text: Any, sentences: list[list[str]]
) -> None:
    assert sentences_of(text, tokenizer=_WHOLE) == sentences


def test_a_summary_in_other_sentences_keeps_its_name() -> None:
    evaluation = Evaluation("1", {"S": Text((b"One. Two.",), "here")}, (Text.of("a"),))
    report = evaluate([evaluation], Options(split_sentences=True, resamples=1))
    trace = render(report, "verbose", evaluations=[evaluation])
    assert trace.startswith("***P here\none\ntwo\n")


@pytest.mark.parametrize(
    ("profile", "text", "sentences"),
    [
        ("rouge", "a. b..c.", ["a", "b", "c"]),
        # A sentence ends after a mark, unless a closing quotation mark follows.
        ("rouge-chinese", "他来了。她走了！好?是", ["他来了。", "她走了！", "好?", "是"]),
        ("rouge-chinese", "“好。”他说。“是？”", ["“好。”", "他说。", "“是？”"]),
        ("rouge-chinese", "等......好……是", ["等......", "好……", "是"]),
        ("rouge-chinese", "“好。”，他说", ["“好。”，他说"]),
        ("rouge-chinese", "a\n\nb", ["a", "b"]),
    ],
)
def test_splitters(profile: str, text: str, sentences: list[str]) -> None:
    assert tokens_of([text], profile=profile, types=("rouge-l",)) == sentences
