"""The tokens and stems of two packages: multilingual-rouge, the protocol of XL-Sum, and py-rouge."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain
from string import punctuation
from typing import Any
from unicodedata import category, unidata_version

from ...errors import InputError, Message, installing
from ...kernel import stem as kernel_stem
from ...kernel.plan import LONGEST_UNSTEMMED
from ..word_lists import built_in_lines, irregular_forms
from .language_table import Requirement, meant_code, needed, primary_code, unknown
from .tokenizers import PerThread, Rule

STEMS_KEPT = 1 << 16

# multilingual-rouge 0.0.1 (Hasan et al. 2021). A text is lowered and its punctuation becomes blanks. Then the
# segmenter of its language cuts it. A language without a segmenter has OpenNMT's aggressive tokenizer, with a
# token for each ideograph.

_EXTRA = "pyonmttok jieba pythainlp TurkishStemmer"
_WANTED = Message("`profile` xlsum")
"""The beginning of messages about packages and data that are missing."""
_LISTS = {name: words for name, *words in built_in_lines("xlsum.txt")}
_IDEOGRAPH = re.compile(_LISTS["ideographs"][0])


class _Cleaning(dict[int, str | None]):
    """The replacement of each character: a blank, nothing or itself. Characters are entered when needed."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        kind = category(character)
        if character in "\t\n\r" or kind[0] == "P" or character in punctuation:
            self[code] = " "
        else:  # Nothing in place of joiners, and of code points without a character. Other blanks stay.
            self[code] = None if kind[0] == "C" or character == "\ufffd" else character
        return self[code]


_CLEANING = _Cleaning()


def xlsum_rules(language: str | None, stems: bool) -> tuple[Rule, str | None, Rule | None]:
    """Return the rule of tokens, and with `stems` the name of the stemmer and its rule, if there is one.

    Raises `OptionError` for a language that the protocol lacks, `InputError` for a missing package or list.
    """
    code = None if language is None else primary_code(language)
    if code is not None and code not in (known := _LISTS["languages"]):
        of_xlsum = Message("the languages of `profile` xlsum")
        raise unknown("language", str(language), known, of_xlsum, meant_code(str(language), known))
    stemmer = _STEMMERS.get(code or "") if stems else None
    return token_rule(code), stemmer, stem_rule(stemmer) if stemmer else None


@lru_cache(maxsize=16)
def token_rule(code: str | None) -> Rule:
    """Return the rule for a language; None stands for the rule of all languages without a segmenter."""
    segment, name = _segmenter(code)

    def tokens(text: str) -> list[str]:
        cleaned = " ".join(text.lower().translate(_CLEANING).split())
        return [token for token in segment(cleaned) if token] if cleaned else []

    return Rule(f"xlsum({name},unicodedata-{unidata_version})", tokens)


def _segmenter(code: str | None) -> tuple[Callable[[str], list[str]], str]:
    def package(name: str, module: str = "", others: str = "") -> tuple[Any, str]:
        one = Requirement(name, module or name, "words of profile xlsum", _EXTRA + others)
        return needed(one, _WANTED), f"{name}-{one.version()}"

    if code == "my":
        return syllables, "burmese-syllables"
    if code == "zh":
        jieba, version = package("jieba")
        jieba.setLogLevel("WARNING")  # It reports how long its dictionary took to load.
        return lambda text: list(jieba.cut(text)), version
    if code == "th":
        thai, version = package("pythainlp", "pythainlp.tokenize")
        return lambda text: list(thai.word_tokenize(text, engine="newmm")), version
    if code == "ja":
        fugashi, version = package("fugashi", others=" fugashi unidic-lite")
        try:
            tagger = fugashi.Tagger("-O wakati -b 50000")
        except RuntimeError as error:
            remedy = f"run {installing('unidic-lite')} or, as multilingual-rouge asks, {installing('unidic')}"
            missing = f"{_WANTED} finds no dictionary for fugashi"
            raise InputError(f"{missing}; {remedy}; python -m unidic download") from error
        # fugashi takes the first of these dictionaries that is installed.
        dictionaries = (Requirement(name, name.replace("-", "_"), "") for name in ("unidic", "unidic-lite"))
        versions = [version, *[f"{one.name}-{one.version()}" for one in dictionaries if one.installed()][:1]]
        return lambda text: str(tagger.parse(text)).split(), ",".join(versions)
    pyonmttok, version = package("pyonmttok")
    tokenizer = pyonmttok.Tokenizer("aggressive")
    return lambda text: _IDEOGRAPH.sub(r" \g<0> ", " ".join(tokenizer.tokenize(text)[0])).split(), version


_STEMMERS = {"": "porter", **dict(pair.split(":") for pair in _LISTS["stemmers"])}
"""By language, or an empty string without one, the stemmers."""


_HINDI_SUFFIXES = frozenset(_LISTS["hindi_suffixes"])


def _hindi_stem(token: str) -> str:
    """Return a token without its longest suffix, but with two characters; a token of three stays whole."""
    places = range(2, len(token)) if len(token) > LONGEST_UNSTEMMED else ()
    return next((token[:place] for place in places if token[place:] in _HINDI_SUFFIXES), token)


HINDI = Rule("xlsum-hindi", _hindi_stem)
"""A stemmer with the suffixes of Snowball's Hindi stemmer."""


