"""The languages that `language` knows: for each a tokenizer, a stemmer and the rules of its sentences.

Tokens are words by Unicode's boundary rules, which need neither a dictionary nor a package. Of Chinese and
Japanese they make a token of each ideograph and each hiragana, which is the custom of papers on Chinese, and
gives the same figures everywhere, while the words of ICU (`tokenizer` icu) change with its dictionary. Thai
has no other words than those of a dictionary: by the rules alone nearly each of its characters would be one.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from .names import unknown


class Language(NamedTuple):
    """The choices that a language stands for."""

    code: str
    """Of ISO 639-1."""
    name: str
    tokenizer: str
    stemmer: str
    """`none` where nobody has written one that is kept up."""
    sentences: Literal["own", "general"]
    """`own` where the splitter knows the abbreviations of the language. `general` are those of English, with
    the full stops of all scripts."""
    spelling: tuple[str, ...] = ("apostrophe",)
    """What its readers take for one letter: names of `folding.TABLES`, which the signature shows."""


_DIGITS = ("apostrophe", "digits")
# fmt: off
_TABLE = (
    Language("ar", "Arabic",     "unicode", "snowball-arabic",     "own", _DIGITS),
    Language("az", "Azeri",      "unicode", "none",                "general", ("apostrophe", "turkic")),
    Language("bn", "Bengali",    "unicode", "none",                "own", _DIGITS),
    Language("da", "Danish",     "unicode", "snowball-danish",     "own"),
    Language("de", "German",     "unicode", "snowball-german",     "own"),
    Language("el", "Greek",      "unicode", "snowball-greek",      "own"),
    Language("en", "English",    "unicode", "snowball-english",    "own"),
    Language("es", "Spanish",    "unicode", "snowball-spanish",    "own"),
    Language("fa", "Persian",    "unicode", "snowball-persian",    "general", (*_DIGITS, "persian")),
    Language("fi", "Finnish",    "unicode", "snowball-finnish",    "own"),
    Language("fr", "French",     "unicode", "snowball-french",     "own"),
    Language("he", "Hebrew",     "unicode", "none",                "general", ("apostrophe", "gershayim")),
    Language("hi", "Hindi",      "unicode", "xlsum-hindi",         "own", _DIGITS),
    Language("id", "Indonesian", "unicode", "snowball-indonesian", "general"),
    Language("it", "Italian",    "unicode", "snowball-italian",    "own"),
    Language("ja", "Japanese",   "unicode", "none",                "own"),
    Language("ko", "Korean",     "unicode", "none",                "general"),
    Language("nb", "Norwegian",  "unicode", "snowball-norwegian",  "general"),
    Language("nl", "Dutch",      "unicode", "snowball-dutch",      "own"),
    Language("pl", "Polish",     "unicode", "snowball-polish",     "own"),
    Language("pt", "Portuguese", "unicode", "snowball-portuguese", "own"),
    Language("ru", "Russian",    "unicode", "snowball-russian",    "own"),
    Language("sv", "Swedish",    "unicode", "snowball-swedish",    "general"),
    Language("ta", "Tamil",      "unicode", "snowball-tamil",      "own", _DIGITS),
    Language("th", "Thai",       "icu",     "none",                "general", _DIGITS),
    Language("tr", "Turkish",    "unicode", "snowball-turkish",    "general", ("apostrophe", "turkic")),
    Language("uk", "Ukrainian",  "unicode", "none",                "own"),
    Language("ur", "Urdu",       "unicode", "none",                "general", (*_DIGITS, "urdu")),
    Language("vi", "Vietnamese", "unicode", "none",                "general", ("apostrophe", "tones")),
    Language("zh", "Chinese",    "unicode", "none",                "general"),
)
# fmt: on
LANGUAGES = {language.code: language for language in _TABLE}
"""The languages by their codes."""
ENGLISH = "en"
_OTHER_CODES = {"no": "nb"}


def language_of(code: str) -> Language:
    """Return the language of a code, whose region or script is passed over: `pt-BR` is Portuguese.

    Raises `OptionError` for a language that the table does not have.
    """
    primary = re.split("[-_]", code.lower())[0]
    known = LANGUAGES.get(_OTHER_CODES.get(primary, primary))
    if known is None:
        codes = {language.name.lower(): language.code for language in _TABLE}
        raise unknown("language", code, LANGUAGES, "the languages", codes.get(primary))
    return known
