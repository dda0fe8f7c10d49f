"""Sentences -> token numbers, and the traits of a text.

A limit cuts, a function splits, another one stems, and a `Vocabulary` numbers. Traits mark a text that may
not mean what its writer thinks.
"""

import itertools
import re
import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from .. import plan

Split: TypeAlias = Callable[[bytes], list[bytes]]
"""Returns the words of a sentence in order."""
Stem: TypeAlias = Callable[[bytes], bytes]
"""Returns the stem of a word."""
Tokens: TypeAlias = tuple[tuple[bytes, ...], tuple[bytes, ...]]
"""The tokens of a piece, and their stems."""
Tokenizer: TypeAlias = Callable[[list[bytes]], Iterable[Tokens]]
"""Returns the tokens of each piece."""

# ROUGE-1.5.5 quirk: every byte but ASCII letters and digits separates tokens, so accented letters do, too.
_NORMAL = bytes(byte if bytes([byte]).isalnum() else ord(" ") for byte in bytes(range(256)).lower())
_STOP_WORD = -1


def splitter(lowering: plan.Lowering) -> Split:
    """Return the function that splits sentences where the kernel makes the words itself."""
    if lowering == "spaces":
        return lambda sentence: sentence.split(b" ")
    if lowering == "blanks":
        return lambda sentence: list(filter(None, _between_blanks(sentence)))
    if lowering == "none":
        return _between_blanks
    return _runs_of_lowered if lowering == "unicode" else _runs


def _runs(sentence: bytes) -> list[bytes]:
    return sentence.translate(_NORMAL).split()


def _runs_of_lowered(sentence: bytes) -> list[bytes]:
    return _runs(sentence.replace("İ".encode(), b"i ").replace("\N{KELVIN SIGN}".encode(), b"k"))


def _between_blanks(sentence: bytes) -> list[bytes]:
    words = sentence.decode("utf-8", "surrogateescape").split() or [""]
    return [word.encode("utf-8", "surrogateescape") for word in words]


@cache
def _stemmer(is_nltk: bool) -> Any:
    """Return NLTK's stemmer, or Porter's own revision of the algorithm as ROUGE-1.5.5 changed it."""
    from nltk.stem.porter import PorterStemmer  # It takes a fifth of a second to load.

    class RougeStemmer(PorterStemmer):  # type: ignore[misc]  # nltk is untyped
        def _ends_double_consonant(self, word: str) -> bool:
            """Return whether step 1b undoubles the end. ROUGE-1.5.5 quirk: a final `yy` stays double."""
            return not word.endswith("y") and bool(super()._ends_double_consonant(word))

        def _step4(self, word: str) -> str:
            """Return a word after step 4.

            ROUGE-1.5.5 quirk: there are three rounds, each on the result of the one before. Porter tries
            only the longest suffix: his `agreement` stays, as `agre` is too short. Here `ent` is tried,
            too, and leaves `agreem`.
            """
            suffixes = "al ance ence er ic able ible ant ement ou ism ate iti ous ive ize"
            word = self._drop(self._drop(word, *suffixes.split()), "ment")
            if word.endswith("ent"):
                return self._drop(word, "ent")
            return self._drop(word, "ion") if word.endswith(("sion", "tion")) else word

        def _drop(self, word: str, *suffixes: str) -> str:
            """Return `word` without the first suffix that it ends in, if the rest has a measure above 1."""
            for suffix in suffixes:
                if word.endswith(suffix):
                    rest = word[: -len(suffix)]
                    return rest if self._measure(rest) > 1 else word
            return word

    if is_nltk:
        return PorterStemmer(mode=PorterStemmer.NLTK_EXTENSIONS)
    return RougeStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)


def stem(word: bytes, is_nltk: bool) -> bytes:
    """Return the stem of a lower-case word of any bytes, by the stemmer of ROUGE-1.5.5 or of NLTK."""
    # Latin-1 makes every byte a character of its own, because the original never decodes text.
    stemmed = _stemmer(is_nltk).stem(word.decode("latin-1"), to_lowercase=False)
    return str(stemmed).encode("latin-1")


def with_exceptions(stem: Stem, exceptions: Mapping[bytes, bytes] | None) -> Stem:
    """Return the stemmer with irregular forms, which it looks up before it stems."""
    return (lambda word: exceptions[word] if word in exceptions else stem(word)) if exceptions else stem


