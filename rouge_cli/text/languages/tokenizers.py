"""Texts -> tokens: the folding that makes equal words equal strings, tokenizers, and functions of users."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from hashlib import sha256
from importlib import import_module
from itertools import chain, groupby, pairwise
from pathlib import Path
from threading import local
from typing import Any, NamedTuple
from unicodedata import combining, normalize, unidata_version

from ...errors import InputError, Message, OptionError, printable
from ...kernel.plan import Pieces
from ..word_lists import built_in_lines
from .language_table import ENGLISH, ICU, LANGUAGES, MARKS, REGEX, SPACY, needed, unknown


class Rule(NamedTuple):
    """A tokenizer, a stemmer or a splitter of sentences; the last three fields are for tokenizers."""

    signature: str
    """The name in signatures, with the versions that decide what the rule returns."""
    apply: Callable[[str], Any]
    """Returns the tokens of a folded text, the stem of a token, or the sentences of a text without the blanks
    around them. Several threads may call it."""
    fold: Callable[[str], str] | None = None
    """Folds a text before it is split; None: the text stays as it is. No fold joins lines."""
    pieces: Pieces = "sentences"
    """The places where a sentence may be cut."""
    plain_ascii: bool = False
    """True if an ASCII piece without `_` and with a single run of letters and digits has this run, lowered,
    as its only token."""

    def tokens(self, text: str) -> list[str]:
        """Return the tokens of a text in order."""
        return list(self.apply(self.fold(text) if self.fold else text))


class PerThread(local):
    """An object that each thread makes for itself.

    One object under a lock would block for ever in a process that is forked while a thread holds the lock.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        """Make the object of this thread; `local` calls this method in every other thread, too."""
        self.own = make()


