"""Length limits, normalisation, stop words and stems: sentences of bytes -> a `Document` of numbers.

From here on a token is a small integer; equal integers are equal tokens, whichever summary they
stand in. Strings never reach a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain
from typing import TypeVar, cast

from .options import Options

Made = TypeVar("Made")
Units = TypeVar("Units", list[bytes], bytes)
Stem = Callable[[bytes], bytes]

_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Every byte that is no ASCII letter or digit separates, so the two bytes of an accented letter do.
_NORMAL = bytes(byte if byte in _LETTERS_AND_DIGITS else ord(" ") for byte in bytes(range(256)).lower())
_NORMAL_BUT_HYPHEN = _NORMAL[: ord("-")] + b"-" + _NORMAL[ord("-") + 1 :]
LONGEST_UNSTEMMED = 3
"""Bytes of a token, or of a phrase in a basic element, that is too short to be stemmed."""
_STOP_WORD = 0


class Document:
    """One summary as the measures see it, with what they make of it kept for the next one."""

    __slots__ = ("_made", "sentences", "tokens")

    def __init__(self, tokens: Sequence[int], sentences: Sequence[Sequence[int]] = ()) -> None:
        """`tokens` run across sentence ends (for N, S, SU and to clip L and W); L and W see `sentences`."""
        self.tokens = tokens
        self.sentences = sentences
        self._made: dict[tuple[object, ...], object] = {}

    def made(self, make: Callable[..., Made], *arguments: Hashable) -> Made:
        """`make(document, *arguments)`, computed once in the life of the document."""
        key = (make, *arguments)
        if key not in self._made:
            self._made[key] = make(self, *arguments)
        return cast(Made, self._made[key])


class Tokenizer:
    """Turns sentences into documents, with one numbering of tokens for the whole run."""

    def __init__(
        self, options: Options, stop_words: frozenset[bytes] = frozenset(), stem: Stem | None = None
    ) -> None:
        """`stop_words` are dropped before stemming; `stem` serves documents asked for with stems."""
        self._options = options
        self._numbers = _Numbers()
        self._plain = _Lexicon(self._numbers, stop_words, None)
        self._stemmed = _Lexicon(self._numbers, stop_words, stem)
        self.stem = stem

    def document(self, sentences: list[bytes], *, stem: bool, stem_sentences: bool) -> Document:
        """The document of a summary under the options' length limit.

        `stem` is for its tokens, `stem_sentences` for its sentences.
        """
        whole, apart = self.cut(sentences)
        numbered = self._numbered(whole, stem)
        if apart is whole and stem == stem_sentences:
            return Document(list(chain.from_iterable(numbered)), numbered)
        return Document(list(chain.from_iterable(numbered)), self._numbered(apart, stem_sentences))

    def cut(self, sentences: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """What the limit leaves of the sentences, for the tokens and for the sentences of L and W."""
        words, size = self._options.word_limit, self._options.byte_limit
        if size:
            # Deliberate: under -b these two are different texts.
            return cut_bytes(sentences, size), cut_bytes_apart(sentences, size)
        kept = cut_words(sentences, words) if words else sentences
        return kept, kept

    def name(self, number: int) -> bytes:
        """The token that has this number."""
        return self._numbers.names[number]

    def _numbered(self, sentences: list[bytes], stem: bool) -> list[list[int]]:
        lexicon = self._stemmed if stem else self._plain
        return [lexicon.tokens(sentence) for sentence in sentences]

    def keys(self, keys: Iterable[bytes]) -> Document:
        """The document of ready-made keys (basic elements), which are counted as they stand."""
        return Document([self._numbers[key] for key in keys])


class _Numbers(dict[bytes, int]):
    """Tokens and their numbers, from 1 in order of appearance."""

    def __init__(self) -> None:
        self.names = [b""]

    def __missing__(self, token: bytes) -> int:
        number = self[token] = len(self.names)
        self.names.append(token)
        return number


class _Lexicon(dict[bytes, int]):
    """Words as they stand in a text and the numbers of their tokens; each is stemmed once a run."""

    def __init__(self, numbers: _Numbers, stop_words: frozenset[bytes], stem: Stem | None) -> None:
        self._numbers = numbers
        self._stop_words = stop_words
        self._stem = stem

    def __missing__(self, word: bytes) -> int:
        if word in self._stop_words:
            number = _STOP_WORD
        elif self._stem is not None and len(word) > LONGEST_UNSTEMMED:
            number = self._numbers[self._stem(word)]
        else:
            number = self._numbers[word]
        self[word] = number
        return number

    def tokens(self, sentence: bytes) -> list[int]:
        """The numbers of the sentence's tokens, stop words left out."""
        numbers = list(map(self.__getitem__, sentence.translate(_NORMAL).split()))
        return list(filter(None, numbers)) if self._stop_words else numbers


def split_words(text: bytes) -> list[bytes]:
    """The words between blanks. Deliberate: leading blanks make an empty first word, which counts."""
    words = text.split()
    return [b"", *words] if words and text[:1].isspace() else words


def cut_words(sentences: list[bytes], limit: int) -> list[bytes]:
    """Whole sentences while their words stay below `limit`; the one that reaches it is cut, the last."""
    return _cut(sentences, limit, split_words, b" ".join)


def cut_bytes(sentences: list[bytes], limit: int) -> list[bytes]:
    """Whole sentences while their bytes stay below `limit`; the one that reaches it is cut, the last."""
    return _cut(sentences, limit, bytes, bytes)


def _cut(
    sentences: list[bytes],
    limit: int,
    split: Callable[[bytes], Units],
    join: Callable[[Units], bytes],
) -> list[bytes]:
    kept: list[bytes] = []
    for sentence in sentences:
        units = split(sentence)
        if len(units) >= limit:
            kept.append(join(units[:limit]))
            break
        kept.append(sentence)
        limit -= len(units)
    return kept


def cut_bytes_apart(sentences: list[bytes], limit: int) -> list[bytes]:
    """As `cut_bytes`, but each sentence is measured alone: the total is, deliberately, never increased."""
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[:limit])
        if len(sentence) >= limit:
            break
    return kept


def normal_text(sentence: bytes) -> str:
    """A sentence in normal form, as `-v` shows it: lowered, with `-` as a word of its own."""
    words = sentence.replace(b"-", b" - ").translate(_NORMAL_BUT_HYPHEN).split()
    return b" ".join(words).decode("ascii")