class Limit(NamedTuple):
    """A length limit in words, bytes or tokens. At most one is set; 0 is no limit.

    ROUGE-1.5.5 quirk: a limit of 2.7 cuts a sentence only if it has more than two units. A cut leaves a whole
    number of units, but at least one word.
    """

    max_words: float = 0
    max_bytes: float = 0
    max_tokens: int = 0
    """`Vocabulary.read` applies this limit, as only the words tell where it is reached."""
    between_characters: Callable[[bytes, int], bytes] | None = None
    """Cuts a sentence to at most so many bytes, between two characters. None: a limit in bytes cuts
    anywhere."""

    def cut(self, sentences: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Return the sentences that a limit in words or bytes leaves: for tokens, and for ROUGE-L and -W."""
        if self.max_words:
            kept = _cut(sentences, self.max_words, lambda one: len(split_words(one)), _first_words)
        elif self.max_bytes:
            kept = _cut(sentences, self.max_bytes, len, lambda sentence, most: sentence[:most])
            if self.between_characters is None:
                # ROUGE-1.5.5 quirk: for ROUGE-L and ROUGE-W the running total is never increased.
                reach = (number for number, one in enumerate(sentences, 1) if len(one) >= self.max_bytes)
                return kept, [one[: int(self.max_bytes)] for one in sentences[: next(reach, None)]]
            # Unlike in ROUGE-1.5.5, the text is the same for all measures.
            if kept and kept[-1] != (whole := sentences[len(kept) - 1]):
                kept[-1] = self.between_characters(whole, len(kept[-1]))
        else:
            kept = sentences
        return kept, kept


def split_words(text: bytes) -> list[bytes]:
    """Return the words between blanks.

    ROUGE-1.5.5 quirk: leading blanks make an empty first word, which counts.
    """
    words = text.split()
    return [b"", *words] if words and text[:1].isspace() else words


def _first_words(sentence: bytes, most: int) -> bytes:
    """Return up to `most` words from the start of a sentence, at least one, with their blanks as they are."""
    words = re.match(rb"(?:\s*\S+){%d}" % (max(most, 1) - sentence[:1].isspace()), sentence)
    return words[0] if words else b""


def _cut(
    sentences: list[bytes], limit: float, count: Callable[[bytes], int], first: Callable[[bytes, int], bytes]
) -> list[bytes]:
    """Return the sentences before a limit in units, and the start of the sentence that reaches the limit."""
    kept: list[bytes] = []
    for sentence in sentences:
        units = count(sentence)
        if units >= limit:
            return [*kept, first(sentence, int(limit))]
        kept.append(sentence)
        limit -= units
    return kept


class Vocabulary:
    """The words of a run and their numbers. Equal tokens have equal numbers in all texts of the run."""

    def __init__(
        self,
        split: Split,
        stem: Stem,
        stop_words: Collection[bytes] = (),
        limit: Limit | None = None,
        longest_unstemmed: int = plan.LONGEST_UNSTEMMED,
        *,
        is_never_empty: bool = False,
    ) -> None:
        """Take the rules of words. Stop words go before stemming; words up to a length stay whole.

        `is_never_empty`: a text without tokens has an empty one.
        """
        self.split, self.stem = split, stem
        self.limit = limit or Limit()
        self._longest_unstemmed = longest_unstemmed
        self._is_never_empty = is_never_empty
        self._numbers: dict[bytes, int] = {}
        self._next_number = itertools.count().__next__
        self._names: dict[int, bytes] = {}
        self._words = dict.fromkeys(stop_words, _STOP_WORD), dict.fromkeys(stop_words, _STOP_WORD)
        """The numbers of words, without and with stems, as they stand in a text; each is stemmed once."""

    def document(self, sentences: list[bytes], reading: plan.Reading) -> plan.Document:
        """Return the document of a summary in a reading."""
        for_tokens, for_words = self.limit.cut(sentences)
        tokens, ends = self.tokens(for_tokens, reading.stem)
        words = tokens
        if for_words is not for_tokens or reading.stem != reading.stem_sentences:
            words, ends = self.tokens(for_words, reading.stem_sentences)
        return plan.Document(tokens, words, array("i", [len(words)]) if reading.whole else ends)

    def tokens(self, sentences: Sequence[bytes], stem: bool) -> tuple[plan.Integers, plan.Integers]:
        """Return the numbers of the tokens of sentences, and the index after the last token of each."""
        known = self._words[stem]
        tokens, ends = array("i"), array("i")
        for words in self.words_within_limit(sentences):
            for word in words:
                number = known.get(word)
                if number is None:
                    is_stemmed = stem and len(word) > self._longest_unstemmed
                    number = known[word] = self.number(self.stem(word) if is_stemmed else word)
                if number != _STOP_WORD:
                    tokens.append(number)
            ends.append(len(tokens))
        if self._is_never_empty and not tokens:
            tokens.append(self.number(b""))
            ends = array("i", [1])
        return tokens, ends

    def words_within_limit(self, sentences: Sequence[bytes]) -> Iterator[list[bytes]]:
        """Yield the words of each sentence, with stop words, up to a limit in tokens."""
        left = self.limit.max_tokens or sys.maxsize
        for sentence in sentences:
            words = self.split(sentence)[:left]
            left -= len(words)
            yield words
            if not left:
                return

    def of_elements(self, keys: Iterable[bytes]) -> plan.Document:
        """Return the document of basic elements, which are its tokens."""
        tokens = array("i", map(self.number, keys))
        return plan.Document(tokens, tokens, array("i", [len(tokens)]))

    def number(self, token: bytes) -> int:
        """Return the number of a token, which gets one if it has none yet. Several threads may ask."""
        number = self._numbers.setdefault(token, self._next_number())
        self._names[number] = token
        return number

    def name(self, number: int) -> bytes:
        """Return the token that has this number."""
        return self._names[number]


# Traits.

# A full stop that ends a sentence follows a word in small letters and precedes a capital (`Mr. Smith`
# and `the U.S. Senate` have no such full stop), or stands alone, as in tokenised text. The other alternatives
# are customary separators. Compiling the expression takes a hundredth of a short run, so it is not compiled
# before a text needs it.
SENTENCE_END = (
    rb"""(?<![A-Za-z0-9.])(?!vs[.])[a-z0-9]{2,}["')\]]*[.!?]["')\]]*[ \t]+["'(\[]*[A-Z]"""
    rb"""|[ \t][.!?][ \t]+[A-Za-z]|(?:<q>|</[st]>|\\n)[ \t]*[^ \t]"""
)
_OTHER_FULL_STOP = (
    rb"(?:\xd6\x89|\xd8\x9f|\xdb\x94|\xe0\xa5[\xa4\xa5]|\xe1(?:\x81\x8b|\x8d[\xa2\xa7])|\xe3\x80\x82"
    rb"|\xef(?:\xbc[\x81\x9f]|\xbd\xa1))"
)
"""The full stops of other scripts (`։؟۔।॥။።፧。！？｡`), which only end sentences."""
_LETTER = rb"(?!%b)(?:[A-Za-z0-9\xc3-\xe1\xe4-\xed]|\xe3(?!\x80))" % _OTHER_FULL_STOP
"""The beginning of a letter, as far as bytes tell it: signs and marks of punctuation after a sentence begin
with C2, E2, E3 80, EF or F0."""
_HINTS = (b". ", b"? ", b"! ", b'" ', b"' ", b") ", b"] ", b"\t", b"<q>", b"</s>", b"</t>", rb"\n")
"""Every text that `SENTENCE_END` matches has one of these, which are found far more quickly."""


Traits: TypeAlias = tuple[int, int, int]
"""The traits of a text, as bits of `kernel.plan`, its words, and its words with letters outside ASCII, which
are separators to ROUGE-1.5.5. Words are counted only if one of them is split and another is not."""


def traits_of(sentences: Sequence[bytes], *, has_tokens: bool) -> Traits:
    """Return the traits of a text of these sentences."""
    flags = 0 if has_tokens else plan.EMPTY
    if len(sentences) == 1 and has_several_sentences(sentences[0]):
        flags |= plan.ON_ONE_LINE
    text = b"\n".join(sentences)
    if b"<" in text or b"&" in text or b'":' in text:
        flags |= plan.MARKED
    if text.isascii():
        return flags, 0, 0
    if not is_utf8(text):
        flags |= plan.NOT_UTF8
    words = re.findall(r"\w+", decoded(text))
    split_words = sum(map(is_split, words))
    if not split_words:
        return flags, 0, 0
    counts = (len(words), split_words) if has_tokens else (0, 0)
    return flags | plan.SPLIT_WORDS, *counts


def has_several_sentences(line: bytes) -> bool:
    """Return True for a line that seems to have several sentences."""
    if any(hint in line for hint in _HINTS) and re.search(SENTENCE_END, line):
        return True
    if line.isascii():
        return False
    full_stop = re.search(_OTHER_FULL_STOP, line)
    return full_stop is not None and re.compile(_LETTER).search(line, full_stop.end()) is not None


def decoded(data: bytes) -> str:
    """Return the text of bytes in UTF-8, or else in Latin-1."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def is_utf8(data: bytes) -> bool:
    """Return True for bytes that are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_split(word: str) -> bool:
    """Return True for a word with letters outside ASCII, which are separators to ROUGE-1.5.5."""
    return not word.isascii() and any(c.isalpha() and not c.isascii() for c in word)
