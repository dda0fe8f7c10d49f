"""Words by the boundaries of UAX #29, for scripts with blanks or marks between words."""

import re
from unicodedata import unidata_version

import regex

from .token_rule import TokenRule, folding, signed


# The rules of section 4.1.1 of the annex, as a grammar of segments. The library `regex` has boundaries of its
# own under its flag WORD, but they do not look past marks for the letter behind a full stop or a colon, and
# they join an apostrophe to any vowel.
def _class(*names: str) -> str:
    """Return the pattern of a character of one of these classes of the annex."""
    return "[" + "".join(rf"\p{{WB={name}}}" for name in names) + "]"


def _run(name: str) -> str:
    """Return the pattern of characters of a class, with the characters that rule WB4 skips behind each."""
    return f"{_class(name)}{_class(name, *_SKIPPED_NAMES)}*+"


def _one(*names: str) -> str:
    """Return the pattern of one character of these classes, with the characters that WB4 skips behind it."""
    return f"{_class(*names)}{_SKIPPED}*+"


def _linked(run: str, *names: str) -> str:
    """Return the pattern of runs with one character of these classes between two of them."""
    return f"{run}(?:{_one(*names)}{run})*+"


_SKIPPED_NAMES = ("Extend", "Format", "ZWJ")
_SKIPPED = _class(*_SKIPPED_NAMES)
_HEBREW = _class("Hebrew_Letter")
_HEBREW_LETTER = f"{_one('Hebrew_Letter')}(?:{_one('Double_Quote')}(?={_HEBREW}))?+"  # WB7b, WB7c
_LETTERS = f"(?:{_run('ALetter')}|{_HEBREW_LETTER})++"  # WB5
_WORD = _linked(_LETTERS, "MidLetter", "MidNumLet", "Single_Quote")  # WB6, WB7
_NUMBER = _linked(_run("Numeric"), "MidNum", "MidNumLet", "Single_Quote")  # WB8, WB11, WB12
_RUN = f"(?:(?:{_WORD}|{_NUMBER})++|{_run('Katakana')})"  # WB9, WB10, WB13
_LINES = _run("ExtendNumLet")
_QUOTE = f"(?:(?=')(?<={_HEBREW}{_SKIPPED}*){_one('Single_Quote')})?+"  # WB7a
_JOINED = f"(?:{_LINES})?+{_RUN}(?:{_LINES}{_RUN})*+(?:{_LINES})?+{_QUOTE}"  # WB13a, WB13b
_FLAG = f"{_one('Regional_Indicator')}(?:{_one('Regional_Indicator')})?+"  # WB15, WB16
_BLANKS = f"{_class('WSegSpace')}++{_SKIPPED}*+"  # WB3d
_LINE_END = r"\r\n|" + _class("CR", "LF", "Newline")  # WB3, WB3a, WB3b
_PART = f"(?:{_JOINED}|{_LINES}|{_FLAG}|{_BLANKS}|{_LINE_END}|(?s:.){_SKIPPED}*+)"
_EMOJI = rf"(?<={_class('ZWJ')})(?=\p{{Extended_Pictographic}})"  # WB3c
segments = regex.compile(f"{_PART}(?:{_EMOJI}{_PART})*+").findall
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search

# Most pieces of a text are one word between marks of punctuation that no rule joins to it, and most other
# pieces are of ASCII. The grammar takes many times as long as the two short cuts for these pieces.
_MARKS = _class("Other", "MidLetter", "MidNum", "MidNumLet", "Single_Quote", "Double_Quote")
_BESIDE = rf"[\p{{P}}&&{_MARKS}]*+"
_single_word = regex.compile(
    rf"{_BESIDE}((?=\p{{L}})\p{{WB=ALetter}}[\p{{WB=ALetter}}\p{{WB=Extend}}]*+){_BESIDE}", regex.V1
).fullmatch
# Possessive quantifiers of `re` match too much in Python 3.11.2 and before, so this pattern has none.
_RUN_OF_ASCII = r"(?:[a-z]+(?:[.:'][a-z]+)*|[0-9]+(?:[.,;'][0-9]+)*)+"
_words_of_ascii = re.compile(rf"(?:(?<!_)_+)?{_RUN_OF_ASCII}(?:_+{_RUN_OF_ASCII})*_*").findall


def words(text: str) -> list[str]:
    """Return the words of a folded text: the segments that have a letter or a number.

    UAX #29 joins a blank to an emoji behind a joiner, but a word does not begin with this blank.
    """
    if text.isascii():
        return _words_of_ascii(text)
    if word := _single_word(text):
        return [word[1]]
    return [
        segment if segment.isalnum() else segment.lstrip()
        for segment in segments(text)
        if segment.isalnum() or _has_letter_or_number(segment)
    ]


def rule(spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule for a spelling."""
    fold = folding(spelling)
    versions = f"regex-{regex.__version__},unicodedata-{unidata_version}"
    return TokenRule(
        f"unicode{signed(spelling)}({versions})",
        lambda text: words(fold(text)),
        "ideographs",
        plain_ascii="turkic" not in spelling,  # The capital I has another small letter.
        tokens_of_lines=lambda text: list(map(words, fold(text).split("\n"))),
        spelling=spelling,
    )
