"""The tokens, stems and length limits of py-rouge 1.1 (Antognini), as its `Rouge` makes them by default."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache

from ...kernel import stem as kernel_stem
from ...kernel.plan import LONGEST_UNSTEMMED
from ..word_lists import BUILT_IN, irregular_forms
from .stemmers import STEMS_KEPT
from .tokenizers import Rule

SPLIT_WORDS = {
    "gimme": ["gim", "me"],
    "gonna": ["gon", "na"],
    "gotta": ["got", "ta"],
    "lemme": ["lem", "me"],
    "wanna": ["wan", "na"],
}
"""The words that NLTK's tokenizer splits in a text without any sign."""
_REPAIRED = "py_rouge_words.txt"
_OTHERS = dict.fromkeys(("revolutionarize", "revolutionarized"), "revolutionari")
"""Repaired words that have another stem than in ROUGE-1.5.5."""
_CANNOT, _HIDDEN = "cannot", "_cannot_"
"""A word that the package hides from NLTK's tokenizer, wherever it stands, and from the stemmer, too."""


def cut(text: str, words: float, characters: float) -> list[str]:
    """Return the lines of a text that a limit in words or in characters leaves.

    The package calls its characters bytes. Blanks around a line are not counted.
    """
    kept, left = [], int(words or characters)
    for line in text.split("\n"):
        units: list[str] | str = line.split() if words else line.strip()
        if len(units) >= left:
            units = units[:left]
        kept.append(units if isinstance(units, str) else " ".join(units))
        left -= len(units)
        if not left:
            break
    return kept


def split(text: str) -> list[str]:
    """Return the tokens of a text in small letters."""
    tokens: list[str] = []
    for word in re.sub("[^a-z0-9]", " ", text).split():
        tokens += SPLIT_WORDS.get(word, [word])
    return tokens


TOKENS = Rule("py-rouge", split, fold=str.lower, pieces="blanks", plain_ascii=False)


@lru_cache(maxsize=STEMS_KEPT)
def stem(token: str) -> str:
    """Return the base of an irregular form, the stem of a repaired word, or Porter's own stem."""
    hidden = token.replace(_CANNOT, _HIDDEN)
    if len(hidden) <= LONGEST_UNSTEMMED:
        return token
    known = _known_stems()
    return known[token] if token in known else _porter(hidden).replace(_HIDDEN, _CANNOT)


STEMS = Rule("py-rouge", stem)


@cache
def _known_stems() -> Mapping[str, str]:
    with open(os.path.join(BUILT_IN, _REPAIRED), encoding="ascii") as file:
        repaired = [word for line in file if not line.startswith("#") for word in line.split()]
    stems = {word: kernel_stem(word.encode()).decode() for word in repaired}
    forms = {form.decode(): base.decode() for form, base in irregular_forms().items()}
    return {**forms, **stems, **_OTHERS}


def _porter(word: str) -> str:
    from nltk.stem.porter import PorterStemmer  # It takes a fifth of a second to load.

    return str(PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM).stem(word))
