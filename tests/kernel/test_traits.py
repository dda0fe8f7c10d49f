"""The traits of texts, in which both bodies of the kernel agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rouge_cli.kernel import plan

from ..support.needs import needs
from ..support.plans import measure_of
from .bodies import compiled, definition

_PARTS = [*"absvASZz09.!? \t\"'()[]</>q\\n\n\r\0é@`{_|", "vs", "<q>", "</s>", "</t>", "&", '":', "\\n"]
_OTHER_PARTS = [*"a A0.é€。、「」！？｡Ａ中がハ한हि।॥؟۔،ع։።፧။ረမ👍\ufeff\u3000\u00a0", "\n", "<q>"]
_LINES = st.sampled_from([_PARTS, _OTHER_PARTS]).flatmap(
    lambda parts: st.lists(
        st.lists(st.sampled_from(parts), max_size=12).map("".join), min_size=20, max_size=60
    )
)
_UNIGRAMS = plan.Plan((measure_of("ngrams", 1),))


def _counted(texts: Sequence[Any], separator: bytes = b"\n") -> tuple[bytes, bytes, bytes]:
    """The columns, traits and words of texts; fail unless the compiled body has the same."""
    expected = definition.BatchCounter(_UNIGRAMS).count([(texts, [])], None, (separator,))
    if compiled:
        counter = compiled.BatchCounter(_UNIGRAMS.numbers())
        assert counter.count([(texts, [])], None, (separator,)) == expected
    return expected


def _traits(texts: Sequence[Any]) -> bytes:
    return _counted(texts)[1]


@settings(max_examples=2 * settings().max_examples)
@given(_LINES, st.sampled_from([b"\n", b"A", b"a", b" ", b".", b'"', b":", b"\xad", b"\x82"]))
def test_lines_that_seem_to_hold_several_sentences(lines: list[str], separator: bytes) -> None:
    """The last character may be cut in two, and what stands before and behind a line is no part of it."""
    texts = [line.encode().replace(separator, b"")[:end] for line in lines for end in (None, -1)]
    _counted([separator + text + separator for text in texts], separator)


@pytest.mark.parametrize("separator", ["\n", "X", '"X', " X"])
def test_lines_of_real_text(separator: str) -> None:
    several = [
        *("नदी चढ़ गई। पुल", "東京は雨。京都は晴。", "「雨。」と", "هل جئت؟ نعم", "گیا۔وہ"),
        *("雨！A", "x。\u3000（９）9"),
        *("It rained. Then it stopped.", 'He said "go." She went.', 'He said "go". She went.'),
        *("a cat . a dog", "one <q> two", "a\\nb", "rained. Then"),
    ]
    one = [
        *("नदी चढ़ गई।", "東京は雨。」", "雨？！ 👍\u200f…", "東、京", "نعم، جئت؟", "été – oui"),
        *("¿Qué?", "雨。）\u3000", "a cat . ", "It rained. "),
        *("It rained.", "Mr. Smith of the U.S. Senate", "cats vs. Dogs", "one <q> ", "at 5.30 am", "a .b"),
    ]
    traits = _counted([separator + line + separator for line in [*several, *one]], separator.encode())[1]
    assert [bool(trait & plan.ON_ONE_LINE) for trait in traits] == [True] * len(several) + [False] * len(one)


def test_only_texts_of_one_sentence_are_on_one_line() -> None:
    line = "It rained. Then it stopped."
    texts = [line, f"\n\n{line}\n", [line], f"{line}\nx", [line, ""], [line, line], []]
    assert [bool(trait & plan.ON_ONE_LINE) for trait in _traits(texts)] == [True] * 3 + [False] * 4


def test_texts_with_a_sign_that_begins_tags() -> None:
    texts = ["<", "a\nb &", ["a", "b>", "é<"], 'a:b "c":', "a > b;", ':"', '"', ['"', ":"], "", []]
    assert [bool(trait & plan.MARKED) for trait in _traits(texts)] == [True] * 4 + [False] * 6


_TEXTS = st.lists(
    st.lists(
        st.text(
            st.sampled_from("a.x_ Y1é’—½²٣ß中ａ\u0301\u00a0\u212a👍𝒳\u0378") | st.characters(codec="utf-8"),
            max_size=9,
        )
        .map(str.encode)
        .flatmap(
            lambda whole: st.sampled_from([whole, whole[:-1], whole.decode().encode("latin-1", "replace")])
        ),
        max_size=4,
    ),
    max_size=20,
)


@given(_TEXTS)
def test_all_traits(texts: list[list[bytes]]) -> None:
    """Letters, digits and signs, as Python calls them, bytes that are no UTF-8, and cut characters."""
    _counted(texts)


def test_words_that_letters_outside_ascii_split() -> None:
    for text, words in [
        ("it’s – “so” … 5 €", (0, 0)),
        ("½ ² ٣ a", (0, 0)),
        ("müssen _é x_ ½é", (4, 3)),
        ("été\nfini", (2, 1)),
        ("éa" + " x" * 29 + "  " + "a" * 70, (31, 1)),  # Bytes are looked at 64 at a time.
        ("eéÉe, é", (2, 2)),
        ("müssen gehen".encode("latin-1"), (2, 1)),
        (b"a \xb5 \xb2 \xd7 \xf7", (3, 1)),
        (b"a\xe4\xb8", (1, 1)),
        (b"a \xed\xa0\x80 \xc3\xa9", (3, 2)),
        ("é", (0, 0)),
    ]:
        assert tuple(memoryview(_counted([text])[2]).cast("q")) == words


@needs("minutes")
def test_every_character_is_what_python_says() -> None:
    """The compiled body reads each in a text of its own; the definition, which is slow, reads all in one."""
    characters = [chr(code) for code in range(0x80, 0x110000, 1) if not 0xD800 <= code < 0xE000]
    for start in range(0, len(characters), 1 << 16):
        some = characters[start : start + (1 << 16)]
        texts, letters = [f"a{character}" for character in some], [one.isalpha() for one in some]
        words = memoryview(_counted([" ".join(texts)])[2]).cast("q")
        assert [*words] == ([len(texts), sum(letters)] if any(letters) else [0, 0])
        if compiled:
            _, traits, _ = compiled.BatchCounter(_UNIGRAMS.numbers()).count([(texts, [])])
            assert [bool(flags & plan.SPLIT_WORDS) for flags in traits] == letters


def test_bytes_that_are_no_utf8() -> None:
    """The first and the last character of each length, cut ones, and too many bytes for one."""
    for code in [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]:
        whole = chr(code).encode()
        cut = [whole[:size] for size in range(1, len(whole))]
        too_long = [
            *(b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xed\xa0\x80"),
            *(b"\xf4\x90\x80\x80", b"\xf8\xbf\xbf\xbf", b"\xff"),
        ]
        traits = _traits([whole, b"a" + whole + b"b", *cut, *too_long, b"\x80", whole + b"\xbf"])
        expected = [False] * 2 + [True] * (len(cut) + len(too_long) + 2)
        assert [bool(flags & plan.NOT_UTF8) for flags in traits] == expected
