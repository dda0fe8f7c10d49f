"""Segments by UAX #29: words, for scripts with blanks or marks between them, and characters as readers count.

Characters are the grapheme clusters of the annex. Limits in bytes end between them, and explanations mark
whole ones.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, takewhile

import regex


def _pattern(grammar: str) -> str:
    """Return the pattern of a grammar, in which `<A B>` is a character of these classes of the annex.

    `<one A B>` is this character with the characters behind it that rule WB4 skips, and `<run A>` is many.
    """

    def written_out(match: re.Match[str]) -> str:
        names = "".join(rf"\p{{WB={name}}}" for name in match[2].split())
        behind = {"one ": _SKIPPED, "run ": names + _SKIPPED}.get(match[1])
        return f"[{names}][{behind}]*+" if behind else f"[{names}]"

    return re.sub("<(one |run )?([A-Z][A-Za-z_ ]+)>", written_out, grammar)


_SKIPPED = r"\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}"
# The rules of section 4.1.1 of the annex, as a grammar of segments. The library `regex` has boundaries of its
# own under its flag WORD, but they do not look past marks for the letter behind a full stop or a colon, and
# they join an apostrophe to any vowel.
_LETTERS = "(?:<run ALetter>|<one Hebrew_Letter>(?:<one Double_Quote>(?=<Hebrew_Letter>))?+)++"  # WB5, WB7b-c
_WORD = f"{_LETTERS}(?:<one MidLetter MidNumLet Single_Quote>{_LETTERS})*+"  # WB6, WB7
_NUMBER = "<run Numeric>(?:<one MidNum MidNumLet Single_Quote><run Numeric>)*+"  # WB8, WB11, WB12
_RUN = f"(?:(?:{_WORD}|{_NUMBER})++|<run Katakana>)"  # WB9, WB10, WB13
_QUOTE = "(?:(?=')(?<=<Hebrew_Letter><Extend Format ZWJ>*)<one Single_Quote>)?+"  # WB7a
_LINES = "<run ExtendNumLet>"
_JOINED = f"(?:{_LINES})?+{_RUN}(?:{_LINES}{_RUN})*+(?:{_LINES})?+{_QUOTE}"  # WB13a, WB13b
_FLAGS = "<one Regional_Indicator>(?:<one Regional_Indicator>)?+"  # WB15, WB16
_BLANKS = r"<WSegSpace>++<Extend Format ZWJ>*+|\r\n|<CR LF Newline>"  # WB3, WB3a, WB3b, WB3d
_PART = f"(?:{_JOINED}|{_LINES}|{_FLAGS}|{_BLANKS}|(?s:.)<Extend Format ZWJ>*+)"
_EMOJI = r"(?<=<ZWJ>)(?=\p{Extended_Pictographic})"  # WB3c
segments = regex.compile(_pattern(f"{_PART}(?:{_EMOJI}{_PART})*+")).findall
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search

# Most pieces of a text are one word between marks of punctuation that no rule joins to it, and most other
# pieces are of ASCII. The grammar takes many times as long as the two short cuts for these pieces.
_BESIDE = r"[\p{P}&&<Other MidLetter MidNum MidNumLet Single_Quote Double_Quote>]*+"
_single_word = regex.compile(
    _pattern(rf"{_BESIDE}((?=\p{{L}})<ALetter><ALetter Extend>*+){_BESIDE}"), regex.V1
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


# To know whether a flag begins at a place, the library counts all regional indicators before it. In a row of
# flags that takes the square of their number, so this pattern takes flags in pairs (rules GB12 and GB13).
_FLAG = r"\p{GCB=Regional_Indicator}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+"
clusters = regex.compile(rf"{_FLAG}|\X").findall


def characters(text: str) -> list[str]:
    """Return the clusters of a folded text that have a letter or a number; a blank always ends a cluster."""
    return [
        cluster
        for part in text.split()
        for cluster in clusters(part)
        if cluster.isalnum() or _has_letter_or_number(cluster)
    ]


def first_bytes(sentence: bytes, limit: int) -> bytes:
    """Return the first characters of a sentence that have at most `limit` bytes together.

    Bytes that are not UTF-8 may be cut anywhere.
    """
    # The end of a cluster depends on the text before it and on the next character, of up to four bytes.
    text = sentence[: limit + 4].decode("utf-8", "surrogateescape")
    sizes = (len(cluster.encode("utf-8", "surrogateescape")) for cluster in clusters(text))
    return sentence[: max(takewhile(lambda size: size <= limit, accumulate(sizes)), default=0)]


def places(sentence: bytes, tokens: Iterable[bytes], fold: Callable[[str], str]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end, in bytes, of each token of a sentence, given its tokens in order.

    A token stands where the folded text has it, and its place consists of whole characters. If a tokenizer
    made up a token, so that the text does not have it, its place is empty and behind the token before.
    """
    text = sentence.decode("utf-8", "surrogateescape")
    encoded = [cluster.encode("utf-8", "surrogateescape") for cluster in clusters(text)]
    ends = list(accumulate(map(len, encoded)))
    # Tokenizers see U+FFFD for bytes that are not UTF-8.
    folded_clusters = [fold(cluster.decode(errors="replace")) for cluster in encoded]
    folded_ends = list(accumulate(map(len, folded_clusters)))
    folded_text = fold("".join(folded_clusters))  # Tones pass from one character to another.
    position = end = 0
    for token in tokens:
        wanted = fold(token.decode("utf-8", "replace"))
        start = folded_text.find(wanted, position)
        if start < 0:
            yield end, end
            continue
        position = start + len(wanted)
        first, last = bisect_right(folded_ends, start), bisect_right(folded_ends, position - 1)
        end = ends[last]
        yield (ends[first - 1] if first else 0), end
