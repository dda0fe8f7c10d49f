"""Words of any script, with or without blanks between them: ICU's dictionaries, through PyICU."""

from itertools import pairwise
from unicodedata import unidata_version

from .folding import folding, signed
from .packages import ICU, needed
from .per_thread import PerThread
from .token_rule import TokenRule

_UNIT = 2
"""Bytes of a code unit of UTF-16, in which ICU counts."""
_VOWELS_AM = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
"""The vowel am of Thai and of Lao in two characters, as NFKC has it, and in the one of ICU's dictionaries."""


def rule(language: str | None = None, spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule for texts of a language. Raises `InputError` where PyICU is not installed."""
    fold = folding(spelling)
    icu = needed(ICU, "`tokenizer` icu")
    # An iterator has one text at a time.
    iterators = PerThread(lambda: icu.BreakIterator.createWordInstance(icu.Locale(language or "root")))

    def tokens(text: str) -> list[str]:
        folded_text = _as_in_dictionaries(fold(text))
        iterators.own.setText(folded_text)
        ends = list(iterators.own)
        units = folded_text.encode("utf-16-le", "surrogatepass")
        words = [
            units[_UNIT * start : _UNIT * end].decode("utf-16-le", "surrogatepass").strip()
            for start, end in pairwise([0, *ends])
        ]
        return [word for word in words if word.isalnum() or any(map(str.isalnum, word))]

    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},unicodedata-{unidata_version}"
    name = f"icu-{language}" if language else "icu"
    signature = f"{name}{signed(spelling)}({versions})"
    return TokenRule(signature, tokens, "blanks", plain_ascii=False, spelling=spelling)


def _as_in_dictionaries(text: str) -> str:
    for decomposed, vowel in _VOWELS_AM.items():
        text = text.replace(decomposed, vowel)
    return text
