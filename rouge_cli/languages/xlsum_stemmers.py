"""Stems of the XL-Sum protocol, as multilingual-rouge 0.0.1 makes them.

Tokens of up to three characters are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from threading import Lock

from ..errors import InputError
from .packages import Package, needed, versioned
from .stemmers import NONE, StemRule

EXTRA = "pip install 'rouge-eval[xlsum]'"
WANTED = "`profile` xlsum"
"""The beginning of messages about what is not to be had."""
_LONGEST_UNSTEMMED = 3
_STEMS_KEPT = 1 << 16
_PORTER = "porter"
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
_HINDI = (
    "ा ि ी ु ू े ो कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं"
    " ाएं ुओं ुएं ुआं ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां ाएंगी ाएंगे ाऊंगी ाऊंगा"
    " ाइयाँ ाइयों ाइयां"
)
_HINDI_SUFFIXES = frozenset(_HINDI.split())
_LONGEST_HINDI_SUFFIX = 5

Stem = Callable[[str], str]


def stemmer_of(code: str | None) -> str:
    """Return the name of the stemmer of a language, that of Porter for `None`.

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
            f"{WANTED} has no Bengali stems: multilingual-rouge 0.0.1 was published without the rules of its"
            " stemmer; drop `stem`"
        )
    if name == "hindi":
        return StemRule("xlsum-hindi", _of_long_tokens(_hindi))
    if name == "turkish":
        stemmer = needed(_TURKISH, f"{WANTED} with `stem`").TurkishStemmer()
        return StemRule(versioned("xlsum-turkish", _TURKISH), _of_long_tokens(stemmer.stem))
    return _of_nltk(name)


def _of_nltk(language: str) -> StemRule:
    """Return a stemmer of NLTK that leaves its stop words as they are, as all of these but Porter's do."""
    import nltk
    from nltk.stem import SnowballStemmer

    try:
        stemmer = SnowballStemmer(language, ignore_stopwords=language != _PORTER)
    except LookupError as error:
        raise InputError(
            f"{WANTED} stems no stop words, whose list in NLTK is not installed; run"
            " python -m nltk.downloader stopwords, or drop `stem`"
        ) from error
    if language == "arabic":
        # NLTK's stemmer remembers for good that a verb had a certain suffix. Here it starts where it arrives
        # after some words, so that stems do not hang on what was stemmed before.
        stemmer.stemmer.suffixes_verb_step1_success = True
    words = sha256(" ".join(sorted(stemmer.stopwords)).encode()).hexdigest()[:12]
    signature = f"xlsum-{language}(nltk-{nltk.__version__},stopwords-{words})"
    return StemRule(signature, _of_long_tokens(stemmer.stem))


def _of_long_tokens(stem: Stem) -> Stem:
    """Return a stemmer that keeps its stems, and leaves short tokens as they are."""
    lock = Lock()  # Stemmers keep the word that they work on.

    @lru_cache(maxsize=_STEMS_KEPT)
    def stem_long(token: str) -> str:
        if len(token) <= _LONGEST_UNSTEMMED:
            return token
        with lock:
            return str(stem(token))

    return stem_long


def _hindi(token: str) -> str:
    """Return a token without its longest suffix, of which at least two characters are left."""
    for length in range(min(_LONGEST_HINDI_SUFFIX, len(token) - 2), 0, -1):
        if token[-length:] in _HINDI_SUFFIXES:
            return token[:-length]
    return token
