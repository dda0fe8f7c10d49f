"""Porter's stemmer with the changes of ROUGE-1.5.5, in both bodies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .bodies import stem_of

STORED = Path(__file__).with_name("stems.txt")
"""Words and what ROUGE-1.5.5 stems them to; tests/oracle/test_stems.py asks the original."""
_MANY = settings(max_examples=10 * settings().max_examples)
"""Ten times as many examples as the profile in use has."""


def test_stems_are_those_of_the_original() -> None:
    pairs = [line.encode().split() for line in STORED.read_text().splitlines()]
    assert len(pairs) == 704
    differing = [(word, stem) for word, stem in pairs if stem_of(word) != stem]
    assert not differing


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        # ROUGE-1.5.5 quirk: a final `yy` stays double. Porter undoubles it like any other pair, to `say`.
        *(("sayyed sayying", "sayi"), ("hopping", "hop"), ("flyy", "flyi")),
        # ROUGE-1.5.5 quirk: step 4 has three rounds. Porter leaves `agreement`.
        *(("agreement agreements", "agreem"), ("adoption", "adopt"), ("opinion", "opinion")),
    ],
)
def test_quirks(words: str, stem: str) -> None:
    assert {stem_of(word.encode()) for word in words.split()} == {stem.encode()}


@_MANY
@given(st.binary(max_size=12) | st.text("abdeilmnorstuyz", min_size=1, max_size=14).map(str.encode))
def test_both_bodies_agree(word: bytes) -> None:
    stem_of(word)


@_MANY
@given(
    st.lists(
        st.sampled_from(
            [
                *("b", "tr", "at", "oy", "yy", "l", "s", "sses", "ies", "eed", "ed", "ing", "al", "ational"),
                *("ement", "ment", "ent", "ion", "sion", "tion", "ll", "e", "y", "ous", "ive"),
            ]
        ),
        min_size=1,
        max_size=5,
    ).map(lambda parts: "".join(parts).encode())
)
def test_both_bodies_agree_on_chains_of_suffixes(word: bytes) -> None:
    stem_of(word)
