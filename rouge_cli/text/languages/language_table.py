"""The languages that `language` knows, their stop words, and the language that texts look like.

Tokens are words by Unicode's boundary rules, which need no dictionary. In Chinese and Japanese each ideograph
and each hiragana is a token by these rules. Papers on Chinese do the same, and figures are the same
everywhere, while the words of ICU (`tokenizer` icu) change with its dictionary. Thai needs a dictionary: by
the rules nearly every character would be a word.
"""

import re
import unicodedata
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from ...errors import InputError, Message, OptionError, installing, nearest, printable
from ..files import read_bytes
from ..word_lists import built_in_lines

MARKS = ("marks",)
"""The unification that all texts need, in any language."""


class Language(NamedTuple):
    """A language with its rules: a line of `data/languages.txt`, whose head explains them."""

    code: str
    name: str
    tokenizer: str
    stemmer: str
    sentences: str
    spelling: tuple[str, ...]
    """The unifications of letters, as `tokenizers.UNIFIED` names them."""


_LINES = built_in_lines("languages.txt")
LANGUAGES = {
    code: Language(code, name, tokenizer, stemmer, sentences, tuple(spelling.split(",")))
    for code, name, tokenizer, stemmer, sentences, spelling, *_ in _LINES
}
"""The languages by their codes."""
ENGLISH = "en"


def primary_code(code: str) -> str:
    """Return a code without its region or script; the old code of Norwegian is Bokmål's."""
    primary = re.split("[-_.@]", code.strip().lower())[0]
    return "nb" if primary == "no" else primary


def meant_code(code: str, known: Iterable[str]) -> str:
    """Return the known code of a language that is given by a name, perhaps misspelt, or by another code.

    Names of other languages (Javanese, Catalan, Kurdish) must not count as misspelt: return "" in doubt.
    """
    codes = {
        one: code
        for code, name, _, _, _, _, *others in _LINES
        if code in known
        for one in (name.lower(), *others)
    }
    primary = primary_code(code)
    # Javanese and Japanese are less alike than a name and its misspelling.
    misspelt = nearest(primary, [name for name in codes if len(name) > 4], cutoff=0.88) or ""
    return next((codes[name] for name in (primary, misspelt, *primary.split()) if name in codes), "")


def language_of(code: str) -> Language:
    """Return the language of a code; `pt-BR` is Portuguese. Raises `OptionError` if it is not in the list."""
    known = LANGUAGES.get(primary_code(code))
    if known is None:
        other = Message("; for texts in another language use `tokenizer` unicode")
        raise unknown("language", code, LANGUAGES, "the languages", meant_code(code, LANGUAGES), other)
    return known


def unknown(
    option: str, name: str, names: Iterable[str], kind: str, meant: str | None = None, other: str = ""
) -> OptionError:
    """Return the error for an unknown name, which lists all names and suggests one.

    The suggestion is `meant`, by default the nearest name; without it the message ends with `other`.
    """
    known = list(names)
    near = nearest(name.lower(), known) if meant is None else meant
    hint = f"; did you mean {near}?" if near else other
    return OptionError(
        f"`{option}` %s is not known; %s are %s%s", printable(name), kind, ", ".join(known), hint
    )


class Requirement(NamedTuple):
    """A package that languages need, but not English as ROUGE-1.5.5 reads it."""

    name: str
    """As package indexes list it."""
    module: str
    purpose: str
    installed_with: str = ""
    """The packages that are installed with it."""
    headers: str = ""
    """A command that comes first."""

    @property
    def install(self) -> str:
        """The command that installs it."""
        return self.headers + installing(self.installed_with or self.name)

    def installed(self) -> str | None:
        """Return the installed version, or None if the package cannot be imported."""
        try:
            import_module(self.module)
        except ImportError:
            return None
        return self.version()

    def version(self) -> str:
        """Return the version of a package that is installed."""
        from importlib.metadata import version  # It loads slowly, and most runs do not need it.

        return version(self.name)

    def signed(self, rule: str) -> str:
        """Return a rule of the package as signatures show it, with the version of the package."""
        return f"{rule}({self.name}-{self.version()})"


_EXTRA = "sentencex snowballstemmer stopwordsiso"
REGEX = Requirement("regex", "regex", "tokenizers unicode and character")
SNOWBALL = Requirement("snowballstemmer", "snowballstemmer", "stemmers snowball-LANGUAGE", _EXTRA)
SENTENCES = Requirement("sentencex", "sentencex", "sentences of texts in which none are marked", _EXTRA)
STOP_LISTS = Requirement("stopwordsiso", "stopwordsiso", "stop lists by language", _EXTRA)
ICU = Requirement("PyICU", "icu", "tokenizer icu", headers="apt install libicu-dev pkg-config g++; ")
SPACY = Requirement("spacy", "spacy", "tokenizer spacy")
PACKAGES = (REGEX, SNOWBALL, SENTENCES, STOP_LISTS, ICU)


