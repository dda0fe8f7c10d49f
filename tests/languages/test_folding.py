"""Normal forms, case and width, over every character."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rouge_cli.languages.folding import folded

_MARKS = st.text(
    "aαιßſσςİıK ﬁ\u0300\u0301\u0308\u0327\u0342\u0345\u034f\u0338\u3099かカ가ᄀ\u1161\u11a8²Ⅷ", max_size=10
)


def test_the_folding_of_every_character_folds_to_itself() -> None:
    for character in map(chr, range(0x110000)):
        once = folded(character)
        assert folded(once) == once, hex(ord(character))


def test_case_changes_one_character_alone() -> None:
    """Python makes I of a dotless ı; full case folding keeps them apart, as all languages but Turkish do."""
    changed = [
        character
        for character in map(chr, range(0x110000))
        if not folded(character) == folded(character.upper()) == folded(character.lower())
    ]
    assert changed == ["ı"]


@given(_MARKS | st.text(max_size=8))
@example("ᾷ\u0301")
@example("\u0345\u0308\u0301")
def test_normal_forms_fold_alike(text: str) -> None:
    assert {folded(normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")} == {folded(text)}


@given(_MARKS | st.text(max_size=8))
def test_a_folded_text_folds_to_itself(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ẞ", "ss"),
        ("Σίσυφος", "σίσυφοσ"),
        ("İ", "i̇"),
        ("ﬃ", "ffi"),
        ("Ⅷ", "viii"),
        ("㎒", "mhz"),
        ("ｶﾞ", "ガ"),
        ("٣", "٣"),
        ("½", "1⁄2"),
    ],
)
def test_some_foldings(text: str, expected: str) -> None:
    assert folded(text) == expected
