"""All stemmers by their names, and what signatures say of them.

Snowball's stemmers come from `snowballstemmer`, which agrees with the reference implementation (libstemmer
3.1) in every word of the project's vocabularies. NLTK's versions are older, so that half of the Arabic stems
differ, and lack seven languages of the table. They need a quarter of the time, but each word is stemmed once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from ... import kernel
from ...errors import InputError, Message
from ...kernel.plan import LONGEST_UNSTEMMED
from ...rouges import PORTER_NLTK, PORTER_ROUGE
from .functions import OwnFunction, own_function
from .language_table import SNOWBALL as _PACKAGE
from .language_table import needed, unknown, versioned
from .tokenizers import PerThread, Rule

NONE = "none"
SNOWBALL = "snowball-"
XLSUM_HINDI = "xlsum-hindi"
"""A stemmer with the suffixes of Snowball's Hindi stemmer; tokens of up to three characters stay whole."""
NAMES = (NONE, PORTER_ROUGE, PORTER_NLTK, f"{SNOWBALL}LANGUAGE", XLSUM_HINDI, "MODULE:FUNCTION")
"""The names of all stemmers."""
STEMS_KEPT = 1 << 16
# The suffixes of the table of Ramanathan and Rao, "A lightweight stemmer for Hindi" (EACL 2003 workshop).
_HINDI = (
    "ा ि ी ु ू े ो कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं"
    " ाएं ुओं ुएं ुआं ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां ाएंगी ाएंगे ाऊंगी ाऊंगा"
    " ाइयाँ ाइयों ाइयां"
)
_HINDI_SUFFIXES = frozenset(_HINDI.split())
_LONGEST_HINDI_SUFFIX = 5


def stemmer_named(name: str, exceptions: Mapping[bytes, bytes] | None = None) -> Rule | None:
    """Return the stemmer with a name, or None for `none`.

    `exceptions` are the irregular forms of `porter-1.5.5`. Raises `OptionError` for an unknown name, and
    `InputError` if a package is missing or a function cannot be imported. A stemmer of the user raises
    `InputError` where its function fails or returns no stem.
    """
    if name == NONE:
        return None
    if name == PORTER_ROUGE:
        return Rule(PORTER_ROUGE, _porter_rouge(exceptions or {}))
    if name == PORTER_NLTK:
        return Rule(PORTER_NLTK, _porter_nltk)
    if name.startswith(SNOWBALL):
        return _snowball(name)
    if name == XLSUM_HINDI:
        return Rule(XLSUM_HINDI, hindi_stem)
    if function := own_function(name, "stemmer"):
        return _of_function(function)
    raise unknown("stemmer", name, NAMES, "the stemmers")


def _porter_rouge(exceptions: Mapping[bytes, bytes]) -> Callable[[str], str]:
    def stem(token: str) -> str:
        word = token.encode("utf-8", "surrogatepass")
        # ROUGE-1.5.5 quirk: words of up to three bytes have no stems.
        if len(word) <= LONGEST_UNSTEMMED:
            return token
        stemmed = exceptions[word] if word in exceptions else kernel.stem(word)
        try:
            return stemmed.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            # The stemmer took the last two bytes of a character for a double consonant and dropped one byte.
            return word[: len(stemmed) + 1].decode("utf-8", "surrogatepass")

    return stem


def _porter_nltk(token: str) -> str:
    # rouge-score stems tokens of more than three characters.
    if len(token) <= LONGEST_UNSTEMMED:
        return token
    if token.isascii():
        return kernel.stem(token.encode(), PORTER_NLTK).decode()
    # The kernel would take each byte for a letter. NLTK loads in a fifth of a second.
    from nltk.stem.porter import PorterStemmer

    return str(PorterStemmer().stem(token, to_lowercase=False))


def _snowball(name: str) -> Rule:
    package = needed(_PACKAGE, Message("`stemmer` %s", name))
    language = name.removeprefix(SNOWBALL)
    modules = (module.name for module in iter_modules(package.__path__))
    # Porter's first stemmer is there already, as porter-1.5.5 and as porter-nltk.
    languages = {module.removesuffix("_stemmer") for module in modules if module.endswith("_stemmer")}
    languages.discard("porter")
    if language not in languages:
        raise unknown("stemmer", name, (SNOWBALL + known for known in sorted(languages)), "those of Snowball")
    # The package's own function would prefer PyStemmer, if installed, whose version signatures do not show.
    module = import_module(f"{package.__name__}.{language}_stemmer")
    made = "".join(map(str.capitalize, language.split("_"))) + "Stemmer"
    stemmers = PerThread(getattr(module, made))  # A stemmer holds the word that it works on.

    @lru_cache(maxsize=STEMS_KEPT)
    def stem(token: str) -> str:
        # The Greek stemmer leaves nothing of όταν and of είτε, which are different words.
        return str(stemmers.own.stemWord(token)) or token

    return Rule(versioned(name, _PACKAGE), stem)


def _of_function(function: OwnFunction) -> Rule:
    """Return a stemmer of the user."""
    name = function.name

    def stem(token: str) -> str:
        stemmed = function(token)
        if not isinstance(stemmed, str):
            raise InputError(f"the stemmer {name} must return a str, but returned {type(stemmed).__name__}")
        if not stemmed:
            raise InputError(
                f"the stemmer {name} returned an empty stem for {token!r}; return the token where nothing is"
                " left"
            )
        return stemmed

    return Rule(function.signature(), stem)


def hindi_stem(token: str) -> str:
    """Return the stem of multilingual-rouge 0.0.1: a token without its longest suffix.

    Tokens of up to three characters stay whole, and other tokens keep at least two characters.
    """
    if len(token) > LONGEST_UNSTEMMED:
        for length in range(min(_LONGEST_HINDI_SUFFIX, len(token) - 2), 0, -1):
            if token[-length:] in _HINDI_SUFFIXES:
                return token[:-length]
    return token
