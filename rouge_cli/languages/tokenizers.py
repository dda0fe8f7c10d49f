"""The table of tokenizers: a name -> the rule by which a text becomes tokens."""

from importlib import import_module

from .functions import OwnFunction, function_named, function_rule
from .names import unknown
from .packages import REGEX, needed
from .table import LANGUAGES
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


def tokenizer_named(name: str, language: str | None = None, function: OwnFunction | None = None) -> TokenRule:
    """Return the rule of a tokenizer: a name of `TOKENIZERS`, or `MODULE:FUNCTION`.

    `language` is the code of the texts' language, by whose rules `icu` cuts, and whose spelling all take that
    fold texts; `function` is what the name of a function stands for, if it has been looked up.

    Raises `OptionError` for an unknown name, and `InputError` where a package is not installed or a function
    cannot be imported.
    """
    if ":" in name:
        return function_rule(function or function_named(name, "tokenizer"))
    if name not in TOKENIZERS:
        raise unknown("tokenizer", name, (*TOKENIZERS, "MODULE:FUNCTION"), "the tokenizers")
    if name in _OF_REGEX:
        needed(REGEX, f"`tokenizer` {name}")
    spelling = LANGUAGES[language].spelling if language in LANGUAGES else ()
    rule: TokenRule = import_module(f".{TOKENIZERS[name]}", __package__).rule(language, spelling)
    return rule
