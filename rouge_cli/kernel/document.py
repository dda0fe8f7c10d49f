"""A summary as token numbers."""

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    Integers = array[int]
    Doubles = array[float]
else:  # At run time an array has no type of items before Python 3.12.
    Integers = Doubles = array

LONGEST_UNSTEMMED = 3
"""The most bytes of a token, or of a phrase in a basic element, that is not stemmed."""


class Document(NamedTuple):
    """A summary as the measures see it."""

    tokens: Integers
    """The tokens across sentence ends: N, S and SU count them, and L and W clip their hits by them."""
    words: Integers
    """The tokens for L and W, sentence after sentence.

    They are equal to `tokens` unless a limit in bytes cuts the two texts at different places.
    """
    ends: Integers
    """The index in `words` after the last token of each sentence."""

    def sentences(self) -> list[Integers]:
        """Return the sentences for L and W."""
        return [self.words[start:end] for start, end in pairwise([0, *self.ends])]
