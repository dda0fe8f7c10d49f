"""Basic elements: lines, the six modes and their stems. The original prints the same counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, InputError, Options, Text, evaluate, render, score

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


def _keys(content: bytes | list[str], path: Path, mode: str, **choices: Any) -> list[str]:
    """Return the elements of a file or of lines, in byte order, as the trace shows them."""
    if isinstance(content, bytes):
        path.joinpath("be").write_bytes(content)
    file = File(str(path / "be"), "SIMPLE")
    source = file if isinstance(content, bytes) else Text.of(content)
    evaluation = Evaluation("1", {"S": source}, (source,))
    options = Options(basic_elements=mode, rouge_l=False, resamples=1, **choices)
    trace = render(evaluate([evaluation], options), "verbose", evaluations=[evaluation])
    keys = trace.split("\n", 2)[1].split("#")[::2]
    return [key for key in keys if key != "_cn_"]


def test_lines_are_lowered_and_trailing_empty_fields_do_not_count(tmp_path: Path) -> None:
    content = b"A B|NIL|R\r\nh||r||\n\xc3\x89|\x00|r"
    assert _keys(content, tmp_path, "HMR2") == ["a b|nil|r\r", "h||r", "É|\x00|r"]


@pytest.mark.parametrize("line", ["a|b", "a|b|", "a|b|c|d", "", "abc", "|||"])
def test_a_line_without_three_fields_is_named(line: str) -> None:
    with pytest.raises(InputError, match=r"line 2: a basic element needs three fields, head\|modifier\|rel"):
        score(["a|b|c", line], "a|b|c", Options(basic_elements="H"))


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
    evaluation = Evaluation("1", {"S": File(str(tmp_path / "be"), format)}, (Text.of("a|b|c"),))
    report = evaluate([evaluation], Options(basic_elements="HM", rouge_l=False))
    assert report.systems["S"]["ROUGE-BE-HM"].counts.peer == count


def test_each_word_of_a_long_phrase_is_stemmed(tmp_path: Path) -> None:
    """Short phrases are left alone; in long ones words of any length are stemmed, and blanks become one."""
    elements = ["abc|a b|long relation", "a  bc\t\xe9 \xe9d|-- 12|r", "\t  ab|cd  |r"]
    stemmer = "tests.languages.functions_of_users:angles"
    assert _keys(elements, tmp_path, "HMR2", stemmer=stemmer) == [
        " <ab>|<cd>|r",
        "<a> <bc> é <éd>|-- <12>|r",
        "abc|a b|long relation",
    ]


def test_elements_have_the_stems_of_other_stemmers() -> None:
    options = Options(basic_elements="HM", stemmer="snowball-german", rouge_l=False)
    found = score("Katzen|klein|mod", ["Katze|klein|mod"], options)["ROUGE-BE-HM"]
    assert found.counts == (1, 1, 1)
