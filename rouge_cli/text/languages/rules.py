"""Options -> rules of tokens, stems, stop words and sentences, in place of the profile's rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from operator import methodcaller
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Literal, NamedTuple

from ... import kernel
from ...errors import InputError, Message, OptionError
from ...kernel.plan import LONGEST_UNSTEMMED
from ...kernel.python.words import Stem, Tokenizer, Tokens
from ...options import SMART, Options
from ...rouges import CLASSIC, PORTER_NLTK, PORTER_ROUGE, PY_ROUGE, ROUGES, XLSUM
from ..word_lists import WordLists, lists_of, state_of
from .language_table import ENGLISH, SENTENCES, SNOWBALL, Language, language_of, needed, stop_list, unknown
from .package_rules import HINDI, PY_ROUGE_STEMS, PY_ROUGE_TOKENS, STEMS_KEPT, xlsum_rules
from .tokenizers import OwnFunction, PerThread, Rule, own_function, tokenizer_named, tokenizer_of

ROUGE, NONE = "rouge", "none"
"""The name of the tokenizer that leaves tokens to the profile, and the name of no stemmer."""
# The kernel does the same: no other letters have a lower case that begins with a letter of ASCII.
_lowered = methodcaller("translate", str.maketrans({"İ": "i ", "\N{KELVIN SIGN}": "k"}))


def _encoded(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass")


class Rules(NamedTuple):
    """The rules of a run."""

    tokenizer: Rule
    stemmer: str = NONE
    """The name of the stemmer, or `none`."""
    stems_by: Rule | None = None
    """The stemmer, without the irregular forms of a run."""
    is_rouge: bool = False
    """True if the profile makes the tokens, which consist of a-z and 0-9."""
    stop_words: str | None = None
    """The name of the stop list."""
    splitter: Rule | None = None
    functions: tuple[OwnFunction | None, ...] = ()
    """The functions of the user: a tokenizer and a stemmer."""
    notes: tuple[str, ...] = ()
    """Notes on choices that do less than users expect."""

    @property
    def stems(self) -> bool:
        """True where there is a stemmer."""
        return self.stems_by is not None

    @property
    def kernel_stemmer(self) -> Literal["porter-1.5.5", "porter-nltk"] | None:
        """The stemmer, if it is a stemmer of the kernel."""
        return next((name for name in (PORTER_ROUGE, PORTER_NLTK) if name == self.stemmer), None)

    @property
    def needs_words(self) -> bool:
        """True where tokens or stems are made by functions in Python, and not by the kernel alone."""
        return not self.is_rouge or (self.stems and self.kernel_stemmer is None)

    def word_lists(self, options: Options) -> WordLists:
        """Return the lists of a run with these rules; equal lists are the same object.

        Raises `InputError` for a list that cannot be read, and `OptionError` for a language without a list.
        """
        lists = lists_of(options, self.stop_words == SMART, self.stemmer == PORTER_ROUGE)
        if not (self.stop_words or self.notes):
            return lists
        return _for_tokens(self, lists, state_of("", self.stop_words or ""))

    def stem_signature(self) -> str:
        """Return the name of the stemmer in signatures."""
        return self.stems_by.signature if self.stems_by else "no"

    def split(self, sentence: bytes) -> list[bytes]:
        """Return the tokens of a sentence in UTF-8; bytes that are not UTF-8 count as U+FFFD."""
        return list(map(_encoded, self.tokenizer.tokens(sentence.decode("utf-8", "replace"))))

    def stem(self, exceptions: Mapping[bytes, bytes] | None) -> Stem:
        """Return the function that stems tokens in UTF-8, given irregular forms of ROUGE-1.5.5's stemmer."""
        stem = self._stem_of_text(exceptions)
        return (lambda token: _encoded(stem(token.decode("utf-8", "surrogatepass")))) if stem else bytes

    def pieces(self, exceptions: Mapping[bytes, bytes] | None) -> Tokenizer:
        """Return the function for the tokens and stems of many pieces, which the compiled kernel calls.

        Only pieces for a tokenizer of whole sentences, which folds nothing, may have line ends in them.
        """
        stem, (_, split, fold, *_) = self._stem_of_text(exceptions), self.tokenizer

        def apply(pieces: list[bytes]) -> Iterable[Tokens]:
            if fold is None:
                texts = [piece.decode("utf-8", "replace") for piece in pieces]
            else:
                texts = fold(b"\n".join(pieces).decode("utf-8", "replace")).split("\n")
            found = list(map(split, texts))
            tokens = [tuple(map(_encoded, of_piece)) for of_piece in found]
            if stem is None:
                return tuple(zip(tokens, tokens, strict=True))
            stems = [tuple([_encoded(stem(token)) for token in of_piece]) for of_piece in found]
            return tuple(zip(tokens, stems, strict=True))

        return apply

    def _stem_of_text(self, exceptions: Mapping[bytes, bytes] | None) -> Callable[[str], str] | None:
        if self.stemmer == PORTER_ROUGE:
            return partial(_porter_rouge, exceptions=exceptions or {})
        return self.stems_by.apply if self.stems_by else None


