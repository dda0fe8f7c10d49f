"""Options -> rules of tokens, stems, stop words and sentences, in place of the profile's rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from ...errors import InputError, Message, OptionError
from ...kernel.python.words import Stem
from ...options import SMART, Options
from ...rouges import CLASSIC, PORTER_NLTK, PORTER_ROUGE, PY_ROUGE, ROUGES, XLSUM
from ..files import read_bytes
from ..word_lists import WordLists, lists_of, state_of
from .functions import OwnFunction, own_function
from .language_table import ENGLISH, SENTENCES, STOP_LISTS, Language, language_of, needed, versioned
from .stemmers import NONE, stemmer_named
from .tokenizers import Rule, tokenizer_named
from .xlsum_rules import STEMMERS, language_code, stem_rule, token_rule

ROUGE = "rouge"
"""The name of the tokenizer that leaves tokens to the profile."""
Pieces: TypeAlias = Callable[[Sequence[bytes]], tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]]
"""Returns, for each piece of a text, its tokens and their stems."""


class Rules(NamedTuple):
    """The rules of a run."""

    tokenizer: Rule
    is_rouge: bool
    """True if the profile makes the tokens, which consist of a-z and 0-9."""
    stemmer: str
    """The name of the stemmer, or `none`."""
    stop_words: str | None
    """The name of the stop list."""
    splitter: Rule | None
    stems_by: Rule | None
    """The stemmer, without the irregular forms of a run."""
    functions: tuple[OwnFunction | None, OwnFunction | None] = (None, None)
    """The functions of the user: a tokenizer and a stemmer."""
    notes: tuple[str, ...] = ()
    """Notes on choices that do less than users expect."""

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

    def word_lists(self, options: Options) -> WordLists:
        """Return the lists of a run with these rules; equal lists are the same object.

        Raises `InputError` for a list that cannot be read, and `OptionError` for a language without a list.
        """
        lists = lists_of(options, self.stop_words == SMART, self.stemmer == PORTER_ROUGE)
        if not (self.stop_words or self.notes):
            return lists
        return _for_tokens(self, lists, state_of("", self.stop_words or ""), options.language)

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

    def pieces(self, exceptions: Mapping[bytes, bytes] | None) -> Pieces:
        """Return the function for the tokens and stems of many pieces, which the compiled kernel calls.

        Only pieces for a tokenizer of whole sentences, which folds nothing, may have line ends in them.
        """
        stem, (_, split, fold, *_) = self._stem_of_text(exceptions), self.tokenizer

        def apply(pieces: Sequence[bytes]) -> tuple[tuple[tuple[bytes, ...], tuple[bytes, ...]], ...]:
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
        rule = stemmer_named(PORTER_ROUGE, exceptions) if self.stemmer == PORTER_ROUGE else self.stems_by
        return rule.apply if rule else None


def _encoded(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass")


def rules_of(options: Options) -> Rules:
    """Return the rules that options choose.

    Raises `OptionError` for unknown names and for a stemmer at odds with `stem`, and `InputError`
    where a package is not installed or a function cannot be imported.
    """
    rouge = ROUGES[options.profile]
    if rouge.words == XLSUM:
        return _rules_of_xlsum(options.language, options.stem)
    if rouge.words == PY_ROUGE:
        from .py_rouge_rules import STEMS, TOKENS  # One profile has them.

        stems_by = STEMS if options.stem else None
        return Rules(TOKENS, False, PY_ROUGE if stems_by else NONE, None, None, stems_by)
    if callable(rouge.words) and options.tokenizer is None and options.language is None:
        return Rules(Rule(rouge.tokens, rouge.words), False, NONE, None, None, None)
    language = None if options.language is None else language_of(options.language)
    # Functions are looked up each time and are part of the key, because notebooks define them again.
    functions = own_function(options.tokenizer, "tokenizer"), own_function(options.stemmer, "stemmer")
    return _rules(
        options.tokenizer or (language.tokenizer if language else ROUGE),
        _stemmer(options, language.stemmer if language else NONE),
        SMART if options.remove_stop_words else options.stop_words,
        language.code if language else None,
        options.split_sentences,
        options.profile != CLASSIC,
        functions,
        tuple(_notes(options, language)) if language else (),
    )


def _notes(options: Options, language: Language) -> Iterator[str]:
    if language.stemmer == NONE and options.stemmer is None and (options.stem or options.stem_models):
        asking = "stem" if options.stem else "stem_models"
        yield Message(f"`language` %s has no stemmer: `{asking}` stems words of a to z alone", language.code)
    if language.code == "ja" and options.tokenizer in (None, "unicode"):
        yield (
            Message(
                "in `language` ja each kana is a token, so figures are high and only compare systems"
                " on the same texts; `tokenizer` icu has words"
            )
        )


@lru_cache(maxsize=16)
def _rules_of_xlsum(language: str | None, stems: bool) -> Rules:
    code = None if language is None else language_code(language)
    stemmer = STEMMERS.get(code or "", NONE) if stems else NONE
    tokens = token_rule(code)
    none = Message(
        "`stem` stems nothing, as multilingual-rouge has no stemmer for the `language` %s", language
    )
    return Rules(
        tokens,
        is_rouge=False,
        stemmer=stemmer,
        stop_words=None,
        splitter=None,
        stems_by=None if stemmer == NONE else stem_rule(stemmer),
        notes=(none,) if stems and stemmer == NONE else (),
    )


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
            f"`{asking}` asks for the stemmer %s, `language` %s for %s: drop `{asking}`, or name"
            " one of them as `stemmer`",
            own,
            options.language,
            of_language,
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
    notes: tuple[str, ...],
) -> Rules:
    rule = tokenizer_named(tokenizer, language)
    if tokenizer == ROUGE and lowers_unicode:
        # The kernel does the same: no other letters have a lower case that begins with a letter of ASCII.
        lowered = str.maketrans({"İ": "i ", "\N{KELVIN SIGN}": "k"})
        rule = rule._replace(fold=lambda text: text.translate(lowered))
    splitter = splitter_for(language or ENGLISH) if splits else None
    return Rules(
        rule, tokenizer == ROUGE, stemmer, stop_words, splitter, stemmer_named(stemmer), functions, notes
    )


_AT_ONCE = 1 << 14
"""The most characters in which sentences are sought at once: the package's time grows with their square."""


