"""The rule by which a text becomes tokens, and the spelling that equal words have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import local
from typing import Generic, Literal, NamedTuple, TypeVar
from unicodedata import normalize

T = TypeVar("T")
BYTE_ORDER_MARK = "\ufeff"
"""The mark that some programs write at the start of a file; it is no part of the first token."""

Pieces = Literal["blanks", "ideographs", "sentences"]


class TokenRule(NamedTuple):
    """The tokens of a text, and what a caller may take for granted about them."""

    signature: str
    """The name of the rule in a report's signature, with the versions that decide its tokens."""
    tokens: Callable[[str], list[str]]
    """Returns the tokens of a text in order, as they are compared: normalised and folded."""
    pieces: Pieces
    """The places at which a sentence may be cut without changing its tokens: at ASCII blanks; there and
    beside unified ideographs, hiragana and the full stops of India, where the neighbour is no mark, joiner or
    sign that Unicode joins to another character; nowhere."""
    plain_ascii: bool
    """True where an ASCII piece without `_` that has one run of letters and digits has this run, lowered, as
    its only token."""
    tokens_of_lines: Callable[[str], list[list[str]]] | None = None
    """Returns the tokens of each line of a text, where that takes less time than line by line."""
    spelling: tuple[str, ...] = ()
    """The letters that are unified: names of `UNIFIED`."""


class PerThread(local, Generic[T]):
    """An object that is made anew in each thread that uses it.

    A lock for all threads would be held for ever in a process that is forked while a thread holds it.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Make the object of this thread; `local` calls this in every other thread, too."""
        self.own = make()


_DIGITS = "٠ ۰ ० ০ ௦ ๐"
"""The digit 0 of the scripts whose readers also write 0 to 9, from Arabic to Thai."""
UNIFIED: dict[str, dict[int, int]] = {
    "apostrophe": str.maketrans("‘’ʼ", "'''"),
    "gershayim": str.maketrans("׳״", "'\""),
    "digits": {ord(zero) + digit: ord("0") + digit for zero in _DIGITS.split() for digit in range(10)}
    | str.maketrans("٫٬", ".,"),
    # The letters of Arabic keyboards and fonts that Persian and Urdu write with letters of their own.
    "persian": str.maketrans("يىك", "ییک"),
    "urdu": str.maketrans("يىكه", "ییکہ"),
    "turkic": str.maketrans("Iİ", "ıi"),
    "tones": {},
}
"""By its name in signatures, the letters that a language unifies. `tones` takes a pattern."""
# Vietnamese has two customs for open syllables: hòa, hòe, thủy and hoà, hoè, thuỷ. After q there is but one.
_TONES = re.compile("(?:(o)([àáảãạ])|(o)([èéẻẽẹ])|(?<!q)(u)([ỳýỷỹỵ]))(?![a-zß-ɏḀ-ỿ])")
_VOWELS = {"o": "òóỏõọ", "u": "ùúủũụ"}
_SECOND = {"a": "àáảãạ", "e": "èéẻẽẹ", "y": "ỳýỷỹỵ"}


def folded(text: str) -> str:
    """Return a text in NFKC with full case folding, in which equal words are equal strings.

    `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one word, and so are the normal forms C, D, KC and KD of any
    text: definition D147 of the Unicode Standard, but composed at the end.
    """
    if text.isascii():
        return text.lower()
    return normalize("NFKC", normalize("NFKC", text).casefold())


@lru_cache(maxsize=64)
def folding(spelling: tuple[str, ...]) -> Callable[[str], str]:
    """Return `folded` with these unifications, which are names of `UNIFIED`, before case is folded."""
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
    """Return the unifications as they stand in signatures, behind the name of a tokenizer."""
    return "".join(f"+{name}" for name in spelling)


def with_tones_first(text: str) -> str:
    """Return a folded text with the tone of open Vietnamese syllables on the first of two vowels.

    No character is added or taken away.
    """

    def with_tone_first(match: re.Match[str]) -> str:
        first, second = filter(None, match.groups())
        ((plain, toned),) = (one for one in _SECOND.items() if second in one[1])
        return _VOWELS[first][toned.index(second)] + plain

    return _TONES.sub(with_tone_first, text)
