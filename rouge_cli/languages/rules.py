"""Options -> rules of tokens, stems, stop words and sentences, in place of the profile's rules."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from ..errors import InputError, OptionError
from ..options import SMART, Options
from ..rouges import CLASSIC, XLSUM
from ..text.files import read_bytes
from ..text.word_lists import WordLists, file_state
from ..text.word_lists import lists_of as classic_lists
from ..text.word_lists import paths_in_use as classic_paths
from .functions import OwnFunction, own_function
from .language_table import ENGLISH, SENTENCES, STOP_LISTS, language_of, needed, versioned
from .stemmers import NONE, PORTER_NLTK, PORTER_ROUGE, StemRule, stemmer_named
from .token_rule import TokenRule
from .tokenizers import tokenizer_named
from .xlsum_rules import STEMMERS, language_code, stem_rule, token_rule

ROUGE = "rouge"
"""The name of the tokenizer that leaves tokens to the profile."""


class Rules(NamedTuple):
    """The rules of a run."""

    tokenizer: TokenRule
    is_rouge: bool
    """True if the profile makes the tokens, which consist of a-z and 0-9."""
    stemmer: str
    """The name of the stemmer, or `none`."""
    stop_words: str | None
    """The name of the stop list."""
    splitter: SentenceRule | None
    stems_by: StemRule | None
    """The stemmer, without the irregular forms of a run."""
    functions: tuple[OwnFunction | None, OwnFunction | None] = (None, None)
    """The functions of the user: a tokenizer and a stemmer."""

    @property
    def stems(self) -> bool:
        """True where there is a stemmer."""
        return self.stemmer != NONE

    @property
    def kernel_stemmer(self) -> Literal["porter-1.5.5", "porter-nltk"] | None:
        """The stemmer, if it is a stemmer of the kernel."""
        return next((name for name in (PORTER_ROUGE, PORTER_NLTK) if name == self.stemmer), None)

    @property
    def needs_words(self) -> bool:
        """True where tokens or stems are made by functions in Python, and not by the kernel alone."""
        return not self.is_rouge or (self.stems and self.kernel_stemmer is None)

    def words(self, exceptions: Mapping[bytes, bytes] | None = None) -> Words:
        """Return the tokenizer and the stemmer; `exceptions` are irregular forms of Porter's stemmer."""
        is_porter = self.stemmer == PORTER_ROUGE
        return Words(self.tokenizer, stemmer_named(PORTER_ROUGE, exceptions) if is_porter else self.stems_by)

    def stop_list(self) -> StopList | None:
        """Return the stop list; None without one, and for the list of ROUGE-1.5.5."""
        return None if self.stop_words in (None, SMART) else stop_list_named(self.stop_words or "")

    def stem_signature(self) -> str:
        """Return the name of the stemmer in signatures."""
        return self.stems_by.signature if self.stems_by else "no"


class Words:
    """Texts -> tokens, and tokens -> stems, as bytes of UTF-8."""

    def __init__(self, tokenizer: TokenRule, stemmer: StemRule | None) -> None:
        self._tokens = tokenizer.tokens
        self._tokens_of_lines = tokenizer.tokens_of_lines
        self._stem = stemmer.stem if stemmer else None

    def tokens(self, text: bytes) -> list[bytes]:
        """Return the tokens of a text; bytes that are not UTF-8 count as U+FFFD."""
        return list(map(_encoded, self._tokens(text.decode("utf-8", "replace"))))

    def stem(self, token: bytes) -> bytes:
        """Return the stem of a token."""
        return _encoded(self._stem(token.decode("utf-8", "surrogatepass"))) if self._stem else token

    def of_pieces(self, pieces: Sequence[bytes]) -> tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]:
        """Return the tokens and the stems of each piece.

        Only pieces for a tokenizer of whole sentences may have line ends in them.
        """
        if self._tokens_of_lines is None:
            by_piece = [self._tokens(piece.decode("utf-8", "replace")) for piece in pieces]
        else:
            by_piece = self._tokens_of_lines(b"\n".join(pieces).decode("utf-8", "replace"))
        tokens = [tuple([_encoded(token) for token in of_piece]) for of_piece in by_piece]
        stem, stems = self._stem, tokens
        if stem is not None:
            stems = [tuple([_encoded(stem(token)) for token in of_piece]) for of_piece in by_piece]
        return tuple(zip(tokens, stems, strict=True))


