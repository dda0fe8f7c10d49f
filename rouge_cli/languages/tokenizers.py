"""The table of tokenizers: a name -> the rule by which a text becomes tokens."""

from collections.abc import Callable
from importlib import import_module
from typing import Literal, NamedTuple

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


TOKENIZERS = {
    "rouge": "alphanumeric",
    "unicode": "unicode_words",
    "character": "characters",
    "whitespace": "blanks",
    "icu": "icu_words",
}
"""The names that can be chosen, each with the module of this room whose `rule` returns its `TokenRule`."""


_OF_REGEX = ("unicode", "character")
"""Those whose modules import the library `regex`."""


def tokenizer_named(name: str, language: str | None = None) -> TokenRule:
    """Return the rule of a tokenizer: a name of `TOKENIZERS`, or `MODULE:FUNCTION`.

    `language` is the code of the texts' language, whose rules `icu` follows. Raises `OptionError` for an
    unknown name, and `InputError` where a package is not installed or a function cannot be imported.
    """
    if ":" in name:
        from .functions import function_rule

        return function_rule(name)
    if name not in TOKENIZERS:
        from .names import unknown

        raise unknown("tokenizer", name, (*TOKENIZERS, "MODULE:FUNCTION"), "the tokenizers")
    if name in _OF_REGEX:
        from .packages import REGEX, needed

        needed(REGEX, f"`tokenizer` {name}")
    rule: TokenRule = import_module(f".{TOKENIZERS[name]}", __package__).rule(language)
    return rule