def splitter_for(code: str) -> Rule:
    """Return the rules by which sentences of a language end.

    They come from `sentencex`, which Wikimedia maintains. It knows the full stops of all scripts of the
    table, and abbreviations of 18 languages. The other package of rules, pysbd, lacks 14 languages and has
    had no release since 2021. Raises `OptionError` for a language that is not in the table, and `InputError`
    if the package is missing.
    """
    language = language_of(code).code
    segment = needed(SENTENCES, Message("`split_sentences`")).segment

    def split(text: str) -> list[str]:
        # The package does not know this mark, which all normal forms of Unicode replace by a semicolon.
        known = text.replace("\N{GREEK QUESTION MARK}", ";")
        sentences, start = [], 0
        while start < len(text):
            window = known[start : start + _AT_ONCE]
            pieces = list(segment(language, window)) or [window]
            if start + len(window) < len(text) and len(pieces) > 1:
                pieces.pop()  # The sentence may go on.
            for piece in pieces:
                if sentence := text[start : start + len(piece)].strip():
                    sentences.append(sentence)
                start += len(piece)
        return sentences

    return Rule(f"{SENTENCES.name}-{SENTENCES.version()}-{language}", split)


# Stop words of languages and of users.


@lru_cache(maxsize=8)
def _for_tokens(rules: Rules, original: WordLists, state: object, language: str | None) -> WordLists:
    """Return lists whose stop words are tokens of the rules; `state` is the state of a file of stop words."""
    lists = WordLists(original.stop_words, original.exceptions, original.signature, original)
    lists.notes += rules.notes
    if rules.stop_words is None:
        return lists
    is_own = False
    if rules.stop_words == SMART:
        if language and language_of(language).code != ENGLISH:
            lists.notes.append(
                Message(
                    "the stop list smart has English words, but the `language` is %s; `stop_words` takes"
                    " the code of a language, too",
                    language,
                )
            )
        if rules.is_rouge:
            return lists
        words = frozenset(word.decode("utf-8", "replace") for word in original.stop_words)
    else:
        lists.signature, words, is_own = stop_list(rules.stop_words)
        lists.paths += [rules.stop_words] if is_own else []
    found = [rules.tokenizer.tokens(word) for word in words]
    single = (tokens[0] for tokens in found if len(tokens) == 1)
    lists.stop_words = frozenset(token.encode("utf-8", "surrogatepass") for token in single)
    several = sum(len(tokens) > 1 for tokens in found)
    # A few words of a package's list are not worth a note, but users mean every word of their own list.
    if several and (is_own or 2 * several >= len(words)):
        lists.notes.append(
            Message(
                "words of several tokens stay in the texts: %s of the %s in the list of `stop_words` %s",
                f"{several:,}",
                f"{len(words):,}",
                rules.stop_words,
            )
        )
    return lists


def stop_list(name: str) -> tuple[str, frozenset[str], bool]:
    """Return a stop list beside ROUGE-1.5.5's own: its signature, its words, and whether it is a file.

    A name that looks like a code is a code, even if there is a file with this name: its path is `./de`.
    Raises `OptionError` for a language without a list, and `InputError` if the file cannot be read or the
    package of the lists is missing.
    """
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", name):
        return _of_file(name)
    known, words = stop_words_of_language(name)
    if not words:
        there = ", ".join(sorted(needed(STOP_LISTS, "").langs()))
        raise OptionError(
            "there is no list of `stop_words` for the language %s; name a file with one word a"
            " line (./%s, if that is its name), or another language: %s",
            name,
            name,
            there,
        )
    return versioned(f"iso-{known}", STOP_LISTS), words, False


def stop_words_of_language(code: str) -> tuple[str, frozenset[str]]:
    """Return the code of a language in `stopwordsiso`, and its stop words, which may be none.

    The package is maintained under the MIT licence and has all languages of the table but Azeri and Tamil;
    `stop-words` lacks Bengali, Tamil, Thai and Urdu. Raises `InputError` if the package is missing.
    """
    lists = needed(STOP_LISTS, Message("`stop_words` %s", code))
    language = re.split("[-_]", code.lower())[0]
    known = "no" if language in ("nb", "nn") else language  # The package has one name for both.
    return known, frozenset(lists.stopwords(known))


def _of_file(path: str) -> tuple[str, frozenset[str], bool]:
    data = read_bytes(path)
    words = set()
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        try:
            words.add(line.decode().strip())
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}: line {number} of this stop list is not UTF-8; store it in UTF-8, one word a line"
            ) from error
    return f"file-{sha256(data).hexdigest()[:12]}", frozenset(filter(None, words)), True
