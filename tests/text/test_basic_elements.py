"""Basic elements: lines, the six modes and their stems. The original prints the same counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rouge_cli import File, InputError, Options, Text, score
from rouge_cli.text.sentences import MODES, Element, keys, read_elements

from ..support.evaluations import result

pytestmark = pytest.mark.usefixtures("kernel")

_PEER = ["Cats|black|mod", "sat|nil|nil", "mice|nils|subj"]
_MODEL = ["cat|black|mod", "mouse|nil|subj", "|x|y"]


@pytest.mark.parametrize(
    ("mode", "plain", "stemmed"),
    [
        ("H", (1, 1, 0), (1, 2, 0)),
        ("HM", (2, 2, 0), (2, 1, 1)),
        ("HMR", (3, 2, 0), (3, 2, 1)),
        ("HM1", (3, 3, 0), (3, 3, 1)),
        ("HMR1", (2, 2, 0), (2, 2, 1)),
        ("HMR2", (3, 3, 0), (3, 3, 1)),
    ],
)
def test_what_each_mode_counts(mode: str, plain: tuple[int, ...], stemmed: tuple[int, ...]) -> None:
    """Stemming makes `nil` of `nils`; only HMR1 looks at the word before stemming."""
    for stem, counts in ((False, plain), (True, stemmed)):
        options = Options(basic_elements=mode, stem=stem)
        assert result(_PEER, [_MODEL], f"ROUGE-BE-{mode}", options).counts == counts


@pytest.mark.parametrize(
    ("peer", "models", "options", "counts"),
    [
        # -M: `cats` of the model is `cat` then, and no longer the peer's `cats`.
        (["cat|nil|x", "cats|nil|x"], ["cats|nil|x"] * 2, {"stem_models": True}, (2, 2, 1)),
        # Limits and stop words do not apply.
        (["the|nil|x", "b|nil|d"], ["the|nil|x"], {"word_limit": 1, "remove_stop_words": True}, (1, 2, 1)),
    ],
)
def test_what_options_change(
    peer: list[str], models: list[str], options: dict[str, Any], counts: tuple[int, ...]
) -> None:
    assert result(peer, [models], "ROUGE-BE-H", Options(basic_elements="H", **options)).counts == counts


def test_lines_are_lowered_and_trailing_empty_fields_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "be"
    path.write_bytes(b"A B|NIL|R\r\nh||r||\n\xc3\x89|\x00|r")
    assert [tuple(element) for element in read_elements(File(str(path), "SIMPLE"))] == [
        (b"a b", b"nil", b"r\r", b"nil"),
        (b"h", b"", b"r", b""),
        (b"\xc3\x89", b"\x00", b"r", b"\x00"),
    ]


@pytest.mark.parametrize("line", ["a|b", "a|b|", "a|b|c|d", "", "abc", "|||"])
def test_a_line_without_three_fields_is_named(line: str) -> None:
    with pytest.raises(InputError, match=r"line 2: a basic element needs three fields, head\|modifier\|rel"):
        read_elements(Text.of(["a|b|c", line]))


@pytest.mark.parametrize(
    ("content", "format", "count"),
    [
        (b"", "SIMPLE", 0),
        (b"a|b|c", "SIMPLE", 1),
        (b"a|b|c\n", "SIMPLE", 1),  # The end of the last line begins no line.
        (b'<S SNTNO="1">a|b|c</S>\n', "ISI", 0),
    ],
)
def test_the_elements_of_a_file(content: bytes, format: str, count: int, tmp_path: Path) -> None:
    (tmp_path / "be").write_bytes(content)
    assert len(read_elements(File(str(tmp_path / "be"), format))) == count


def test_each_word_of_a_long_phrase_is_stemmed() -> None:
    """Short phrases are left alone; in long ones words of any length are stemmed, and blanks become one."""

    def stem(word: bytes) -> bytes:
        return b"<" + word + b">"

    elements = [
        Element(b"abc", b"a b", b"long relation", b"a b"),
        Element(b"a  bc\t\xc3\xa9 \xc3\xa9d", b"-- 12", b"r", b""),
        Element(b"\t  ab", b"cd  ", b"r", b""),
    ]
    assert keys(elements, "HMR2", stem) == [
        b"abc|a b|long relation",
        b"<a> <bc> \xc3\xa9 <\xc3\xa9d>|-- <12>|r",
        b" <ab>|<cd>|r",
    ]
    assert keys(elements, "H", None) == []


def test_the_modes_are_those_that_options_takes() -> None:
    assert tuple(MODES) == ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")


@pytest.mark.usefixtures("kernel")
def test_elements_have_the_stems_of_other_stemmers() -> None:
    options = Options(basic_elements="HM", stemmer="snowball-german", rouge_l=False)
    found = score("Katzen|klein|mod", ["Katze|klein|mod"], options)["ROUGE-BE-HM"]
    assert found.counts == (1, 1, 1)
