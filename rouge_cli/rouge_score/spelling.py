"""Tokens of any tokenizer, spelt as words that the kernel reads as the same tokens."""

from __future__ import annotations

from collections.abc import Hashable, Iterable


class Speller:
    """Spells equal tokens alike, as numerals, in all texts of a score."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def text(self, sentences: Iterable[Iterable[Hashable]]) -> str:
        """Return sentences of tokens as a text whose lines are the sentences.

        Raises `TypeError` for a token that cannot be hashed.
        """
        numbers = self._numbers
        return "\n".join(
            " ".join([str(numbers.setdefault(token, len(numbers))) for token in sentence])
            for sentence in sentences
        )
