"""All tokenizers by their names, and the rules of those that need no library of Unicode's classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import pairwise
from unicodedata import unidata_version

from ..errors import InputError
from .functions import function_rule, own_function
from .language_table import ENGLISH, ICU, LANGUAGES, REGEX, SPACY, needed, unknown
from .token_rule import BYTE_ORDER_MARK, PerThread, TokenRule, folding, signed

_RUNS = re.compile("[A-Za-z0-9]+")
_VOWELS_AM = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
"""The vowel am of Thai and of Lao: NFKC has two characters for it, ICU's dictionaries have one."""
TOKENIZERS = ("rouge", "unicode", "character", "whitespace", "icu", "spacy")
"""The names of all tokenizers."""


def tokenizer_named(name: str, language: str | None = None) -> TokenRule:
    """Return the rule of a tokenizer: a name of `TOKENIZERS`, or `MODULE:FUNCTION`.

    `icu` and `spacy` have rules for each language, and tokenizers that fold texts unify letters for it.
    Raises `OptionError` for an unknown name, and `InputError` if a package is missing or a function cannot be
    imported.
    """
    if function := own_function(name, "tokenizer"):
        return function_rule(function)
    spelling = LANGUAGES[language].spelling if language in LANGUAGES else ()
    match name:
        case "rouge":  # The kernel has the same rule for bytes.
            return TokenRule(
                name, lambda text: [run.lower() for run in _RUNS.findall(text)], "blanks", plain_ascii=True
            )
        case "whitespace":
            return TokenRule(name, _between_blanks, "blanks")
        case "unicode" | "character":
            needed(REGEX, f"`tokenizer` {name}")
            module = "unicode_words" if name == "unicode" else "characters"
            rule: TokenRule = import_module(f".{module}", __package__).rule(spelling)
            return rule
        case "icu":
            return _icu(language, spelling)
        case "spacy":
            return _spacy(language or ENGLISH)
    raise unknown("tokenizer", name, (*TOKENIZERS, "MODULE:FUNCTION"), "the tokenizers")


def _between_blanks(text: str) -> list[str]:
    """Return the parts of a text between Unicode's blanks, unchanged: the text has tokens already."""
    parts = text.split()
    if BYTE_ORDER_MARK not in text:
        return parts
    # The kernel may cut a text at every blank, so every part could be the start of a file.
    return [token for part in parts if (token := part.lstrip(BYTE_ORDER_MARK))]


def _icu(language: str | None, spelling: tuple[str, ...]) -> TokenRule:
    """Return the rule of ICU, whose dictionaries find words without blanks between them."""
    icu = needed(ICU, "`tokenizer` icu")
    fold = folding(spelling)
    # An iterator holds one text at a time.
    iterators = PerThread(lambda: icu.BreakIterator.createWordInstance(icu.Locale(language or "root")))

    def tokens(text: str) -> list[str]:
        folded = fold(text)
        for decomposed, vowel in _VOWELS_AM.items():
            folded = folded.replace(decomposed, vowel)
        iterators.own.setText(folded)
        ends = list(iterators.own)
        units = folded.encode("utf-16-le", "surrogatepass")  # ICU counts code units of two bytes.
        words = [
            units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").strip()
            for start, end in pairwise([0, *ends])
        ]
        return [word for word in words if word.isalnum() or any(map(str.isalnum, word))]

    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},unicodedata-{unidata_version}"
    name = f"icu-{language}" if language else "icu"
    signature = f"{name}{signed(spelling)}({versions})"
    return TokenRule(signature, tokens, "blanks", spelling=spelling)


def _spacy(code: str) -> TokenRule:
    """Return the rule of spaCy's tokenizer, lowered as in Newsroom; further blanks in a row are a token."""
    spacy = needed(SPACY, "`tokenizer` spacy")

    def make() -> Callable[[str], Iterable[object]]:
        try:
            tokenizer: Callable[[str], Iterable[object]] = spacy.blank(code).tokenizer
        except ImportError as error:
            raise InputError(f"`tokenizer` spacy cannot read `language` {code} ({error})") from error
        return tokenizer

    own = PerThread(make)  # Several threads may not share its cache.
    return TokenRule(
        f"spacy-{code}(spacy-{SPACY.version()})",
        lambda text: [str(token).lower() for token in own.own(text)],
        "sentences",
    )
