"""The letters beyond ASCII whose lower case begins with one of ASCII, in both bodies."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .bodies import BODIES, Vocabularies


def _words(text: str) -> list[bytes]:
    (words,) = Vocabularies((), None, "porter-1.5.5", "unicode").words([text.encode()], False)
    return words


def _expected(text: str) -> list[bytes]:
    return [word.encode() for word in re.findall("[a-z0-9]+", text.lower())]


def test_every_code_point() -> None:
    points = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000]
    for start in range(0, len(points), 1 << 16):
        text = " ".join(f"a{point}b" for point in points[start : start + (1 << 16)])
        assert _words(text) == _expected(text)


@given(st.text("aİ\N{KELVIN SIGN}é1 K", max_size=40))
def test_any_text(text: str) -> None:
    assert _words(text) == _expected(text)


@pytest.mark.parametrize("rest", [b"\xc4", b"\xe2", b"\xe2\x84", b"\xb0", b"\xaa", b"\x84\xaa"])
def test_parts_of_letters_separate(rest: bytes) -> None:
    vocabulary = Vocabularies((), None, "porter-1.5.5", "unicode")
    assert vocabulary.words([b"a" + rest, rest + b"a", b"a" + rest + b"a"], False) == [
        [b"a"],
        [b"a"],
        [b"a", b"a"],
    ]


def test_long_texts_are_lowered_in_blocks() -> None:
    for size in (1, 63, 64, 65, 4096, (1 << 20) - 2, (1 << 20) - 1, 1 << 20):
        text = "x" * size + "\N{KELVIN SIGN}İy"
        assert _words(text) == [b"x" * size + b"ki", b"y"]


@pytest.mark.parametrize("arguments", [((), None, "porter"), ((), None, "porter-nltk", "utf-8")])
def test_other_names_are_refused(arguments: tuple[object, ...]) -> None:
    for body in BODIES:
        with pytest.raises(ValueError, match=f"no (stemmer|lowering) is called {arguments[-1]}"):
            body.Vocabulary(*arguments)
