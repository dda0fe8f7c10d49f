"""The tokens of a text that is tokenised already: all that blanks part, as it stands."""

from .token_rule import TokenRule


def tokens(text: str) -> list[str]:
    """Return the parts between blanks, of Unicode as of ASCII; nothing is lowered, normalised or dropped."""
    return text.split()


def rule(language: str | None = None) -> TokenRule:
    """Return the rule, which is the same for every language."""
    return TokenRule("whitespace", tokens, "blanks", plain_ascii=False)
