"""Which bytes of a summary are sentences, in each format."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import File, InputError, Text
from rouge_cli.text.sentences import load, read_sentences, sentences_of

from ..support.needs import needs

_ANCHOR = b'<a name="1">[1]</a> <a href="#1" id=1>'


def _read(tmp_path: Path, format: str, content: bytes) -> list[bytes]:
    path = tmp_path / "summary"
    path.write_bytes(content)
    sentences = read_sentences(File(str(path), format))
    assert sentences_of(content, format) == sentences
    return sentences


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (b"", []),
        (b"\n\n", []),
        (b"a b\n\nc", [b"a b", b"c"]),
        # A `\r` stays in its line, and a line of blanks is a sentence.
        (b"a\r\n \n", [b"a\r", b" "]),
        (b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f\n", [b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f"]),
        (b"A \x00\xff\n", [b"A \x00\xff"]),
    ],
)
def test_spl_is_a_sentence_a_line(tmp_path: Path, content: bytes, sentences: list[bytes]) -> None:
    assert _read(tmp_path, "SPL", content) == sentences


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (_ANCHOR + b"one two</a>\n", [b"one two"]),
        (b'<a size="10" name="12">[12]</a>\t \r<a href="#12" id=12>x<', [b"x"]),
        # Without `<` the text runs to the end of the line, which is part of it.
        (_ANCHOR + b"one\n" + _ANCHOR + b"two", [b"one\n", b"two"]),
        (_ANCHOR + b"\n", [b"\n"]),
        (_ANCHOR + b"</a>\n", []),
        (_ANCHOR.replace(b"<a name", b'<a size="" name') + b"x</a>\n", []),
        (_ANCHOR, []),
        (b" " + _ANCHOR + b"x</a>\n", []),
        (b"<p>\n" + _ANCHOR + b"x</a>\n</p>\n", [b"x"]),
        (_ANCHOR.replace(b"</a> ", b"</a>\n") + b"x</a>\n", []),
        (_ANCHOR.replace(b"</a> ", b"</a>") + b"x</a>\n", []),
        (_ANCHOR.replace(b"name", b"NAME") + b"x</a>\n", []),
        (_ANCHOR.replace(b'"1"', b'"a"') + b"x</a>\n", []),
        (_ANCHOR.replace(b"id=1", b'id="1"') + b"x</a>\n", []),
        (b"plain text\n", []),
    ],
)
def test_see_is_an_anchored_sentence_a_line(tmp_path: Path, content: bytes, sentences: list[bytes]) -> None:
    assert _read(tmp_path, "SEE", content) == sentences


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (b'<S SNTNO="1">one two</S>\n<S SNTNO="2a,3">three</S> more\n', [b"one two", b"three"]),
        (b'<S SNTNO="1"></S>\n', []),
        (b'<S SNTNO="1">a<b>c</b></S>\n', []),
        (b'<S SNTNO="1">a\n</S>\n', []),
        (b'<S SNTNO="A">a</S>\n', []),
        (b' <S SNTNO="1">a</S>\n', []),
        (b'<s sntno="1">a</s>\n', []),
        (b'<S SNTNO="1">a</S><S SNTNO="2">b</S>', [b"a"]),
    ],
)
def test_isi_is_a_numbered_sentence_a_line(tmp_path: Path, content: bytes, sentences: list[bytes]) -> None:
    assert _read(tmp_path, "ISI", content) == sentences


def test_a_summary_of_any_size_is_read_whole(tmp_path: Path) -> None:
    lines = [b"%d the cat\r" % number for number in range(50_000)]
    assert _read(tmp_path, "SPL", b"\n".join(lines)) == lines


@needs("posix")
def test_a_summary_may_be_a_pipe(tmp_path: Path) -> None:
    """As in `<(program)`: what is read at once ends before the summary does."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with open(pipe, "wb", buffering=0) as file:
            for piece in (b"the ", b"cat\nsat", b" " * 100_000, b"down\n"):
                file.write(piece)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    assert read_sentences(File(str(pipe), "SPL")) == [b"the cat", b"sat" + b" " * 100_000 + b"down"]
    writer.join()


def test_what_has_been_read_is_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "summary").write_bytes(b"the cat\n")
    loaded = load(File(str(tmp_path / "summary"), "SPL"))
    (tmp_path / "summary").unlink()
    assert loaded == File(str(tmp_path / "summary"), "SPL", b"the cat\n")
    assert read_sentences(loaded) == [b"the cat"]
    assert load(Text((b"a",))) == Text((b"a",))


def test_a_file_that_vanished_since_it_was_checked_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "gone")
    with pytest.raises(InputError, match=r"gone: cannot be read .*; check the path"):
        read_sentences(File(path, "SPL"))


def test_a_text_in_memory_has_its_non_empty_lines_as_sentences() -> None:
    assert read_sentences(Text.of("One.\n\n Two.\r\n")) == [b"One.", b" Two.\r"]


def test_sentences_in_memory_are_taken_as_they_stand() -> None:
    assert read_sentences(Text.of(["One\ntwo", "", "café"])) == [b"One\ntwo", b"", "café".encode()]


@given(st.text(st.characters(blacklist_categories=["Cs"])))
def test_a_text_in_memory_is_read_like_the_same_text_in_a_file(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "text"
    path.write_bytes(text.encode())
    assert read_sentences(Text.of(text)) == read_sentences(File(str(path), "SPL"))
