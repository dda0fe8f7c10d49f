"""The languages that `language` knows: for each a tokenizer, a stemmer and the rules of its sentences.

Tokens are words by Unicode's boundary rules, which need no dictionary where blanks part words. They
make a token of each Chinese character, as most papers on Chinese do, so that figures depend on no
dictionary. Japanese and Thai are in words of ICU's dictionary: characters would match in particles and
endings alone, and Thai would have one token between two blanks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import OptionError, printable
from .extras import offered


class Language(NamedTuple):
    """The choices that a language stands for."""

    code: str
    """Of ISO 639-1."""
    name: str
    tokenizer: str
    stemmer: str
    """`none` where nobody has written one that is kept up."""
    sentences: str
    """The marks at which sentences end, beside `.`, `!` and `?`; as a note for readers."""


# fmt: off
_TABLE = (
    Language("ar", "Arabic",     "unicode", "snowball-arabic",     "؟"),
    Language("bn", "Bengali",    "unicode", "none",                "। ॥"),
    Language("da", "Danish",     "unicode", "snowball-danish",     ""),
    Language("de", "German",     "unicode", "snowball-german",     ""),
    Language("el", "Greek",      "unicode", "snowball-greek",      ";"),
    Language("en", "English",    "unicode", "snowball-english",    ""),
    Language("es", "Spanish",    "unicode", "snowball-spanish",    ""),
    Language("fa", "Persian",    "unicode", "snowball-persian",    "؟"),
    Language("fi", "Finnish",    "unicode", "snowball-finnish",    ""),
    Language("fr", "French",     "unicode", "snowball-french",     ""),
    Language("he", "Hebrew",     "unicode", "none",                ""),
    Language("hi", "Hindi",      "unicode", "snowball-hindi",      "। ॥"),
    Language("id", "Indonesian", "unicode", "snowball-indonesian", ""),
    Language("it", "Italian",    "unicode", "snowball-italian",    ""),
    Language("ja", "Japanese",   "icu",     "none",                "。 ！ ？"),
    Language("ko", "Korean",     "unicode", "none",                "。 ！ ？"),
    Language("nb", "Norwegian",  "unicode", "snowball-norwegian",  ""),
    Language("nl", "Dutch",      "unicode", "snowball-dutch",      ""),
    Language("pl", "Polish",     "unicode", "snowball-polish",     ""),
    Language("pt", "Portuguese", "unicode", "snowball-portuguese", ""),
    Language("ru", "Russian",    "unicode", "snowball-russian",    ""),
    Language("sv", "Swedish",    "unicode", "snowball-swedish",    ""),
    Language("ta", "Tamil",      "unicode", "snowball-tamil",      ""),
    Language("th", "Thai",       "icu",     "none",                ""),
    Language("tr", "Turkish",    "unicode", "snowball-turkish",    ""),
    Language("uk", "Ukrainian",  "unicode", "none",                ""),
    Language("ur", "Urdu",       "unicode", "none",                "۔ ؟"),
    Language("vi", "Vietnamese", "unicode", "none",                ""),
    Language("zh", "Chinese",    "unicode", "none",                "。 ！ ？"),
)
# fmt: on
LANGUAGES = {language.code: language for language in _TABLE}
"""The languages by their codes."""
_OTHER_CODES = {"no": "nb"}


def language_of(code: str) -> Language:
    """Return the language of a code, whose region or script is passed over: `pt-BR` is Portuguese.

    Raises `OptionError` for a language that the table does not have.
    """
    primary = re.split("[-_]", code.lower())[0]
    known = LANGUAGES.get(_OTHER_CODES.get(primary, primary))
    if known is None:
        raise OptionError(
            f"no `language` is called {printable(code)}; {offered(code, LANGUAGES, 'languages')}"
        )
    return known