def rules_of(options: Options) -> Rules:
    """Return the rules that options choose.

    Raises `OptionError` for unknown names and for a stemmer at odds with `stem`, and `InputError`
    where a package is not installed or a function cannot be imported.
    """
    if options.profile == XLSUM:
        return rules_of_xlsum(options.language, options.stem)
    language = None if options.language is None else language_of(options.language)
    # Functions are looked up each time and are part of the key, because notebooks define them again.
    functions = own_function(options.tokenizer, "tokenizer"), own_function(options.stemmer, "stemmer")
    tokenizer = options.tokenizer or (language.tokenizer if language else ROUGE)
    return _rules(
        tokenizer,
        _stemmer(options, language.stemmer if language else NONE),
        SMART if options.remove_stop_words else options.stop_words,
        language.code if language else None,
        options.split_sentences,
        options.profile != CLASSIC,
        functions,
    )


@lru_cache(maxsize=16)
def rules_of_xlsum(language: str | None, stems: bool) -> Rules:
    """Return the rules of the XL-Sum protocol, for a language or without one.

    Raises `OptionError` for a language that the protocol does not have, and `InputError` if the packages for
    its segmenter or its stemmer are not installed.
    """
    code = None if language is None else language_code(language)
    stemmer = STEMMERS.get(code or "", NONE) if stems else NONE
    tokens = token_rule(code)
    return Rules(tokens, False, stemmer, None, None, None if stemmer == NONE else stem_rule(stemmer))


def _stemmer(options: Options, of_language: str) -> str:
    """Return the name of the stemmer; `of_language` is the name of the language's stemmer."""
    if options.stemmer is not None:
        return options.stemmer
    own = options.own_stemmer
    if not (options.stem or options.stem_models):
        return of_language
    if of_language not in (NONE, own):
        asking = "stem" if options.stem else "stem_models"
        raise OptionError(
            f"`{asking}` asks for the stemmer {own}, `language` {options.language} for {of_language}: drop"
            f" `{asking}`, or name one of them as `stemmer`"
        )
    return own


@lru_cache(maxsize=16)
def _rules(
    tokenizer: str,
    stemmer: str,
    stop_words: str | None,
    language: str | None,
    splits: bool,
    lowers_unicode: bool,
    functions: tuple[OwnFunction | None, OwnFunction | None],
) -> Rules:
    rule = tokenizer_named(tokenizer, language)
    if tokenizer == ROUGE and lowers_unicode:
        # The kernel does the same: no other letters have a lower case that begins with a letter of ASCII.
        lowered = str.maketrans({"İ": "i ", "\N{KELVIN SIGN}": "k"})
        tokens = rule.tokens
        rule = rule._replace(tokens=lambda text: tokens(text.translate(lowered)))
    splitter = splitter_for(language or ENGLISH) if splits else None
    stem_rule = stemmer_named(stemmer)
    return Rules(rule, tokenizer == ROUGE, stemmer, stop_words, splitter, stem_rule, functions)


