"""The definition of the traits of a text: what in its sentences may not mean what its writer thinks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..plan import EMPTY, NOT_UTF8, ON_ONE_LINE, SPLIT_WORDS, TAGGED

# A full stop that ends a sentence follows a word in small letters and precedes a capital (`Mr. Smith`
# and `the U.S. Senate` have no such full stop), or stands alone, as in tokenised text. The other alternatives
# are customary separators. Compiling the expression takes a hundredth of a short run, so it is not compiled
# before a text needs it.
SENTENCE_END = (
    rb"""(?<![A-Za-z0-9.])(?!vs[.])[a-z0-9]{2,}["')\]]*[.!?]["')\]]*[ \t]+["'(\[]*[A-Z]"""
    rb"""|[ \t][.!?][ \t]+[A-Za-z]|(?:<q>|</[st]>|\\n)[ \t]*[^ \t]"""
)
_OTHER_FULL_STOP = (
    rb"(?:\xd6\x89|\xd8\x9f|\xdb\x94|\xe0\xa5[\xa4\xa5]|\xe1(?:\x81\x8b|\x8d[\xa2\xa7])|\xe3\x80\x82"
    rb"|\xef(?:\xbc[\x81\x9f]|\xbd\xa1))"
)
"""The full stops of other scripts (`։؟۔।॥။።፧。！？｡`), which only end sentences."""
_LETTER = rb"(?!%b)(?:[A-Za-z0-9\xc3-\xe1\xe4-\xed]|\xe3(?!\x80))" % _OTHER_FULL_STOP
"""The beginning of a letter, as far as bytes tell it: signs and marks of punctuation after a sentence begin
with C2, E2, E3 80, EF or F0."""
TAG = rb"</?[st]>|<pad>|<[|]"
"""The tags of sentences and the special tokens that models of language write."""
_HINTS = (b". ", b"? ", b"! ", b'" ', b"' ", b") ", b"] ", b"\t", b"<q>", b"</s>", b"</t>", rb"\n")
"""Every text that `SENTENCE_END` matches has one of these, which are found far more quickly."""


class Traits(NamedTuple):
    """The traits of a text."""

    flags: int
    """Bits, as in `kernel.plan`."""
    words: int = 0
    """Its words, counted only if some of them are split and others are not."""
    split_words: int = 0
    """Its words with letters outside ASCII, which are separators to ROUGE-1.5.5."""


def traits_of(sentences: Sequence[bytes], *, has_tokens: bool) -> Traits:
    """Return the traits of a text of these sentences."""
    flags = 0 if has_tokens else EMPTY
    if len(sentences) == 1 and has_several_sentences(sentences[0]):
        flags |= ON_ONE_LINE
    text = b"\n".join(sentences)
    if b"<" in text and re.search(TAG, text):
        flags |= TAGGED
    if text.isascii():
        return Traits(flags)
    if not is_utf8(text):
        flags |= NOT_UTF8
    words = re.findall(r"\w+", decoded(text))
    split_words = sum(map(is_split, words))
    if not split_words:
        return Traits(flags)
    return Traits(flags | SPLIT_WORDS, len(words), split_words) if has_tokens else Traits(flags | SPLIT_WORDS)


def has_several_sentences(line: bytes) -> bool:
    """Return True for a line that seems to have several sentences."""
    if any(hint in line for hint in _HINTS) and re.search(SENTENCE_END, line):
        return True
    if line.isascii():
        return False
    full_stop = re.search(_OTHER_FULL_STOP, line)
    return full_stop is not None and re.compile(_LETTER).search(line, full_stop.end()) is not None


def decoded(data: bytes) -> str:
    """Return the text of bytes in UTF-8, or else in Latin-1."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def is_utf8(data: bytes) -> bool:
    """Return True for bytes that are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_split(word: str) -> bool:
    """Return True for a word with letters outside ASCII, which are separators to ROUGE-1.5.5."""
    return not word.isascii() and any(c.isalpha() and not c.isascii() for c in word)
