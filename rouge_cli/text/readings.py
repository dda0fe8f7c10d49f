"""Readings of a summary, as measures want them; the word lists and the length limit of a run."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar


class Reading(NamedTuple):
    """The way in which a measure wants a summary to be turned into a document."""

    elements: str | None
    """The mode of basic elements to read; `None`: tokens are wanted."""
    stem: bool
    stem_sentences: bool
    """True where the sentences of ROUGE-L and ROUGE-W are stemmed; `stem` is for the counted tokens."""
    whole: bool = False
    """True where the text is one sentence."""


Readings = tuple[Reading, Reading]
"""The readings of models and of peers."""


class WordLists:
    """The stop words and the exceptions of a run, which are loaded once a process; compared by identity."""

    def __init__(
        self,
        stop_words: Iterable[bytes] = (),
        exceptions: Mapping[bytes, bytes] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        self.stop_words = frozenset(stop_words)
        self.exceptions = exceptions
        self.notes = tuple(notes)
        """Notes on missing lists that built-in lists replace."""


NO_LISTS = WordLists()


Units = TypeVar("Units", list[bytes], bytes)


class Limit(NamedTuple):
    """A length limit in words, in bytes or in tokens; 0 means none. At most one of them is set.

    ROUGE-1.5.5 quirk: under a limit of 2.7 a sentence is cut only if it has more than two units. A cut leaves
    a whole number of them, but never less than one word.
    """

    max_words: float = 0
    max_bytes: float = 0
    max_tokens: int = 0
    """The tokenizer, which alone knows its tokens, stops when there are as many."""
    between_characters: Callable[[bytes, int], bytes] | None = None
    """Returns the first bytes of a sentence, at most so many, without a part of a character at their end.
    `None`: a limit in bytes cuts anywhere."""

    def cut(self, sentences: list[bytes]) -> tuple[list[bytes], list[bytes]]:
        """Return what a limit in words or bytes leaves for the tokens, and for the sentences of ROUGE-L
        and ROUGE-W.
        """
        if self.max_bytes and self.between_characters:
            # Unlike in ROUGE-1.5.5, the text is the same for all measures.
            kept = cut_bytes(sentences, self.max_bytes)
            if kept and kept[-1] != (whole := sentences[len(kept) - 1]):
                kept[-1] = self.between_characters(whole, len(kept[-1]))
            return kept, kept
        if self.max_bytes:
            # ROUGE-1.5.5 quirk: under a limit in bytes these two are different texts.
            return cut_bytes(sentences, self.max_bytes), cut_bytes_apart(sentences, self.max_bytes)
        kept = cut_words(sentences, self.max_words) if self.max_words else sentences
        return kept, kept


def split_words(text: bytes) -> list[bytes]:
    """Return the words between blanks.

    ROUGE-1.5.5 quirk: leading blanks make an empty first word, which counts.
    """
    words = text.split()
    return [b"", *words] if words and text[:1].isspace() else words


def cut_words(sentences: list[bytes], limit: float) -> list[bytes]:
    """Keep whole sentences while their words stay below `limit`, and cut the one that reaches it."""
    return _cut(sentences, limit, 1, split_words, b" ".join)


def cut_bytes(sentences: list[bytes], limit: float) -> list[bytes]:
    """Keep whole sentences while their bytes stay below `limit`, and cut the one that reaches it."""
    return _cut(sentences, limit, 0, bytes, bytes)


def cut_bytes_apart(sentences: list[bytes], limit: float) -> list[bytes]:
    """Cut as `cut_bytes` does, but with each sentence measured alone.

    ROUGE-1.5.5 quirk: the running total is never increased.
    """
    kept: list[bytes] = []
    for sentence in sentences:
        kept.append(sentence[: int(limit)])
        if len(sentence) >= limit:
            break
    return kept


def _cut(
    sentences: list[bytes],
    limit: float,
    least: int,
    split: Callable[[bytes], Units],
    join: Callable[[Units], bytes],
) -> list[bytes]:
    kept: list[bytes] = []
    for sentence in sentences:
        units = split(sentence)
        if len(units) >= limit:
            kept.append(join(units[: max(int(limit), least)]))
            break
        kept.append(sentence)
        limit -= len(units)
    return kept
