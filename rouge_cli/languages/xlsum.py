"""Rules of the XL-Sum protocol (Hasan et al. 2021), as multilingual-rouge 0.0.1 makes them.

A text is lowered, its punctuation becomes blanks, and what is left is cut by the segmenter of its language,
or, where it has none, by OpenNMT's aggressive tokenizer, with a token for each ideograph.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from string import punctuation
from typing import Any
from unicodedata import category, unidata_version

from ..errors import InputError
from .names import unknown
from .packages import Package, needed
from .rules import Rules
from .stemmers import NONE
from .token_rule import TokenRule
from .xlsum_stemmers import EXTRA, WANTED, stem_rule, stemmer_of

_PYONMTTOK = Package("pyonmttok", "pyonmttok", "words of profile xlsum", EXTRA)
_JIEBA = Package("jieba", "jieba", "Chinese words of profile xlsum", EXTRA)
_PYTHAINLP = Package("pythainlp", "pythainlp", "Thai words of profile xlsum", EXTRA)
_FUGASHI = Package("fugashi", "fugashi", "Japanese words of profile xlsum", f"{EXTRA} fugashi unidic-lite")
_DICTIONARIES = (
    Package(
        "unidic", "unidic", "Japanese words of profile xlsum", "pip install unidic; python -m unidic download"
    ),
    Package("unidic-lite", "unidic_lite", "Japanese words of profile xlsum", "pip install unidic-lite"),
)
_SEGMENTERS = {"ja": _FUGASHI, "th": _PYTHAINLP, "zh": _JIEBA}
_BURMESE = "my"
_CODES = (
    "am ar az bn cy da de en es fa fi fr ga gd gu ha hi hu id ig it ja ko ky mr my nb ne nl om pa pcm ps pt"
    " rn ro ru si so sr sv sw ta te th ti tr uk ur uz vi yo zh"
)
CODES = frozenset(_CODES.split())
"""The languages of XL-Sum, and those that multilingual-rouge has stemmers for."""
_IDEOGRAPH = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f]"
)
"""CJK characters as BERT knows them."""

Segmenter = Callable[[str], list[str]]


@lru_cache(maxsize=16)
def xlsum_rules(language: str | None, stems: bool) -> Rules:
    """Return the rules for texts of a language, or those without one.

    Raises `OptionError` for a language that the protocol does not have, and `InputError` where the packages
    of its segmenter or its stemmer are not installed.
    """
    code = None if language is None else language_code(language)
    stemmer = stemmer_of(code) if stems else NONE
    tokens = token_rule(code)
    return Rules(tokens, False, stemmer, None, None, None if stemmer == NONE else stem_rule(stemmer))


class _Cleaning(dict[int, str | None]):
    """The replacement of each character: a blank, nothing, or itself; each is entered when it is met."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        kind = category(character)
        cleaned: str | None = character
        if character in "\t\n\r" or kind == "Zs" or kind[0] == "P" or character in punctuation:
            cleaned = " "
        elif kind[0] == "C" or character == "\ufffd":  # Joiners go, and what Python's Unicode does not know.
            cleaned = None
        self[code] = cleaned
        return cleaned


_CLEANING = _Cleaning()


def language_code(code: str) -> str:
    """Return the code of a language of the protocol; its region is passed over.

    Raises `OptionError` for a language that the protocol does not have.
    """
    primary = re.split("[-_]", code.lower())[0]
    primary = "nb" if primary == "no" else primary
    if primary not in CODES:
        raise unknown("language", code, sorted(CODES), "those of `profile` xlsum")
    return primary


def token_rule(code: str | None) -> TokenRule:
    """Return the rule for a language, or that of all others for `None`.

    Raises `InputError` where the package of its segmenter is not installed.
    """
    if code == _BURMESE:
        from .burmese_syllables import syllables

        return _rule("burmese-syllables", syllables)
    package = _SEGMENTERS.get(code or "", _PYONMTTOK)
    module = needed(package, WANTED)
    makers = {_FUGASHI: _japanese, _JIEBA: _chinese, _PYTHAINLP: _thai, _PYONMTTOK: _aggressive}
    versions = [package, *(_dictionary() if package == _FUGASHI else ())]
    segment = makers[package](module)
    return _rule(",".join(f"{one.name}-{one.version()}" for one in versions), segment)


def _rule(name: str, segment: Segmenter) -> TokenRule:
    def tokens(text: str) -> list[str]:
        cleaned = " ".join(text.lower().translate(_CLEANING).split())
        return [token for token in segment(cleaned) if token] if cleaned else []

    return TokenRule(f"xlsum({name},unicodedata-{unidata_version})", tokens, "sentences", plain_ascii=False)


def _dictionary() -> list[Package]:
    """Return the package whose dictionary fugashi takes: the first of two that is installed."""
    return [one for one in _DICTIONARIES if one.installed()][:1]


def _japanese(fugashi: Any) -> Segmenter:
    try:
        tagger = fugashi.Tagger("-O wakati -b 50000")
    except RuntimeError as error:
        large, small = _DICTIONARIES
        raise InputError(
            f"{WANTED} finds no dictionary for fugashi; run {small.install} or, as multilingual-rouge asks,"
            f" {large.install}"
        ) from error
    return lambda text: str(tagger.parse(text)).split()


def _chinese(jieba: Any) -> Segmenter:
    jieba.setLogLevel("WARNING")  # It reports how long its dictionary took to load.
    return lambda text: list(jieba.cut(text))


def _thai(pythainlp: Any) -> Segmenter:
    from pythainlp.tokenize import word_tokenize

    return lambda text: list(word_tokenize(text, engine="newmm"))


def _aggressive(pyonmttok: Any) -> Segmenter:
    tokenizer = pyonmttok.Tokenizer("aggressive")
    return lambda text: _IDEOGRAPH.sub(r" \g<0> ", " ".join(tokenizer.tokenize(text)[0])).split()
