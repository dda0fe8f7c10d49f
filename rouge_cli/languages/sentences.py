"""Sentences of a text by the rules of its language.

The rules are those of `sentencex`, which Wikimedia keeps up: they know the full stops of all scripts of the
table and the abbreviations of 18 of its languages, and change with the version of the package alone. pysbd,
the other package of rules, lacks 14 languages of the table and has not been released since 2021.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .packages import SENTENCES, needed
from .table import language_of

_GREEK_QUESTION_MARK = "\N{GREEK QUESTION MARK}"
"""All normal forms of Unicode replace it by a semicolon, but the package does not know it."""


class SentenceRule(NamedTuple):
    """The rules by which sentences end."""

    signature: str
    """The package with its version, and the language, as the signature shows them."""
    split: Callable[[str], list[str]]
    """Returns the sentences of a text, without the blanks around them."""


def splitter_for(code: str) -> SentenceRule:
    """Return the rules of a language of the table.

    Raises `OptionError` for one that it does not have, and `InputError` where the package is not installed.
    """
    language = language_of(code).code
    segment = needed(SENTENCES, "`split_sentences`").segment

    def split(text: str) -> list[str]:
        sentences, start = [], 0
        for piece in segment(language, text.replace(_GREEK_QUESTION_MARK, ";")):
            end = start + len(piece)
            if sentence := text[start:end].strip():
                sentences.append(sentence)
            start = end
        return sentences

    return SentenceRule(f"{SENTENCES.name}-{SENTENCES.version()}-{language}", split)
