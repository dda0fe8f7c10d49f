"""Sentences -> token numbers: a limit cuts, a function splits, another one stems, a `Vocabulary` numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from ..plan import LONGEST_UNSTEMMED, Document, Integers, Lowering, Reading

Split: TypeAlias = Callable[[bytes], list[bytes]]
"""Returns the words of a sentence in order."""
Stem: TypeAlias = Callable[[bytes], bytes]
"""Returns the stem of a word."""

_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# ROUGE-1.5.5 quirk: every byte but ASCII letters and digits separates tokens, so accented letters do, too.
_NORMAL = bytes(byte if byte in _LETTERS_AND_DIGITS else ord(" ") for byte in bytes(range(256)).lower())
_LOWERED = {"İ".encode(): b"i ", "\N{KELVIN SIGN}".encode(): b"k"}
_STOP_WORD = -1


def splitter(lowering: Lowering) -> Split:
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
    for letter, lowered in _LOWERED.items():
        sentence = sentence.replace(letter, lowered)
    return _runs(sentence)


def _between_blanks(sentence: bytes) -> list[bytes]:
    words = sentence.decode("utf-8", "surrogateescape").split() or [""]
    return [word.encode("utf-8", "surrogateescape") for word in words]


def with_exceptions(stem: Stem, exceptions: Mapping[bytes, bytes] | None) -> Stem:
    """Return the stemmer with irregular forms, whose stems win."""
    return (lambda word: exceptions[word] if word in exceptions else stem(word)) if exceptions else stem


Units = TypeVar("Units", list[bytes], bytes)


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
            kept = _cut(sentences, self.max_words, 1, split_words, b" ".join)
        elif self.max_bytes:
            kept = _cut(sentences, self.max_bytes, 0, bytes, bytes)
            if self.between_characters is None:
                return kept, _cut_each(sentences, self.max_bytes)
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


def _cut(
    sentences: list[bytes],
    limit: float,
    least: int,
    split: Callable[[bytes], Units],
    join: Callable[[Units], bytes],
) -> list[bytes]:
    """Return the sentences before a limit in units, and what it leaves of the sentence that reaches it."""
    kept: list[bytes] = []
    for sentence in sentences:
        units = split(sentence)
        if len(units) >= limit:
            kept.append(join(units[: max(int(limit), least)]))
            break
        kept.append(sentence)
        limit -= len(units)
    return kept


def _cut_each(sentences: list[bytes], limit: float) -> list[bytes]:
    """Return the sentences before a limit in bytes, measured for each sentence alone.

    ROUGE-1.5.5 quirk: for ROUGE-L and ROUGE-W the running total is never increased.
    """
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[: int(limit)])
        if len(sentence) >= limit:
            break
    return kept


class Vocabulary:
    """The words of a run and their numbers. Equal tokens have equal numbers in all texts of the run."""

    def __init__(
        self,
        split: Split,
        stem: Stem,
        stop_words: Iterable[bytes] = (),
        limit: Limit | None = None,
        longest_unstemmed: int = LONGEST_UNSTEMMED,
        *,
        is_never_empty: bool = False,
    ) -> None:
        """Take the rules of words. Stop words go before stemming; words up to a length stay whole.

        `is_never_empty`: a text without tokens has an empty one.
        """
        self.split, self.stem = split, stem
        self.stop_words = frozenset(stop_words)
        self.limit = limit or Limit()
        self._longest_unstemmed = longest_unstemmed
        self._is_never_empty = is_never_empty
        self._numbers: dict[bytes, int] = {}
        self._names: list[bytes] = []
        self._words: tuple[dict[bytes, int], ...] = ({}, {})
        """The numbers of words, without and with stems, as they stand in a text; each is stemmed once."""

    def document(self, sentences: list[bytes], reading: Reading) -> Document:
        """Return the document of a summary in a reading."""
        together, apart = self.limit.cut(sentences)
        tokens, ends = self.tokens(together, reading.stem)
        words = tokens
        if apart is not together or reading.stem != reading.stem_sentences:
            words, ends = self.tokens(apart, reading.stem_sentences)
        return Document(tokens, words, array("i", [len(words)]) if reading.whole else ends)

    def tokens(self, sentences: Sequence[bytes], stem: bool) -> tuple[Integers, Integers]:
        """Return the numbers of the tokens of sentences, and the index after the last token of each."""
        known = self._words[stem]
        tokens, ends = array("i"), array("i")
        for words in self.read(sentences):
            for word in words:
                number = known.get(word)
                if number is None:
                    is_stemmed = stem and len(word) > self._longest_unstemmed
                    is_left_out = word in self.stop_words
                    number = (
                        _STOP_WORD if is_left_out else self.number(self.stem(word) if is_stemmed else word)
                    )
                    known[word] = number
                if number != _STOP_WORD:
                    tokens.append(number)
            ends.append(len(tokens))
        if self._is_never_empty and not tokens:
            tokens.append(self.number(b""))
            ends = array("i", [1])
        return tokens, ends

    def read(self, sentences: Sequence[bytes]) -> Iterator[list[bytes]]:
        """Yield the words of each sentence, with stop words, up to a limit in tokens."""
        left = most = self.limit.max_tokens
        for sentence in sentences:
            words = self.split(sentence)
            if most:
                words = words[:left]
                left -= len(words)
            yield words
            if most and not left:
                return

    def number(self, token: bytes) -> int:
        """Return the number of a token, which gets one if it has none yet."""
        number = self._numbers.setdefault(token, len(self._names))
        if number == len(self._names):
            self._names.append(token)
        return number

    def name(self, number: int) -> bytes:
        """Return the token that has this number."""
        return self._names[number]
