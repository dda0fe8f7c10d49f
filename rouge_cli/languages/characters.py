"""Characters as readers count them: the grapheme clusters of UAX #29, in the library `regex`."""

from unicodedata import unidata_version

import regex

from .folding import folding, signed
from .token_rule import TokenRule

_LONGEST_CHARACTER = 4
"""The most bytes of a character in UTF-8."""
# The library counts all regional indicators before a place to know whether a flag begins there, which takes
# the square of their number. So flags are taken as the pairs that they are (rules GB12 and GB13).
_FLAG = r"\p{GCB=Regional_Indicator}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+"
clusters = regex.compile(rf"{_FLAG}|\X").findall
_has_letter_or_number = regex.compile(r"[\p{L}\p{N}]").search


def rule(language: str | None = None, spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule for a spelling: the clusters that have a letter or a number; blanks part clusters."""
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
    return TokenRule(signature, tokens, "ideographs", plain_ascii=False, spelling=spelling)


def first_bytes(sentence: bytes, limit: int) -> bytes:
    """Return the first characters of a sentence that have at most so many bytes together.

    What is not UTF-8 in it may be cut anywhere.
    """
    # Whether a cluster ends somewhere depends on what is before that place and on the next character.
    text = sentence[: limit + _LONGEST_CHARACTER].decode("utf-8", "surrogateescape")
    size = 0
    for cluster in clusters(text):
        longer = size + len(cluster.encode("utf-8", "surrogateescape"))
        if longer > limit:
            break
        size = longer
    return sentence[:size]
