"""Rules of the XL-Sum protocol (Hasan et al. 2021), as multilingual-rouge 0.0.1 makes them.

A text is lowered, its punctuation becomes blanks, and what is left is cut by the segmenter of its language,
or, where it has none, by OpenNMT's aggressive tokenizer, with a token for each ideograph.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from string import punctuation
from typing import Any
from unicodedata import category, unidata_version

from ..errors import InputError
from .language_table import Package, needed, unknown, versioned
from .stemmers import NONE, StemRule, hindi_rule, of_long_tokens
from .token_rule import TokenRule

_EXTRA = "pip install 'rouge-eval[xlsum]'"
_WANTED = "`profile` xlsum"
"""The beginning of messages about what is not to be had."""
_PYONMTTOK = Package("pyonmttok", "pyonmttok", "words of profile xlsum", _EXTRA)
_JIEBA = Package("jieba", "jieba", "Chinese words of profile xlsum", _EXTRA)
_PYTHAINLP = Package("pythainlp", "pythainlp", "Thai words of profile xlsum", _EXTRA)
_FUGASHI = Package("fugashi", "fugashi", "Japanese words of profile xlsum", f"{_EXTRA} fugashi unidic-lite")
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
    """Return the rule for a language; None: the rule of all languages without a segmenter.

    Raises `InputError` where the package of its segmenter is not installed.
    """
    if code == _BURMESE:
        return _rule("burmese-syllables", syllables)
    package = _SEGMENTERS.get(code or "", _PYONMTTOK)
    module = needed(package, _WANTED)
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
            f"{_WANTED} finds no dictionary for fugashi; run {small.install} or, as multilingual-rouge asks,"
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


_PORTER = "porter"
_TURKISH = Package("TurkishStemmer", "TurkishStemmer", "Turkish stems of profile xlsum", _EXTRA)
_OF_NLTK = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
}


def stemmer_of(code: str | None) -> str:
    """Return the name of the stemmer of a language; None: Porter's.

    As in multilingual-rouge, languages without a stemmer are not stemmed.
    """
    if code is None:
        return _PORTER
    return _OF_NLTK.get(code) or {"bn": "bengali", "hi": "hindi", "tr": "turkish"}.get(code, NONE)


@lru_cache(maxsize=16)
def stem_rule(name: str) -> StemRule:
    """Return a stemmer.

    Raises `InputError` where its package or its word list is not installed.
    """
    if name == "bengali":
        raise InputError(
            f"{_WANTED} has no Bengali stems: multilingual-rouge 0.0.1 was published without the rules of its"
            " stemmer; drop `stem`"
        )
    if name == "hindi":
        return hindi_rule()
    if name == "turkish":
        stemmer = needed(_TURKISH, f"{_WANTED} with `stem`").TurkishStemmer()
        return StemRule(versioned("xlsum-turkish", _TURKISH), of_long_tokens(stemmer.stem))
    return _of_nltk(name)


def _of_nltk(language: str) -> StemRule:
    """Return a stemmer of NLTK that leaves its stop words as they are, as all of these but Porter's do."""
    import nltk.stem

    try:
        stemmer = nltk.stem.SnowballStemmer(language, ignore_stopwords=language != _PORTER)
    except LookupError as error:
        raise InputError(
            f"{_WANTED} stems no stop words, whose list in NLTK is not installed; run"
            " python -m nltk.downloader stopwords, or drop `stem`"
        ) from error
    if language == "arabic":
        # NLTK's stemmer remembers for good that a verb had a certain suffix. Here it starts where it arrives
        # after some words, so that stems do not hang on what was stemmed before.
        stemmer.stemmer.suffixes_verb_step1_success = True
    words = sha256(" ".join(sorted(stemmer.stopwords)).encode()).hexdigest()[:12]
    signature = f"xlsum-{language}(nltk-{nltk.__version__},stopwords-{words})"
    return StemRule(signature, of_long_tokens(stemmer.stem))


_ASAT, _DOT_BELOW, _STACKER = "\u103a", "\u1037", "\u1039"
_LONGEST_SILENCED = 3
"""The characters of the longest unit that ends a syllable; one with more is a syllable with a vowel."""
_units = re.compile("(?s:.)[\u102b-\u1032\u1036-\u1038\u103a-\u103e]*").findall


def syllables(text: str) -> list[str]:
    """Return the syllables of a Burmese text, which has no blanks between words; blanks are dropped.

    After Ding et al., "Towards Burmese (Myanmar) Morphological Analysis" (2019): a syllable is a letter with
    its dependent signs, the letter that an asat silences behind it, and what is stacked below it.
    """
    joined: list[str] = []
    was_silenced = False
    for unit in _units("".join(text.split()).replace(_DOT_BELOW + _ASAT, _ASAT + _DOT_BELOW)):
        is_silenced = bool(joined) and _ASAT in unit and len(unit) <= _LONGEST_SILENCED
        # Of several such units in a row only the first ends the syllable before it.
        if is_silenced and not was_silenced:
            joined[-1] += unit
        else:
            joined.append(unit)
        was_silenced = is_silenced
    return " ".join(joined).replace(f" {_STACKER} ", _STACKER).split()
