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
from .stemmers import XLSUM_HINDI, StemRule, hindi_stem, of_long_tokens
from .token_rule import TokenRule

_EXTRA = "pip install 'rouge-eval[xlsum]'"
_WANTED = "`profile` xlsum"
"""The beginning of messages about what is not to be had."""
_NAMES = (
    "am ar az bn cy da de en es fa fi fr ga gd gu ha hi hu id ig it ja ko ky mr my nb ne nl om pa pcm ps pt"
    " rn ro ru si so sr sv sw ta te th ti tr uk ur uz vi yo zh"
)
_CODES = _NAMES.split()
"""The languages of XL-Sum, and those that multilingual-rouge has stemmers for."""
_IDEOGRAPH = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f]"
)
"""CJK characters as BERT knows them."""


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
    if primary not in _CODES:
        raise unknown("language", code, _CODES, "those of `profile` xlsum")
    return primary


def token_rule(code: str | None) -> TokenRule:
    """Return the rule for a language; None: the rule of all languages without a segmenter.

    Raises `InputError` where the package of its segmenter is not installed.
    """
    segment, name = _segmenter(code)

    def tokens(text: str) -> list[str]:
        cleaned = " ".join(text.lower().translate(_CLEANING).split())
        return [token for token in segment(cleaned) if token] if cleaned else []

    return TokenRule(f"xlsum({name},unicodedata-{unidata_version})", tokens, "sentences", plain_ascii=False)


def _segmenter(code: str | None) -> tuple[Callable[[str], list[str]], str]:
    """Return the function that cuts texts of a language, and the packages that decide its cuts."""

    def package(name: str, *others: str) -> tuple[Any, str]:
        one = Package(name, name, "words of profile xlsum", " ".join([_EXTRA, *others]))
        return needed(one, _WANTED), f"{name}-{one.version()}"

    if code == "my":
        return syllables, "burmese-syllables"
    if code == "zh":
        jieba, version = package("jieba")
        jieba.setLogLevel("WARNING")  # It reports how long its dictionary took to load.
        return lambda text: list(jieba.cut(text)), version
    if code == "th":
        _, version = package("pythainlp")
        from pythainlp.tokenize import word_tokenize

        return lambda text: list(word_tokenize(text, engine="newmm")), version
    if code == "ja":
        fugashi, version = package("fugashi", "fugashi unidic-lite")
        try:
            tagger = fugashi.Tagger("-O wakati -b 50000")
        except RuntimeError as error:
            raise InputError(
                f"{_WANTED} finds no dictionary for fugashi; run pip install unidic-lite or, as"
                " multilingual-rouge asks, pip install unidic; python -m unidic download"
            ) from error
        # It takes the first dictionary that is installed.
        dictionaries = (Package(name, name.replace("-", "_"), "", "") for name in ("unidic", "unidic-lite"))
        versions = [version, *[f"{one.name}-{one.version()}" for one in dictionaries if one.installed()][:1]]
        return lambda text: str(tagger.parse(text)).split(), ",".join(versions)
    pyonmttok, version = package("pyonmttok")
    tokenizer = pyonmttok.Tokenizer("aggressive")
    return lambda text: _IDEOGRAPH.sub(r" \g<0> ", " ".join(tokenizer.tokenize(text)[0])).split(), version


_PORTER = "porter"
_STEMMED = (
    f":{_PORTER} ar:arabic bn:bengali da:danish de:german en:english es:spanish fi:finnish fr:french"
    " hi:hindi hu:hungarian it:italian nb:norwegian nl:dutch pt:portuguese ro:romanian ru:russian sv:swedish"
    " tr:turkish"
)
STEMMERS = dict(pair.split(":") for pair in _STEMMED.split())
"""The stemmers by language, and without one; as in multilingual-rouge, other languages are not stemmed."""


@lru_cache(maxsize=16)
def stem_rule(name: str) -> StemRule:
    """Return a stemmer. Raises `InputError` where its package or its word list is not installed.

    NLTK's leave their stop words as they are, but for Porter's.
    """
    if name == "bengali":
        raise InputError(
            f"{_WANTED} has no Bengali stems: multilingual-rouge 0.0.1 was published without the rules of its"
            " stemmer; drop `stem`"
        )
    if name == "hindi":
        return StemRule(XLSUM_HINDI, hindi_stem)
    if name == "turkish":
        package = Package("TurkishStemmer", "TurkishStemmer", "Turkish stems of profile xlsum", _EXTRA)
        stemmer = needed(package, f"{_WANTED} with `stem`").TurkishStemmer()
        return StemRule(versioned("xlsum-turkish", package), of_long_tokens(stemmer.stem))
    import nltk.stem

    try:
        stemmer = nltk.stem.SnowballStemmer(name, ignore_stopwords=name != _PORTER)
    except LookupError as error:
        raise InputError(
            f"{_WANTED} stems no stop words, whose list in NLTK is not installed; run"
            " python -m nltk.downloader stopwords, or drop `stem`"
        ) from error
    if name == "arabic":
        # NLTK's stemmer remembers for good that a verb had a certain suffix. Here it starts where it arrives
        # after some words, so that stems do not hang on what was stemmed before.
        stemmer.stemmer.suffixes_verb_step1_success = True
    words = sha256(" ".join(sorted(stemmer.stopwords)).encode()).hexdigest()[:12]
    signature = f"xlsum-{name}(nltk-{nltk.__version__},stopwords-{words})"
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
