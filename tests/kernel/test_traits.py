"""The traits of texts in the compiled kernel, against those of the definition in `text/doubts.py`."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel.plan import EMPTY, NOT_ASCII, ON_ONE_LINE
from rouge_cli.text.doubts import has_several_sentences, traits_of

from .bodies import counter_of, needs_compiled, places_of

pytestmark = needs_compiled

_PARTS = [*"absvASZz09.!? \t\"'()[]</>q\\n\n\r\0é@`{_", "vs", "<q>", "</s>", "</t>", "\\n"]
_OTHER_PARTS = [*"a A0.é€。、「」！？｡Ａ中がハ한हि।॥؟۔،ع։።፧။ረမ👍\ufeff\u3000\u00a0", "\n", "<q>"]
_LINES = st.lists(st.lists(st.sampled_from(_PARTS), max_size=12).map("".join), min_size=20, max_size=60)


def _traits(texts: Sequence[object]) -> bytes:
    places = range(len(texts))
    return bytes(counter_of("ngram_hits", 1).count(texts, *places_of([(places, [])]))[1])


def _differing(lines: Sequence[bytes]) -> list[bytes]:
    traits = _traits([[line] for line in lines])
    return [
        line
        for line, trait in zip(lines, traits, strict=True)
        if bool(trait & ON_ONE_LINE) != has_several_sentences(line)
    ]


@settings(max_examples=2 * settings().max_examples)
@given(_LINES)
def test_lines_that_seem_to_hold_several_sentences(lines: list[str]) -> None:
    """Forty lines an example."""
    assert not _differing([line.encode() for line in lines])


@given(st.lists(st.lists(st.sampled_from(_OTHER_PARTS), max_size=9).map("".join), min_size=20, max_size=60))
def test_lines_in_other_scripts(lines: list[str]) -> None:
    assert not _differing([line.encode() for line in lines])
    assert not _differing([line.encode()[:-1] for line in lines])  # The last character may be cut in two.


def test_lines_of_other_scripts() -> None:
    several = [
        "नदी चढ़ गई। पुल",
        "東京は雨。京都は晴。",
        "「雨。」と",
        "هل جئت؟ نعم",
        "گیا۔وہ",
        "雨！A",
        "x。\u3000（９）9",
    ]
    one = [
        "नदी चढ़ गई।",
        "東京は雨。」",
        "雨？！ 👍\u200f…",
        "東、京",
        "نعم، جئت؟",
        "été – oui",
        "¿Qué?",
        "雨。）\u3000",
    ]
    traits = _traits([[line] for line in [*several, *one]])
    assert [bool(trait & ON_ONE_LINE) for trait in traits] == [True] * len(several) + [False] * len(one)


@pytest.mark.slow
@pytest.mark.parametrize("alphabet", ["aA. ", 'aA. ")', "aA.v s", "a <q/s>", "a \\n\t", 'bZ! "(', "z@`{. "])
def test_all_short_lines(alphabet: str) -> None:
    letters = [bytes([byte]) for byte in alphabet.encode()]
    lines = [b"".join(line) for size in range(7) for line in itertools.product(letters, repeat=size)]
    lines += [b"aa. " + line for line in lines[:2000]] + [line + b"aa. A" for line in lines[:2000]]
    assert not _differing(lines)


def test_lines_of_real_text() -> None:
    several = [
        b"It rained. Then it stopped.",
        b'He said "go." She went.',
        b'He said "go". She went.',
        b"a cat . a dog",
        b"one <q> two",
        b"a\\nb",
    ]
    one = [
        b"It rained.",
        b"Mr. Smith of the U.S. Senate",
        b"cats vs. Dogs",
        b"one <q> ",
        b"at 5.30 am",
        b"a .b",
    ]
    traits = _traits([[line] for line in [*several, *one]])
    assert [bool(trait & ON_ONE_LINE) for trait in traits] == [True] * len(several) + [False] * len(one)


def test_only_texts_of_one_sentence_are_on_one_line() -> None:
    line = "It rained. Then it stopped."
    texts = [line, f"\n\n{line}\n", [line], f"{line}\nx", [line, ""], [line, line], []]
    assert [bool(trait & ON_ONE_LINE) for trait in _traits(texts)] == [True] * 3 + [False] * 4


def test_a_byte_outside_ascii_is_found_wherever_it_stands() -> None:
    for length in range(1, 26):
        texts = [bytes(place) + b"\x80" + bytes(length - 1 - place) for place in range(length)]
        assert _traits([*texts, b"\x7f" * length]) == bytes([NOT_ASCII | EMPTY] * length + [EMPTY])
        assert _traits([["a" * length, text] for text in texts]) == bytes([NOT_ASCII] * length)


@given(
    st.lists(
        st.lists(st.sampled_from(["", " ", "a", "é", ".", "x. Y"]).map(str.encode), max_size=4), max_size=20
    )
)
def test_all_traits(texts: list[list[bytes]]) -> None:
    expected = [
        traits_of(text, has_tokens=any(letter in sentence for sentence in text for letter in b"axY"))
        for text in texts
    ]
    assert list(_traits(texts)) == expected
