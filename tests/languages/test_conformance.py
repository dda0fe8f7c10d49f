"""The tokens of Unicode's own conformance files, each filtered for letters and numbers.

`regex` follows Unicode 18.0.0 from its version 2026.9.29. The file of grapheme clusters is of that version.
That of words is of version 15.0.0; where Unicode has decided otherwise since, the lines are listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import regex

from rouge_cli.languages import characters, unicode_words
from rouge_cli.languages.folding import folded

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
        ("WordBreakTest-15.0.0.txt", unicode_words.tokens, _SINCE_UNICODE_17),
        ("GraphemeBreakTest-18.0.0.txt", characters.tokens, {}),
    ],
)
def test_tokens(file: str, tokens: Callable[[str], list[str]], since: dict[str, str]) -> None:
    """Folding changes characters of the files, but no boundary: each segment folds by itself."""
    for line in _lines(file):
        parts = _segments(since.get(line, line))
        expected = [folded(part).strip() for part in parts if _has_letter_or_number(part)]
        assert tokens("".join(parts)) == expected, line