def rules_of(options: Options) -> Rules:
    """Return the rules that options choose; equal rules consist of the same functions.

    Raises `OptionError` for unknown names and for a stemmer at odds with `stem`, and `InputError`
    where a package is not installed or a function cannot be imported.
    """
    rouge = ROUGES[options.profile]
    if rouge.words == XLSUM:
        tokenizer, stemmer, stems_by = xlsum_rules(options.language, options.stem)
        none = "`stem` stems nothing, as multilingual-rouge has no stemmer for the `language` %s"
        notes = (Message(none, options.language),) if options.stem and stems_by is None else ()
        return Rules(tokenizer, stemmer or NONE, stems_by, notes=notes)
    if rouge.words == PY_ROUGE:
        return Rules(PY_ROUGE_TOKENS, *((PY_ROUGE, PY_ROUGE_STEMS) if options.stem else ()))
    if callable(rouge.words) and options.tokenizer is None and options.language is None:
        return Rules(Rule(rouge.tokens, rouge.words))
    language = None if options.language is None else language_of(options.language)
    # Functions are looked up each time and are parts of rules, because notebooks define them again.
    functions = own_function(options.tokenizer, "tokenizer"), own_function(options.stemmer, "stemmer")
    name = options.tokenizer or (language.tokenizer if language else ROUGE)
    tokenizer = (
        tokenizer_of(functions[0]) if functions[0] else tokenizer_named(name, language and language.code)
    )
    if name == ROUGE and options.profile != CLASSIC:
        tokenizer = tokenizer._replace(fold=_lowered)
    stemmer = _stemmer(options, language.stemmer if language else NONE)
    return Rules(
        tokenizer,
        stemmer,
        stemmer_of(functions[1]) if functions[1] else stemmer_named(stemmer),
        name == ROUGE,
        SMART if options.remove_stop_words else options.stop_words,
        splitter_for(language.code if language else ENGLISH) if options.split_sentences else None,
        functions,
        tuple(_notes(options, language)) if language else (),
    )


def _notes(options: Options, language: Language) -> Iterator[str]:
    if language.stemmer == NONE and options.stemmer is None and (options.stem or options.stem_models):
        asking = "stem" if options.stem else "stem_models"
        yield Message(f"`language` %s has no stemmer: `{asking}` stems words of a to z alone", language.code)
    if language.code == "ja" and options.tokenizer in (None, "unicode"):
        high = "each kana is a token, so figures are high and only compare systems on the same texts"
        yield Message(f"in `language` ja {high}; `tokenizer` icu has words")
    if language.code != ENGLISH and (options.remove_stop_words or options.stop_words == SMART):
        english = "the stop list smart has English words, but the `language` is %s"
        yield Message(f"{english}; `stop_words` takes the code of a language, too", options.language)


def _stemmer(options: Options, of_language: str) -> str:
    """Return the name of the stemmer; `of_language` is the name of the language's stemmer."""
    if options.stemmer is not None:
        return options.stemmer
    own = ROUGES[options.profile].stemmer
    if not (options.stem or options.stem_models):
        return of_language
    if of_language not in (NONE, own):
        asking = "stem" if options.stem else "stem_models"
        raise OptionError(
            f"`{asking}` asks for the stemmer %s, `language` %s for %s:"
            f" drop `{asking}`, or name one of them as `stemmer`",
            *(own, options.language, of_language),
        )
    return own


@lru_cache(maxsize=8)
def _for_tokens(rules: Rules, original: WordLists, state: object) -> WordLists:
    """Return lists whose stop words are tokens of the rules; `state` is the state of a file of stop words."""
    notes, paths = [*original.notes, *rules.notes], [*original.paths]
    lists = replace(original, notes=notes, paths=paths, of_original=original)
    if rules.stop_words is None or (rules.stop_words == SMART and rules.is_rouge):
        return lists
    words, is_own = frozenset(word.decode("utf-8", "replace") for word in original.stop_words), False
    if rules.stop_words != SMART:
        lists.signature, words, is_own = stop_list(rules.stop_words)
        lists.paths += [rules.stop_words] if is_own else []
    found = [rules.tokenizer.tokens(word) for word in words]
    single = (tokens[0] for tokens in found if len(tokens) == 1)
    lists.stop_words = frozenset(map(_encoded, single))
    several = sum(len(tokens) > 1 for tokens in found)
    # A few words of a package's list are not worth a note, but users mean every word of their own list.
    if several and (is_own or 2 * several >= len(words)):
        stay = f"words of several tokens stay in the texts: {several:,} of the {len(words):,}"
        lists.notes.append(Message(f"{stay} in the list of `stop_words` %s", rules.stop_words))
    return lists


_AT_ONCE = 1 << 14
"""The most characters in which sentences are sought at once: the package's time grows with their square."""


