"""The bytes of a summary that are sentences, in each format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rouge_cli import File, InputError, Text
from rouge_cli.evaluation import Source
from rouge_cli.kernel import Item
from rouge_cli.text.sentences import (
    SPLITS,
    load,
    read_sentences,
    rewritten_source,
    sentences_of,
    split_all,
    split_single,
)

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
    assert read_sentences(File(str(tmp_path / "summary"), format)) == sentences
    assert sentences_of(content, format) == sentences


def test_what_has_been_read_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / "summary"
    path.write_bytes(b"the cat\n")
    loaded = load(File(str(path), "SPL"))
    path.unlink()
    assert loaded == File(str(path), "SPL", b"the cat\n")
    assert read_sentences(loaded) == [b"the cat"]
    with pytest.raises(InputError, match=r"summary: cannot be read .*; check the path"):
        read_sentences(File(str(path), "SPL"))
    assert load(Text((b"a",))) == Text((b"a",))


def test_a_text_in_memory_has_its_non_empty_lines_as_sentences_or_those_that_it_is_given() -> None:
    assert read_sentences(Text.of("One.\n\n Two.\r\n")) == [b"One.", b" Two.\r"]
    assert read_sentences(Text.of(["One\ntwo", "", "café"])) == [b"One\ntwo", b"", "café".encode()]


@pytest.mark.parametrize(
    ("text", "every", "single"),
    [
        ("a.b", ["a", "b"], ["a", "b"]),
        ("a.b\nc", ["a", "b\nc"], "a.b\nc"),
        (b"a.b \xff\n", [b"a", b"b \xff\n"], ["a", "b \ufffd"]),
        (b"a.b\n\nc", [b"a", b"b\n\nc"], b"a.b\n\nc"),
        (["a.b"], [b"a", b"b"], ["a", "b"]),
        ((b"a.b", "c.d"), [b"a", b"b\nc", b"d"], (b"a.b", "c.d")),
        ("", [""], ""),
    ],
)
def test_texts_are_split_anew(text: Any, every: Any, single: Any) -> None:
    """All of them, or those of one sentence."""
    assert split_all(text, lambda text: text.split(".")) == every
    assert split_single(text, lambda text: text.split(".")) == single


@pytest.mark.parametrize("source", [Text((b"a.b",), "here"), File("here", "SPL", b"a.b\n")], ids=repr)
def test_a_summary_in_other_sentences_keeps_its_name(source: Source) -> None:
    assert rewritten_source(source, lambda text: ["c", "d"]) == Text((b"c", b"d"), "here")
    texts: list[Item] = []
    assert rewritten_source(source, lambda text: texts.append(text) or text) is source  # type: ignore[func-returns-value]
    assert texts == [(b"a.b",) if isinstance(source, Text) else b"a.b"]


@pytest.mark.parametrize(
    ("splitter", "text", "sentences"),
    [
        ("none", "a. b\nc", ["a. b\nc"]),
        ("full_stops", "a. b..c.", ["a", " b", "c"]),
        # A sentence ends after a mark, unless a closing quotation mark follows.
        ("chinese", "他来了。她走了！好?是", ["他来了。", "她走了！", "好?", "是"]),
        ("chinese", "“好。”他说。“是？”", ["“好。”", "他说。", "“是？”"]),
        ("chinese", "等......好……是", ["等......", "好……", "是"]),
        ("chinese", "“好。”，他说", ["“好。”，他说"]),
        ("chinese", "a\n\nb \n", ["a", "b"]),
    ],
)
def test_splitters(splitter: str, text: str, sentences: list[str]) -> None:
    assert SPLITS[splitter](text) == sentences
