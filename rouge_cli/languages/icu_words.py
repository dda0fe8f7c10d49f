"""Words of scripts that part them by nothing: ICU's dictionaries and boundaries, through PyICU."""

from __future__ import annotations

from threading import Lock
from unicodedata import unidata_version

from ..errors import InputError
from .folding import folded
from .tokenizers import TokenRule

_SIGNS_AND_VOWELS = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
"""Thai and Lao am in two characters, as NFKC has it, and in one, as words of the dictionaries have it."""


def rule(language: str | None = None) -> TokenRule:
    """Return the rule for texts of a language. Raises `InputError` where PyICU is not installed."""
    try:
        import icu
    except ImportError as error:
        raise InputError(
            "the words of `tokenizer` icu need PyICU, which is not installed: run pip install"
            " 'rouge-eval[icu]', which needs ICU's headers and a C++ compiler (Debian: apt install libicu-dev"
            " pkg-config g++), or choose `tokenizer` unicode, or character, which suit Thai, Khmer, Lao and"
            " Burmese better"
        ) from error
    words = icu.BreakIterator.createWordInstance(icu.Locale(language or "root"))

    lock = Lock()  # An iterator keeps the text that it works on.

    def tokens(text: str) -> list[str]:
        spelt = _as_in_dictionaries(folded(text))
        # ICU counts units of UTF-16.
        units = spelt.encode("utf-16-le", "surrogatepass")
        with lock:
            words.setText(spelt)
            ends = list(words)
        found, start = [], 0
        for end in ends:
            word = units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").strip()
            start = end
            if any(map(str.isalnum, word)):
                found.append(word)
        return found

    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},unicodedata-{unidata_version}"
    locale = f"-{language}" if language else ""
    return TokenRule(f"icu{locale}({versions})", tokens, "blanks", plain_ascii=True)


def _as_in_dictionaries(text: str) -> str:
    for pair, vowel in _SIGNS_AND_VOWELS.items():
        text = text.replace(pair, vowel)
    return text
