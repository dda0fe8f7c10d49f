"""The table of a run's words: text to tokens as numbers, without stop words, each word stemmed once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from ..plan import LONGEST_UNSTEMMED, Lowering, Stemmer

_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# ROUGE-1.5.5 quirk: every byte but ASCII letters and digits separates tokens, so accented letters do, too.
_NORMAL = bytes(byte if byte in _LETTERS_AND_DIGITS else ord(" ") for byte in bytes(range(256)).lower())
_LOWERED = {"İ".encode(): b"i ", "\N{KELVIN SIGN}".encode(): b"k"}
_STOP_WORD = -1


class Vocabulary:
    """The words of a run and their numbers. Equal tokens have equal numbers in all texts of the run."""

    def __init__(
        self,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        stemmer: Stemmer = "porter-1.5.5",
        lowering: Lowering = "ascii",
    ) -> None:
        """Create a table with stop words, which are left out before stemming, and stems.

        `exceptions` maps words to stems that replace those of the stemmer. Raises `ValueError` for a
        stemmer or a lowering that does not exist.
        """
        for kind, name, names in (
            ("stemmer", stemmer, get_args(Stemmer)),
            ("lowering", lowering, get_args(Lowering)),
        ):
            if name not in names:
                raise ValueError(f"no {kind} is called {name}")
        self._stemmer = stemmer
        self._lowering = lowering
        self._numbers = _Numbers()
        self._stop_words = frozenset(stop_words)
        self._exceptions = exceptions or {}
        self._plain, self._stemmed = _Lexicon(self, stem=False), _Lexicon(self, stem=True)

    def tokens(self, sentences: Sequence[bytes], stem: bool) -> tuple[array[int], array[int]]:
        """Return the numbers of the tokens of sentences, and the index after the last token of each."""
        lexicon = self._stemmed if stem else self._plain
        tokens, ends = array("i"), array("i")
        for sentence in sentences:
            if self._lowering == "unicode":
                for letter, lowered in _LOWERED.items():
                    sentence = sentence.replace(letter, lowered)
            numbers: Iterable[int] = map(lexicon.__getitem__, sentence.translate(_NORMAL).split())
            if self._stop_words:
                numbers = (number for number in numbers if number != _STOP_WORD)
            tokens.extend(numbers)
            ends.append(len(tokens))
        return tokens, ends

    def number(self, token: bytes) -> int:
        """Return the number of a token, which gets one if it has none yet."""
        return self._numbers[token]

    def name(self, number: int) -> bytes:
        """Return the token that has this number. Raises `IndexError` if none has it."""
        if number < 0:
            raise IndexError("no token has this number")
        return self._numbers.names[number]

    def stem(self, word: bytes) -> bytes:
        """Return the stem of a word of any length."""
        known = self._exceptions.get(word)
        if known is not None:
            return known
        from .porter import stem  # It loads NLTK, which takes a fifth of a second.

        return stem(word, self._stemmer)

    def is_stop_word(self, word: bytes) -> bool:
        """Return whether a word is left out."""
        return word in self._stop_words


class _Numbers(dict[bytes, int]):
    """The numbers of tokens, from 0 in the order they appear."""

    def __init__(self) -> None:
        self.names: list[bytes] = []

    def __missing__(self, token: bytes) -> int:
        number = self[token] = len(self.names)
        self.names.append(token)
        return number


class _Lexicon(dict[bytes, int]):
    """The token numbers of words as they stand in a text, so that each word is stemmed once in a run."""

    def __init__(self, vocabulary: Vocabulary, stem: bool) -> None:
        self._vocabulary = vocabulary
        self._stem = stem

    def __missing__(self, word: bytes) -> int:
        vocabulary = self._vocabulary
        if vocabulary.is_stop_word(word):
            number = _STOP_WORD
        elif self._stem and len(word) > LONGEST_UNSTEMMED:
            number = vocabulary.number(vocabulary.stem(word))
        else:
            number = vocabulary.number(word)
        self[word] = number
        return number
