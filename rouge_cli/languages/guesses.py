"""The language that texts look like, by their script and a few frequent words."""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from ..text.word_lists import BUILT_IN
from .language_table import ENGLISH, LANGUAGES, SENTENCES, packages_of

_ALONE = {"BENGALI": "bn", "GREEK": "el", "HANGUL": "ko", "HEBREW": "he", "TAMIL": "ta", "THAI": "th"}
"""Scripts that only one language of the table has."""
_MOST, _LETTERS, _ENOUGH = 2 / 3, 12, 1 << 13
"""A guess needs this share of the letters in one script, and this number of letters. It reads this number of
characters at most, and equally many of each text."""
_SHARE, _LEAD, _FEWEST = 0.08, 1.5, 4
"""A guess needs this share of frequent words, this lead over the next language, and this number of them."""
_MARKS = ".,;:!?\"'()[]«»„“”‘’…।؟،؛—–-"


def language_of_texts(texts: Iterable[str]) -> str | None:
    """Return the code of the language; None for English, for several languages and in doubt."""
    texts = list(texts)
    text = " ".join(one[: _ENOUGH // len(texts)] for one in texts)
    scripts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            scripts[unicodedata.name(character, "?").split()[0]] += count
    if (letters := scripts.total()) < _LETTERS:
        return None
    kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
    if scripts["CJK"] + kana >= _MOST * letters:
        return "ja" if kana >= letters / 10 else None if kana else "zh"
    script, most_letters = scripts.most_common(1)[0]
    if most_letters < _MOST * letters:
        return None
    if script in _ALONE:
        return _ALONE[script]
    words: Counter[str] = Counter()
    for word, count in Counter(text.lower().split()).items():
        words[word.strip(_MARKS)] += count
    frequent = _frequent_words(script)
    shared = Counter(word for more in frequent.values() for word in more)
    weights = sorted(
        (sum(words[word] / shared[word] for word in more), code) for code, more in frequent.items()
    )
    (next_most, _), (most, best) = [(0.0, ""), (0.0, ""), *weights][-2:]
    known = sum(words[word] for word in frequent.get(best, ()))
    if known < max(_FEWEST, _SHARE * words.total()) or most < _LEAD * next_most:
        return None
    return best if best in LANGUAGES and best != ENGLISH else None


@cache
def _frequent_words(script: str) -> Mapping[str, frozenset[str]]:
    """Return the frequent words of the languages in a script, by their codes."""
    with open(os.path.join(BUILT_IN, "frequent_words.txt"), encoding="utf-8") as file:
        return {code: frozenset(words) for of, code, *words in map(str.split, file) if of == script}


def remedy(texts: Iterable[str]) -> str:
    """Return the remedy for texts whose letters ROUGE-1.5.5 does not know: the last part of a note."""
    return guess(texts) or "use `language` CODE or `tokenizer` unicode"


def guess(texts: Iterable[str]) -> str | None:
    """Return the language that texts look like, with its remedy, or None where in doubt."""
    code = language_of_texts(texts)
    if code is None:
        return None
    language = LANGUAGES[code]
    missing = [one for one in packages_of(language) if one is not SENTENCES and one.installed() is None]
    if not missing:
        return f"the texts look like {language.name}: use `language` {code}"
    there = "character" if language.tokenizer == "icu" else "unicode"
    return (
        f"the texts look like {language.name}: use `tokenizer` {there}, or run {missing[0].install} and use"
        f" `language` {code}"
    )
