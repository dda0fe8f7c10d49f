"""Characters as readers count them, which are the grapheme clusters of UAX #29, and the places of tokens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, takewhile
from unicodedata import unidata_version

import regex

from .token_rule import TokenRule, folding, signed, with_tones_first

# To know whether a flag begins at a place, the library counts all regional indicators before it. In a row of
# flags that takes the square of their number, so this pattern takes flags in pairs (rules GB12 and GB13).
_FLAG = r"\p{GCB=Regional_Indicator}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+"
clusters = regex.compile(rf"{_FLAG}|\X").findall
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search


def rule(spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule for a spelling: clusters with a letter or a number; a blank always ends a cluster."""
    fold = folding(spelling)

    def tokens(text: str) -> list[str]:
        return [
            cluster
            for part in fold(text).split()
            for cluster in clusters(part)
            if cluster.isalnum() or _has_letter_or_number(cluster)
        ]

    versions = f"regex-{regex.__version__},unicodedata-{unidata_version}"
    signature = f"character{signed(spelling)}({versions})"
    return TokenRule(signature, tokens, "ideographs", spelling=spelling)


def first_bytes(sentence: bytes, limit: int) -> bytes:
    """Return the first characters of a sentence that have at most `limit` bytes together.

    Bytes that are not UTF-8 may be cut anywhere.
    """
    # The end of a cluster depends on the text before it and on the next character, of up to four bytes.
    text = sentence[: limit + 4].decode("utf-8", "surrogateescape")
    sizes = (len(cluster.encode("utf-8", "surrogateescape")) for cluster in clusters(text))
    return sentence[: max(takewhile(lambda size: size <= limit, accumulate(sizes)), default=0)]


def places(
    sentence: bytes, tokens: Iterable[bytes], spelling: tuple[str, ...] = ()
) -> Iterator[tuple[int, int]]:
    """Yield the start and the end, in bytes, of each token of a sentence, given its tokens in order.

    A token stands where the folded text has it, and its place consists of whole characters. If a tokenizer
    made up a token, so that the text does not have it, its place is empty and behind the token before.
    """
    fold = folding(spelling)
    text = sentence.decode("utf-8", "surrogateescape")
    characters = clusters(text)
    encoded = [cluster.encode("utf-8", "surrogateescape") for cluster in characters]
    ends = list(accumulate(map(len, encoded)))
    # Tokenizers see U+FFFD for bytes that are not UTF-8.
    folded_clusters = [fold(cluster.decode(errors="replace")) for cluster in encoded]
    folded_ends = list(accumulate(map(len, folded_clusters)))
    folded_text = "".join(folded_clusters)
    if "tones" in spelling:  # Tones pass from one character to another.
        folded_text = with_tones_first(folded_text)
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