@lru_cache(maxsize=16)
def splitter_for(code: str) -> Rule:
    """Return the rules by which sentences of a language end.

    They come from `sentencex`, which Wikimedia maintains. It knows the full stops of all scripts of the
    table, and abbreviations of 18 languages. The other package of rules, pysbd, lacks 14 languages and has
    had no release since 2021. Raises `InputError` if the package is missing.
    """
    segment = needed(SENTENCES, Message("`split_sentences`")).segment

    def split(text: str) -> list[str]:
        # The package does not know this mark, which all normal forms of Unicode replace by a semicolon.
        known = text.replace("\N{GREEK QUESTION MARK}", ";")
        sentences, start = [], 0
        while start < len(text):
            window = known[start : start + _AT_ONCE]
            pieces = list(segment(code, window)) or [window]
            if start + len(window) < len(text):  # The last sentence may go on, and no word is cut.
                pieces = pieces[:-1] or [window.rpartition(" ")[0] or window]
            for piece in pieces:
                if sentence := text[start : start + len(piece)].strip():
                    sentences.append(sentence)
                start += len(piece)
        return sentences

    return Rule(f"{SENTENCES.name}-{SENTENCES.version()}-{code}", split)


# Stemmers.

_SNOWBALL = "snowball-"
"""The beginning of the names of Snowball's stemmers.

They come from `snowballstemmer`, which agrees with the reference implementation (libstemmer 3.1) in every
word of the project's vocabularies. NLTK's versions are older, so that half of the Arabic stems differ, and
lack seven languages of the table. They need a quarter of the time, but each word is stemmed once.
"""
NAMES = (NONE, PORTER_ROUGE, PORTER_NLTK, f"{_SNOWBALL}LANGUAGE", HINDI.signature, "MODULE:FUNCTION")


@lru_cache(maxsize=16)
def stemmer_named(name: str) -> Rule | None:
    """Return the stemmer with a name, or None for `none`; `porter-1.5.5` without irregular forms.

    Raises `OptionError` for an unknown name, and `InputError` if a package is missing.
    """
    if name.startswith(_SNOWBALL):
        return _snowball(name)
    if name not in _STEMMERS:
        raise unknown("stemmer", name, NAMES, "the stemmers")
    return _STEMMERS[name]


def _porter_rouge(token: str, exceptions: Mapping[bytes, bytes] = MappingProxyType({})) -> str:
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


def _porter_nltk(token: str) -> str:
    # rouge-score stems tokens of more than three characters.
    if len(token) <= LONGEST_UNSTEMMED:
        return token
    if token.isascii():
        return kernel.stem(token.encode(), PORTER_NLTK).decode()
    # The kernel would take each byte for a letter. NLTK loads in a fifth of a second.
    from nltk.stem.porter import PorterStemmer

    return str(PorterStemmer().stem(token, to_lowercase=False))


_STEMMERS = {
    NONE: None,
    PORTER_ROUGE: Rule(PORTER_ROUGE, _porter_rouge),
    PORTER_NLTK: Rule(PORTER_NLTK, _porter_nltk),
    HINDI.signature: HINDI,
}
"""The stemmers that need no package of their own, by their names."""


def _snowball(name: str) -> Rule:
    package = needed(SNOWBALL, Message("`stemmer` %s", name))
    language = name.removeprefix(_SNOWBALL)
    modules = (module.name for module in iter_modules(package.__path__))
    # Porter's first stemmer is there already, as porter-1.5.5 and as porter-nltk.
    languages = {one.removesuffix("_stemmer") for one in modules if one.endswith("_stemmer")} - {"porter"}
    if language not in languages:
        known = (_SNOWBALL + language for language in sorted(languages))
        raise unknown("stemmer", name, known, "the stemmers of Snowball")
    # The package's own function would prefer PyStemmer, if installed, whose version signatures do not show.
    module = import_module(f"{package.__name__}.{language}_stemmer")
    name_of_class = "".join(map(str.capitalize, language.split("_"))) + "Stemmer"
    stemmers = PerThread(getattr(module, name_of_class))  # A stemmer holds the word that it works on.

    @lru_cache(maxsize=STEMS_KEPT)
    def stem(token: str) -> str:
        # The Greek stemmer leaves nothing of όταν and of είτε, which are different words.
        return str(stemmers.own.stemWord(token)) or token

    return Rule(SNOWBALL.signed(name), stem)


@lru_cache(maxsize=16)
def stemmer_of(function: OwnFunction) -> Rule:
    """Return the rule of a stemmer of the user, which raises `InputError` where it returns no stem."""
    name = function.name

    def stem(token: str) -> str:
        stemmed = function(token)
        if not isinstance(stemmed, str):
            raise InputError(f"the stemmer {name} must return a str, but returned {type(stemmed).__name__}")
        if not stemmed:
            empty = f"the stemmer {name} returned an empty stem for {token!r}"
            raise InputError(f"{empty}; return the token where nothing is left")
        return stemmed

    return Rule(function.signature(), stem)
