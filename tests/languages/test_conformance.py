"""The tokens of Unicode's own conformance files, each filtered for letters and numbers.

`regex` follows Unicode 18.0.0 from its version 2026.9.29. The file of grapheme clusters is of that version.
That of words is of version 15.0.0; where Unicode has decided otherwise since, the lines are listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli.languages import characters, unicode_words
from rouge_cli.languages.token_rule import folded

_DATA = Path(__file__).parents[1] / "data" / "unicode"
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search
_SINCE_UNICODE_17 = {
    # U+2701 is no emoji, and no longer an Extended_Pictographic: nothing joins it to what a joiner follows.
    "÷ 2701 × 200D × 2701 ÷": "÷ 2701 × 200D ÷ 2701 ÷",
    "÷ 0061 × 200D × 2701 ÷": "÷ 0061 × 200D ÷ 2701 ÷",
}


def _lines(name: str) -> Iterator[str]:
    with open(_DATA / name, encoding="utf-8") as file:
        yield from (line.strip() for line in file if not line.startswith("#"))


def _segments(line: str) -> list[str]:
    """Return the segments of a line: `÷` is a boundary, `×` is none."""
    parts = line.strip("÷ ").split("÷")
    return ["".join(chr(int(code, 16)) for code in part.replace("×", " ").split()) for part in parts]


@pytest.mark.parametrize(
    ("file", "lines", "segments", "since"),
    [
        ("WordBreakTest-15.0.0.txt", 1823, unicode_words.segments, _SINCE_UNICODE_17),
        ("GraphemeBreakTest-18.0.0.txt", 853, characters.clusters, {}),
    ],
)
def test_segments(file: str, lines: int, segments: Callable[[str], list[str]], since: dict[str, str]) -> None:
    expected = [_segments(since.get(line, line)) for line in _lines(file)]
    assert len(expected) == lines
    assert [segments("".join(parts)) for parts in expected] == expected


@pytest.mark.parametrize(
    ("file", "tokens", "since"),
    [
        ("WordBreakTest-15.0.0.txt", unicode_words.rule().tokens, _SINCE_UNICODE_17),
        ("GraphemeBreakTest-18.0.0.txt", characters.rule().tokens, {}),
    ],
)
def test_tokens(file: str, tokens: Callable[[str], list[str]], since: dict[str, str]) -> None:
    """Folding changes characters of the files, but no boundary: each segment folds by itself."""
    for line in _lines(file):
        parts = _segments(since.get(line, line))
        expected = [folded(part).strip() for part in parts if _has_letter_or_number(part)]
        assert tokens("".join(parts)) == expected, line


_AROUND_FLAGS = "\U0001f1e9\U0001f1ea\u0301\u200d\u0903\u0600a👩\n "


@given(st.text(_AROUND_FLAGS, max_size=12))
@example("\u0600\U0001f1e9\U0001f1ea\U0001f1e9")
@example("\U0001f1e9\u0301\U0001f1ea\U0001f1e9\u200d\U0001f1ea")
def test_flags_are_the_clusters_of_the_library(text: str) -> None:
    assert characters.clusters(text) == regex.findall(r"\X", text)


def test_a_long_row_of_flags_takes_no_longer_than_other_text() -> None:
    """It took more than 20 seconds when the time grew with the square of the number."""
    flags = "\U0001f1e9\U0001f1ea" * 50_000
    begun = process_time()
    assert characters.rule().tokens(f"{flags}a") == ["a"]
    assert process_time() - begun < 5
