"""The bytes of a summary that are sentences, in each format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, Options, Text, evaluate, render
from rouge_cli.errors import printable

from ..support.tables import table
from ..support.words import sentences_of, tokens_of

_WHOLE = "tests.languages.functions_of_users:whole"
_ANCHOR = '<a name="1">[1]</a> <a href="#1" id=1>'


@pytest.mark.parametrize(
    ("format", "content", "sentences"),
    [
        *(
            (format, text.replace("{anchor}", _ANCHOR).encode(), [one.encode() for one in sentences])
            for format, text, sentences in table(__file__, "sentences")
        ),
        ("SPL", b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f\n", [b"a\rb\x0bc\x0cd\x85e\xe2\x80\xa8f"]),
        ("SPL", b"A \x00\xff\n", [b"A \x00\xff"]),
        # UTF-16 is told by its mark, or by NULs at every second place of its first characters.
        ("SPL", "\ufeff猫犬".encode("utf-16-le"), ["猫犬".encode()]),
        ("SPL", "\ufeff猫犬".encode("utf-16-be"), ["猫犬".encode()]),
        ("SPL", "abĀ".encode("utf-16-le"), ["abĀ".encode()]),
        ("SPL", ("ĀĀ" + "a" * 58).encode("utf-16-le"), [("ĀĀ" + "a" * 58).encode()]),
        ("SPL", ("ĀĀĀ" + "a" * 17).encode("utf-16-le"), [("ĀĀĀ" + "a" * 17).encode("utf-16-le")]),
        ("SPL", "ab猫犬".encode("utf-16-le"), ["ab猫犬".encode("utf-16-le")]),
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
