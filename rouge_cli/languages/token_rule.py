"""The rule by which a text becomes tokens: what every tokenizer of this room makes."""

from collections.abc import Callable
from typing import Literal, NamedTuple

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
    """Where a sentence may be cut so that the tokens of its pieces, one after the other, are its own: at
    ASCII blanks; there and beside unified ideographs, hiragana and the full stops of India, where the
    neighbour is no mark, joiner or sign that Unicode joins to another character; nowhere."""
    plain_ascii: bool
    """True where an ASCII piece without `_` that has one run of letters and digits has this run, lowered, as
    its only token."""
    tokens_of_lines: Callable[[str], list[list[str]]] | None = None
    """Returns the tokens of each line of a text, where that takes less time than line by line."""
    spelling: tuple[str, ...] = ()
    """The letters that are unified: names of `folding.TABLES`."""