def packages_of(language: Language) -> list[Requirement]:
    """Return the packages that a language needs for its tokens, stems and sentences."""
    stemmer = [SNOWBALL] if language.stemmer.startswith("snowball-") else []
    return [ICU if language.tokenizer == "icu" else REGEX, *stemmer, SENTENCES]


def needed(package: Requirement, wanted: str) -> ModuleType:
    """Return the module of a package. Raises `InputError`, which begins with `wanted`, if there is none."""
    try:
        return import_module(package.module)
    except ImportError as error:
        missing = "%s needs the package %s, which cannot be imported (%s); run %s"
        raise InputError(missing, wanted, package.name, error, package.install) from error


# Stop words of languages and of users.


def stop_list(name: str) -> tuple[str, frozenset[str], bool]:
    """Return a stop list beside ROUGE-1.5.5's own: its signature, its words, and whether it is a file.

    A name that looks like a code is a code, even if there is a file with this name: its path is `./de`.
    Raises `OptionError` for a language without a list, and `InputError` if the file cannot be read or the
    package of the lists is missing.
    """
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", name):
        data = read_bytes(name)
        lines = data.removeprefix(BOM_UTF8).splitlines()
        try:
            words = frozenset(line.decode().strip() for line in lines)
        except UnicodeDecodeError as error:
            number = lines.index(error.object) + 1
            raise InputError(
                f"{name}: line {number} of this stop list is not UTF-8; store it in UTF-8, one word a line"
            ) from error
        return f"file-{sha256(data).hexdigest()[:12]}", words - {""}, True
    known, of_language = stop_words_of_language(name)
    if not of_language:
        raise OptionError(
            "there is no list of `stop_words` for the language %s; name a file with one word a"
            " line (./%s, if that is its name), or another language: %s",
            *(name, name, ", ".join(sorted(needed(STOP_LISTS, "").langs()))),
        )
    return STOP_LISTS.signed(f"iso-{known}"), of_language, False


def stop_words_of_language(code: str) -> tuple[str, frozenset[str]]:
    """Return the code of a language in `stopwordsiso`, and its stop words, which may be none.

    The package is maintained under the MIT licence and has all languages of the table but Azeri and Tamil;
    `stop-words` lacks Bengali, Tamil, Thai and Urdu. Raises `InputError` if the package is missing.
    """
    lists = needed(STOP_LISTS, Message("`stop_words` %s", code))
    language = primary_code(code)
    known = "no" if language in ("nb", "nn") else language  # The package has one name for both.
    return known, frozenset(lists.stopwords(known))


# The language that texts look like, by their script and a few frequent words.

_MOST, _LETTERS, _ENOUGH = 2 / 3, 12, 1 << 13
"""A guess needs this share of the letters in one script, and this number of letters. It reads this number of
characters at most, and equally many of each text."""
_SHARE, _LEAD, _FEWEST = 0.08, 1.5, 4
"""A guess needs this share of frequent words, this lead over the next language, and this number of them."""


def language_of_texts(texts: Iterable[str]) -> str | None:
    """Return the code of the language; None for English, for several languages and in doubt."""
    texts = list(texts)
    text = " ".join(one[: _ENOUGH // len(texts)] for one in texts)
    scripts = Counter(unicodedata.name(letter, "?").split()[0] for letter in text if letter.isalpha())
    if (letters := scripts.total()) < _LETTERS:
        return None
    kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
    if scripts["CJK"] + kana >= _MOST * letters:
        return "ja" if kana >= letters / 10 else None if kana else "zh"
    script, most_letters = scripts.most_common(1)[0]
    if most_letters < _MOST * letters:
        return None
    frequent = {code: words for of, code, *words in built_in_lines("frequent_words.txt") if of == script}
    if len(frequent) == 1:  # No other language has this script.
        return next(iter(frequent))
    words = Counter(word.strip(".,;:!?\"'()[]«»„“”‘’…।؟،؛—–-") for word in text.lower().split())
    shared = Counter(word for more in frequent.values() for word in more)
    weights = sorted(
        (sum(words[word] / shared[word] for word in more), code) for code, more in frequent.items()
    )
    (next_most, _), (most, best) = [(0.0, ""), (0.0, ""), *weights][-2:]
    known = sum(words[word] for word in frequent.get(best, ()))
    if known < max(_FEWEST, _SHARE * words.total()) or most < _LEAD * next_most:
        return None
    return best if best in LANGUAGES and best != ENGLISH else None


def guess(texts: Iterable[str]) -> str | None:
    """Return the language that texts look like, with its remedy, or None where in doubt."""
    code = language_of_texts(texts)
    if code is None:
        return None
    language = LANGUAGES[code]
    packages = [one for one in packages_of(language) if one is not SENTENCES]
    missing = next((one for one in packages if one.installed() is None), None)
    if missing is None:
        return Message("the texts look like %s: use `language` %s", language.name, code)
    there = "character" if language.tokenizer == "icu" else "unicode"
    return Message(
        f"the texts look like %s: use `tokenizer` {there}, or run %s and use `language` %s",
        *(language.name, missing.install, code),
    )
