"""The languages that `language` knows: for each a tokenizer, a stemmer and the rules of its sentences.

Tokens are words by Unicode's boundary rules, which need neither a dictionary nor a package. Of Chinese and
Japanese they make a token of each ideograph and each hiragana, which is the custom of papers on Chinese, and
gives the same figures everywhere, while the words of ICU (`tokenizer` icu) change with its dictionary. Thai
needs a dictionary: by the rules alone nearly every character would be a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Literal, NamedTuple

from ..errors import InputError, OptionError, nearest, printable


class Language(NamedTuple):
    """A language with the tokenizer, the stemmer and the other rules that `language` chooses."""

    code: str
    """Of ISO 639-1."""
    name: str
    tokenizer: str
    stemmer: str
    """`none` where nobody has written one that is kept up."""
    sentences: Literal["own", "general"]
    """`own` if the splitter knows the abbreviations of the language. `general` rules know the abbreviations
    of English and the full stops of all scripts."""
    spelling: tuple[str, ...] = ("apostrophe",)
    """The letters that readers take for one another: names of `token_rule.UNIFIED`, which signatures show."""


_DIGITS = ("apostrophe", "digits")
# fmt: off
_TABLE = (
    Language("ar", "Arabic",     "unicode", "snowball-arabic",     "own", _DIGITS),
    Language("az", "Azeri",      "unicode", "none",                "general", ("apostrophe", "turkic")),
    Language("bn", "Bengali",    "unicode", "none",                "own", _DIGITS),
    Language("da", "Danish",     "unicode", "snowball-danish",     "own"),
    Language("de", "German",     "unicode", "snowball-german",     "own"),
    Language("el", "Greek",      "unicode", "snowball-greek",      "own"),
    Language("en", "English",    "unicode", "snowball-english",    "own"),
    Language("es", "Spanish",    "unicode", "snowball-spanish",    "own"),
    Language("fa", "Persian",    "unicode", "snowball-persian",    "general", (*_DIGITS, "persian")),
    Language("fi", "Finnish",    "unicode", "snowball-finnish",    "own"),
    Language("fr", "French",     "unicode", "snowball-french",     "own"),
    Language("he", "Hebrew",     "unicode", "none",                "general", ("apostrophe", "gershayim")),
    Language("hi", "Hindi",      "unicode", "xlsum-hindi",         "own", _DIGITS),
    Language("id", "Indonesian", "unicode", "snowball-indonesian", "general"),
    Language("it", "Italian",    "unicode", "snowball-italian",    "own"),
    Language("ja", "Japanese",   "unicode", "none",                "own"),
    Language("ko", "Korean",     "unicode", "none",                "general"),
    Language("nb", "Norwegian",  "unicode", "snowball-norwegian",  "general"),
    Language("nl", "Dutch",      "unicode", "snowball-dutch",      "own"),
    Language("pl", "Polish",     "unicode", "snowball-polish",     "own"),
    Language("pt", "Portuguese", "unicode", "snowball-portuguese", "own"),
    Language("ru", "Russian",    "unicode", "snowball-russian",    "own"),
    Language("sv", "Swedish",    "unicode", "snowball-swedish",    "general"),
    Language("ta", "Tamil",      "unicode", "snowball-tamil",      "own", _DIGITS),
    Language("th", "Thai",       "icu",     "none",                "general", _DIGITS),
    Language("tr", "Turkish",    "unicode", "snowball-turkish",    "general", ("apostrophe", "turkic")),
    Language("uk", "Ukrainian",  "unicode", "none",                "own"),
    Language("ur", "Urdu",       "unicode", "none",                "general", (*_DIGITS, "urdu")),
    Language("vi", "Vietnamese", "unicode", "none",                "general", ("apostrophe", "tones")),
    Language("zh", "Chinese",    "unicode", "none",                "general"),
)
# fmt: on
LANGUAGES = {language.code: language for language in _TABLE}
"""The languages by their codes."""
ENGLISH = "en"


def language_of(code: str) -> Language:
    """Return the language of a code, whose region or script is passed over: `pt-BR` is Portuguese.

    Raises `OptionError` for a language that the table does not have.
    """
    primary = re.split("[-_]", code.lower())[0]
    known = LANGUAGES.get("nb" if primary == "no" else primary)
    if known is None:
        codes = {language.name.lower(): language.code for language in _TABLE}
        raise unknown("language", code, LANGUAGES, "the languages", codes.get(primary))
    return known


def unknown(option: str, name: str, names: Iterable[str], kind: str, meant: str | None = None) -> OptionError:
    """Return the error for an unknown name, which lists all names and suggests one.

    The suggestion is `meant`, by default the nearest name.
    """
    known = list(names)
    near = meant or nearest(name.lower(), known)
    hint = f"; did you mean {near}?" if near else ""
    return OptionError(f"`{option}` {printable(name)} is not known; {kind} are {', '.join(known)}{hint}")


class Package(NamedTuple):
    """A package that is not needed for English as ROUGE-1.5.5 reads it."""

    name: str
    """As package indexes list it."""
    module: str
    purpose: str
    install: str
    """A command that installs it."""

    def installed(self) -> str | None:
        """Return the version that is installed, or `None` where it cannot be imported."""
        try:
            import_module(self.module)
        except ImportError:
            return None
        return self.version()

    def version(self) -> str:
        """Return the version of the package, which is installed."""
        from importlib.metadata import version  # Not every user of the table asks for it.

        return version(self.name)


_EXTRA = "pip install 'rouge-eval[languages]'"
REGEX = Package("regex", "regex", "tokenizers unicode and character", "pip install regex")
SNOWBALL = Package("snowballstemmer", "snowballstemmer", "stemmers snowball-LANGUAGE", _EXTRA)
SENTENCES = Package("sentencex", "sentencex", "sentences of texts in which none are marked", _EXTRA)
STOP_LISTS = Package("stopwordsiso", "stopwordsiso", "stop lists by language", _EXTRA)
_ICU_HEADERS = "apt install libicu-dev pkg-config g++"
ICU = Package("PyICU", "icu", "tokenizer icu", f"{_ICU_HEADERS}; pip install 'rouge-eval[icu]'")
SPACY = Package("spacy", "spacy", "tokenizer spacy", "pip install spacy")
PACKAGES = (REGEX, SNOWBALL, SENTENCES, STOP_LISTS, ICU)


def packages_of(language: Language) -> list[Package]:
    """Return the packages that the choices of a language need: for its tokens, stems and sentences."""
    stemmer = [SNOWBALL] if language.stemmer.startswith("snowball-") else []
    return [ICU if language.tokenizer == "icu" else REGEX, *stemmer, SENTENCES]


def needed(package: Package, wanted: str) -> ModuleType:
    """Import the module of a package.

    `wanted` begins the message of the `InputError` that is raised where it cannot be imported.
    """
    try:
        return import_module(package.module)
    except ImportError as error:
        raise InputError(
            f"{wanted} needs the package {package.name}, which cannot be imported ({error}); run"
            f" {package.install}"
        ) from error


def versioned(rule: str, package: Package) -> str:
    """Return a rule as a signature shows it, with the version of the package that has it."""
    return f"{rule}({package.name}-{package.version()})"
