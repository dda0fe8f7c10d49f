"""The tokens of a text that is tokenised already: all that blanks part, as it stands."""

from .token_rule import BYTE_ORDER_MARK, TokenRule


def tokens(text: str) -> list[str]:
    """Return the parts between blanks, of Unicode as of ASCII; nothing is lowered, normalised or dropped.

    The only exception is a byte-order mark in front of a part. A text may be cut at every blank, so the
    start of a part cannot be told from that of a file.
    """
    parts = text.split()
    if BYTE_ORDER_MARK not in text:
        return parts
    return [token for part in parts if (token := part.lstrip(BYTE_ORDER_MARK))]


def rule(language: str | None = None, spelling: tuple[str, ...] = ()) -> TokenRule:
    """Return the rule, which is the same for every language."""
    return TokenRule("whitespace", tokens, "blanks", plain_ascii=False)
