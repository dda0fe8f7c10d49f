"""The table of a run's words: text -> tokens as numbers, with stop words left out and words stemmed once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from ..document import LONGEST_UNSTEMMED

_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Every byte that is no ASCII letter or digit separates, so the two bytes of an accented letter do.
_NORMAL = bytes(byte if byte in _LETTERS_AND_DIGITS else ord(" ") for byte in bytes(range(256)).lower())
_STOP_WORD = -1


class Vocabulary:
    """The words of a run and their numbers: equal numbers are equal tokens, in whichever text they stand."""

    def __init__(
        self, stop_words: Iterable[bytes] = (), exceptions: Mapping[bytes, bytes] | None = None
    ) -> None:
        """Stop words are left out before stemming; `exceptions` are stems that win over the algorithm."""
        self._numbers = _Numbers()
        self._stop_words = frozenset(stop_words)
        self._exceptions = exceptions or {}
        self._plain, self._stemmed = _Lexicon(self, stem=False), _Lexicon(self, stem=True)

    def tokens(self, sentences: Sequence[bytes], stem: bool) -> tuple[array[int], array[int]]:
        """The numbers of the tokens of sentences, and where in them each sentence ends."""
        lexicon = self._stemmed if stem else self._plain
        tokens, ends = array("i"), array("i")
        for sentence in sentences:
            numbers: Iterable[int] = map(lexicon.__getitem__, sentence.translate(_NORMAL).split())
            if self._stop_words:
                numbers = (number for number in numbers if number != _STOP_WORD)
            tokens.extend(numbers)
            ends.append(len(tokens))
        return tokens, ends

    def number(self, token: bytes) -> int:
        """The number of a token."""
        return self._numbers[token]

    def name(self, number: int) -> bytes:
        """The token that has this number. Raises `IndexError` where none has."""
        if number < 0:
            raise IndexError("no token has this number")
        return self._numbers.names[number]

    def stem(self, word: bytes) -> bytes:
        """The stem of a word, of any length."""
        known = self._exceptions.get(word)
        if known is not None:
            return known
        from .porter import stem  # NLTK takes a fifth of a second to load.

        return stem(word)

    def is_stop_word(self, word: bytes) -> bool:
        """Whether a word is left out."""
        return word in self._stop_words


class _Numbers(dict[bytes, int]):
    """Tokens and their numbers, from 0 in order of appearance."""

    def __init__(self) -> None:
        self.names: list[bytes] = []

    def __missing__(self, token: bytes) -> int:
        number = self[token] = len(self.names)
        self.names.append(token)
        return number


class _Lexicon(dict[bytes, int]):
    """Words as they stand in a text and the numbers of their tokens; each is stemmed once a run."""

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
