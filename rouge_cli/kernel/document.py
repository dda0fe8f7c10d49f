"""A summary as numbers."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import NamedTuple

LONGEST_UNSTEMMED = 3
"""The bytes of a token, or of a phrase in a basic element, that is too short to be stemmed."""


class Document(NamedTuple):
    """One summary as the measures see it."""

    tokens: array[int]
    """Across sentence ends: for N, S and SU, and to clip L and W."""
    words: array[int]
    """What L and W see, sentence after sentence; under a limit in bytes another text than `tokens`."""
    ends: array[int]
    """Where in `words` each sentence ends."""

    def sentences(self) -> list[array[int]]:
        """The sentences of L and W."""
        return [self.words[start:end] for start, end in pairwise([0, *self.ends])]