@lru_cache(maxsize=16)
def stem_rule(name: str) -> Rule:
    """Return a stemmer. NLTK's stemmers, but not Porter's, leave their stop words as they are."""
    if name == "bengali":
        unpublished = "multilingual-rouge 0.0.1 was published without the rules of its stemmer"
        raise InputError(f"%s has no Bengali stems: {unpublished}; drop `stem`", _WANTED)
    if name == "hindi":
        return HINDI
    if name == "turkish":
        package = Requirement("TurkishStemmer", "TurkishStemmer", "Turkish stems of profile xlsum", _EXTRA)
        module = needed(package, Message("%s with `stem`", _WANTED))
        return Rule(package.signed("xlsum-turkish"), _long_stems(PerThread(module.TurkishStemmer)))
    import nltk.stem

    def make() -> Any:
        stemmer = nltk.stem.SnowballStemmer(name, ignore_stopwords=name != "porter")
        if name == "arabic":
            # NLTK's stemmer remembers for good that a verb had a certain suffix. Setting this state at the
            # start makes stems independent of the words that were stemmed before.
            stemmer.stemmer.suffixes_verb_step1_success = True
        return stemmer

    try:
        stemmers = PerThread(make)
    except LookupError as error:
        missing = "%s stems no stop words, whose list in NLTK is not installed"
        remedy = "run python -m nltk.downloader stopwords, or drop `stem`"
        raise InputError(f"{missing}; {remedy}", _WANTED) from error
    digest = sha256(" ".join(sorted(stemmers.own.stopwords)).encode()).hexdigest()[:12]
    return Rule(f"xlsum-{name}(nltk-{nltk.__version__},stopwords-{digest})", _long_stems(stemmers))


def _long_stems(stemmers: PerThread) -> Callable[[str], str]:
    """Return a function that stems tokens of more than three characters, and keeps their stems."""

    @lru_cache(maxsize=STEMS_KEPT)
    def stem(token: str) -> str:
        return token if len(token) <= LONGEST_UNSTEMMED else str(stemmers.own.stem(token))

    return stem


_ASAT, _DOT_BELOW, _STACKER = "\u103a", "\u1037", "\u1039"
_units = re.compile("(?s:.)[\u102b-\u1032\u1036-\u1038\u103a-\u103e]*").findall


def syllables(text: str) -> list[str]:
    """Return the syllables of a Burmese text, which has no blanks between words; blanks are dropped.

    By Ding et al., "Towards Burmese (Myanmar) Morphological Analysis" (2019), a syllable is a letter with its
    dependent signs, the letter behind it that an asat silences, and the letters stacked below it.
    """
    joined: list[str] = []
    was_silenced = False
    for unit in _units("".join(text.split()).replace(_DOT_BELOW + _ASAT, _ASAT + _DOT_BELOW)):
        # A unit of more than three characters is a syllable with a vowel.
        is_silenced = bool(joined) and _ASAT in unit and len(unit) <= 3
        # Of several silenced units in a row only the first ends the syllable before it.
        if is_silenced and not was_silenced:
            joined[-1] += unit
        else:
            joined.append(unit)
        was_silenced = is_silenced
    return " ".join(joined).replace(f" {_STACKER} ", _STACKER).split()


# py-rouge 1.1 (Antognini), with the defaults of its `Rouge`.

_SPLIT_WORDS = {
    pair.replace(" ", ""): pair.split() for pair in ("gim me", "gon na", "got ta", "lem me", "wan na")
}
"""The words that NLTK's tokenizer splits in a text without any sign."""
_CANNOT, _HIDDEN = "cannot", "_cannot_"
"""A word that the package hides from NLTK's tokenizer, wherever it stands, and from the stemmer, too."""


def cut(text: str, words: float, characters: float) -> list[str]:
    """Return the lines of a text that a limit in words or in characters leaves.

    The package calls its characters bytes. Blanks around a line are not counted.
    """
    kept, left = [], int(words or characters)
    for line in text.split("\n"):
        units: list[str] | str = line.split()[:left] if words else line.strip()[:left]
        kept.append(units if isinstance(units, str) else " ".join(units))
        left -= len(units)
        if not left:
            break
    return kept


def split(text: str) -> list[str]:
    """Return the tokens of a text in small letters."""
    words = re.sub("[^a-z0-9]", " ", text).split()
    return list(chain.from_iterable(_SPLIT_WORDS.get(word, [word]) for word in words))


PY_ROUGE_TOKENS = Rule("py-rouge", split, fold=str.lower, pieces="blanks")


@lru_cache(maxsize=STEMS_KEPT)
def _stem(token: str) -> str:
    """Return the base of an irregular form, the stem of a repaired word, or Porter's own stem."""
    hidden = token.replace(_CANNOT, _HIDDEN)
    if len(hidden) <= LONGEST_UNSTEMMED:
        return token
    known = _known_stems()
    if token in known:
        return known[token]
    from nltk.stem.porter import PorterStemmer  # It takes a fifth of a second to load.

    stemmed = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM).stem(hidden)
    return str(stemmed).replace(_HIDDEN, _CANNOT)


PY_ROUGE_STEMS = Rule("py-rouge", _stem)


@cache
def _known_stems() -> Mapping[str, str]:
    repaired = chain.from_iterable(built_in_lines("py_rouge_words.txt"))
    stems = {word: kernel_stem(word.encode()).decode() for word in repaired}
    forms = {form.decode(): base.decode() for form, base in irregular_forms().items()}
    # Two repaired words have another stem than in ROUGE-1.5.5.
    return {**forms, **stems, **dict.fromkeys(("revolutionarize", "revolutionarized"), "revolutionari")}
