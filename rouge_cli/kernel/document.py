"""A summary as token numbers."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import NamedTuple

LONGEST_UNSTEMMED = 3
"""The most bytes of a token, or of a phrase in a basic element, that is not stemmed."""


class Document(NamedTuple):
    """A summary as the measures see it."""

    tokens: array[int]
    """The tokens across sentence ends: N, S and SU count them, and L and W clip their hits by them."""
    words: array[int]
    """The tokens for L and W, sentence after sentence.

    They are equal to `tokens` unless a limit in bytes cuts the two texts at different places.
    """
    ends: array[int]
    """The index in `words` after the last token of each sentence."""

    def sentences(self) -> list[array[int]]:
        """Return the sentences for L and W."""
        return [self.words[start:end] for start, end in pairwise([0, *self.ends])]
