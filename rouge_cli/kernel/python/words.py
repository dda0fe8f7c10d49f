"""The words of a run: text to tokens as numbers, without stop words, each word stemmed once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..plan import LONGEST_UNSTEMMED, Integers, Lowering

_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# ROUGE-1.5.5 quirk: every byte but ASCII letters and digits separates tokens, so accented letters do, too.
_NORMAL = bytes(byte if byte in _LETTERS_AND_DIGITS else ord(" ") for byte in bytes(range(256)).lower())
_LOWERED = {"İ".encode(): b"i ", "\N{KELVIN SIGN}".encode(): b"k"}
_STOP_WORD = -1


class Vocabulary:
    """The words of a run and their numbers. Equal tokens have equal numbers in all texts of the run."""

    def __init__(
        self,
        stem: Callable[[bytes], bytes],
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        lowering: Lowering = "ascii",
    ) -> None:
        """Make a table. Stop words go before stemming; a stem in `exceptions` wins over `stem`."""
        self._stem = stem
        self._exceptions = exceptions or {}
        self._stop_words = frozenset(stop_words)
        self._lowering = lowering
        self._numbers: dict[bytes, int] = {}
        self._names: list[bytes] = []
        self._words: tuple[dict[bytes, int], ...] = ({}, {})
        """The numbers of words, without and with stems, as they stand in a text; each is stemmed once."""

    def tokens(self, sentences: Sequence[bytes], stem: bool) -> tuple[Integers, Integers]:
        """Return the numbers of the tokens of sentences, and the index after the last token of each."""
        known = self._words[stem]
        tokens, ends = array("i"), array("i")
        for sentence in sentences:
            for word in self.split(sentence):
                number = known.get(word)
                if number is None:
                    is_stemmed = stem and len(word) > LONGEST_UNSTEMMED
                    is_left_out = word in self._stop_words
                    number = (
                        _STOP_WORD if is_left_out else self.number(self.stem(word) if is_stemmed else word)
                    )
                    known[word] = number
                if number != _STOP_WORD:
                    tokens.append(number)
            ends.append(len(tokens))
        return tokens, ends

    def split(self, sentence: bytes) -> list[bytes]:
        """Return the words of a sentence, in normal form."""
        if self._lowering == "none":
            words = sentence.decode("utf-8", "surrogateescape").split() or [""]
            return [word.encode("utf-8", "surrogateescape") for word in words]
        if self._lowering == "unicode":
            for letter, lowered in _LOWERED.items():
                sentence = sentence.replace(letter, lowered)
        return sentence.translate(_NORMAL).split()

    def number(self, token: bytes) -> int:
        """Return the number of a token, which gets one if it has none yet."""
        number = self._numbers.setdefault(token, len(self._names))
        if number == len(self._names):
            self._names.append(token)
        return number

    def name(self, number: int) -> bytes:
        """Return the token that has this number."""
        return self._names[number]

    def stem(self, word: bytes) -> bytes:
        """Return the stem of a word of any length."""
        return self._exceptions[word] if word in self._exceptions else self._stem(word)
