"""The table of tokenizers: a name -> the rule by which a text becomes tokens."""

from importlib import import_module

from .token_rule import TokenRule

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
