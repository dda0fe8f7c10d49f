"""Stems of the XL-Sum protocol, as multilingual-rouge 0.0.1 makes them.

Tokens of up to three characters are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version

from ..errors import InputError
from .packages import Package, needed
from .stemmers import StemRule
from .xlsum import EXTRA, WANTED

_LONGEST_UNSTEMMED = 3
_TURKISH = Package("TurkishStemmer", "TurkishStemmer", "Turkish stems of profile xlsum", EXTRA)
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
# The suffixes of the table of Ramanathan and Rao, "A lightweight stemmer for Hindi" (EACL 2003 workshop).
_HINDI_SUFFIXES = frozenset(
    "ा ि ी ु ू े ो कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं"
    " ाएं ुओं ुएं ुआं ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां ाएंगी ाएंगे ाऊंगी ाऊंगा"
    " ाइयाँ ाइयों ाइयां".split()
)
_LONGEST_HINDI_SUFFIX = 5

Stem = Callable[[str], str]


def stem_rule(code: str | None) -> StemRule | None:
    """Return the stemmer of a language, that of Porter for `None`; `None` where the protocol has none.

    Raises `InputError` where its package or its word list is not installed.
    """
    if code == "bn":
        raise InputError(
            f"{WANTED} has no Bengali stems: multilingual-rouge 0.0.1 was published without the rules of its"
            " stemmer; drop `stem`"
        )
    if code == "hi":
        return StemRule("xlsum-hindi", _of_long_tokens(_hindi))
    if code == "tr":
        stemmer = needed(_TURKISH, f"{WANTED} with `stem`").TurkishStemmer()
        return StemRule(
            f"xlsum-turkish(TurkishStemmer-{version('TurkishStemmer')})", _of_long_tokens(stemmer.stem)
        )
    language = "porter" if code is None else _OF_NLTK.get(code)
    return _of_nltk(language) if language else None


def _of_nltk(language: str) -> StemRule:
    """Return a stemmer of NLTK that leaves its stop words as they are, as all of these but Porter's do."""
    import nltk
    from nltk.stem import SnowballStemmer

    try:
        stemmer = SnowballStemmer(language, ignore_stopwords=language != "porter")
    except LookupError as error:
        raise InputError(
            f"{WANTED} stems no stop words, whose list in NLTK is not installed; run"
            " python -m nltk.downloader stopwords, or drop `stem`"
        ) from error
    if language == "arabic":
        # NLTK's stemmer remembers for good that a word had certain affixes. Here it starts where it arrives
        # after a few words, so that stems do not hang on what was stemmed before.
        stemmer.stemmer.suffixes_verb_step1_success = stemmer.stemmer.prefix_step2a_success = True
    words = sha256(" ".join(sorted(stemmer.stopwords)).encode()).hexdigest()[:12]
    signature = f"xlsum-{language}(nltk-{nltk.__version__},stopwords-{words})"
    return StemRule(signature, _of_long_tokens(stemmer.stem))


def _of_long_tokens(stem: Stem) -> Stem:
    return lambda token: stem(token) if len(token) > _LONGEST_UNSTEMMED else token


def _hindi(token: str) -> str:
    """Return a token without its longest suffix, of which at least two characters are left."""
    for length in range(min(_LONGEST_HINDI_SUFFIX, len(token) - 2), 0, -1):
        if token[-length:] in _HINDI_SUFFIXES:
            return token[:-length]
    return token