def _replacements(kind: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield letters and replacements by a value in `unifications.txt`, whose head explains the kinds."""
    if kind == "dropped":
        first, _, last = value.partition("-")
        yield from ((chr(code), "") for code in range(int(first, 16), int(last or first, 16) + 1))
    elif kind == "digits":
        yield from ((chr(ord(value) + digit), str(digit)) for digit in range(10))
    else:
        one, _, others = value.partition("=")
        yield from ((other, one) for other in ([others] if kind == "vowels" else others))


UNIFIED: dict[str, dict[str, str]] = {}
"""By its name in signatures, the replacements of each unification."""
for _name, _kind, *_values in built_in_lines("unifications.txt"):
    for _value in _values:
        UNIFIED.setdefault(_name, {}).update(_replacements(_kind, _value))
_TONES = re.compile("(?:o[àáảãạèéẻẽẹ]|(?<!q)u[ỳýỷỹỵ])(?![a-zß-ɏḀ-ỿ])")
"""Two vowels at the end of a Vietnamese syllable, the tone on the second; after q there is no other way."""


@lru_cache(maxsize=64)
def folding(spelling: tuple[str, ...] = MARKS) -> Callable[[str], str]:
    """Return the function that folds a text: unifications, NFKC and full case folding.

    `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one word, and so are the normal forms C, D, KC and KD of a
    text. This is NFKC_Casefold of the Unicode Standard, composed at the end, with one spelling of marks.
    The acute accent ´ is an apostrophe; a text that has been put in KC or KD has a blank and a mark instead.
    """
    has_tones, names = "tones" in spelling, [name for name in spelling if name != "tones"]
    table = {letter: one for name in names for letter, one in UNIFIED[name].items()}
    letters = enumerate(sorted(table))
    runs = [[*run] for _, run in groupby(letters, lambda numbered: ord(numbered[1]) - numbered[0])]
    ranges = "".join(f"{re.escape(run[0][1])}-{re.escape(run[-1][1])}" for run in runs)
    find, replacement = re.compile(f"[{ranges}]"), lambda match: table[match[0]]

    def fold(text: str) -> str:
        if text.isascii() and not ("I" in table and "I" in text):
            return text.lower().replace("`", "'")
        # Composed first: a decomposed İ is an I with a dot. NFKC has a blank and a mark for the acute accent,
        # which the Greek oxia is in all normal forms.
        text = find.sub(replacement, normalized(text.replace("\u1ffd", "'").replace("´", "'")))
        folded = normalized(text.casefold())
        return _TONES.sub(lambda vowels: UNIFIED["tones"][vowels[0]], folded) if has_tones else folded

    return fold


def normalized(text: str) -> str:
    """Return a text in NFKC. Marks of a long text are sorted first; `normalize` would take quadratic time."""
    if len(text) > 4000 and not text.isascii():
        runs = groupby(text, lambda character: combining(character) > 0)
        text = "".join(
            chain.from_iterable(sorted(run, key=combining) if marks else run for marks, run in runs)
        )
    return normalize("NFKC", text)


TOKENIZERS = ("rouge", "unicode", "character", "whitespace", "icu", "spacy", "ptb")
"""The names of all tokenizers."""


@lru_cache(maxsize=16)
def tokenizer_named(name: str, language: str | None = None) -> Rule:
    """Return the rule of a tokenizer, a name of `TOKENIZERS`.

    `icu` and `spacy` have rules for each language, and tokenizers that fold texts unify letters for it.
    Raises `OptionError` for an unknown name, and `InputError` if a package is missing.
    """
    spelling = LANGUAGES[language].spelling if language in LANGUAGES else MARKS
    match name:
        case "rouge":  # The kernel has the same rule for bytes.
            runs = re.compile("[A-Za-z0-9]+").findall
            return Rule(
                name, lambda text: list(map(str.lower, runs(text))), pieces="blanks", plain_ascii=True
            )
        case "whitespace":
            return Rule(name, _between_blanks, pieces="blanks")
        case "unicode" | "character":
            regex = needed(REGEX, Message("`tokenizer` %s", name))
            from .segments import characters, words

            return Rule(
                f"{'+'.join([name, *spelling])}(regex-{regex.__version__},unicodedata-{unidata_version})",
                words if name == "unicode" else characters,
                folding(spelling),
                pieces="ideographs",
                # In Turkish the capital I has another small letter.
                plain_ascii=name == "unicode" and "turkic" not in spelling,
            )
        case "ptb":
            from . import penn

            return Rule("ptb-3.4.1(cocoevalcap-1.2)", penn.tokens, pieces="loose_blanks")
        case "icu":
            return _icu(language, spelling)
        case "spacy":
            return _spacy(language or ENGLISH)
    raise unknown("tokenizer", name, (*TOKENIZERS, "MODULE:FUNCTION"), "the tokenizers")


_BYTE_ORDER_MARK = "\ufeff"
"""The mark that some programs write at the start of a file; it is no part of the first token."""


def _between_blanks(text: str) -> list[str]:
    """Return the parts of a text between Unicode's blanks, unchanged: the text has tokens already."""
    # The kernel may cut a text at every blank, so every part could be the start of a file.
    return [token for part in text.split() if (token := part.lstrip(_BYTE_ORDER_MARK))]


@lru_cache(maxsize=16)
def tokenizer_of(function: "OwnFunction") -> Rule:
    """Return the rule of a tokenizer of the user, which takes a str and returns a list of str.

    The function gets a sentence without the byte-order mark at its start. It is not called for a mark alone,
    because a file without a mark would not have this sentence.
    """

    def tokens(text: str) -> list[str]:
        """Raise `InputError` where the function fails or returns something else."""
        if text.startswith(_BYTE_ORDER_MARK):
            text = text.lstrip(_BYTE_ORDER_MARK)
            if not text:
                return []
        found = function(text)
        wanted = f"the tokenizer {function.name} must return a list of str, but"
        if not isinstance(found, list):
            raise InputError(f"{wanted} returned {type(found).__name__}")
        for token in found:
            if not isinstance(token, str):
                raise InputError(f"{wanted} it has an item of type {type(token).__name__}")
            if not token:
                empty = f"returned an empty token for a text that begins with {text[:20]!r}"
                raise InputError(
                    f"the tokenizer {function.name} {empty}; leave empty strings out of its list"
                )
        return found

    return Rule(function.signature(), tokens)


def _icu(language: str | None, spelling: tuple[str, ...]) -> Rule:
    """Return the rule of ICU, whose dictionaries find words without blanks between them."""
    icu = needed(ICU, Message("`tokenizer` icu"))
    # An iterator holds one text at a time.
    iterators = PerThread(lambda: icu.BreakIterator.createWordInstance(icu.Locale(language or "root")))

    def tokens(text: str) -> list[str]:
        # NFKC has two characters for the vowel am of Thai and of Lao, ICU's dictionaries have one.
        text = text.replace("\u0e4d\u0e32", "\u0e33").replace("\u0ecd\u0eb2", "\u0eb3")
        iterators.own.setText(text)
        units = text.encode("utf-16-le", "surrogatepass")  # ICU counts code units of two bytes.
        words = [
            units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").strip()
            for start, end in pairwise([0, *iterators.own])
        ]
        return [word for word in words if word.isalnum() or any(map(str.isalnum, word))]

    versions = f"PyICU-{icu.VERSION},icu-{icu.ICU_VERSION},unicodedata-{unidata_version}"
    name = f"icu-{language}" if language else "icu"
    return Rule(f"{'+'.join([name, *spelling])}({versions})", tokens, folding(spelling), pieces="blanks")


def _spacy(code: str) -> Rule:
    """Return the rule of spaCy's tokenizer, lowered as in Newsroom; further blanks in a row are a token."""
    spacy = needed(SPACY, Message("`tokenizer` spacy"))

    def make() -> Any:
        try:
            return spacy.blank(code).tokenizer
        except ImportError as error:
            raise InputError("`tokenizer` spacy cannot read `language` %s (%s)", code, error) from error

    tokenizers = PerThread(make)  # Several threads may not share its cache.
    signature = f"spacy-{code}(spacy-{SPACY.version()})"
    return Rule(signature, lambda text: [str(token).lower() for token in tokenizers.own(text)])


# Functions of users, `MODULE:FUNCTION`, in place of a tokenizer or a stemmer.


class FromFile(str):
    """The name of a function that a file names: it is never imported, and its function refuses every text.

    Whoever writes a file must not choose what runs on the machine that reads it.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OwnFunction:
    """A function of the user with its name. Two are equal while they have the same name and function."""

    name: str
    option: str
    function: Callable[[str], object] | None = field(default=None, compare=False)
    """None for a `FromFile`."""
    identity: tuple[int, int] = (0, 0)
    """The IDs of the function and, for a method, of its object: methods are made anew when looked up."""

    def __call__(self, text: str) -> object:
        """Call the function with a text. Raises `InputError` where the function raises."""
        if self.function is None:
            named = "%s stands in a file, and a function that a file names is not imported"
            remedy = f"if you trust it, name it by `{self.option}`, too"
            raise InputError(f"{named}; {remedy}", printable(self.name))
        try:
            return self.function(text)
        except (Exception, SystemExit) as error:
            beginning = f"a text that begins with {text[:20]!r}"
            raise InputError(f"{self.name} failed for {beginning}: {_reason(error)}") from error

    def signature(self) -> str:
        """Return the name with a digest of the file of its module, on which figures depend."""
        file = getattr(sys.modules.get(self.name.partition(":")[0]), "__file__", None)
        if file is None or not os.path.isfile(file):
            return self.name
        return f"{self.name}(sha256-{sha256(Path(file).read_bytes()).hexdigest()[:12]})"


def own_function(name: str | None, option: str) -> OwnFunction | None:
    """Return the function `MODULE:FUNCTION`, or None for a name without a colon.

    The module may lie in the current folder. Raises `OptionError`, which names the option, for a name with a
    colon that is no `MODULE:FUNCTION`, and `InputError` if there is no function with this name. The function
    of a `FromFile` raises `InputError` when it is called.
    """
    if name is None or ":" not in name:
        return None
    if isinstance(name, FromFile):
        return OwnFunction(name, option)
    module_name, _, path = name.partition(":")
    parts = [*module_name.split("."), *path.split(".")]
    if not all(map(str.isidentifier, parts)):
        raise OptionError(f"`{option}` %r is not MODULE:FUNCTION, such as my_package.texts:words", name)
    try:
        function: object = reduce(getattr, path.split("."), _imported(module_name))
    except AttributeError as error:
        absent = f"there is no %s in the module %s that `{option}` names"
        raise InputError(absent, path, module_name) from error
    if not callable(function):
        raise InputError(f"`{option}` wants a function, but %s is of type %s", name, type(function).__name__)
    plain, own = getattr(function, "__func__", function), getattr(function, "__self__", None)
    return OwnFunction(name, option, function, (id(plain), id(own)))


def _imported(module: str) -> object:
    """Return a module. A module in the current folder comes after all modules that are installed."""
    if module in sys.modules:
        return sys.modules[module]
    here = os.getcwd()
    is_missing = here not in sys.path  # If the folder is there, the user has chosen its place.
    if is_missing:
        sys.path.append(here)
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:  # A script that is imported may exit.
        fault = f"the module {module} cannot be imported ({_reason(error)})"
        raise InputError(f"{fault}; install it, or name its folder in PYTHONPATH") from error
    finally:
        if is_missing and here in sys.path:
            sys.path.remove(here)


def _reason(error: BaseException) -> str:
    return printable(f"{type(error).__name__}: {error}")
