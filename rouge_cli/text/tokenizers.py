"""Length limits, then the kernel's table of words: sentences of bytes -> a `Document` of numbers.

From here on a token is a small integer; equal integers are equal tokens, whichever summary they
stand in. Strings never reach a measure.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ..kernel import Vocabulary
from ..kernel.document import Document
from ..options import Options

Units = TypeVar("Units", list[bytes], bytes)
Stem = Callable[[bytes], bytes]

_LETTERS_DIGITS_HYPHEN = b"abcdefghijklmnopqrstuvwxyz0123456789-"
_NORMAL_BUT_HYPHEN = bytes(
    byte if byte in _LETTERS_DIGITS_HYPHEN else ord(" ") for byte in bytes(range(256)).lower()
)


class Tokenizer:
    """Turns sentences into documents, with one numbering of tokens for the whole run."""

    def __init__(
        self,
        options: Options,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
    ) -> None:
        """`stop_words` are dropped before stemming; `exceptions` are stems that win over the algorithm."""
        self._options = options
        self._vocabulary = Vocabulary(stop_words, exceptions or {})

    def document(self, sentences: list[bytes], stem: bool, stem_sentences: bool) -> Document:
        """The document of a summary under the options' length limit.

        `stem` is for its tokens, `stem_sentences` for its sentences.
        """
        whole, apart = self.cut(sentences)
        tokens, ends = self._vocabulary.tokens(whole, stem)
        if apart is whole and stem == stem_sentences:
            return Document(tokens, tokens, ends)
        return Document(tokens, *self._vocabulary.tokens(apart, stem_sentences))

    def cut(self, sentences: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """What the limit leaves of the sentences, for the tokens and for the sentences of L and W."""
        words, size = self._options.word_limit, self._options.byte_limit
        if size:
            # Deliberate: under -b these two are different texts.
            return cut_bytes(sentences, size), cut_bytes_apart(sentences, size)
        kept = cut_words(sentences, words) if words else sentences
        return kept, kept

    def keys(self, keys: Iterable[bytes]) -> Document:
        """The document of ready-made keys (basic elements), which are counted as they stand."""
        tokens = array("i", map(self._vocabulary.number, keys))
        return Document(tokens, tokens, array("i", [len(tokens)]))

    def name(self, number: int) -> bytes:
        """The token that has this number."""
        return self._vocabulary.name(number)

    def stem(self, word: bytes) -> bytes:
        """The stem of a word of any length, as the heads and modifiers of basic elements have them."""
        return self._vocabulary.stem(word)


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
