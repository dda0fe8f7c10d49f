"""Doubts about texts, raised during scoring: other scripts, and sentences that are not separated."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from ..kernel.plan import EMPTY, NOT_ASCII, NOT_UTF8, ON_ONE_LINE, Item

# A full stop that ends a sentence follows a word in small letters and precedes a capital (`Mr. Smith`
# and `the U.S. Senate` have none), or stands alone, as in tokenised text. The other alternatives are
# separators of sentences that are in use. Compiling the expression takes a hundredth of a short run, so
# that is left until a text needs it.
SENTENCE_END = (
    rb"""(?<![A-Za-z0-9.])(?!vs[.])[a-z0-9]{2,}["')\]]*[.!?]["')\]]*[ \t]+["'(\[]*[A-Z]"""
    rb"""|[ \t][.!?][ \t]+[A-Za-z]|(?:<q>|</[st]>|\\n)[ \t]*[^ \t]"""
)
_OTHER_FULL_STOP = (
    rb"(?:\xd6\x89|\xd8\x9f|\xdb\x94|\xe0\xa5[\xa4\xa5]|\xe1(?:\x81\x8b|\x8d[\xa2\xa7])|\xe3\x80\x82"
    rb"|\xef(?:\xbc[\x81\x9f]|\xbd\xa1))"
)
"""The full stops of other scripts (`։؟۔।॥။።፧。！？｡`), which stand in none but sentences."""
_LETTER = rb"(?!%b)(?:[A-Za-z0-9\xc3-\xe1\xe4-\xed]|\xe3(?!\x80))" % _OTHER_FULL_STOP
"""The beginning of a letter, as far as that can be told without a table: the signs and the marks of
punctuation that stand behind a sentence begin with C2, E2, E3 80, EF or F0."""
_REMEDY = "`tokenizer` unicode, or the `language` of the texts, would"
_HINTS = (b". ", b"? ", b"! ", b'" ', b"' ", b") ", b"] ", b"\t", b"<q>", b"</s>", b"</t>", rb"\n")
"""One of these stands in every text that `SENTENCE_END` matches, and is found far more quickly."""


class Doubt(NamedTuple):
    """The doubtful traits of a text."""

    on_one_line: bool = False
    """It seems to hold several sentences that are not separated."""
    words: int = 0
    """Its words, counted only where some of them are split."""
    split_words: int = 0
    """Its words with letters outside ASCII, which ROUGE-1.5.5 takes for separators."""
    is_wordless: bool = False
    """It has letters, but no ASCII word."""
    is_not_utf8: bool = False
    """It is not UTF-8, which its tokenizer reads."""


NO_DOUBT = Doubt()


def traits_of(sentences: Sequence[bytes], *, has_tokens: bool) -> int:
    """Return the traits of a text of these sentences."""
    traits = 0 if has_tokens else EMPTY
    if len(sentences) == 1 and has_several_sentences(sentences[0]):
        traits |= ON_ONE_LINE
    return traits if b"".join(sentences).isascii() else traits | NOT_ASCII


def traits_of_bytes(texts: Sequence[Item], traits: bytes) -> bytes:
    """Return traits with `NOT_UTF8` in place of `NOT_ASCII`, where texts are not even UTF-8."""
    return bytes(
        trait & ~NOT_ASCII | (NOT_UTF8 if trait & NOT_ASCII and not is_utf8(text) else 0)
        for text, trait in zip(texts, traits, strict=True)
    )


def judge(text: Callable[[], bytes], traits: int) -> Doubt:
    """Return what is doubtful about a text of these traits; it is looked at only if it is not ASCII."""
    on_one_line = bool(traits & ON_ONE_LINE)
    if not traits & NOT_ASCII:
        is_not_utf8 = bool(traits & NOT_UTF8)
        if not (on_one_line or is_not_utf8):
            return NO_DOUBT
        return Doubt(on_one_line=on_one_line, is_not_utf8=is_not_utf8)
    words = re.findall(r"\w+", decoded(text()))
    split_words = sum(map(is_split, words))
    is_wordless = bool(split_words) and bool(traits & EMPTY)
    # A text without a word scores 0 whatever its sentences are, so the note on its words is enough.
    return Doubt(
        on_one_line=on_one_line and not is_wordless,
        words=len(words),
        split_words=split_words,
        is_wordless=is_wordless,
    )


class Doubts:
    """Counts of texts with figures that may not mean what a user thinks."""

    def __init__(self) -> None:
        self.texts = 0
        """The number of all texts."""
        self._wordless = _Tally()
        self._split = _Tally()
        self._on_one_line = _Tally()
        self._not_utf8 = _Tally()
        self._words = self._split_words = 0

    def count(self, doubt: Doubt, evaluation: str) -> None:
        """Count the doubt about a text of an evaluation; one that several evaluations have counts in each."""
        if doubt.on_one_line:
            self._on_one_line.count(evaluation)
        if doubt.is_not_utf8:
            self._not_utf8.count(evaluation)
        if doubt.is_wordless:
            self._wordless.count(evaluation)
        elif doubt.split_words:
            self._split.count(evaluation)
            self._words += doubt.words
            self._split_words += doubt.split_words

    def extend(self, other: Self, renamed: Callable[[str], str] = str) -> None:
        """Add the doubts of further evaluations; `renamed` returns the ID that one of them has here."""
        self.texts += other.texts
        self._wordless.extend(other._wordless, renamed)
        self._split.extend(other._split, renamed)
        self._on_one_line.extend(other._on_one_line, renamed)
        self._not_utf8.extend(other._not_utf8, renamed)
        self._words += other._words
        self._split_words += other._split_words

    def notes(self, rouge: str, of_sentences: str) -> list[str]:
        """Return a note for each doubt.

        `rouge` is the program that is imitated. `of_sentences` names the measures to which sentences matter,
        or is empty.
        """
        notes = []
        if self._wordless:
            zero = "every score is 0" if self._wordless.texts == self.texts else "they can match nothing"
            notes.append(
                f"{self._wordless.of(self.texts)} no ASCII word, so {zero}{self._wordless.first};"
                f" {rouge} sees the letters a to z and digits alone; {_REMEDY} score them"
            )
        if self._split:
            share = 100 * self._split_words / self._words
            percentage = f"{share:.2g}" if share < 99.5 else "100"
            notes.append(
                f"{percentage} % of the words in {self._split.texts:,} of {self.texts:,} texts contain"
                f" letters that {rouge} takes for separators{self._split.first}; {_REMEDY} keep them whole"
            )
        if self._not_utf8:
            notes.append(
                f"{self._not_utf8.of(self.texts)} bytes that are not UTF-8{self._not_utf8.first}, which part"
                " words like marks of punctuation; store the texts in UTF-8"
            )
        if self._on_one_line and of_sentences:
            takes = "take" if " and " in of_sentences else "takes"
            notes.append(
                f"{self._on_one_line.of(self.texts)} several sentences on one line, which {of_sentences}"
                f" {takes} for one{self._on_one_line.first}; write each on a line of its own, name what parts"
                " them, or ask for `split_sentences`"
            )
        return notes


class _Tally:
    """The number of texts of a sort, and the first evaluation that has one."""

    def __init__(self) -> None:
        self.texts = 0
        self._evaluation = ""

    def count(self, evaluation: str) -> None:
        if not self.texts:
            self._evaluation = evaluation
        self.texts += 1

    def extend(self, other: Self, renamed: Callable[[str], str]) -> None:
        if not self.texts and other.texts:
            self._evaluation = renamed(other._evaluation)
        self.texts += other.texts

    def __bool__(self) -> bool:
        return bool(self.texts)

    def of(self, texts: int) -> str:
        """Return how many of all texts these are, as the subject of what they have."""
        if self.texts == texts:
            return "the only text has" if texts == 1 else f"all {texts:,} texts have"
        return f"{self.texts:,} of {texts:,} texts {'has' if self.texts == 1 else 'have'}"

    @property
    def first(self) -> str:
        return f" (the first in evaluation {self._evaluation})"


def has_several_sentences(line: bytes) -> bool:
    """Return True for a line that seems to hold more than one sentence."""
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


def is_utf8(text: Item) -> bool:
    """Return True for a string, and for UTF-8 in a text or in all of its sentences."""
    if isinstance(text, str):
        return True
    try:
        for sentence in (text,) if isinstance(text, bytes) else text:
            if isinstance(sentence, bytes):
                sentence.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_split(word: str) -> bool:
    """Return True for a word with letters outside ASCII, which are separators to ROUGE-1.5.5."""
    return not word.isascii() and any(c.isalpha() and not c.isascii() for c in word)