def _encoded(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass")


class SentenceRule(NamedTuple):
    """The rules by which sentences end.

    They come from `sentencex`, which Wikimedia maintains. It knows the full stops of all scripts of the
    table, and abbreviations of 18 languages. The other package of rules, pysbd, lacks 14 languages and has
    had no release since 2021.
    """

    signature: str
    """The package with its version, and the language."""
    split: Callable[[str], list[str]]
    """Returns the sentences of a text, without the blanks around them."""


def splitter_for(code: str) -> SentenceRule:
    """Return the rules of a language.

    Raises `OptionError` for a language that is not in the table, and `InputError` if the package is missing.
    """
    language = language_of(code).code
    segment = needed(SENTENCES, "`split_sentences`").segment

    def split(text: str) -> list[str]:
        sentences, start = [], 0
        # The package does not know this mark, which all normal forms of Unicode replace by a semicolon.
        for piece in segment(language, text.replace("\N{GREEK QUESTION MARK}", ";")):
            end = start + len(piece)
            if sentence := text[start:end].strip():
                sentences.append(sentence)
            start = end
        return sentences

    return SentenceRule(f"{SENTENCES.name}-{SENTENCES.version()}-{language}", split)


class StopList(NamedTuple):
    """A stop list other than that of ROUGE-1.5.5.

    The lists of languages come from `stopwordsiso`, which is maintained under the MIT licence and has all
    languages of the table but Azeri and Tamil. Another package, `stop-words`, lacks Bengali, Tamil, Thai and
    Urdu.
    """

    signature: str
    """The language and the package with its version, or the beginning of the SHA-256 of the file."""
    words: frozenset[str]
    """The words as the list spells them, before a tokenizer folds them."""
    is_file: bool = False
    """True if the list is a file of the user, False if a package has it."""


def stop_list_named(name: str) -> StopList:
    """Return the stop list of a language, by its code, or of a file, by its path.

    A name that looks like a code is a code, even if there is a file with this name: its path is `./de`.
    Raises `OptionError` for a language without a list, and `InputError` if the file cannot be read or the
    package of the lists is missing.
    """
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", name):
        return _of_file(name)
    known, words = words_of(name)
    if not words:
        there = ", ".join(sorted(needed(STOP_LISTS, "").langs()))
        raise OptionError(
            f"there is no list of `stop_words` for the language {name}; name a file with one word a line"
            f" (./{name}, if that is its name), or another language: {there}"
        )
    return StopList(versioned(f"iso-{known}", STOP_LISTS), words)


def words_of(code: str) -> tuple[str, frozenset[str]]:
    """Return the code of a language in `stopwordsiso`, and its stop words, which may be none.

    Raises `InputError` if the package is missing.
    """
    lists = needed(STOP_LISTS, f"`stop_words` {code}")
    language = re.split("[-_]", code.lower())[0]
    known = "no" if language in ("nb", "nn") else language  # The package has one name for both.
    return known, frozenset(lists.stopwords(known))


def _of_file(path: str) -> StopList:
    data = read_bytes(path)
    words = set()
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        try:
            words.add(line.decode().strip())
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}: line {number} of this stop list is not UTF-8; store it in UTF-8, one word a line"
            ) from error
    return StopList(f"file-{sha256(data).hexdigest()[:12]}", frozenset(filter(None, words)), is_file=True)


def classic_options(options: Options) -> Options:
    """Return options of ROUGE-1.5.5 with the same stop list and irregular forms, if it has them."""
    rules = rules_of(options)
    return Options(
        stem=rules.stemmer == PORTER_ROUGE,
        remove_stop_words=rules.stop_words == SMART,
        exceptions=options.exceptions,
        data=options.data,
    )


def lists_of(options: Options) -> WordLists:
    """Return the stop words, as the tokenizer folds them, and the irregular forms.

    Equal lists are the same object. Raises `InputError` if a list cannot be read.
    """
    rules = rules_of(options)
    foreign = None
    if rules.stop_words == SMART and options.language and language_of(options.language).code != ENGLISH:
        foreign = options.language
    return _lists(rules, classic_lists(classic_options(options)), rules.stop_list(), foreign)


@lru_cache(maxsize=8)
def _lists(rules: Rules, classic: WordLists, stop_list: StopList | None, foreign: str | None) -> WordLists:
    """Return the word lists; `foreign` is a language other than English whose texts lose English words."""
    notes = list(classic.notes)
    if foreign is not None:
        notes.append(
            f"the stop list smart has English words, but the `language` is {foreign}; `stop_words` takes the"
            " code of a language, too"
        )
    if stop_list is None and rules.is_rouge:
        return WordLists(classic.stop_words, classic.exceptions, notes) if foreign else classic
    if stop_list is not None:
        words = stop_list.words
    else:
        words = frozenset(word.decode("utf-8", "replace") for word in classic.stop_words)
    lists = [rules.tokenizer.tokens(word) for word in words]
    stop_words = frozenset(_encoded(tokens[0]) for tokens in lists if len(tokens) == 1)
    several = sum(len(tokens) > 1 for tokens in lists)
    # A few words of a package's list are not worth a note, but users mean every word of their own list.
    is_own = stop_list is not None and stop_list.is_file
    if several and (is_own or 2 * several >= len(words)):
        notes.append(
            f"words of several tokens stay in the texts: {several:,} of the {len(words):,} in the list of"
            f" `stop_words` {rules.stop_words}"
        )
    return WordLists(stop_words, classic.exceptions, notes)


def state_of(options: Options) -> tuple[object, ...]:
    """Return the present state of the user's functions and files, on which a run depends, too."""
    functions = own_function(options.tokenizer, "tokenizer"), own_function(options.stemmer, "stemmer")
    has_files = options.data is not None or options.stop_words is not None
    return *functions, *map(file_state, paths_in_use(options) if has_files else ())


def paths_in_use(options: Options) -> list[str]:
    """Return the paths of the word lists that a run with these options reads."""
    paths = classic_paths(classic_options(options))
    return [*paths, *filter(os.path.isfile, filter(None, [options.stop_words]))]
