"""The rule by which a text becomes tokens, and the folding by which equal words become equal strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import local
from typing import Generic, NamedTuple, TypeVar
from unicodedata import normalize

from ..kernel.plan import Pieces

T = TypeVar("T")
BYTE_ORDER_MARK = "\ufeff"
"""The mark that some programs write at the start of a file; it is no part of the first token."""


class TokenRule(NamedTuple):
    """The way from a text to its tokens, and the properties of these tokens that the kernel relies on."""

    signature: str
    """The name of the rule in signatures, with the versions that decide its tokens."""
    tokens: Callable[[str], list[str]]
    """Returns the tokens of a text in order, normalised and folded."""
    pieces: Pieces
    """The places where a sentence may be cut without changing its tokens.

    `blanks`: at blanks of ASCII. `ideographs`: also beside unified ideographs, hiragana and the full stops of
    India, unless the neighbour is a mark, a joiner or a sign that Unicode joins to another character.
    `sentences`: nowhere.
    """
    plain_ascii: bool = False
    """True if an ASCII piece without `_` and with a single run of letters and digits has this run, lowered,
    as its only token."""
    tokens_of_lines: Callable[[str], list[list[str]]] | None = None
    """Returns the tokens of each line of a text, if that is faster than one call for each line."""
    spelling: tuple[str, ...] = ()
    """The names of its unifications of letters in `UNIFIED`."""


class PerThread(local, Generic[T]):
    """An object that each thread makes for itself.

    One object under a lock would block for ever in a process that is forked while a thread holds the lock.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Make the object of this thread; `local` calls this method in every other thread, too."""
        self.own = make()


_DIGITS = "٠ ۰ ० ০ ௦ ๐"
"""The digit 0 of each script whose readers also write 0 to 9, from Arabic to Thai."""
UNIFIED: dict[str, dict[int, int]] = {
    "apostrophe": str.maketrans("‘’ʼ", "'''"),
    "gershayim": str.maketrans("׳״", "'\""),
    "digits": {ord(zero) + digit: ord("0") + digit for zero in _DIGITS.split() for digit in range(10)}
    | str.maketrans("٫٬", ".,"),
    # Arabic keyboards and fonts have these letters, for which Persian and Urdu have letters of their own.
    "persian": str.maketrans("يىك", "ییک"),
    "urdu": str.maketrans("يىكه", "ییکہ"),
    "turkic": str.maketrans("Iİ", "ıi"),
    "tones": {},
}
"""By its name in signatures, the replacements of each unification; `with_tones_first` makes `tones`."""
# Vietnamese has two customs for open syllables: hòa, hòe, thủy and hoà, hoè, thuỷ. After q there is only one.
_TONES = re.compile("(?:(o)([àáảãạ])|(o)([èéẻẽẹ])|(?<!q)(u)([ỳýỷỹỵ]))(?![a-zß-ɏḀ-ỿ])")
_VOWELS = {"o": "òóỏõọ", "u": "ùúủũụ"}
_SECOND = {"a": "àáảãạ", "e": "èéẻẽẹ", "y": "ỳýỷỹỵ"}


def folded(text: str) -> str:
    """Return a text in NFKC with full case folding, in which equal words are equal strings.

    `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one word, and so are the normal forms C, D, KC and KD of a
    text. This is definition D147 of the Unicode Standard, but composed at the end.
    """
    if text.isascii():
        return text.lower()
    return normalize("NFKC", normalize("NFKC", text).casefold())


@lru_cache(maxsize=64)
def folding(spelling: tuple[str, ...]) -> Callable[[str], str]:
    """Return the function `folded` with the unifications of a spelling, which come before case folding."""
    if not spelling:
        return folded
    table = {code: letter for name in spelling for code, letter in UNIFIED[name].items()}
    has_tones, has_turkic_case = "tones" in spelling, ord("I") in table

    def unified(text: str) -> str:
        if text.isascii() and not (has_turkic_case and "I" in text):
            return text.lower()
        # Composed first: a decomposed İ is an I with a dot.
        folded = normalize("NFKC", normalize("NFKC", text).translate(table).casefold())
        return with_tones_first(folded) if has_tones else folded

    return unified


def signed(spelling: Sequence[str]) -> str:
    """Return the part of a signature that names unifications, behind the name of a tokenizer."""
    return "".join(f"+{name}" for name in spelling)


def with_tones_first(text: str) -> str:
    """Return a folded text with the tone of open Vietnamese syllables on the first of two vowels.

    The number of characters stays the same.
    """

    def with_tone_first(match: re.Match[str]) -> str:
        first, second = filter(None, match.groups())
        ((plain, toned),) = (one for one in _SECOND.items() if second in one[1])
        return _VOWELS[first][toned.index(second)] + plain

    return _TONES.sub(with_tone_first, text)
